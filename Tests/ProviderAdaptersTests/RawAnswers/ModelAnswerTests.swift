import Foundation
import Language
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

@Suite("A language model's answer as servers send it", .serialized, .timeLimit(.minutes(5)))
struct ModelAnswerTests {
    private static let source = "Good morning. Where is the station?"
    private static let text = "Buenos días. ¿Dónde está la estación?"
    private static let document = #"{"translation":"\#(text)"}"#

    private func adapter(structured: Bool, streams: Bool) -> AdapterCase {
        .translator(
            "chat", .openAIChat, model: "m", base: "/v1", streams: streams,
            options: structured ? [:] : ["structured": "false"], from: [])
    }

    private func outcome(
        _ answer: StandInAnswer, structured: Bool, streams: Bool, of source: String = source
    ) async throws -> Outcome {
        try await withStandIn(answer) { server in
            await adapter(structured: structured, streams: streams).adapter(at: server.url).call(source)
        }
    }

    private static func quoted(_ text: String) -> String { EchoStandIn.quoted(text) }

    private static func whole(_ content: String, ending: String = #""stop""#) -> String {
        #"{"choices":[{"message":{"content":\#(quoted(content))},"finish_reason":\#(ending)}]}"#
    }

    private static func chunks(_ content: String, pieces: Int) -> [String] {
        let scalars = Array(content.unicodeScalars)
        return stride(from: 0, to: scalars.count, by: pieces).map { start in
            var piece = String.UnicodeScalarView()
            piece.append(contentsOf: scalars[start..<min(start + pieces, scalars.count)])
            return #"data: {"choices":[{"delta":{"content":\#(quoted(String(piece)))}}]}"#
        }
    }

