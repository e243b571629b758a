import Foundation
import Language
import Providers
import StandIns
import Testing
import VerbioTesting

/// How language models are asked for many lines at once, and which answers are taken.
@Suite("Lines that are translated together", .serialized, .timeLimit(.minutes(5)))
struct BatchRequestTests {
    private static let adapters = [
        "openai-chat", "openai-chat-stream", "openai-chat-structured", "openai-responses",
        "openai-responses-structured", "anthropic", "anthropic-structured",
    ]

    private func request(_ texts: [String]) throws -> BatchRequest {
        BatchRequest(
            pair: try LanguagePair(from: .en, to: .es),
            lines: texts.enumerated().map { .init(speaker: $0.offset % 2 == 0 ? "user" : "other", text: $0.element) },
            context: CallContext(conversation: "test", utterance: 1))
    }

    private func batcher(_ adapter: String, _ server: StandInServer, isOwn: Bool) throws -> any BatchTranslator {
        guard case .translator(let translator) = AdapterCases.named(adapter).adapter(at: server.url, isOwn: isOwn),
            let batcher = translator.batcher
        else { throw StandInProblem("\(adapter) takes one line at a time") }
        #expect(batcher.descriptor != translator.descriptor)
        return batcher
    }

    /// What comes back, and what went over the wire, request by request.
    private func ask(
        _ requests: [BatchRequest], of adapter: String, isOwn: Bool = false
    ) async throws -> (answers: [TranslatedBatch], sent: [RecordedRequest]) {
        try await withStandIn(EchoStandIn.script) { server in
            let batcher = try batcher(adapter, server, isOwn: isOwn)
            var answers: [TranslatedBatch] = []
            for request in requests { answers.append(try await batcher.translate(request) { _ in }) }
            return (answers, server.requests)
        }
    }

    @Test(
        "Given lines with instructions in them, when a batch is sent on any wire, then they stay data and keep their order",
        arguments: adapters, [false, true])
    func fenced(adapter: String, isOwn: Bool) async throws {
        // A batch has a few thousand tokens; longer lines are translated alone.
        let lines = InjectionLines.all.map(\.text).filter { $0.utf8.count < 4_000 }
        let batches = stride(from: 0, to: lines.count, by: 30).map { Array(lines[$0..<min($0 + 30, lines.count)]) }
        #expect(lines.count >= 200)
        let (answers, sent) = try await ask(try batches.map(request), of: adapter, isOwn: isOwn)
        let plain = try #require(try await ask([try request(["x", "y"])], of: adapter, isOwn: isOwn).sent.first)
        let usual = try ModelDocument(of: plain)
        try #require(sent.count == batches.count)
        for (texts, (request, answer)) in zip(batches, zip(sent, answers)) {
            let told = try ModelDocument(of: request)
            #expect(told.instructions == usual.instructions)
            #expect(told.members == ["lines"])
            #expect(told.lines.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
            #expect(answer.texts == texts.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) })
            #expect(answer.usage.outputTokens == 9)
            // Only the allowed length of the answer depends on the lines, and the names of its members.
            guard !isOwn, !String(decoding: request.body, as: UTF8.self).contains("\"max_") else { continue }
            #expect(try ModelDocument.around(request) == ModelDocument.around(plain))
        }
    }

    @Test(
        "Given context, terms and a form of address, when a batch is sent, then the model is shown them",
        arguments: adapters, [false, true])
    func surroundings(adapter: String, isOwn: Bool) async throws {
        let plain = try request(["One.", "Two."])
        var full = plain
        full.earlier = [ContextPair(speaker: "user", source: "Before.", translation: "Antes.")]
        full.later = [LaterLine(speaker: "other", source: "After.")]
        full.summary = "They met."
        full.terms = [GlossaryTerm("One", as: ["Uno"])]
        full.formality = .formal
        let sent = try await ask([plain, full], of: adapter, isOwn: isOwn).sent
        let (without, with) = (try ModelDocument(of: sent[0]), try ModelDocument(of: sent[1]))
        #expect(without.members == ["lines"])
        #expect(with.members == ["earlier", "later", "lines", "summary", "terms"])
        #expect(with.earlier == ["Before."] && with.later == ["After."] && with.summary == "They met.")
        for word in ["later", "summary", "terms", "formal"] {
            #expect(with.instructions.contains(word) && !without.instructions.contains("member \(word)"), "\(word)")
        }
    }

    @Test("Given a wire with strict schemas, when a request is made, then it has one", arguments: StrictSchema.wires)
    func strict(adapter: String, path: [String]) async throws {
        let sent = try #require(try await ask([try request(["x", "y"])], of: adapter).sent.first)
        let asked = try StrictSchema(sent, at: path)
        if adapter.hasPrefix("openai") { #expect(asked.isStrict == true && asked.name == "translations") }
        let text = ["type": "string"]
        #expect(
            asked.schema == [
                "type": "object", "required": ["translations"], "additionalProperties": false,
                "properties": [
                    "translations": [
                        "type": "array",
                        "items": [
                            "type": "object", "required": ["id", "start", "translation"], "additionalProperties": false,
                            "properties": ["id": ["type": "integer"], "start": text, "translation": text],
                        ],
                    ]
                ],
            ])
    }

