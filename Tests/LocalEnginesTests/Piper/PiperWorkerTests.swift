import Audio
import Foundation
import Language
import Plumbing
import Providers
import Testing
import VerbioTesting

@testable import LocalEngines

/// The protocol between the synthesizer and its worker, with a stand-in for the network.
@Suite(
    .serialized,
    .enabled("needs /usr/bin/python3 and espeak-ng") {
        let hasEspeak = await Machine.has("espeak-ng")
        return hasEspeak && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    })
struct PiperWorkerTests {
    /// A second of a square wave.
    private static let samples = (0..<22_050).map { Int16($0 % 100 < 50 ? 8_000 : -8_000) }
    private static var spoken: String {
        let sound = Data(PCM16.littleEndianBytes(samples)).base64EncodedString()
        return #"answer {"rate": 22050, "samples": "\#(sound)"}"#
    }

    private static let description =
        #"{"audio": {"sample_rate": 22050}, "espeak": {"voice": "en-us"}, "language": {"code": "en_US"}, "#
        + #""num_speakers": 2, "speaker_id_map": {"ann": 0, "bob": 1}}"#

    private func worker(_ orders: [String], description: String = description) throws -> StandInWorker {
        try StandInWorker(orders, model: "piper-test", files: ["test.onnx": "", "test.onnx.json": description])
    }

    private func synthesizer(_ worker: borrowing StandInWorker, voice: String = "test") -> PiperSynthesizer {
        var configuration = PiperSynthesizer.Configuration(worker: worker.worker)
        configuration.voice = voice
        return PiperSynthesizer(configuration)
    }

    private func speak(
        _ text: String, _ synthesizer: some SpeechSynthesizer, _ language: LanguageCode = .en, voice: String? = nil
    ) async throws -> (synthesis: Synthesis, chunks: [VoiceAudio]) {
        let pieces = Collected<VoiceAudio>()
        let synthesis = try await synthesizer.synthesize(
            SynthesisRequest(text: text, language: language, voice: voice, context: anywhere),
            audio: { await pieces.append($0) })
        return (synthesis, await pieces.all)
    }

    @Test("Given two sentences, when they are spoken, then each is made by itself, with a pause between them")
    func sentences() async throws {
        let worker = try worker([Self.spoken])
        let text = "Good morning, everybody. Where is the station?"
        let (synthesis, chunks) = try await speak(text, synthesizer(worker))
        #expect(chunks.map(\.samples.count) == [22_050, 22_050 + 4_410])
        #expect(chunks.first?.samples == Self.samples && chunks.last?.samples.suffix(22_050) == Self.samples[...])
        #expect(synthesis.sampleCount == 2 * 22_050 + 4_410 && synthesis.sampleRate == 22_050)
        #expect(synthesis.usage.characters == text.count)
        let asked = worker.requests(to: "piper-test")
        #expect(asked.count == 2)
        #expect(asked.first?.contains("ˈɔːɹnɪŋ, ") == true && asked.last?.contains("ˈeɪʃən?") == true)
        #expect(asked.allSatisfy { $0.contains(#""speaker":0"#) })
        #expect(worker.pids.isEmpty == false)
    }

