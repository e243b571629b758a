import Audio
import Foundation
import Hearing
import Testing
import VerbioTesting

/// Calls put together of real recordings, a channel for each side, each heard faintly in the other's microphone.
@Suite(.enabled(if: Recording.hasCorpus, "needs the test corpus beside the package"))
struct CrosstalkTests {
    /// How the other one's voice gets into a microphone.
    enum Path: CaseIterable, Sendable {
        case direct, muffled, telephone, room

        /// The voice as it arrives, as loud as it was.
        func carried(_ samples: [Float], delay: Int) -> [Float] {
            var carried = samples
            switch self {
            case .direct: break
            case .muffled: carried = low(low(samples, 1_500), 1_500)
            case .telephone: carried = zip(low(samples, 3_400), low(samples, 400)).map { $0 - $1 }
            case .room:
                // Twelve reflections within a tenth of a second, together half as strong as the direct sound.
                var numbers = SplitMix64(seed: 77)
                for reflection in 1...12 {
                    let later = reflection * 128 + Int.random(in: 0...100, using: &numbers)
                    let size = Float.random(in: -0.45...0.45, using: &numbers) * (1 - Float(reflection) / 14)
                    for index in later..<samples.count { carried[index] += size * samples[index - later] }
                }
            }
            let level = CrosstalkTests.level(samples) / max(CrosstalkTests.level(carried), 1e-9)
            return [Float](repeating: 0, count: delay) + carried.dropLast(delay).map { $0 * level }
        }

        /// What is below a frequency, at 6 dB an octave.
        private func low(_ samples: [Float], _ hertz: Float) -> [Float] {
            let share = 1 - exp(-2 * .pi * hertz / 16_000)
            var state: Float = 0
            return samples.map {
                state += share * ($0 - state)
                return state
            }
        }
    }

