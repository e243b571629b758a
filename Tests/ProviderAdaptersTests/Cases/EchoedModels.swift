import StandIns
import VerbioTesting

/// What a language model says that gives the utterance back as its translation.
enum EchoedModels {
    private static func quoted(_ text: String) -> String { EchoStandIn.quoted(text) }

    /// The utterance within the user's message; as a document if one was requested.
    private static func answer(_ message: JSONDocument?, structured: Bool) throws -> String {
        let document = try JSONDocument(parsing: Array(EchoStandIn.text(message).utf8))
        if let turns = document["turns"]?.array {
            let text = summary(
                of: try turns.map { try EchoStandIn.text($0["source"]) }, after: document["summary"]?.string)
            return structured ? #"{"summary": \#(quoted(text))}"# : text
        }
        if let lines = document["lines"]?.array {
            let items = try lines.map { line in
                let text = try EchoStandIn.text(line["text"])
                let start = text.split(whereSeparator: \.isWhitespace).prefix(3).joined(separator: " ")
                return
                    #"{"id": \#(Int(line["id"]?.number ?? 0)), "start": \#(quoted(start)), "translation": \#(quoted(text))}"#
            }
            return #"{"translations": [\#(items.joined(separator: ","))]}"#
        }
        if case .object(let lines) = document["lines"] {
            let items = try lines.sorted { $0.key < $1.key }.map { name, text in
                #"\#(quoted(name)): \#(quoted(try EchoStandIn.text(text)))"#
            }
            return "{\(items.joined(separator: ",\n  "))}"
        }
        let text = try EchoStandIn.text(document["utterance"])
        return structured ? #"{"translation": \#(quoted(text))}"# : text
    }

    /// A summary of texts, another one for each list of texts and for each summary before it.
    static func summary(of sources: [String], after previous: String?) -> String {
        let sum = ([previous ?? ""] + sources).joined(separator: "\n").utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        return "They took \(sources.count) turns; \(String(sum, radix: 36)) tells which."
    }

    static func chat(_ request: JSONDocument) throws -> StandInAnswer {
        let text = try answer(request["messages"]?[1]?["content"], structured: request["response_format"] != nil)
        let usage = #""usage":{"prompt_tokens":57,"completion_tokens":9,"prompt_tokens_details":{"cached_tokens":3}}"#
        guard request["stream"]?.bool == true else {
            return .json(
                200,
                #"{"choices":[{"index":0,"message":{"content":\#(quoted(text))},"finish_reason":"stop"}],\#(usage)}"#)
        }
        let deltas = EchoStandIn.pieces(text).map {
            #"data: {"choices":[{"index":0,"delta":{"content":\#(quoted($0))},"finish_reason":null}],"usage":null}"#
        }
        return .events(
            deltas + [
                #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}"#,
                #"data: {"choices":[],\#(usage)}"#, "data: [DONE]",
            ])
    }

    static func responses(_ request: JSONDocument) throws -> StandInAnswer {
        let text = try answer(request["input"], structured: request["text"] != nil)
        let whole = #"""
            {"id":"resp_1","status":"completed","error":null,"incomplete_details":null,"output":[{"type":"message",
            "content":[{"type":"output_text","text":\#(quoted(text))}]}],"usage":{"input_tokens":57,
            "input_tokens_details":{"cached_tokens":3},"output_tokens":9}}
            """#.replacing("\n", with: "")
        guard request["stream"]?.bool == true else { return .json(200, whole) }
        let deltas = EchoStandIn.pieces(text).map {
            event("response.output_text.delta", #""delta":\#(quoted($0))"#)
        }
        // Those before the last describe it as far as it is known, in separate forms.
        let begun = [
            event("response.created", #""response":{"id":"resp_1","status":"in_progress","error":null}"#),
            event("response.content_part.added", #""delta":{"of":"another kind"},"response":[]"#),
        ]
        return .events(begun + deltas + [event("response.completed", #""response":\#(whole)"#)])
    }

    static func messages(_ request: JSONDocument) throws -> StandInAnswer {
        let structured = request["output_config"] != nil
        let text = try answer(request["messages"]?[0]?["content"], structured: structured)
        let usage =
            #"{"input_tokens":50,"cache_creation_input_tokens":4,"cache_read_input_tokens":3,"output_tokens":9}"#
        guard request["stream"]?.bool == true else {
            return .json(
                200,
                #"{"content":[{"type":"text","text":\#(quoted(text))}],"stop_reason":"end_turn","usage":\#(usage)}"#)
        }
        let deltas = EchoStandIn.pieces(text).map {
            event("content_block_delta", #""index":0,"delta":{"type":"text_delta","text":\#(quoted($0))}"#)
        }
        return .events(
            [event("message_start", #""message":{"content":[],"stop_reason":null,"usage":\#(usage)}"#)] + deltas + [
                event("message_delta", #""delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}"#),
                event("message_stop", #""done":true"#),
            ])
    }

    private static func event(_ type: String, _ members: String) -> String {
        "event: \(type)\ndata: {\"type\":\"\(type)\",\(members)}"
    }
}
