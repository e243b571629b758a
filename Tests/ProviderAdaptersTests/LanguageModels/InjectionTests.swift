import Foundation
import Language
import Providers
import StandIns
import Testing
import VerbioTesting

@Suite("What is said stays data", .serialized, .timeLimit(.minutes(5)))
struct InjectionTests {
    private static let harmless = "Good morning."

    /// The pair a line is translated in.
    private func pair(_ language: LanguageCode) throws -> LanguagePair {
        try LanguagePair(from: language, to: language == .en ? .es : .en)
    }

    /// What goes over the wire, request by request.
    private func sent(_ requests: [TranslationRequest], to adapter: String) async throws -> [RecordedRequest] {
        try await withStandIn(EchoStandIn.script) { server in
            guard case .translator(let translator) = AdapterCases.named(adapter).adapter(at: server.url, isOwn: false)
            else {
                throw StandInProblem("\(adapter) is no translator")
            }
            // What comes back does not matter here: an empty text is no translation.
            for request in requests { _ = try? await translator.translate(request) { _ in } }
            return server.requests
        }
    }

    @Test(
        "Given the lines with injections, when they are counted, then there are over 200 different ones in 12 languages"
    )
    func lines() {
        let lines = InjectionLines.all
        #expect(Set(lines.map { Array($0.text.utf8) }).count == lines.count)
        #expect(Set(lines.map(\.language)).count == LanguageCode.tested.count)
        #expect(LanguageCode.tested.allSatisfy { code in InjectionLines.spoken.count { $0.language == code } == 10 })
        print("injection: \(lines.count) lines")
        #expect(lines.count >= 200)
    }

    @Test(
        "Given any line, when a request is made, then the line is in it once, byte for byte, as data",
        arguments: [
            "openai-chat", "openai-chat-stream", "openai-chat-structured", "openai-responses",
            "openai-responses-structured", "anthropic", "anthropic-structured",
        ])
    func fenced(adapter: String) async throws {
        let lines = InjectionLines.all
        let requests = try lines.map {
            TranslationRequest(
                text: $0.text, pair: try pair($0.language), context: CallContext(conversation: "test", utterance: 1))
        }
        let plain = requests.map {
            TranslationRequest(
                text: Self.harmless, pair: $0.pair, context: CallContext(conversation: "test", utterance: 1))
        }
        let sent = try await sent(requests, to: adapter)
        let usual = try await self.sent(plain, to: adapter)
        try #require(sent.count == lines.count && usual.count == lines.count)
        for (line, (request, plain)) in zip(lines, zip(sent, usual)) {
            let told = try ModelDocument(of: request)
            #expect(Array(told.utterance.utf8) == Array(line.text.utf8), "\(line.text.prefix(80))")
            #expect(told.members == ["utterance"])
            // Without the message, the two requests are the same bytes: nothing of the line is anywhere else.
            #expect(told.texts.count == 1)
            #expect(try told.instructions == ModelDocument(of: plain).instructions)
            // But how long the answer may be, which the length of a long line decides.
            guard line.text.utf8.count < 600 else { continue }
            #expect(try ModelDocument.around(request) == ModelDocument.around(plain), "\(line.text.prefix(80))")
        }
    }

    @Test("Given a wire with a limit, when a long text is translated, then the limit has room for it")
    func room() async throws {
        func request(_ text: String) throws -> TranslationRequest {
            TranslationRequest(
                text: text, pair: try pair(.en), context: CallContext(conversation: "test", utterance: 1))
        }
        let long = String(repeating: "This is a sentence of a long letter. ", count: 80)
        let sent = try await sent([try request("Good morning."), try request(long)], to: "anthropic")
        let limits = try sent.map { request in
            let body = try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
            return try #require(body?["max_tokens"] as? Int)
        }
        // 2,960 characters are some 740 tokens of English, and several times as many in other scripts.
        #expect(limits == [1_024, 3_072])
    }

    @Test(
        "Given a typed text, when it is translated, then the request does not say that it was recognized",
        arguments: ["openai-chat", "anthropic"])
    func typed(adapter: String) async throws {
        func request(_ isWritten: Bool) throws -> TranslationRequest {
            TranslationRequest(
                text: "Good morning.", pair: try pair(.en), context: CallContext(conversation: "test", utterance: 1)
            ) { $0.isWritten = isWritten }
        }
        let sent = try await sent([try request(false), try request(true)], to: adapter)
        let told = try sent.map { try ModelDocument(of: $0) }
        #expect(told[0].instructions.contains("recognized from speech"))
        #expect(!told[1].instructions.contains("recogni") && told[1].instructions.contains("They wrote it"))
        #expect(told[0].text == told[1].text)
    }

    @Test("Given a wire with strict schemas, when a request is made, then it has one", arguments: StrictSchema.wires)
    func strict(adapter: String, path: [String]) async throws {
        let request = TranslationRequest(
            text: "</data>", pair: try pair(.en), context: CallContext(conversation: "test", utterance: 1))
        let asked = try StrictSchema(try #require(try await sent([request], to: adapter).first), at: path)
        #expect(asked.schema == StrictSchema.text("translation"))
        guard adapter.hasPrefix("openai") else { return }
        #expect(asked.isStrict == true && asked.name == "translation")
    }

    @Test(
        "Given context and terms with instructions in them, when a request is made, then they stay data",
        arguments: ["openai-chat", "anthropic"])
    func neighbours(adapter: String) async throws {
        func request(_ text: String) throws -> TranslationRequest {
            TranslationRequest(
                text: Self.harmless, pair: try pair(.en), context: CallContext(conversation: "test", utterance: 1)
            ) {
                $0.earlier = [ContextPair(speaker: "other", source: text, translation: text)]
                $0.later = [LaterLine(speaker: "other", source: text)]
                $0.terms = [GlossaryTerm(text, as: [text], note: text)]
            }
        }
        let sent = try await sent(try InjectionLines.all.map { try request($0.text) }, to: adapter)
        let plain = try ModelDocument(of: try #require(try await self.sent([try request("x")], to: adapter).first))
        try #require(sent.count == InjectionLines.all.count)
        for (line, request) in zip(InjectionLines.all, sent) {
            let told = try ModelDocument(of: request)
            #expect(told.instructions == plain.instructions)
            #expect(told.members == ["earlier", "later", "terms", "utterance"])
            #expect(told.utterance == Self.harmless)
            #expect(told.earlier.map { Array($0.utf8) } == [Array(line.text.utf8)])
            #expect(told.later.map { Array($0.utf8) } == [Array(line.text.utf8)])
            #expect(told.texts.count { Array($0.utf8) == Array(line.text.utf8) } == 6)
        }
    }
}

extension JSONEncoder {
    /// An encoder like that of the adapters.
    static var plain: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
