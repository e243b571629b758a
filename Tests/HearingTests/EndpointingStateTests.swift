import Testing

@testable import Hearing

/// One character a frame: `#` strong, `+` weak, `.` silent.
struct EndpointingStateTests {
    private let rules = EndpointingState.Rules(
        onset: 3, resumption: 2, dip: 1, endSilence: 5, patienceStart: 20, patienceEnd: 40, patienceFloor: 2)

    /// Every speech that ends: its frames, and the frame it ended with.
    private func ends(_ frames: String) -> [String] {
        var state = EndpointingState.quiet
        return frames.enumerated().compactMap { frame, sign in
            let activity: Activity = sign == "#" ? .strong : sign == "+" ? .weak : .silent
            return state.advance(frame: frame, activity, rules).map { "\($0.first)-\($0.last) at \(frame)" }
        }
    }

    @Test(
        "Given strong and weak frames, when enough are strong, then speech is from the first to the last of them",
        arguments: [
            ("....####.....", ["4-7 at 12"]),
            ("....####....", []),
            ("##..##..##..##......", []),
            ("#.#.#.......", ["0-4 at 9"]),
            ("+++++++++++++", []),
            ("++#+#+#+.....", ["2-7 at 12"]),
        ])
    func beginsAndEnds(frames: String, expected: [String]) {
        #expect(ends(frames) == expected)
    }

    @Test(
        "Given a silence, when a sound lasts, then the silence is interrupted, but a click does not interrupt it",
        arguments: [
            ("###...##...##.....", ["0-12 at 17"]),
            ("###..#........", ["0-2 at 7"]),
            ("###..++++.....", ["0-2 at 7"]),
        ])
    func resumes(frames: String, expected: [String]) {
        #expect(ends(frames) == expected)
    }

    @Test("Given a silence that is just long enough, when sound begins, then it belongs to the next utterance")
    func handsOver() {
        #expect(ends("###...####.....") == ["0-9 at 14"])
        #expect(ends("###.....####.....") == ["0-2 at 7", "8-11 at 16"])
        #expect(ends("###....#.###.....") == ["0-2 at 7", "7-11 at 16"])
    }

    @Test(
        "Given long speech, when it grows, then a shorter silence ends it",
        arguments: [(20, 5), (30, 4), (39, 3), (40, 2), (90, 2)])
    func losesPatience(speech: Int, silence: Int) {
        #expect(rules.requiredSilence(after: speech) == silence)
    }

    @Test("Given the presets, when they are read, then each has its documented silence and patience")
    func presets() {
        let presets: [SegmentationConfiguration] = [.file, .conversation, .lowLatency]
        #expect(presets.map(\.endSilence) == [1_000, 700, 450])
        #expect(presets.allSatisfy { $0.patienceStart == 12_000 && $0.patienceEnd == 25_000 })
        #expect(presets.allSatisfy { $0.patienceFloor == 250 && $0.maximum == 28_000 })
    }

    @Test("Given a cut, when there is sound after it, then speech continues there, else it is quiet")
    func cuts() {
        var state = EndpointingState.speaking(.init(first: 10, last: 50))
        state.cut(before: 40, firstVoiced: 42)
        #expect(state == .speaking(.init(first: 42, last: 50)))

        state = .stopping(.init(first: 10, last: 30), resumption: nil)
        state.cut(before: 40, firstVoiced: nil)
        #expect(state == .quiet)

        let burst = EndpointingState.Burst(first: 44, last: 45, strongFrames: 1)
        state = .stopping(.init(first: 10, last: 30), resumption: burst)
        state.cut(before: 40, firstVoiced: 44)
        #expect(state == .starting(burst))
    }
}
