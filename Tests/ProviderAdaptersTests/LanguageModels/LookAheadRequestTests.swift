import Conversations
import Language
import Providers
import Testing
import VerbioTesting

@Suite("What a language model is shown of what comes next", .serialized, .timeLimit(.minutes(5)))
struct LookAheadRequestTests {
    private static let tokens = 1_200

    /// Every eleventh line has no words.
    private static let lines = ContextSizeTests.lines.prefix(90).enumerated().map { $0 % 11 == 4 ? "…" : $1 }

    /// What is shown after and before a line, computed independently. The stand-in gives every text back as its
    /// translation.
    private func expected(_ place: Int, lookAhead: Int, lag: Int = 2) -> (earlier: [String], later: [String]) {
        var (taken, later) = (0, [String]())
        for source in Self.lines.dropFirst(place + 1).prefix(lookAhead) where source != "…" {
            let size = TokenEstimate.tokens(in: source) + 10
            guard taken + size <= Self.tokens / 4 else { break }
            taken += size
            later.append(source)
        }
        var (left, earlier) = (Self.tokens - taken, [String]())
        for source in Self.lines[..<max(0, place - lag + 1)].filter({ $0 != "…" }).suffix(6).reversed() {
            let size = ContextPair(speaker: "user", source: source, translation: source).tokens
            if size > Self.tokens - taken { continue }
            if size > left { break }
            left -= size
            earlier.insert(source, at: 0)
        }
        return (earlier, later)
    }

    @Test(
        "Given look-ahead, when utterances are translated, then each is shown the next lines that fit",
        arguments: [
            ("openai-chat", 1, 2), ("openai-chat", 3, 2), ("openai-chat", 8, 2), ("openai-responses-structured", 3, 1),
            ("anthropic", 8, 5), ("openai-chat", 3, 5),
        ])
    func lines(adapter: String, inFlight: Int, lookAhead: Int) async throws {
        let sent = try await WrittenConversation(adapter: adapter, inFlight: inFlight) {
            $0.context.lookAhead = lookAhead
        }
        .requests(for: Self.lines)
        let spoken = Self.lines.indices.filter { Self.lines[$0] != "…" }
        #expect(sent.map(\.document.utterance) == spoken.map { Self.lines[$0] })
        for (place, request) in zip(spoken, sent) {
            let wanted = expected(place, lookAhead: lookAhead)
            #expect(request.document.later == wanted.later, "line \(place)")
            #expect(request.document.earlier == wanted.earlier, "line \(place)")
            // The prompt does not mention members that are missing.
            #expect(request.document.instructions.contains("The member later") == !wanted.later.isEmpty)
        }
        #expect(sent.contains { $0.document.later.count == lookAhead })
    }

    @Test("Given no look-ahead, when a request is made, then it is the same to the byte")
    func none() async throws {
        let sent = try await WrittenConversation().requests(for: Array(Self.lines.prefix(12)))
        #expect(sent.allSatisfy { !$0.document.members.contains("later") })
        let last = try await WrittenConversation { $0.context.lookAhead = 2 }.requests(
            for: Array(Self.lines.prefix(12))
        ).last
        #expect(last?.document.instructions == sent.last?.document.instructions)
        #expect(last?.document.text == sent.last?.document.text)
    }

    @Test("Given translators, when their capabilities are read, then only those with context take later lines")
    func capable() {
        func takes(_ name: String) -> Bool? {
            guard case .translator(let translator) = AdapterCases.named(name).adapter(at: "http://127.0.0.1") else {
                return nil
            }
            return translator.capabilities.takesLater
        }
        #expect(takes("deepl") == true)
        #expect(takes("google-mt") == false)
        // It is declared without context.
        #expect(takes("openai-chat") == false)
    }
}
