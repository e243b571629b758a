import Audio
import AudioReport
import Foundation
import Glibc
import Language
import Plumbing
import Testing

@testable import Films

@Suite("The sound of films")
struct SoundMixTests {
    private let folder: FilmFolder
    private static let rate = VoiceReader.rate

    init() throws { folder = try FilmFolder() }

    // MARK: The envelope

    @Test("Given a voice, when it speaks, then the original is 18 dB lower, with fades of 200 ms before and after")
    func envelope() {
        var envelope = DuckingEnvelope([48_000..<96_000])
        #expect(envelope.gain(at: 0) == 1)
        #expect(envelope.gain(at: 48_000 - 9_600) == 1)
        #expect(abs(Gain.decibels(factor: envelope.gain(at: 48_000 - 4_800)) + 9) < 0.01)
        #expect(abs(Gain.decibels(factor: envelope.gain(at: 48_000)) + 18) < 0.01)
        #expect(abs(Gain.decibels(factor: envelope.gain(at: 95_999)) + 18) < 0.01)
        #expect(abs(Gain.decibels(factor: envelope.gain(at: 96_000 + 4_800)) + 9) < 0.01)
        #expect(envelope.gain(at: 96_000 + 9_600) == 1)
    }

    @Test("Given two voices, when the pause between them is short, then the original stays low, and else it comes back")
    func pauses() {
        var short = DuckingEnvelope([0..<48_000, 72_000..<96_000])
        #expect(abs(Gain.decibels(factor: short.gain(at: 60_000)) + 18) < 0.01)
        var long = DuckingEnvelope([0..<48_000, 96_000..<144_000])
        #expect(long.gain(at: 72_000) == 1)
        #expect(abs(Gain.decibels(factor: long.gain(at: 96_000)) + 18) < 0.01)
    }

    // MARK: The limiter

    /// Two channels of a tone of 997 Hz that is loud in its second half.
    private func tone(quiet: Float, loud: Float, seconds: Int = 2) -> [Float] {
        (0..<seconds * Self.rate).flatMap { frame -> [Float] in
            let level = frame < seconds * Self.rate / 2 ? quiet : loud
            let value = level * Float(sin(2 * Double.pi * 997 * Double(frame) / Double(Self.rate)))
            return [value, -value]
        }
    }

    private func limited(_ samples: [Float], ceiling: Float, block: Int = 9_600) -> [Float] {
        var limiter = PeakLimiter(ceiling: ceiling)
        var output: [Float] = []
        for start in stride(from: 0, to: samples.count, by: block) {
            output += limiter.push(Array(samples[start..<min(samples.count, start + block)]))
        }
        return output + limiter.finish()
    }