    private static func level(_ samples: [Float]) -> Float {
        Float((samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))).squareRoot())
    }

    /// One recording of the corpus at 16 kHz, at -23 dBFS.
    private func clip(_ name: String) async throws -> [Float] {
        let source = try await openSpeechSource(.file(Recording.corpus + "/speech/" + name))
        var samples: [Float] = []
        while let block = try await source.next() { samples += block.lanes[0] }
        return Sound.scaled(samples, decibels: -23)
    }

    /// A side's recordings, each at its second.
    private func side(_ clips: [(name: String, at: Double)], seconds: Double) async throws -> [Float] {
        var samples = Sound.silence(seconds)
        for (name, at) in clips {
            for (index, sample) in try await clip(name).enumerated() { samples[Int(at * 16_000) + index] += sample }
        }
        return samples
    }

    /// The utterances that are found in each lane of a call, by the installed network or without one.
    private func utterances(_ left: [Float], _ right: [Float]) async throws -> [[SampleRange]] {
        let url = FileManager.default.temporaryDirectory.appending(path: "verbio-call-\(UUID().uuidString).raw")
        defer { try? FileManager.default.removeItem(at: url) }
        try zip(left, right).flatMap { [$0, $1] }.withUnsafeBytes { Data($0) }.write(to: url)
        let raw = RawFormat(sample: .f32le, rate: 16_000, channels: 2)
        let source = try await openSpeechSource(
            .file(url.path), options: ReadingOptions(channels: .speakersByChannel, raw: raw))
        var lanes: [[Float]] = [[], []]
        while let block = try await source.next() {
            for lane in 0..<2 { lanes[lane] += block.lanes[lane] }
        }
        let model = try InstalledModel.path.map { try SpeechModel(path: $0) }
        let configuration = (model.map { SegmentationConfiguration.file.listening(with: $0) } ?? .file).forLanes(2)
        return lanes.map { lane in
            heard(lane, configuration, model: model, chunks: sequence(first: 16_000) { $0 })
                .filter { $0.gate == .pass }.map(\.range)
        }
    }

    private func leaking(
        _ left: [Float], _ right: [Float], decibels: Double, _ path: Path, delay: Int, noise: Double
    ) -> (clean: [[Float]], leaking: [[Float]]) {
        let seconds = Double(left.count) / 16_000
        let clean = [
            Sound.mixed(left, Sound.white(seconds, decibels: noise, seed: 5)),
            Sound.mixed(right, Sound.white(seconds, decibels: noise, seed: 6)),
        ]
        let leaks = [right, left].map { path.carried($0, delay: delay).map { $0 * Sound.amplitude(decibels) } }
        return (clean, [Sound.mixed(clean[0], leaks[0]), Sound.mixed(clean[1], leaks[1])])
    }

    struct Leak: Sendable {
        var decibels: Double
        var noise: Double
        var delay: Int
        var path: Path
    }

    private static let conditions: [(decibels: Double, noise: Double, delay: Int)] = [
        (-20, -66, 0), (-30, -66, 80), (-40, -66, 160), (-20, -50, 160), (-30, -50, 0), (-40, -50, 80),
    ]

    /// Each level and noise by two of the ways, in turn.
    static let leaks = conditions.enumerated().flatMap { place, condition in
        Path.allCases.enumerated().filter { ($0.offset + place) % 2 == 0 }.map {
            Leak(decibels: condition.decibels, noise: condition.noise, delay: condition.delay, path: $0.element)
        }
    }

    @Test(
        "Given a call with crosstalk, when it is segmented, then it has the utterances of the call without crosstalk",
        arguments: leaks)
    func turns(_ leak: Leak) async throws {
        let left = try await side(
            [("en/fleurs-sonar-1.wav", 1), ("en/cheetah-test_en.wav", 12), ("en/cards-003.wav", 23)], seconds: 27)
        let right = try await side([("es/cheetah-test_es.wav", 7), ("es/fleurs-es-006.ogg", 17)], seconds: 27)
        let calls = leaking(
            left, right, decibels: leak.decibels, leak.path, delay: leak.delay, noise: leak.noise)
        let expected = try await utterances(calls.clean[0], calls.clean[1])
        let found = try await utterances(calls.leaking[0], calls.leaking[1])
        #expect(expected.allSatisfy { !$0.isEmpty })
        for lane in 0..<2 {
            #expect(found[lane].count == expected[lane].count, "lane \(lane): \(found[lane]), not \(expected[lane])")
            for (one, other) in zip(found[lane], expected[lane]) {
                #expect(abs(one.startSeconds - other.startSeconds) < 0.15, "\(one), not \(other)")
                #expect(abs(one.endSeconds - other.endSeconds) < 0.15, "\(one), not \(other)")
            }
        }
    }

    @Test(
        "Given a speaker who talks softly over the other, when the lanes are gated, then both are heard",
        arguments: [(0.0, -20.0), (0, -30), (-12, -30), (-20, -40), (-12, -200), (-20, -200), (-30, -200)])
    func overlap(level: Double, leak: Double) async throws {
        let left = try await side(
            [("en/jfk.flac", 1), ("de/fleurs-de-000.ogg", 11.6)], seconds: 30)
        var right = try await side(
            [
                ("es/cheetah-test_es.wav", 3), ("en/cards-003.wav", 11), ("es/cheetah-test_es.wav", 16),
                ("en/whatstheweatherlike.wav", 25),
            ],
            seconds: 30)
        right = right.map { $0 * Sound.amplitude(level) }
        let calls = leaking(left, right, decibels: leak, .direct, delay: 40, noise: -66)
        let expected = try await utterances(calls.clean[0], calls.clean[1])
        let found = try await utterances(calls.leaking[0], calls.leaking[1])
        #expect(expected[1].count >= 4)
        for utterance in expected[1] {
            let kept = found[1].reduce(0) {
                $0 + max(0, min($1.end, utterance.end) - max($1.start, utterance.start))
            }
            #expect(Double(kept) > 0.8 * Double(utterance.count), "\(utterance) of \(found[1])")
        }
        if leak < -100 { #expect(found == expected) }
    }
}