    /// An answer of the model, and the texts that it gives for four lines; nil if it is no answer.
    private static let answers: [(String, [String?]?)] = [
        (#"{"translations":[\#(one),\#(two),\#(three),\#(four)]}"#, ["a", "b", "c", "d"]),
        ("```json\n{\"translations\":[\(one),\(two),\(three),\(four)]}\n```", ["a", "b", "c", "d"]),
        // Marks, capitals, width and the way accents are written do not distinguish lines.
        (
            #"{"translations":[\#(item(1, "well i said", "a")),\#(two),\#(three),\#(item(4, "À 10 h,", "d"))]}"#,
            ["a", "b", "c", "d"]
        ),
        // A line that does not match is translated alone.
        (#"{"translations":[\#(one),\#(item(2, "Well, I said", "b")),\#(three),\#(four)]}"#, ["a", nil, "c", "d"]),
        (#"{"translations":[\#(one),\#(item(2, "Two", "b")),\#(three),\#(four)]}"#, ["a", nil, "c", "d"]),
        (
            #"{"translations":[\#(one),\#(item(2, "Two hundred", " ")),\#(three),\#(four)]}"#, ["a", nil, "c", "d"]
        ),
        (#"{"translations":[\#(item(1, "", "a")),\#(two),\#(three),\#(four)]}"#, [nil, "b", "c", "d"]),
        // Fewer, more, in another order, twice the same, counted from another number.
        (#"{"translations":[\#(one),\#(two),\#(three)]}"#, nil),
        (#"{"translations":[\#(one),\#(two),\#(three),\#(four),\#(item(5, "And", "e"))]}"#, nil),
        (#"{"translations":[\#(two),\#(one),\#(three),\#(four)]}"#, nil),
        (#"{"translations":[\#(one),\#(two),\#(two),\#(four)]}"#, nil),
        (#"{"translations":[\#(item(0, "Well, I said", "a")),\#(one),\#(two),\#(three)]}"#, nil),
        // One line joined with the next, all that follow one too early, numbers right.
        (
            #"{"translations":[\#(one),\#(item(2, "それは三つ目", "b")),\#(item(3, "à 10 h", "c")),\#(item(4, "", "d"))]}"#,
            nil
        ),
        // Servers that ignore the schema: the list alone, under another name, in prose, with numbers as texts.
        (#"[\#(one),\#(two),\#(three),\#(four)]"#, ["a", "b", "c", "d"]),
        (#"{"lines":[\#(one),\#(two),\#(three),\#(four)]}"#, ["a", "b", "c", "d"]),
        ("Here you are:\n```json\n[\(one),\(two),\(three),\(four)]\n```\nDone.", ["a", "b", "c", "d"]),
        (#"Sure: {"translations":[\#(one),\#(two),\#(three),\#(four)]} Done."#, ["a", "b", "c", "d"]),
        (
            #"{"translations":[\#(one.replacing(":1,", with: #":"1","#)),\#(two),\#(three),\#(four)]}"#,
            ["a", "b", "c", "d"]
        ),
        // No list, no document, another one.
        (#"{"translations":"a"}"#, nil), ("a\nb\nc\nd", nil),
        (#"{"translation":"a"}"#, nil), ("", nil), (#"{"translations":[\#(one),\#(two),"#, nil),
    ]
    private static let lines = ["Well, I said: no.", "Two hundred and ten", "それは三つ目です。", "A\u{300} １０ h."]
    private static let (one, two, three, four) = (
        item(1, "Well, I said", "a"), item(2, "Two hundred and", "b"), item(3, "それは三つ目", "c"),
        item(4, "A\u{300} １０ h", "d")
    )

    private static func item(_ id: Int, _ start: String, _ translation: String) -> String {
        #"{"id":\#(id),"start":"\#(start)","translation":"\#(translation)"}"#
    }

    @Test(
        "Given an answer to a batch, when its lines are read, then only those that match their source are taken",
        arguments: answers)
    func taken(content: String, texts: [String?]?) async throws {
        let answer = StandInAnswer.json(
            200, #"{"choices":[{"message":{"content":\#(EchoStandIn.quoted(content))},"finish_reason":"stop"}]}"#)
        let script: StandInServer.Script = { _ in answer }
        try await withStandIn(script) { server in
            let batcher = try batcher("openai-chat-structured", server, isOwn: false)
            let request = try request(Self.lines)
            if let texts {
                #expect(try await batcher.translate(request) { _ in }.texts == texts)
            } else {
                let error = await #expect(throws: ProviderError.self) { try await batcher.translate(request) { _ in } }
                #expect(error?.failure == .unusable)
            }
        }
    }

    @Test(
        "Given a translator that is no language model, when its batcher is requested, then there is none",
        arguments: ["deepl", "google-mt", "azure-mt", "libretranslate"])
    func others(adapter: String) throws {
        guard case .translator(let translator) = AdapterCases.named(adapter).adapter(at: "http://127.0.0.1:9") else {
            throw StandInProblem("\(adapter) is no translator")
        }
        #expect(translator.batcher == nil)
    }
}
