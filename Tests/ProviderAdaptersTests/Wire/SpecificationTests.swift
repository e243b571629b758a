import Language
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// Requests to OpenAI, Deepgram and DeepL against these vendors' own documents.
@Suite(
    .serialized,
    .enabled(if: Specification.areThere, "the vendors' documents are not beside the repository (../shared/providers)"))
struct SpecificationTests {
    @Test(arguments: [
        ("openai-stt", "/audio/transcriptions"), ("openai-stt-words", "/audio/transcriptions"),
        ("openai-stt-stream", "/audio/transcriptions"), ("openai-chat", "/chat/completions"),
        ("openai-chat-stream", "/chat/completions"), ("openai-chat-structured", "/chat/completions"),
        ("openai-tts", "/audio/speech"), ("openai-tts-wav", "/audio/speech"),
    ])
    func openAI(_ adapter: String, _ path: String) async throws {
        let request = try await request(of: AdapterCases.named(adapter))
        #expect(try Specification("openai-audio-chat.json").problems(of: request, path: path) == [])
    }

    @Test(arguments: [("deepgram-stt", "/v1/listen"), ("deepgram-tts", "/v1/speak")])
    func deepgram(_ adapter: String, _ path: String) async throws {
        let request = try await request(of: AdapterCases.named(adapter))
        #expect(try Specification("deepgram.yml").problems(of: request, path: path) == [])
    }

    /// In every language, as each has its own code.
    @Test func deepL() async throws {
        let specification = try Specification("deepl.json")
        for to in LanguageCode.tested {
            for from in LanguageCode.tested where from != to {
                guard from == .en || to == .en else { continue }
                let request = try await request(of: AdapterCases.named("deepl"), from: from, to: to)
                #expect(try specification.problems(of: request, path: "/v2/translate") == [], "\(from) → \(to)")
            }
        }
    }

    /// The check itself: it must see what is wrong.
    @Test func wrongRequestsAreFound() throws {
        let specification = try Specification("openai-audio-chat.json")
        func problems(_ body: String) throws -> [String] {
            let request = RecordedRequest(
                method: "POST", target: "/v1/audio/speech",
                headers: [.init(name: "Content-Type", value: "application/json")], body: Array(body.utf8))
            return try specification.problems(of: request, path: "/audio/speech")
        }
        #expect(try problems(#"{"model":"tts-1","input":"a","voice":"alloy"}"#) == [])
        #expect(try problems(#"{"model":"tts-1","voice":"alloy"}"#) == [" lacks input"])
        #expect(try problems(#"{"model":"tts-1","input":"a","voice":"alloy","pitch":1}"#).count == 1)
        #expect(try problems(#"{"model":"tts-1","input":1,"voice":"alloy"}"#).count == 1)
        #expect(try problems(#"{"model":"tts-1","input":"a","voice":"alloy","response_format":"au"}"#).count == 1)
        #expect(try problems(#"{"model":"tts-1","input":"a","voice":"alloy","speed":9}"#).count == 1)
    }

    private func request(
        of adapter: AdapterCase, from: LanguageCode = .en, to: LanguageCode = .es
    ) async throws -> RecordedRequest {
        try await withStandIn(EchoStandIn.script) { server in
            switch adapter.adapter(at: server.url) {
            case .translator(let translator):
                _ = try await translator.translate(
                    TranslationRequest(
                        text: "Good morning.", pair: LanguagePair(from: from, to: to),
                        context: CallContext(conversation: "test", utterance: 1)
                    ) {
                        $0.earlier = [ContextPair(speaker: "user", source: "Hello.", translation: "Hola.")]
                        $0.terms = [GlossaryTerm("morning", as: ["mañana"]), GlossaryTerm("Kestrel")]
                        $0.formality = .formal
                    }
                ) { _ in }
            case let other:
                let outcome = await other.call()
                #expect(outcome.error == nil)
            }
            return try #require(server.requests.first)
        }
    }
}