    @Test(
        "Given sound with a peak above the ceiling, when it is limited, then no peak is above it and the quiet part is untouched"
    )
    func limiter() {
        let samples = tone(quiet: 0.25, loud: 1.9)
        let output = limited(samples, ceiling: -1)
        #expect(output.count == samples.count)
        var meter = LoudnessMeter(sampleRate: Self.rate, channels: 2)
        meter.push(output)
        #expect(
            meter.reading.truePeakDBTP <= -0.9 && meter.reading.truePeakDBTP > -1.3, "\(meter.reading.truePeakDBTP)")
        // The gain falls in the last 24 ms before the peak.
        let untouched = samples.count / 2 - 2 * Self.rate * 30 / 1_000
        #expect(Array(output[..<untouched]) == Array(samples[..<untouched]))
    }

    @Test("Given the same sound in other pieces, when it is limited, then it is the same")
    func pieces() {
        let samples = tone(quiet: 0.5, loud: 1.4)
        #expect(limited(samples, ceiling: -2) == limited(samples, ceiling: -2, block: 96))
    }

    // MARK: Channels

    @Test(
        "Given sound with any number of channels, when it becomes stereo, then each side has its own, and the centre is on both",
        arguments: [
            (1, 0, true, true), (2, 1, false, true), (6, 0, true, false), (6, 2, true, true), (6, 3, false, false),
            (6, 5, false, true), (8, 6, true, false), (12, 2, true, false),
        ])
    func channels(count: Int, channel: Int, isLeft: Bool, isRight: Bool) throws {
        var samples = [Float](repeating: 0, count: count * 48_000)
        for frame in 0..<48_000 { samples[frame * count + channel] = 0.5 }
        var sound = StereoSound()
        let audio = NativeAudio(
            rate: 48_000, channels: count, codec: "", isFloatingPoint: true, samples: NativeSamples(samples))
        let output = try sound.push(audio) + sound.finish()
        #expect(output.count == 2 * 48_000)
        #expect((output[48_000] > 0.05) == isLeft && (output[48_001] > 0.05) == isRight)
    }

    // MARK: The whole

    /// A voice of noise from 4 s to 6 s and from 8 s to 9 s, at a level.
    private func voice(_ level: Double) throws -> VoiceTape {
        var generator = SystemRandomNumberGenerator()
        let tape = try VoiceTape(rate: 22_050, in: folder.path)
        for span in [4..<6, 8..<9] {
            tape.writeSilence(frames: span.lowerBound * 22_050 - tape.frameCount)
            try tape.write(
                (0..<span.count * 22_050).map { _ in
                    Int16(level * Double(Int16.random(in: -32_767...32_767, using: &generator)))
                })
            tape.speaks(in: span.lowerBound * 16_000..<span.upperBound * 16_000)
        }
        return tape
    }

    private func play(_ mix: SoundMix, _ tape: VoiceTape, ceiling: Float = SoundMix.ceiling) async throws -> [Float] {
        let samples = Collected()
        try await mix.play(tape, ceiling: ceiling) { samples.samples += $0 }
        return samples.samples
    }

    private func film(_ sound: String) async throws -> SoundMix.Original {
        let film = try await folder.film(
            "old.mp4",
            ["-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=12", "-f", "lavfi", "-i", sound] + FilmFolder.codecs)
        return SoundMix.Original(path: film, options: ReadingOptions())
    }

    private func level(_ samples: [Float], _ seconds: ClosedRange<Double>) -> Double {
        let range = Int(seconds.lowerBound * Double(Self.rate)) * 2..<Int(seconds.upperBound * Double(Self.rate)) * 2
        let power = samples[range].reduce(0.0) { $0 + Double($1) * Double($1) } / Double(range.count)
        return 10 * log10(max(power, 1e-12))
    }

    @Test(
        "Given a voice over a film, when they are mixed, then the mix has its loudness and no peak above -1 dBTP",
        arguments: [SoundMix.Way.duck, .replace], [-23.0, -16.0])
    func loudness(way: SoundMix.Way, target: Double) async throws {
        // A quiet film, and a voice that is much louder.
        let original = try await film("anoisesrc=color=pink:a=0.05:d=12:r=44100")
        let samples = try await play(SoundMix(way, loudness: target, original: original), voice(0.9))
        var meter = LoudnessMeter(sampleRate: Self.rate, channels: 2)
        meter.push(samples)
        #expect(abs(try #require(meter.reading.integratedLUFS) - target) < 0.5)
        #expect(meter.reading.truePeakDBTP <= -0.9)
        // The picture lasts 12 s and AAC ends with a full frame of its own; the voice lasts 9 s.
        let seconds = Double(samples.count / 2) / Double(Self.rate)
        #expect(way == .duck ? abs(seconds - 12) < 0.03 : abs(seconds - 9) < 0.001, "\(seconds)")
    }

    @Test(
        "Given a voice over a tone, when the original is ducked, then it is low under the voice and full before and after it"
    )
    func duck() async throws {
        let original = try await film("sine=f=300:d=12:r=48000")
        let silent = try VoiceTape(rate: 22_050, in: folder.path)
        silent.writeSilence(frames: 9 * 22_050)
        silent.speaks(in: 4 * 16_000..<6 * 16_000)
        let samples = try await play(SoundMix(.duck, loudness: -23, original: original), silent)
        #expect(abs(level(samples, 1...3) - level(samples, 7...8)) < 0.1)
        #expect(abs(level(samples, 1...3) - level(samples, 4.2...5.8) - 18) < 0.2)
    }

    @Test(
        "Given speech that is taken out, when a voice is laid over it, then only the background is heard under the voice"
    )
    func background() async throws {
        let asked = Locked<[Int]>([])
        var mix = SoundMix(.background, loudness: -23, original: try await film("sine=f=300:d=12:r=48000"))
        mix.removal = { samples in
            asked.withLock { $0.append(samples.count / 2) }
            return samples.map { Int16(($0 / 4 * 32_768).rounded()) }
        }
        let silent = try VoiceTape(rate: 22_050, in: folder.path)
        silent.writeSilence(frames: 9 * 22_050)
        silent.speaks(in: 4 * 16_000..<6 * 16_000)
        let samples = try await play(mix, silent)
        #expect(abs(level(samples, 1...3) - level(samples, 7...8)) < 0.1)
        #expect(abs(level(samples, 1...3) - level(samples, 4.2...5.8) - 20 * log10(4)) < 0.2)
        // The last two seconds have no voice, so they are not asked for.
        #expect(asked.withLock { $0 } == [BackgroundTape.stretch + BackgroundTape.margin])
    }

    @Test(
        "Given a background that is all of the sound, when stretches are joined, then nothing is moved, lost or doubled"
    )
    func joinedStretches() async throws {
        let film = try await folder.film(
            "long.mp4",
            [
                "-f", "lavfi", "-i", "testsrc=s=64x48:r=5:d=33", "-f", "lavfi", "-i",
                "anoisesrc=color=pink:a=0.3:d=33:r=44100",
            ] + FilmFolder.codecs)
        let original = SoundMix.Original(path: film, options: ReadingOptions())
        let silent = try VoiceTape(rate: 22_050, in: folder.path)
        silent.writeSilence(frames: 33 * 22_050)
        for span in [7..<14, 18..<33] { silent.speaks(in: span.lowerBound * 16_000..<span.upperBound * 16_000) }
        var mix = SoundMix(.background, loudness: -23, original: original)
        mix.removal = { samples in
            #expect(samples.count <= 2 * BackgroundTape.mostFrames)
            return samples.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
        }
        let mixed = try await play(mix, silent)
        // With nothing that speaks, the original is heard as it is.
        let unmoved = try VoiceTape(rate: 22_050, in: folder.path)
        unmoved.writeSilence(frames: 33 * 22_050)
        let plain = try await play(SoundMix(.duck, loudness: -23, original: original), unmoved)
        #expect(mixed.count == plain.count)
        let largest = zip(mixed, plain).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(largest < 0.001, "\(largest)")
    }

    @Test("Given a voice alone, when nothing is to be mixed, then it is as the engine gave it")
    func none() async throws {
        let tape = try voice(0.3)
        let samples = try await play(SoundMix(.none, loudness: -23), tape)
        // Noise between -0.3 and 0.3 has this power.
        #expect(abs(level(samples, 4.5...5.5) - 20 * log10(0.3 / 3.0.squareRoot())) < 0.3)
        #expect(level(samples, 1...3) < -100)
    }

    @Test(
        "Given a mix in a film, when ffmpeg measures its first sound, then loudness and peak are those that were asked for",
        arguments: [FilmContainer.mkv, .mp4], [-23.0, -16.0])
    func coded(container: FilmContainer, target: Double) async throws {
        let original = try await film("anoisesrc=color=pink:a=0.3:d=12:r=44100")
        let writer = try FilmWriter(film: original.path, kind: "mp4", ffmpeg: nil)
        let mix = SoundMix(.duck, loudness: target, original: original)
        let plan = FilmPlan(
            container, voice: FilmPlan.Voice(language: LanguageTag(.es), tape: try voice(0.5), mix: mix))
        let path = folder.path + "/new.\(container)"
        let output = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
        defer { close(output) }
        try await writer.write(plan, to: output, called: path)
        let (integrated, peak) = try await folder.loudness(path, track: 0)
        #expect(abs(integrated - target) <= 0.5 && peak <= -1, "\(integrated) \(peak)")
    }

    @Test(
        "Given silence instead of sound, when a voice is laid over it, then the voice has the loudness and noise is not raised"
    )
    func silence() async throws {
        let original = try await film("anoisesrc=a=0.0003:d=12:r=44100")
        let samples = try await play(SoundMix(.duck, loudness: -23, original: original), voice(0.2))
        var meter = LoudnessMeter(sampleRate: Self.rate, channels: 2)
        meter.push(samples)
        #expect(abs(try #require(meter.reading.integratedLUFS) + 23) < 0.5)
        #expect(level(samples, 1...3) < -50)
    }
}

extension DuckingEnvelope {
    /// The factor of the original at a frame.
    fileprivate mutating func gain(at frame: Int) -> Float { Self.gain(share(at: frame)) }
}

/// `@unchecked`: one thread adds at a time.
private final class Collected: @unchecked Sendable {
    var samples: [Float] = []
}