    @Test("Given a voice with several speakers, when one is requested, then its number is sent; others are refused")
    func speakers() async throws {
        let worker = try worker([Self.spoken])
        let synthesizer = synthesizer(worker)
        #expect(synthesizer.capabilities.voices.map(\.id) == ["ann", "bob"])
        #expect(try await speak("Hello there.", synthesizer, voice: "bob").synthesis.voice == "bob")
        #expect(worker.requests(to: "piper-test").last?.contains(#""speaker":1"#) == true)
        let error = await #expect(throws: ProviderError.self) {
            try await speak("Hello there.", synthesizer, voice: "eve")
        }
        #expect(error?.failure == .unsupported)
        let other = await #expect(throws: ProviderError.self) { try await speak("Hola a todos.", synthesizer, .es) }
        #expect(other?.failure == .unsupported)
    }

    @Test(
        "Given a worker that fails, when a text is spoken, then the failure has the class that decides on a retry",
        arguments: [
            ("die", ProviderError.Failure.transient), ("refuse", .unusable), ("garbage", .unusable),
            (#"answer {"rate": 1, "samples": ""}"#, .unusable), ("no-start", .unavailable),
        ])
    func failures(order: String, failure: ProviderError.Failure) async throws {
        let worker = try worker([order])
        let error = await #expect(throws: ProviderError.self) { try await speak("Hello there.", synthesizer(worker)) }
        #expect(error?.failure == failure, "\(error.map { "\($0)" } ?? "spoken")")
        if order == "no-start" { #expect(error?.cure == "run 'verbio models install piper-test'") }
    }

    @Test("Given no voice of that name, when a text is spoken, then the failure names the command that installs it")
    func missing() async throws {
        let worker = try worker([Self.spoken])
        let error = await #expect(throws: ProviderError.self) {
            try await speak("Hello there.", synthesizer(worker, voice: "de_DE-thorsten-medium"))
        }
        #expect(error?.failure == .unavailable)
        #expect(error?.cure == "run 'verbio models install piper-de_DE-thorsten-medium'")
    }

    @Test("Given a voice by its path, when a text is spoken, then it speaks")
    func path() async throws {
        let worker = try worker([Self.spoken])
        let file = worker.folder.appending(path: "models/piper-test/test.onnx").path()
        #expect(try await speak("Hello there.", synthesizer(worker, voice: file)).chunks.count == 1)
    }

    @Test("Given an installed voice, when texts of two languages are spoken, then the other one is espeak-ng's")
    func others() async throws {
        let worker = try worker([Self.spoken])
        let configuration = PiperSynthesizer.Configuration(worker: worker.worker)
        #expect(LocalVoices.installed(configuration) == ["test"])
        let voices = LocalVoices(["test"], configuration, others: OfflineSynthesizer())
        #expect(voices.descriptor.name == "piper" && voices.descriptor.model == "test+offline")
        #expect(LocalVoices.names(in: voices.descriptor.model) == ["test"])
        #expect(voices.capabilities.maximumConcurrency == 1)
        #expect(voices.capabilities.languages == Set(LanguageCode.known))
        let (english, spanish) = (
            try await speak("Hello there.", voices), try await speak("Hola a todos.", voices, .es)
        )
        #expect(english.synthesis.voice == "ann" && spanish.synthesis.voice == "es")
        #expect(LocalVoices.engine(of: english.synthesis.voice, by: voices.descriptor.name) == "piper")
        #expect(LocalVoices.engine(of: spanish.synthesis.voice, by: voices.descriptor.name) == "espeak-ng")
        #expect(LocalVoices.engine(of: "es", by: "another") == "another")
        #expect(worker.requests(to: "piper-test").count == 1)
    }

    @Test(
        "Given a text, when it is cut at its marks, then numbers and names stay whole",
        arguments: [
            ("One, two; three.", ["One,", " two;", " three."]),
            ("It costs 3.50 or 1,000.", ["It costs 3.50 or 1,000."]),
            ("Really?! Yes…", ["Really?", " Yes."]), ("请问，火车站在哪里？", ["请问,", "火车站在哪里?"]), ("...", []),
            ("no mark", ["no mark"]),
        ])
    func pieces(text: String, pieces: [String]) {
        let found = EspeakPhonemes.pieces(of: text).map { $0.words + ($0.mark.map(String.init) ?? "") }
        #expect(found == pieces)
    }

    @Test("Given espeak-ng's signs for another language, when phonemes are read, then the signs are gone")
    func signs() {
        #expect(EspeakPhonemes.plain(" (en)hˈaʊs(de)\n ɪst\n") == "hˈaʊs ɪst")
    }

    @Test(
        "Given the description of a voice, when it is read, then its language is known",
        arguments: [
            (#"{"audio": {"sample_rate": 16000}, "espeak": {"voice": "cmn"}}"#, "zh"),
            (
                #"{"audio": {"sample_rate": 16000}, "espeak": {"voice": "pt-br"}, "language": {"code": "pt_BR"}}"#,
                "pt-BR"
            ),
            (#"{"audio": {"sample_rate": 16000}, "espeak": {"voice": "cy"}}"#, nil), ("{", nil),
        ])
    func language(description: String, tag: String?) throws {
        let worker = try worker([Self.spoken], description: description)
        let voice = PiperVoice("test", in: worker.worker.modelsDirectory)
        #expect(voice.tag?.rawValue == tag)
        #expect(voice.isUsable == (tag != nil))
    }
}
