import Audio
import Foundation
import Plumbing
import Testing
import VerbioTesting

/// Two lanes with one speaker each, and one speaker is also heard faintly in the other lane; voices are noise in syllables.
struct CrosstalkTests {
    private static let options = ReadingOptions(
        channels: .speakersByChannel, raw: RawFormat(sample: .f32le, rate: 16_000, channels: 2))

    /// Syllables of noise between two seconds of a recording, about -20 dBFS, with background at -66.
    private func voice(_ seed: UInt64, _ turns: [ClosedRange<Double>], seconds: Double) -> [Float] {
        var numbers = SplitMix64(seed: seed)
        let count = Int(seconds * 16_000)
        var samples = [Float](repeating: 0, count: count)
        for turn in turns {
            for start in stride(from: turn.lowerBound, to: turn.upperBound, by: 0.2) {
                let size = Float.random(in: 0.05...0.25, using: &numbers)
                let first = Int(start * 16_000)
                for index in first..<min(count, first + 2_560) {
                    samples[index] = Float.random(in: -size...size, using: &numbers)
                }
            }
        }
        return samples.map { $0 + Float.random(in: -0.00087...0.00087, using: &numbers) }
    }

    private func heard(_ one: [Float], in other: [Float], at level: Float, delay: Int) -> [Float] {
        other.indices.map { other[$0] + (one.indices.contains($0 - delay) ? level * one[$0 - delay] : 0) }
    }

    private func bytes(_ left: [Float], _ right: [Float]) -> [UInt8] {
        zip(left, right).flatMap { [$0, $1] }.withUnsafeBytes { Array($0) }
    }

    private func lanes(_ left: [Float], _ right: [Float], pieces: [Int] = [65_536]) async throws -> [[Float]] {
        try await read(bytes(left, right), pieces: pieces, Self.options).lanes
    }

