import Audio
import Foundation
import Hearing
import Testing
import VerbioTesting

/// Recordings with very soft speech.
@Suite(.enabled(if: InstalledModel.path != nil, Comment(rawValue: InstalledModel.missing)))
struct SoftVoiceTests {
    private static func found(_ audio: [Float], chunk: Int = 4_096) throws -> [HeardUtterance] {
        let model = try SpeechModel(path: try #require(InstalledModel.path))
        let configuration = SegmentationConfiguration.file.listening(with: model)
        return heard(audio, configuration, model: model, chunks: sequence(first: chunk) { $0 })
    }

    /// The samples at another level, in whole numbers of 16 bits.
    private static func softer(_ samples: [Float], by decibels: Double) -> [Float] {
        let factor = Sound.amplitude(decibels)
        return samples.map { ($0 * factor * 32_768).rounded() / 32_768 }
    }

    @Test(
        "Given a recording at a low level, when it is segmented, then it has the utterances of the loud one",
        arguments: [-20.0, -35, -45, -50])
    func soft(decibels: Double) throws {
        let plain = try SpeechFixtures.speech()
        let expected = try Self.found(plain).filter { $0.gate == .pass }
        let soft = Self.softer(plain, by: decibels)
        let found = try Self.found(soft)
        #expect(found.count { $0.gate == .pass } == expected.count)
        for (one, other) in zip(found.filter { $0.gate == .pass }, expected) {
            #expect(abs(one.speech.start - other.speech.start) < 8_000, "half a second")
            #expect(abs(one.speech.end - other.speech.end) < 8_000)
            // What is recognized stays as it came.
            #expect(one.samples == Array(soft[one.range.start..<one.range.end]))
        }
        for chunk in [1, 511, 16_000] { #expect(try Self.found(soft, chunk: chunk) == found, "chunks of \(chunk)") }
    }

    @Test(
        "Given steady noise of any level, when it is segmented, then it has no speech",
        arguments: [-80.0, -65, -50, -40])
    func noise(decibels: Double) throws {
        let noises = [
            Sound.white(60, decibels: decibels, seed: 3), Sound.pink(60, decibels: decibels, seed: 4),
        ]
        for noise in noises { #expect(try Self.found(noise).filter { $0.gate == .pass }.isEmpty) }
    }

    @Test("Given conversations of earlier versions, when their settings are read, then nothing is raised")
    func former() throws {
        let text = try #require(String(data: JSONEncoder().encode(SegmentationConfiguration.file), encoding: .utf8))
        #expect(!text.contains("raisesSoft"), "the settings of a run without a network are those of earlier versions")
        #expect(try JSONDecoder().decode(SegmentationConfiguration.self, from: Data(text.utf8)).raisesSoft == nil)
    }
}
