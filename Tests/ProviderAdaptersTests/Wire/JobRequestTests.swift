import Language
import ProviderAdapters
import Providers
import StandIns
import Testing

/// What vendors that make jobs are told: the language or those that it may be, the model, and terms.
@Suite(.serialized) struct JobRequestTests {
    private func order(
        _ wire: RecognitionWire, model: String, options: [String: String] = [:], candidates: [LanguageCode] = []
    ) async throws -> (order: String, recognition: Recognition) {
        let adapter = AdapterCase.recognizer("job", wire, model: model, from: []) { $0.options = options }
        return try await withStandIn(EchoStandIn.script) { server in
            guard case .recognizer(let recognizer) = adapter.adapter(at: server.url) else {
                throw StandInProblem("no recognizer")
            }
            #expect(recognizer.capabilities.detectsLanguage && recognizer.capabilities.confidence)
            let recognition = try await recognizer.recognize(
                RecognitionRequest(
                    audio: AdapterCase.Adapter.audio, language: .de, candidates: candidates,
                    context: CallContext(conversation: "c", utterance: 1))
            ) { _ in }
            let order = try #require(server.requests.first { JobVendor.step($0) == .make })
            return (order.text, recognition)
        }
    }

    @Test("Given a known language and terms, when AssemblyAI makes a transcript, then it is told both and its models")
    func assemblyAI() async throws {
        let known = try await order(
            .assemblyAI, model: "assemblyai-stt-3-7",
            options: ["second-model": "universal-2", "terms": "Kestrel, Zoë Ng ,,"])
        let expected =
            #""keyterms_prompt":["Kestrel","Zoë Ng"],"language_code":"de","#
            + #""speech_models":["assemblyai-stt-3-7","universal-2"]}"#
        #expect(known.order.hasSuffix(expected), "\(known.order)")
        #expect(known.recognition.language == .en, "what the vendor heard")
        let detected = try await order(.assemblyAI, model: "universal-2", candidates: [.de, .fr])
        let either =
            #""language_detection":true,"language_detection_options":{"expected_languages":["de","fr"]},"#
            + #""speech_models":["universal-2"]}"#
        #expect(detected.order.hasSuffix(either), "\(detected.order)")
    }

    @Test("Given a known language and terms, when Soniox makes a transcription, then it is told both")
    func soniox() async throws {
        let known = try await order(.soniox, model: "stt-async-v5", options: ["terms": "Kestrel"])
        #expect(known.order.hasPrefix(#"{"context":{"terms":["Kestrel"]},"enable_language_identification":false,"#))
        #expect(known.order.hasSuffix(#""language_hints":["de"],"language_hints_strict":true,"model":"stt-async-v5"}"#))
        #expect(known.recognition.language == .de && known.recognition.signals?.language == nil)
        let detected = try await order(.soniox, model: "stt-async-v5", candidates: [.de, .fr])
        #expect(detected.order.hasPrefix(#"{"enable_language_identification":true,"#))
        #expect(detected.order.contains(#""language_hints":["de","fr"]"#))
    }

    @Test("Given a known language and terms, when Gladia makes a job, then it is told both")
    func gladia() async throws {
        let known = try await order(.gladia, model: "solaria-3", options: ["terms": "Kestrel,Ng"])
        let expected =
            #""custom_vocabulary":true,"custom_vocabulary_config":{"vocabulary":["Kestrel","Ng"]},"#
            + #""language_config":{"languages":["de"]},"model":"solaria-3"}"#
        #expect(known.order.hasSuffix(expected), "\(known.order)")
        let detected = try await order(.gladia, model: "solaria-1", candidates: [.de, .fr])
        #expect(detected.order.hasSuffix(#""language_config":{"languages":["de","fr"]},"model":"solaria-1"}"#))
        await #expect(throws: ProviderError.self) {
            _ = try await order(.gladia, model: "solaria-3", candidates: [.de, .fr])
        }
    }

    @Test("Given tokens in two languages, when Soniox has answered, then most letters decide")
    func languages() async throws {
        let row = try ProviderFixtures.row("soniox/transcript_languages")
        let outcome = try await Replay(row: row, adapter: AdapterCases.named("soniox-stt")).outcome()
        #expect(outcome.recognition?.language == .es && outcome.recognition?.signals?.language == "es")
        #expect(outcome.recognition?.words.map(\.text) == ["Hola,", "Ana.", "OK."])
        #expect(outcome.recognition?.words.first?.end == 0.3)
    }
}
