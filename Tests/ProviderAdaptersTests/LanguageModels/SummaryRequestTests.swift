import Foundation
import Language
import Providers
import StandIns
import Testing
import VerbioTesting

/// How language models are asked for a summary, and how they are shown one.
@Suite("A conversation that is summed up stays data", .serialized, .timeLimit(.minutes(5)))
struct SummaryRequestTests {
    private static let adapters = [
        "openai-chat", "openai-chat-stream", "openai-chat-structured", "openai-responses",
        "openai-responses-structured", "anthropic", "anthropic-structured",
    ]

    private func request(_ text: String) throws -> SummaryRequest {
        SummaryRequest(
            pair: try LanguagePair(from: .en, to: .es), previous: text,
            pairs: [
                ContextPair(speaker: "user", source: text, translation: text),
                ContextPair(speaker: "other", source: "Good morning.", translation: text),
            ], context: CallContext(conversation: "test", utterance: 10))
    }

    /// What comes back, and what went over the wire, request by request.
    private func ask(
        _ requests: [SummaryRequest], of adapter: String
    ) async throws -> (answers: [Summary], sent: [RecordedRequest]) {
        try await withStandIn(EchoStandIn.script) { server in
            guard case .translator(let translator) = AdapterCases.named(adapter).adapter(at: server.url),
                let summarizer = translator.summarizer
            else { throw StandInProblem("\(adapter) sums nothing up") }
            #expect(summarizer.descriptor != translator.descriptor)
            var answers: [Summary] = []
            for request in requests { answers.append(try await summarizer.summarize(request)) }
            return (answers, server.requests)
        }
    }

    @Test("Given any line, when a summary is requested on any wire, then the line stays data", arguments: adapters)
    func fenced(adapter: String) async throws {
        let lines = InjectionLines.all.map(\.text)
        let (answers, sent) = try await ask(try lines.map(request), of: adapter)
        let plain = try #require(try await ask([try request("x")], of: adapter).sent.first)
        let usual = try ModelDocument(of: plain)
        try #require(sent.count == lines.count)
        for (line, (request, answer)) in zip(lines, zip(sent, answers)) {
            let told = try ModelDocument(of: request)
            #expect(told.instructions == usual.instructions)
            #expect(told.members == ["summary", "turns"])
            #expect(told.turns.first.map { Array($0.utf8) } == Array(line.utf8), "\(line.prefix(80))")
            #expect(told.texts.count { Array($0.utf8) == Array(line.utf8) } >= 4)
            // Without the message, the two requests are the same bytes: nothing of the line is anywhere else.
            #expect(try ModelDocument.around(request) == ModelDocument.around(plain), "\(line.prefix(80))")
            #expect(answer.text == EchoedModels.summary(of: [line, "Good morning."], after: line))
            #expect(answer.usage.outputTokens == 9)
        }
    }

    @Test("Given a wire with strict schemas, when a request is made, then it has one", arguments: StrictSchema.wires)
    func strict(adapter: String, path: [String]) async throws {
        let sent = try #require(try await ask([try request("x")], of: adapter).sent.first)
        let asked = try StrictSchema(sent, at: path)
        #expect(asked.schema == StrictSchema.text("summary"))
        if adapter.hasPrefix("openai") { #expect(asked.isStrict == true && asked.name == "summary") }
    }

    @Test(
        "Given a summary, when a translation is requested, then the summary is data, explained in one line",
        arguments: adapters)
    func told(adapter: String) async throws {
        func translation(_ summary: String?) throws -> TranslationRequest {
            TranslationRequest(
                text: "Good morning.", pair: try LanguagePair(from: .en, to: .es),
                context: CallContext(conversation: "test", utterance: 1)
            ) { $0.summary = summary }
        }
        let lines = InjectionLines.all.map(\.text)
        let requests = try ([nil, "x"] + lines).map(translation)
        let sent = try await withStandIn(EchoStandIn.script) { server in
            guard case .translator(let translator) = AdapterCases.named(adapter).adapter(at: server.url) else {
                throw StandInProblem("\(adapter) is no translator")
            }
            for request in requests { _ = try? await translator.translate(request) { _ in } }
            return server.requests
        }
        try #require(sent.count == requests.count)
        let (without, with) = (try ModelDocument(of: sent[0]), try ModelDocument(of: sent[1]))
        #expect(without.members == ["utterance"] && with.members == ["summary", "utterance"])
        #expect(!without.instructions.contains("summary"))
        let line = " The member summary tells in few words what was said before that; it serves the same end."
        #expect(with.instructions.replacing(line, with: "") == without.instructions)
        for (line, request) in zip(lines, sent.dropFirst(2)) {
            #expect(try ModelDocument(of: request).summary.map { Array($0.utf8) } == Array(line.utf8))
            #expect(try ModelDocument.around(request) == ModelDocument.around(sent[1]), "\(line.prefix(80))")
        }
    }

    @Test(
        "Given a translator that is no language model, when its summarizer is requested, then there is none",
        arguments: ["deepl", "google-mt", "azure-mt", "libretranslate"])
    func others(adapter: String) throws {
        guard case .translator(let translator) = AdapterCases.named(adapter).adapter(at: "http://127.0.0.1:9") else {
            throw StandInProblem("\(adapter) is no translator")
        }
        #expect(translator.summarizer == nil)
    }
}
