import Audio
import Foundation
import Hearing
import Testing
import VerbioTesting

@Suite("The pitch of a voice") struct PitchTests {
    /// A voice: a tone with harmonics that grow weaker, some of them stronger, and noise under it.
    private static func voice(_ hertz: Double, seconds: Double, seed: UInt64) -> [Float] {
        var numbers = SplitMix64(seed: seed)
        let harmonics = (1...8).map { Double.random(in: 0.3...1, using: &numbers) / Double($0) }
        let noise = Sound.white(seconds, decibels: -50, seed: seed)
        return noise.enumerated().map { index, noise in
            // Speech is not on one note: half a semitone up and down.
            let time = Double(index) / 16_000
            let phase = 2 * .pi * (hertz * time - hertz * 0.03 * cos(2 * .pi * 3 * time) / (2 * .pi * 3))
            return harmonics.enumerated().reduce(noise) {
                $0 + Float(0.05 * $1.element * sin(phase * Double($1.offset + 1)))
            }
        }
    }

    private static func pitch(_ samples: [Float], from start: Int = 0) -> Double? {
        var track = PitchTrack()
        track.add(samples, from: start)
        return track.median(in: [SampleRange(start: start, end: start + samples.count)])
    }

    @Test("Given voices of any pitch and timbre, when they are measured, then the pitch is right within 3 %")
    func property() {
        var numbers = SplitMix64(seed: 7)
        for seed in 1...60 {
            let hertz = Double.random(in: 70...380, using: &numbers)
            let found = Self.pitch(Self.voice(hertz, seconds: 1.5, seed: UInt64(seed)), from: 1_000 * seed)
            #expect(abs((found ?? 0) / hertz - 1) < 0.03, "\(hertz) Hz: \(found ?? 0)")
        }
    }

    @Test("Given silence, noise or very little, when it is measured, then the pitch is not known")
    func unknown() {
        #expect(Self.pitch(Sound.silence(3)) == nil)
        #expect(Self.pitch(Sound.white(3, decibels: -20)) == nil)
        #expect(Self.pitch(Self.voice(150, seconds: 0.3, seed: 1)) == nil)
        #expect(Self.pitch([]) == nil)
    }

    @Test("Given two voices in one track, when stretches are asked for, then each has its own pitch")
    func stretches() {
        var track = PitchTrack()
        track.add(Self.voice(110, seconds: 2, seed: 1), from: 0)
        track.add(Self.voice(220, seconds: 2, seed: 2), from: 64_000)
        let low = track.median(in: [SampleRange(start: 0, end: 32_000)])
        let high = track.median(in: [SampleRange(start: 64_000, end: 80_000), SampleRange(start: 90_000, end: 96_000)])
        #expect(abs((low ?? 0) - 110) < 3 && abs((high ?? 0) - 220) < 5)
    }

    @Test(
        "Given real speech of women and men, when it is measured, then women are higher than men",
        .enabled("the corpus is not installed") { Recording.hasCorpus },
        arguments: [
            ("en/fleurs-en-000.ogg", 80.0...140), ("en/fleurs-en-001.ogg", 80...140), ("en/cards-002.wav", 80...140),
            ("en/librivox-sense-0870.wav", 80...140), ("de/fleurs-de-000.ogg", 80...140),
            ("en/LJ001-0001.mp3", 170...260), ("en/LJ001-0007.mp3", 170...260), ("pt/fleurs-pt-004.ogg", 170...260),
            ("zh/azure-training-audio2.flac", 170...260),
        ])
    func recordings(name: String, range: ClosedRange<Double>) async throws {
        let source = try await openSpeechSource(
            .file(Recording.corpus + "/speech/" + name), options: ReadingOptions())
        var samples: [Float] = []
        while let block = try await source.next() { samples += block.lanes.first ?? [] }
        let found = Self.pitch(Array(samples.prefix(8 * 16_000)))
        #expect(found.map(range.contains) == true, "\(found ?? 0) Hz")
    }
}
