import Audio
import Foundation
import Plumbing
import Testing

/// Tempo and rate of finished speech.
struct VoiceShapingTests {
    @Test(arguments: [(1.05, 22_050), (1.2, 16_000), (1.3, 24_000), (0.8, 22_050)])
    func tempoChangesTheLengthAndNotThePitch(tempo: Double, rate: Int) throws {
        let voice = VoiceAudio(sampleRate: rate, samples: Recorded.voice(milliseconds: 2_000, rate: rate))
        let stretched = try TimeStretch.stretch(voice, tempo: tempo)
        #expect(abs(stretched.seconds - voice.seconds / tempo) < 0.02)
        #expect(abs(Self.pitch(of: stretched) - 120) < 3)
        #expect(try TimeStretch.stretch(voice, tempo: tempo) == stretched)
    }

    @Test func atItsOwnTempoAndRateAVoiceIsUntouched() throws {
        let voice = VoiceAudio(sampleRate: 22_050, samples: Recorded.voice(milliseconds: 300, rate: 22_050))
        #expect(try TimeStretch.stretch(voice, tempo: 1) == voice)
        #expect(try VoiceResampler.resample(voice, to: 22_050) == voice)
    }

    @Test(arguments: [(22_050, 16_000), (16_000, 22_050), (24_000, 22_050), (8_000, 44_100), (48_000, 16_000)])
    func resamplingKeepsATone(from: Int, to: Int) throws {
        func tone(_ rate: Int) -> [Double] {
            (0..<rate / 10).map { 10_000 * sin(2 * .pi * 997 * Double($0) / Double(rate)) }
        }
        let voice = VoiceAudio(sampleRate: from, samples: tone(from).map { Int16($0.rounded()) })
        let resampled = try VoiceResampler.resample(voice, to: to)
        #expect(resampled.sampleRate == to)
        #expect(resampled.samples.count == (voice.samples.count * to + from - 1) / from)
        // Away from the ends, because the filter includes the silence around them.
        let inner = 200..<(resampled.samples.count - 200)
        let expected = tone(to)
        let worst = inner.map { abs(Double(resampled.samples[$0]) - expected[$0]) }.max() ?? .infinity
        #expect(worst < 20, "more than -54 dB off")
    }

    @Test func whatTheNewRateCannotHoldIsRemoved() throws {
        let samples = (0..<6_000).map { Int16((10_000 * sin(2 * .pi * 11_000 * Double($0) / 48_000)).rounded()) }
        let resampled = try VoiceResampler.resample(VoiceAudio(sampleRate: 48_000, samples: samples), to: 16_000)
        #expect(resampled.samples.dropFirst(200).dropLast(200).allSatisfy { abs($0) < 40 })
    }

    @Test func unreasonableRatesAreRefused() {
        for rate in [0, -1, 100, 1_000_000] {
            let voice = VoiceAudio(sampleRate: rate, samples: [1, 2, 3])
            #expect(throws: Problem.self) { try TimeStretch.stretch(voice, tempo: 1.2) }
            #expect(throws: Problem.self) { try VoiceResampler.resample(voice, to: 16_000) }
        }
    }

    /// The lag at which a voice is most like itself, as a frequency.
    private static func pitch(of voice: VoiceAudio) -> Double {
        let samples = voice.samples[8_000..<9_000].map(Int.init)
        let likeness = ((voice.sampleRate / 200)...(voice.sampleRate / 70)).map { lag in
            (lag: lag, sum: zip(samples, samples.dropFirst(lag)).prefix(600).reduce(0) { $0 + $1.0 * $1.1 })
        }
        return likeness.max { $0.sum < $1.sum }.map { Double(voice.sampleRate) / Double($0.lag) } ?? 0
    }
}