    private func decibels(_ samples: ArraySlice<Float>) -> Double {
        10 * log10(samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count) + 1e-12)
    }

    /// A call of ten seconds: the first speaker, then the second, then the first over the second.
    private func call() -> (left: [Float], right: [Float]) {
        (voice(1, [1...3.4, 7...8], seconds: 10.03), voice(2, [4...6, 6.6...9], seconds: 10.03))
    }

    @Test(
        "Given crosstalk, when a call is read, then it falls to the background and both speakers stay",
        arguments: [(Float(0.1), 0), (0.0316, 37), (0.01, 160), (0.0316, -120)])
    func leak(level: Float, delay: Int) async throws {
        let (left, right) = call()
        let leaking = (heard(right, in: left, at: level, delay: delay), heard(left, in: right, at: level, delay: delay))
        let lanes = try await lanes(leaking.0, leaking.1)
        for second in stride(from: 4.1, to: 5.9, by: 0.1) {
            let part = Int(second * 16_000)..<Int((second + 0.1) * 16_000)
            #expect(abs(decibels(lanes[0][part]) + 66) < 2.5, "at \(second): \(decibels(lanes[0][part]))")
        }
        let mine = 17_408..<54_272
        #expect(lanes[0][mine] == leaking.0[mine])
        let theirs = 65_536..<96_256
        #expect(lanes[1][theirs] == leaking.1[theirs])
    }

    @Test(
        "Given lanes without crosstalk, when both speak, one of them softly, then no sample is changed",
        arguments: [Float(1), 0.25, 0.1, 0.03])
    func clean(level: Float) async throws {
        for seed in 10..<14 as Range<UInt64> {
            let left = voice(seed, [1...9], seconds: 10)
            let right = voice(seed + 100, [0.5...4, 5.03...8.2], seconds: 10).map { $0 * level }
            #expect(try await lanes(left, right) == [left, right])
        }
    }

    @Test(
        "Given crosstalk, when audio arrives in any pieces, then the same samples are passed on",
        arguments: [160_480, 160_000, 5 * 1_024 + 1, 5 * 1_024, 4_097, 1_023, 1])
    func pieces(count: Int) async throws {
        let (left, right) = call()
        let leaking = (
            Array(heard(right, in: left, at: 0.05, delay: 20).prefix(count)),
            Array(heard(left, in: right, at: 0.05, delay: 20).prefix(count))
        )
        let whole = try await lanes(leaking.0, leaking.1, pieces: [10_000_000])
        #expect(whole.map(\.count) == [count, count])
        for pieces in [[8_192], [7, 60_001, 3], [12_345]] {
            #expect(try await lanes(leaking.0, leaking.1, pieces: pieces) == whole)
        }
    }

    @Test(
        "Given a call at any rate, when it is resampled, then each lane has its exact length",
        arguments: [8_000, 44_100, 48_000])
    func lengths(rate: Int) async throws {
        let samples = sine(220, rate: rate, seconds: 1.37)
        let bytes = waveBytes(samples.flatMap { [$0, $0 / 30] }, rate: rate, channels: 2)
        let recording = try await read(bytes, ReadingOptions(channels: .speakersByChannel))
        let expected = Int((Double(samples.count) * 16_000 / Double(rate)).rounded())
        #expect(recording.lanes.map(\.count) == [expected, expected])
    }

    // MARK: Channels whose speakers cannot be told apart

    private func file(_ left: [Float], _ right: [Float]) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: "verbio-channels-\(UUID().uuidString).raw")
        try Data(bytes(left, right)).write(to: url)
        return url
    }

    @Test(
        "Given a file with the same sound in both channels, when it is read, then it is refused at once",
        arguments: [Float(1), -1, 0.95])
    func same(level: Float) async throws {
        for seconds in [1.3, 2.5, 4, 50] {
            let left = voice(3, [0.5...seconds], seconds: seconds)
            let file = try file(left, zip(left, voice(5, [], seconds: seconds)).map { $0 * level + $1 })
            defer { try? FileManager.default.removeItem(at: file) }
            let problem = await #expect(throws: Problem.self) {
                try await openSpeechSource(.file(file.path), options: Self.options)
            }
            #expect(problem?.code == "audio.same-channels" && problem?.kind == .input)
            #expect(problem?.description.contains("use --two-way instead of --speakers-by-channel") == true)
        }
    }

    @Test("Given a stream with the same sound in both channels, when it is read, then one remark says so")
    func sameStream() async throws {
        let left = voice(3, [0.5...50], seconds: 50)
        let recording = try await read(bytes(left, left), Self.options)
        #expect(recording.lanes == [left, left])
        #expect(recording.damage.count == 1)
        #expect(recording.damage.first?.what.contains("--two-way instead of --speakers-by-channel") == true)
    }

    @Test(
        "Given an announcement, silence or removable crosstalk, when a call is read, then it is not refused")
    func announcement() async throws {
        let announcement = voice(4, [0.2...15], seconds: 15)
        let (left, right) = call()
        let cases = [
            (announcement + left, announcement + right), (left, [Float](repeating: 0, count: left.count)),
            (heard(right, in: left, at: 0.1, delay: 5), heard(left, in: right, at: 0.1, delay: 5)),
        ]
        for (left, right) in cases {
            let file = try file(left, right)
            defer { try? FileManager.default.removeItem(at: file) }
            let recording = try await read(.file(file.path), Self.options)
            #expect(recording.lanes.map(\.count) == [left.count, right.count] && recording.damage.isEmpty)
        }
    }

    @Test(
        "Given voices that are loud in both channels, when a file is read, then it is refused unless that is allowed",
        arguments: [(Float(0.7), 5), (0.5, 0), (0.9, -60), (1, 20)])
    func bothInBoth(level: Float, delay: Int) async throws {
        let (left, right) = call()
        let file = try file(
            heard(right, in: left, at: level, delay: delay), heard(left, in: right, at: level, delay: delay))
        defer { try? FileManager.default.removeItem(at: file) }
        let problem = await #expect(throws: Problem.self) {
            try await openSpeechSource(.file(file.path), options: Self.options)
        }
        #expect(problem?.code == "audio.crosstalk" && problem?.kind == .usage)
        #expect(problem?.description.contains("--despite-crosstalk") == true)
        var options = Self.options
        options.allowsCrosstalk = true
        let recording = try await read(.file(file.path), options)
        #expect(recording.lanes.map(\.count) == [left.count, right.count])
        #expect(recording.damage.map(\.isRemark) == [true])
    }

    @Test("Given a little common sound, when the rest differs, then the file is not refused")
    func little() async throws {
        let announcement = voice(4, [0.2...1], seconds: 1.2)
        let soft = [voice(6, [0...7], seconds: 8), voice(7, [0...7], seconds: 8)].map { $0.map { $0 * 0.02 } }
        let click = voice(4, [0.5...0.55], seconds: 3)
        let cases = [
            (announcement + soft[0], announcement + soft[1]),
            (voice(8, [0.2...1.2], seconds: 1.5), voice(9, [0.2...1.2], seconds: 1.5)),
            (voice(8, [0.2...1.2], seconds: 1.5), voice(9, [], seconds: 1.5)),
            (click, zip(click, voice(9, [1...3], seconds: 3)).map { $0 + $1 }),
            ([Float](repeating: 0, count: 16_000), [Float](repeating: 0, count: 16_000)),
        ]
        for (left, right) in cases {
            let file = try file(left, right)
            defer { try? FileManager.default.removeItem(at: file) }
            let recording = try await read(.file(file.path), Self.options)
            #expect(recording.lanes.map(\.count) == [left.count, right.count] && recording.damage.isEmpty)
        }
    }

    @Test("Given a third channel, when speakers are separated, then the recording is refused")
    func third() async throws {
        let voice = sine(220, rate: 16_000, seconds: 1)
        let bytes = waveBytes(voice.flatMap { [$0, 0, 0] }, rate: 16_000, channels: 3)
        let problem = await #expect(throws: Problem.self) {
            try await read(bytes, ReadingOptions(channels: .speakersByChannel))
        }
        #expect(problem?.code == "audio.more-channels" && problem?.description.contains("3 channels") == true)
    }
}
