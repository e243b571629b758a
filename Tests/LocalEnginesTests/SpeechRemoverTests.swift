import Audio
import Foundation
import LocalEngines
import Plumbing
import Testing
import VerbioTesting

@Suite(
    "Sound without its speech", .serialized, .timeLimit(.minutes(10)),
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct SpeechRemoverTests {
    private static let model = SpeechRemover.model
    private static let files = ["model.index": "index", "model.data-00000-of-00001": "weights"]
    private static let sound = [Float](repeating: 0.1, count: 400)

    private static func reply(_ samples: [Int16]) -> String {
        let bytes = samples.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
        return #"answer {"samples": "\#(Data(bytes).base64EncodedString())"}"#
    }

    @Test("Given a worker's answer, when the background is asked for, then it has as many samples")
    func answer() async throws {
        let samples = (0..<400).map { Int16($0 * 80 - 16_000) }
        let worker = try StandInWorker([Self.reply(samples)], model: Self.model, files: Self.files)
        #expect(try await SpeechRemover(worker.worker).background(of: Self.sound) == samples)
        #expect(try #require(worker.requests.first).contains(#""bytes":1600"#))
    }

    @Test(
        "Given a worker that fails, when the background is asked for, then one sentence says how",
        arguments: [
            ("die", "the worker ended before it had answered"),
            ("refuse", "the worker failed (ValueError: too short)"),
            (reply([1, 2, 3]), "the worker gave an answer that cannot be read"),
            ("no-memory", "the worker needs more memory than"),
        ])
    func failures(order: String, sentence: String) async throws {
        let worker = try StandInWorker([order], model: Self.model, files: Self.files)
        await #expect {
            _ = try await SpeechRemover(worker.worker).background(of: Self.sound)
        } throws: { error in
            let problem = error as? Problem
            return problem?.code == "background.failed" && problem?.what.contains(sentence) == true
        }
    }

    @Test(
        "Given no model, when the background is asked for, then the command that installs it is named",
        arguments: [true, false])
    func missing(hasIndex: Bool) async throws {
        let worker = try StandInWorker(["die"], model: hasIndex ? Self.model : "other", files: ["model.index": "index"])
        await #expect {
            _ = try await SpeechRemover(worker.worker).background(of: Self.sound)
        } throws: { error in
            let problem = error as? Problem
            return problem?.code == "background.missing"
                && problem?.cure == "run '\(SpeechRemover.installCommand)', or use --mix duck"
        }
    }

    @Test(
        "Given speech over music, when the speech is taken out, then the music is left and speech alone becomes silence",
        .enabled("needs spleeter-2stems") { (try? SpeechRemover(Machine.whisper.worker).require()) != nil })
    func real() async throws {
        let speech = try Self.stereo(try SpeechFixtures.speech())
        let music = Self.music(frames: speech.count / 2)
        let remover = SpeechRemover(Machine.whisper.worker)
        let (gain, other) = (0.1 / Self.level(speech), 0.1 / Self.level(music))
        let mixed = zip(speech, music).map { $0 * gain + $1 * other }
        let left = try await remover.background(of: mixed).map { Float($0) / 32_768 }
        // In the sum, speech and music are as strong as each other. Published: 11 dB of what is left is music.
        #expect(Self.likeness(left, music) > 8, "\(Self.likeness(left, music)) dB")
        #expect(Self.likeness(mixed, music) < 1)
        let silence = try await remover.background(of: speech.map { $0 * gain }).map { Float($0) / 32_768 }
        #expect(Self.level(silence) < 0.1 * 0.1)
        let alone = try await remover.background(of: music.map { $0 * 0.3 }).map { Float($0) / 32_768 }
        #expect(Self.likeness(alone, music) > 30)
    }

    /// Four seconds of speech at 16 kHz as stereo at 48 kHz.
    private static func stereo(_ speech: [Float]) throws -> [Float] {
        let resampler = try Resampler(from: 16_000, to: 48_000)
        let all = resampler.push(Array(speech.prefix(4 * 16_000))) + resampler.finish()
        var sides = [Float](repeating: 0, count: 2 * all.count)
        for (frame, sample) in all.enumerated() { (sides[2 * frame], sides[2 * frame + 1]) = (sample, sample) }
        return sides
    }

    /// Chords of plucked strings, one every half second.
    private static func music(frames: Int) -> [Float] {
        let chords = [[220.0, 277.2, 329.6], [196, 246.9, 293.7], [174.6, 220, 261.6]].map { chord in
            (0..<24_000).map { frame in
                let time = Double(frame) / 48_000
                var value = 0.0
                for hertz in chord {
                    for overtone in 1...5 {
                        value += sin(2 * .pi * hertz * Double(overtone) * time) / Double(overtone)
                    }
                }
                return Float(0.1 * value * exp(-3 * time))
            }
        }
        var sides = [Float](repeating: 0, count: 2 * frames)
        for frame in 0..<frames {
            let value = chords[frame / 24_000 % 3][frame % 24_000]
            (sides[2 * frame], sides[2 * frame + 1]) = (value, 0.7 * value)
        }
        return sides
    }

    private static func level(_ samples: [Float]) -> Float {
        (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }

    /// How much stronger the part of a sound that is another one is than the rest of it: SI-SDR in dB.
    private static func likeness(_ sound: [Float], _ other: [Float]) -> Double {
        let pairs = zip(sound, other).map { (Double($0), Double($1)) }
        let factor = pairs.reduce(0) { $0 + $1.0 * $1.1 } / pairs.reduce(0) { $0 + $1.1 * $1.1 }
        let wanted = pairs.reduce(0) { $0 + factor * factor * $1.1 * $1.1 }
        let rest = pairs.reduce(0) { $0 + ($1.0 - factor * $1.1) * ($1.0 - factor * $1.1) }
        return 10 * log10(wanted / max(rest, 1e-12))
    }
}