    private static func stream(_ content: String, pieces: Int = 7, ending: String? = #""stop""#) -> [String] {
        let last = ending.map { [#"data: {"choices":[{"delta":{},"finish_reason":\#($0)}]}"#] } ?? []
        return chunks(content, pieces: pieces) + last + ["data: [DONE]"]
    }

    // MARK: Why it ended

    @Test(
        "given a complete answer, when its reason means no cut, then it is taken",
        arguments: [
            "stop", "eos_token", "eos", "end", "end_turn", "stop_sequence", "STOP", "COMPLETE", "done", "tool_calls",
            "",
            "null", "FINISH_REASON_UNSPECIFIED", "something new",
        ])
    func ends(_ reason: String) async throws {
        for ending in [Self.quoted(reason)] + (reason.isEmpty ? ["null"] : []) {
            for structured in [true, false] {
                let content = structured ? Self.document : Self.text
                let answers: [(StandInAnswer, Bool)] = [
                    (.json(200, Self.whole(content, ending: ending)), false),
                    (.events(Self.stream(content, ending: ending)), true),
                ]
                for (answer, streams) in answers {
                    let outcome = try await outcome(answer, structured: structured, streams: streams)
                    #expect(outcome.text == Self.text, "\(ending), \(structured), \(streams): \(outcome)")
                }
            }
        }
    }

    @Test(
        "given an answer, when its reason means a cut or a refusal, then it is none",
        arguments: [
            "length", "max_tokens", "MAX_TOKENS", "model_length", "max_output_tokens", "content_filter", "SAFETY",
            "RECITATION", "PROHIBITED_CONTENT", "BLOCKLIST", "refusal", "error", "abort",
            "insufficient_system_resource",
            "model_context_window_exceeded", "pause_turn", "sensitive", "guardrail_intervened", "timeout",
        ])
    func cuts(_ reason: String) async throws {
        for structured in [true, false] {
            let content = structured ? Self.document : Self.text
            let whole = StandInAnswer.json(200, Self.whole(content, ending: Self.quoted(reason)))
            #expect(try await outcome(whole, structured: structured, streams: false).failure == .unusable)
            let stream = StandInAnswer.events(Self.stream(content, ending: Self.quoted(reason)))
            #expect(try await outcome(stream, structured: structured, streams: true).failure == .unusable)
        }
    }

    @Test("given the other wires, when their reason is unknown or missing, then the answer is taken")
    func endsElsewhere() async throws {
        let answers: [(String, String)] = [
            ("anthropic", #"{"content":[{"type":"text","text":"\#(Self.text)"}],"stop_reason":"eos"}"#),
            ("anthropic", #"{"content":[{"type":"text","text":"\#(Self.text)"}],"stop_reason":null}"#),
            (
                "openai-responses",
                #"{"status":"done","output":[null,{"type":"message","content":[{"type":"output_text","text":"\#(Self.text)"}]}]}"#
            ),
            (
                "openai-responses",
                #"{"incomplete_details":null,"output":[{"content":[{"text":"\#(Self.text)"}]}]}"#
            ),
        ]
        for (name, body) in answers {
            let outcome = try await withStandIn(.json(200, body)) { server in
                await AdapterCases.named(name).adapter(at: server.url).call(Self.source)
            }
            #expect(outcome.text == Self.text, "\(body): \(outcome)")
        }
        for (name, reason) in [("anthropic", "model_context_window_exceeded"), ("anthropic", "refusal")] {
            let body = #"{"content":[{"type":"text","text":"\#(Self.text)"}],"stop_reason":"\#(reason)"}"#
            let outcome = try await withStandIn(.json(200, body)) { server in
                await AdapterCases.named(name).adapter(at: server.url).call(Self.source)
            }
            #expect(outcome.failure == .unusable, "\(reason)")
        }
    }

    @Test("given a stream that only the connection ends, when its document is whole, then it is taken, else not")
    func breaksOff() async throws {
        func events(_ content: String) -> StandInAnswer { .events(Self.chunks(content, pieces: 7)) }
        #expect(try await outcome(events(Self.document), structured: true, streams: true).text == Self.text)
        for (content, structured) in [(Self.text, false), (#"{"translation":"Buenos"#, true)] {
            #expect(try await outcome(events(content), structured: structured, streams: true).failure == .transient)
        }
        // The end of the stream without a reason, after nothing.
        #expect(try await outcome(.events(["data: [DONE]"]), structured: false, streams: true).failure == .transient)
    }

    // MARK: In which form it came

    /// What models make of a schema they do not know, and of being asked for the bare text. True: also of the latter.
    private static let forms: [(String, Bool)] = [
        (document, true), (text, true), ("  \n\(text)\n", true), ("```\n\(text)\n```", true),
        ("```json\n\(document)\n```", true), ("```text\n\(text)\n```", true), ("```\(text)```", true),
        ("~~~\n\(document)\n~~~", true),
        ("Here is the translation:\n\n\(document)\n\nI hope this helps.", true),
        ("Sure!\n```json\n\(document)\n```\nNote that I kept the tone.", true),
        (#"{"text":"\#(text)"}"#, true), (#"{"Translated_Text":"\#(text)"}"#, true), (#"{"es":"\#(text)"}"#, true),
        (#"{"Spanish":"\#(text)"}"#, true), (#"{"language":"es","confidence":0.9,"foo":"\#(text)"}"#, true),
        (#"{"utterance":"\#(source)","bar":"\#(text)"}"#, true), (#"{"translation":{"text":"\#(text)"}}"#, true),
        (#"[\#(document)]"#, true), (#"["\#(text)"]"#, true), ("\"\(text)\"", true), ("“\(text)”", true),
        (quoted(document), true), (#"{"translation":\#(quoted(document))}"#, true),
        ("{\"translation\":\"```\\n\(text)\\n```\"}", true), ("Translation: \(text)", true),
        ("Spanish:\n\(text)", true),
        ("<think>Hm, \"station\": {a}.</think>\n\(document)", true), ("<thinking>Hm.</thinking>\(text)", true),
        ("[THINK]Hm.[/THINK]\(text)", true),
        ("<|channel|>analysis<|message|>Hm.<|channel|>final<|message|>\(text)", true),
        ("{\"translation\": \"\(text)\",}", true), (#"{"a":"x","b":"\#(text)"}"#, false),
        (#"{"translation":"Buenos"#, false),
        (#"["Buenos días.","¿Dónde?"]"#, false), ("{}", false),
    ]

    @Test("given an answer at once, in any form, then the text is found or there is none", arguments: forms)
    func reads(_ content: String, _ isText: Bool) async throws {
        let structured = try await outcome(.json(200, Self.whole(content)), structured: true, streams: false)
        #expect(structured.text == (isText ? Self.text : nil), "\(structured)")
        #expect(structured.translation?.isOutOfForm ?? true == !content.isDocument)
        let bare = try await outcome(.json(200, Self.whole(content)), structured: false, streams: false)
        if isText { #expect(bare.text == Self.text, "\(bare)") }
        #expect(bare.translation?.isOutOfForm != true)
    }

    @Test(
        "given a stream in any form, then what is passed on is the text, without fences and documents", arguments: forms
    )
    func readsStreams(_ content: String, _ isText: Bool) async throws {
        for pieces in [1, 7, 1_000] {
            let answer = StandInAnswer.events(Self.stream(content, pieces: pieces))
            let structured = try await outcome(answer, structured: true, streams: true)
            #expect(structured.text == (isText ? Self.text : nil), "\(structured)")
            if isText { #expect(structured.partials.joined() == Self.text) }
            let bare = try await outcome(answer, structured: false, streams: true)
            guard isText else { continue }
            // What was shown before it was known to be none of the text stays; fences, documents and thoughts are never shown.
            #expect(bare.text?.contains(Self.text) ?? false, "\(bare)")
            #expect(bare.partials.joined() == bare.text)
            #expect(!bare.partials.joined().contains("```") && !bare.partials.joined().contains("Hm"), "\(bare)")
        }
    }

    @Test("given a source with such marks itself, then the answer keeps them")
    func keeps() async throws {
        for (source, content) in [
            ("```\nhi\n```", "```\nhola\n```"), (#"{"a": "hi"}"#, #"{"a": "hola"}"#), (#"say "hi""#, #""hola""#),
            ("Note: hi", "Nota: hola"), ("[music] hi", "[música] hola"), ("`hi`", "`hola`"),
        ] {
            let bare = try await outcome(.json(200, Self.whole(content)), structured: false, streams: false, of: source)
            #expect(bare.text == content, "\(bare)")
            let document = #"{"translation":\#(Self.quoted(content))}"#
            for pieces in [1, 1_000] {
                let answer = StandInAnswer.events(Self.stream(document, pieces: pieces))
                let structured = try await outcome(answer, structured: true, streams: true, of: source)
                #expect(structured.text == content && structured.partials.joined() == content, "\(structured)")
            }
        }
    }

    // MARK: Streams and parts

    private static let oddities: [RawAnswer] = [
        RawAnswer("comments in data", events: ["data: : keepalive"] + stream(document), text: text),
        RawAnswer(
            "comments in data between", events: stream(document).flatMap { ["data: : keepalive", ": x", $0] },
            text: text),
        RawAnswer("empty data", events: ["event: ping\ndata: ", "data:"] + stream(document), text: text),
        RawAnswer(
            "words that keep a connection open", events: ["data: ping", "data: null"] + stream(document), text: text),
        RawAnswer(
            "an error in words", events: ["event: error\ndata: overloaded"], failure: .transient, says: "overloaded"),
        RawAnswer(
            "parts, of which one is a thought",
            #"{"choices":[{"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm."}]},{"type":"text","text":\#(quoted(document))}]},"finish_reason":"stop"}]}"#,
            text: text),
        RawAnswer(
            "parts in a stream",
            events: [
                #"data: {"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm."}]}]}}]}"#,
                #"data: {"choices":[{"delta":{"content":[{"type":"text","text":\#(quoted(document))}]}}]}"#,
            ] + stream(""), text: text),
        RawAnswer(
            "the document as reasoning",
            #"{"choices":[{"message":{"content":"","reasoning_content":\#(quoted(document))},"finish_reason":"stop"}]}"#,
            text: text),
        RawAnswer(
            "the document as reasoning in a stream",
            events: [
                #"data: {"choices":[{"delta":{"content":"","reasoning":\#(quoted(document))}}]}"#
            ] + stream(""), text: text),
        RawAnswer(
            "reasoning alone",
            #"{"choices":[{"message":{"content":null,"reasoning":"The user wants \#(text)"},"finish_reason":"stop"}]}"#,
            failure: .unusable, says: "turn thinking off"),
        RawAnswer(
            "reasoning beside the answer",
            #"{"choices":[{"message":{"content":\#(quoted(document)),"reasoning_content":"Hm."},"finish_reason":"stop"}]}"#,
            text: text),
        RawAnswer(
            "details of other kinds",
            #"{"choices":[{"index":"x","logprobs":NaN,"message":{"content":\#(quoted(document)),"refusal":7},"finish_reason":{}}],"usage":"none"}"#,
            text: text),
    ]

    @Test("given oddities of a stream or of parts, then the answer is read", arguments: oddities)
    func readsOddities(_ row: RawAnswer) async throws {
        let outcome = try await outcome(row.answer, structured: true, streams: true)
        #expect(outcome.text == row.text, "\(outcome)")
        #expect(outcome.failure == row.failure)
        #expect(outcome.error.map { "\($0)".contains(row.says) } ?? true, "\(outcome)")
        #expect(!outcome.partials.joined().contains("Hm"))
    }

    @Test("given reasoning alone, when the bare text was requested, then it is not mistaken for the text")
    func reasoningIsNoBareText() async throws {
        let body =
            #"{"choices":[{"message":{"content":"","reasoning_content":"\#(Self.text)"},"finish_reason":"stop"}]}"#
        let outcome = try await outcome(.json(200, body), structured: false, streams: true)
        #expect(outcome.failure == .unusable && outcome.partials.isEmpty)
    }

    @Test("given a summary in another form, then it is taken, too")
    func summaries() async throws {
        for content in [
            "They met.", "```json\n{\"summary\": \"They met.\"}\n```", #"{"text": "They met."}"#, "\"They met.\"",
        ] {
            try await withStandIn(.json(200, Self.whole(content))) { server in
                guard
                    case .translator(let translator) = adapter(structured: true, streams: false).adapter(at: server.url)
                else { return }
                let summarizer = try #require(translator.summarizer)
                let request = SummaryRequest(
                    pair: try LanguagePair(from: .en, to: .es),
                    pairs: [ContextPair(speaker: "user", source: "Hello.", translation: "Hola.")],
                    context: CallContext(conversation: "test", utterance: 1))
                #expect(try await summarizer.summarize(request).text == "They met.")
            }
        }
    }
}

extension String {
    /// Whether it is the document that was requested, alone or fenced.
    fileprivate var isDocument: Bool {
        let inner = replacing("```json", with: "").replacing("```", with: "").replacing("~~~", with: "")
        let thought = inner.ranges(of: "</think>").last.map { String(inner[$0.upperBound...]) } ?? inner
        let json = try? JSONSerialization.jsonObject(with: Data(thought.utf8)) as? [String: Any]
        return json?["translation"] is String
    }
}
