// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CurlHTTP
internal import Plumbing
internal import Providers

/// Translation by a language model behind OpenAI's `POST /responses`. The options are those of ``OpenAIChatTranslator``.
struct OpenAIResponsesTranslator: LanguageModelTranslator {
    let declaration: TranslationDeclaration
    var exchange: Exchange
    let refused = RefusedMembers()

    func ask(_ prompt: InterpreterPrompt) async throws -> ClientResponse {
        try await exchange.post(
            "/responses",
            json: ResponsesRequest(
                declaration, prompt, structured: isStructured, temperature: temperature,
                limit: namedLimit(prompt) ?? ownLimit(prompt)))
    }

    /// Takes events up to `response.completed`, `.incomplete` or `.failed`.
    func take(
        _ event: ServerSentEvent, into answer: inout ModelAnswer, piece: PartialSink<String>
    ) async throws -> StreamStep {
        let step = try exchange.decode(ResponsesEvent.self, event.data)
        switch step.type {
        case "response.output_text.delta":
            try await answer.push(step.delta ?? "", to: piece)
        case "response.refusal.delta":
            answer.refusal = (answer.refusal ?? "") + (step.delta ?? "")
        case "response.completed", "response.incomplete", "response.failed":
            if let whole = step.response { try take(whole, into: &answer) }
            return .stop
        case "error":
            throw exchange.error(within: JSONValue(event.data) ?? .null)
        default:
            break
        }
        return .next
    }

    /// Takes in the finished response: how it ended, what it used and, if no deltas came, its text.
    func take(_ whole: ResponsesAnswer, into answer: inout ModelAnswer) throws {
        if let error = whole.error, error != .null {
            throw exchange.error(within: error)
        }
        answer.end(whole.incompleteDetails?.reason ?? whole.status)
        answer.usage = whole.usage?.counted ?? Usage()
        guard whole.output != nil || !answer.text.isEmpty || ModelEnding.isCut(answer.ending ?? "") else {
            throw exchange.error(.unusable, "it answered with something without the fields of an answer")
        }
        let parts = (whole.output ?? []).filter { $0.type == "message" || $0.type == nil }.flatMap { $0.content ?? [] }
        if let refusal = parts.lazy.compactMap(\.refusal).first { answer.refusal = refusal }
        if answer.text.isEmpty { answer.text.hold(parts.compactMap(\.text).joined()) }
    }
}

private struct ResponsesRequest: Encodable {
    struct Text: Encodable {
        struct Format: Encodable {
            var type = "json_schema"
            var name: String
            var schema: AnswerSchema
            var strict = true
        }

        var format: Format

        init(_ form: ModelAnswerForm) { format = Format(name: form.name, schema: form.schema) }
    }

    struct Reasoning: Encodable {
        var effort: String
    }

    var model: String
    var instructions: String
    var input: String
    var stream: Bool?
    /// Verbio keeps the conversation; the server does not store it.
    var store = false
    var text: Text?
    var temperature: Double?
    var reasoning: Reasoning?
    var max_output_tokens: Int?

    init(
        _ declaration: TranslationDeclaration, _ prompt: InterpreterPrompt, structured: Bool, temperature: Double?,
        limit: Int?
    ) {
        model = declaration.model
        instructions = prompt.instructions
        input = prompt.utterance
        if declaration.streams ?? false { stream = true }
        if structured { text = Text(prompt.form) }
        let options = declaration.options ?? [:]
        self.temperature = temperature
        reasoning = options["reasoning-effort"].map(Reasoning.init)
        max_output_tokens = limit
    }
}

private struct ResponsesEvent: Decodable {
    var type: String
    var delta: String?
    /// Set in the last event: earlier events contain the response in its current state, with any fields.
    var response: ResponsesAnswer?

    enum CodingKeys: CodingKey { case type, delta, response }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        type = try members.decode(String.self, forKey: .type)
        switch type {
        case "response.output_text.delta", "response.refusal.delta":
            delta = try members.decodeIfPresent(String.self, forKey: .delta)
        case "response.completed", "response.incomplete", "response.failed":
            response = try members.decodeIfPresent(ResponsesAnswer.self, forKey: .response)
        default: break
        }
    }
}

struct ResponsesAnswer: Decodable {
    struct Item: Decodable {
        struct Part: Decodable {
            var text: String?
            var refusal: String?
        }

        var type: String?
        var content: [Part]?

        private enum CodingKeys: CodingKey { case type, content }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            type = members.readable(.type)
            content = members.readableList(.content)
        }
    }

    struct Incomplete: Decodable {
        var reason: String?
    }

    struct Tokens: Decodable {
        struct Details: Decodable {
            var cached_tokens: LenientNumber?
        }

        var input_tokens: LenientNumber?
        var input_tokens_details: Details?
        var output_tokens: LenientNumber?

        var counted: Usage {
            Usage(input: input_tokens?.count, cached: input_tokens_details?.cached_tokens, output: output_tokens)
        }
    }

    var status: String?
    var output: [Item]?
    var error: JSONValue?
    var incompleteDetails: Incomplete?
    var usage: Tokens?

    enum CodingKeys: String, CodingKey {
        case status, output, error, usage
        case incompleteDetails = "incomplete_details"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        status = members.readable(.status)
        output = members.readableList(.output)
        error = members.readable(.error)
        incompleteDetails = members.readable(.incompleteDetails)
        usage = members.readable(.usage)
    }
}
