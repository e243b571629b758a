import Audio
import Hearing
import Testing
import VerbioTesting

/// Sound cards that add a constant to every sample.
struct OffsetTests {
    private static func spoken() throws -> [Float] {
        let clip = Sound.scaled(try Recording.pocketsphinx("cards/005.wav"), decibels: -32)
        return Sound.mixed(
            Sound.silence(1.5) + clip + Sound.silence(1.5),
            Sound.white(Double(clip.count) / 16_000 + 3, decibels: -70))
    }

    @Test(
        "Given a DC offset, when speech is segmented, then the utterances are the same",
        .enabled(if: Recording.hasPocketsphinx), arguments: [0.05, -0.3])
    func speech(offset: Float) throws {
        let plain = try Self.spoken()
        let found = heard(plain.map { $0 + offset })
        let expected = heard(plain)
        #expect(!expected.isEmpty && found.map(\.gate) == expected.map(\.gate))
        for (one, other) in zip(found, expected) {
            #expect(abs(one.speech.start - other.speech.start) <= 480 && abs(one.speech.end - other.speech.end) <= 480)
            #expect(abs(one.evidence.rmsDBFS - other.evidence.rmsDBFS) < 1)
            #expect(abs(one.evidence.snrDB - other.evidence.snrDB) < 3)
        }
    }

    @Test(
        "Given noise around a voice, when its evidence is computed, then the SNR is right",
        .enabled(if: Recording.hasPocketsphinx), arguments: [-70.0, -50])
    func noise(decibels: Double) throws {
        let clip = Sound.scaled(try Recording.pocketsphinx("cards/005.wav"), decibels: -26)
        let room = Sound.white(Double(clip.count) / 16_000 + 3, decibels: decibels)
        let audio = Sound.mixed(Sound.silence(1.5) + clip + Sound.silence(1.5), room)
        let utterance = try #require(heard(audio).first { $0.gate == .pass })
        // The recording has its own room some 45 dB below the voice; a tenth of the noise is outside the bands.
        #expect(abs(utterance.evidence.snrDB - min(45, utterance.evidence.rmsDBFS - decibels + 0.5)) < 6)
    }

    private static let canHear = InstalledModel.path != nil && Recording.hasPocketsphinx

    @Test(
        "Given a quiet voice on a large offset, when the network listens, then it finds the same",
        .enabled(if: canHear, Comment(rawValue: InstalledModel.missing)), arguments: [0.02, -0.1, 0.5] as [Float])
    func networkHearsThrough(offset: Float) throws {
        let model = try SpeechModel(path: try #require(InstalledModel.path))
        let plain = Sound.scaled(try Self.spoken(), decibels: -50)
        func found(_ audio: [Float], _ chunk: Int = 4_096) -> [HeardUtterance] {
            let configuration = SegmentationConfiguration.file.listening(with: model)
            return heard(audio, configuration, model: model, chunks: sequence(first: chunk) { $0 })
        }
        let expected = found(plain)
        let shifted = plain.map { $0 + offset }
        let whole = found(shifted)
        #expect(!expected.isEmpty && whole.map(\.gate) == expected.map(\.gate))
        for (one, other) in zip(whole, expected) {
            #expect(abs(one.speech.start - other.speech.start) <= 960 && abs(one.speech.end - other.speech.end) <= 960)
            // What is recognized stays as it came.
            #expect(one.samples == Array(shifted[one.range.start..<one.range.end]))
        }
        for chunk in [511, 16_000] { #expect(found(shifted, chunk) == whole, "chunks of \(chunk)") }
    }
}
