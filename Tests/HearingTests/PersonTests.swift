import Audio
import Foundation
import Hearing
import Testing
import VerbioTesting

/// A voice vector for each window by the loudest of a few tones, with some noise: each tone is a person.
private struct ToneVectors: VoiceEmbedding {
    static let tones = [300.0, 500, 800, 1_300, 2_100]
    var asked: @Sendable (Int) -> Void = { _ in }

    func vectors(of samples: [Float], in windows: [SampleRange]) async throws -> [[Float]] {
        asked(samples.count)
        return windows.enumerated().map { place, window in
            var numbers = SplitMix64(seed: UInt64(window.count &* 31 &+ place))
            let powers = Self.tones.map { hertz in
                var (real, imaginary) = (0.0, 0.0)
                for index in window.start..<window.end {
                    let angle = 2 * .pi * hertz * Double(index) / 16_000
                    real += Double(samples[index]) * cos(angle)
                    imaginary += Double(samples[index]) * sin(angle)
                }
                return Float((real * real + imaginary * imaginary).squareRoot())
            }
            let noisy = powers.map { $0 + (powers.max() ?? 0) * Float.random(in: 0...0.2, using: &numbers) }
            let length = noisy.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return noisy.map { $0 / max(length, .leastNormalMagnitude) }
        }
    }
}

@Suite("The people who speak in a recording") struct PersonTests {
    /// Speech of one person: a tone whose level changes as that of syllables does.
    private static func said(by person: Int, _ seconds: Double) -> [Float] {
        let tone = Sound.tone(seconds, hertz: ToneVectors.tones[person], decibels: -20)
        return tone.enumerated().map { $1 * Float(0.6 + 0.4 * sin(2 * .pi * 4 * Double($0) / 16_000)) }
    }

    private static func recording(_ turns: [(person: Int, seconds: Double)], pause: Double = 0.4) -> [Float] {
        turns.reduce(Sound.white(1, decibels: -70)) {
            $0 + said(by: $1.person, $1.seconds) + Sound.white(pause, decibels: -70)
        } + Sound.white(1, decibels: -70)
    }

    private static func found(
        in audio: [Float], count: Int? = nil, chunk: Int = 16_000
    ) async throws -> [PersonTurn] {
        var finder = PersonFinder(model: nil, embedding: ToneVectors())
        for start in stride(from: 0, to: audio.count, by: chunk) {
            try await finder.push(Array(audio[start..<min(audio.count, start + chunk)]))
        }
        return try await finder.finish(count: count)
    }

    @Test("Given three people who take turns, when they are told apart, then each turn has its person, in order")
    func turns() async throws {
        let turns = [(2, 4.0), (0, 3.0), (2, 2.5), (4, 5.0), (0, 2.0)]
        let found = try await Self.found(in: Self.recording(turns))
        #expect(found.map(\.person) == [1, 2, 1, 3, 2])
        var start = 1.0
        for (range, turn) in zip(found.map(\.range), turns) {
            #expect(abs(range.startSeconds - start) < 0.15)
            #expect(abs(range.endSeconds - (start + turn.1)) < 0.25)
            start += turn.1 + 0.4
        }
    }

    @Test(
        "Given two people without a pause between them, when they are told apart, then the border is where the voice changes"
    )
    func border() async throws {
        let found = try await Self.found(in: Self.recording([(0, 5), (3, 5)], pause: 0))
        #expect(found.map(\.person) == [1, 2])
        #expect(abs((found.first?.range.endSeconds ?? 0) - 6) <= 0.4)
    }

    @Test("Given one person with pauses, when persons are looked for, then there is one")
    func single() async throws {
        let found = try await Self.found(in: Self.recording([(1, 6), (1, 3), (1, 0.6), (1, 4)]))
        #expect(Set(found.map(\.person)) == [1])
    }

    @Test("Given a number of people, when they are told apart, then there are so many", arguments: 1...4)
    func given(count: Int) async throws {
        let turns = [(0, 4.0), (1, 4.0), (2, 4.0), (3, 4.0)]
        let found = try await Self.found(in: Self.recording(turns), count: count)
        #expect(Set(found.map(\.person)) == Set(1...count))
    }

    @Test("Given any chunks of the same audio, when people are told apart, then the ranges are the same")
    func chunks() async throws {
        let audio = Self.recording([(0, 3), (1, 2), (0, 0.5), (2, 3)])
        let whole = try await Self.found(in: audio, chunk: audio.count)
        #expect(whole.count > 2)
        for chunk in [160, 1_601, 7_777] {
            #expect(try await Self.found(in: audio, chunk: chunk) == whole)
        }
    }

    @Test("Given minutes of speech, when they are heard, then the network gets at most one minute at once")
    func bounded() async throws {
        let largest = Largest()
        let turn = Self.recording([(0, 20), (1, 20)])
        var finder = PersonFinder(model: nil, embedding: ToneVectors { largest.see($0) })
        for _ in 0..<4 { try await finder.push(turn) }
        let found = try await finder.finish(count: nil)
        #expect(Set(found.map(\.person)) == [1, 2])
        #expect((1...60 * 16_000).contains(largest.value))
    }

    @Test("Given silence, when people are looked for, then there are none")
    func silence() async throws {
        #expect(try await Self.found(in: Sound.silence(5)).isEmpty)
        #expect(try await Self.found(in: []).isEmpty)
    }

    @Test(
        "Given any turns of people, when they are told apart, then ranges are in order and do not overlap",
        arguments: 0..<12)
    func order(seed: UInt64) async throws {
        var numbers = SplitMix64(seed: seed)
        let turns = (0..<Int.random(in: 2...9, using: &numbers)).map { _ in
            (person: Int.random(in: 0..<4, using: &numbers), seconds: Double.random(in: 0.2...5, using: &numbers))
        }
        let audio = Self.recording(turns, pause: Double.random(in: 0...1, using: &numbers))
        let found = try await Self.found(in: audio)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.range.end <= $1.range.start })
        #expect(found.allSatisfy { $0.range.start < $0.range.end && $0.range.end <= audio.count })
        // They are numbered by their first words.
        var highest = 0
        for range in found {
            #expect(range.person <= highest + 1)
            highest = max(highest, range.person)
        }
    }
}

private final class Largest: @unchecked Sendable {
    private let lock = NSLock()
    private var seen = 0

    func see(_ value: Int) { lock.withLock { seen = max(seen, value) } }

    var value: Int { lock.withLock { seen } }
}
