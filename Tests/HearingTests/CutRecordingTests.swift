import Audio
import Foundation
import Hearing
import Testing
import VerbioTesting

/// Recordings that end during speech.
struct CutRecordingTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let welcome = package.appending(path: "Samples/welcome.wav").path

    private static func found(
        _ samples: [Float], _ configuration: SegmentationConfiguration, _ model: SpeechModel?
    ) -> [HeardUtterance] {
        let configuration = model.map(configuration.listening) ?? configuration
        return heard(samples, configuration, model: model, chunks: sequence(first: 4_096) { $0 })
    }

    private static let model = InstalledModel.path.flatMap { try? SpeechModel(path: $0) }
    private static let presets: [SegmentationConfiguration] = [.file, .conversation, .lowLatency]

    /// The level of the noise, in dBFS: a part of an utterance may be softer than the whole, but is heard in the same room.
    private static func noise(_ utterance: HeardUtterance) -> Double {
        utterance.evidence.rmsDBFS - utterance.evidence.snrDB
    }

    @Test(
        "Given a recording cut within an utterance, when it is segmented, then earlier utterances and the noise stay",
        arguments: presets, [false, true])
    func cutAnywhere(configuration: SegmentationConfiguration, hasModel: Bool) throws {
        let model = hasModel ? Self.model : nil
        let samples = try DecodedFile(Self.welcome).samples
        let whole = Self.found(samples, configuration, model)
        try #require(whole.count == 6)
        for (number, utterance) in whole.enumerated() {
            // The first quarter second of a voice may not be known for one yet.
            for end in stride(from: utterance.speech.start + 4_000, to: utterance.speech.end + 4_000, by: 2_800) {
                let cut = Self.found(Array(samples[..<end]), configuration, model)
                #expect(cut.count == number + 1 && Array(cut.dropLast()) == Array(whole[..<number]))
                let last = try #require(cut.last)
                #expect(abs(Self.noise(last) - Self.noise(utterance)) < 3, "cut at sample \(end)")
            }
        }
    }

    @Test(
        "Given a long utterance, when it is cut, then its pieces are as far above the noise as the whole",
        arguments: [false, true])
    func pieces(hasModel: Bool) throws {
        let model = hasModel ? Self.model : nil
        let samples = try DecodedFile(Self.welcome).samples
        let whole = Self.found(samples, .file, model)
        var configuration = SegmentationConfiguration.file
        configuration.maximum = 1_500
        configuration.cutWindow = 500
        let pieces = Self.found(samples, configuration, model)
        #expect(pieces.count { $0.end == .maximumLength } >= 6)
        for piece in pieces {
            let utterance = try #require(
                whole.first { $0.range.start <= piece.speech.start && piece.speech.start < $0.range.end })
            #expect(abs(Self.noise(piece) - Self.noise(utterance)) < 3, "at \(piece.range.startSeconds) s")
        }
    }

    @Test(
        "Given pauses of any length, when an utterance ends, then its noise is that around it",
        arguments: presets)
    func pauses(configuration: SegmentationConfiguration) throws {
        let samples = try DecodedFile(Self.welcome).samples
        for model in [nil, Self.model] {
            for utterance in Self.found(samples, configuration, model) {
                #expect((59..<67).contains(utterance.evidence.snrDB))
            }
        }
    }
}
