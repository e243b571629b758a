// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CurlHTTP
internal import Plumbing
internal import Providers

extension ErrorDialect {
    /// `{"type": "error", "error": {"type", "message", "details": {"error_code"}}}`.
    static let anthropic = ErrorDialect(
        codes: [
            "enforced_spend_limit_reached": .quota, "ramp_limit_exceeded": .quota, "billing_error": .quota,
            "authentication_error": .unauthorized, "permission_error": .unauthorized,
            "not_found_error": .missing, "request_too_large": .tooLarge,
            "rate_limit_error": .throttled, "overloaded_error": .transient, "api_error": .transient,
            "timeout_error": .transient,
        ])
}

/// Translation by Anthropic's Messages.
///
/// Options:
///
/// * `max-tokens`: 1024 if it is not given;
/// * `version`: of the interface;
/// * `thinking`: `disabled` for models that think unless they are told not to;
/// * `authorization`: `bearer` sends the key as the vendor's newer clients do;
/// * `structured`: `true` requests a document; otherwise the bare text is requested.
struct AnthropicTranslator: LanguageModelTranslator {
    let declaration: TranslationDeclaration
    var exchange: Exchange
    let refused = RefusedMembers()

    /// The wire always has a limit.
    func ownLimit(_ prompt: InterpreterPrompt) -> Int? { nil }

    var wantsStructure: Bool { declaration.options?["structured"] == "true" }

    /// The models that can be told not to think refuse a temperature.
    var takesTemperature: Bool { declaration.options?["thinking"] == nil }

    func ask(_ prompt: InterpreterPrompt) async throws -> ClientResponse {
        try await exchange.post(
            "/v1/messages",
            json: MessagesRequest(declaration, prompt, structured: isStructured, temperature: temperature),
            headers: [("anthropic-version", declaration.options?["version"] ?? "2023-06-01")])
    }

    /// Takes events up to `message_stop`; the reason for the end comes earlier, in `message_delta`.
    func take(
        _ event: ServerSentEvent, into answer: inout ModelAnswer, piece: PartialSink<String>
    ) async throws -> StreamStep {
        let step = try exchange.decode(StreamEvent.self, event.data)
        switch step.type {
        case "message_start":
            answer.usage = step.message?.usage?.counted ?? Usage()
        case "content_block_delta" where step.delta?.type == "text_delta":
            try await answer.push(step.delta?.text ?? "", to: piece)
        case "content_block_delta":
            answer.think(step.delta?.thinking)
        case "message_delta":
            answer.announcedEnding = step.delta?.stop_reason ?? answer.announcedEnding
            if let tokens = step.usage?.output_tokens?.count { answer.usage.outputTokens = tokens }
        case "message_stop":
            answer.end(answer.announcedEnding)
            return .stop
        case "error":
            throw exchange.error(within: JSONValue(event.data) ?? .null)
        default:
            break
        }
        return .next
    }

    func take(_ message: AnthropicMessage, into answer: inout ModelAnswer) throws {
        answer.think((message.content ?? []).compactMap(\.thinking).joined())
        answer.text.hold((message.content ?? []).compactMap(\.text).joined())
        answer.end(message.stop_reason)
        answer.usage = message.usage?.counted ?? Usage()
    }
}

private struct MessagesRequest: Encodable {
    struct Turn: Encodable {
        var role = "user"
        var content: String
    }

    struct Output: Encodable {
        struct Format: Encodable {
            var type = "json_schema"
            var schema: AnswerSchema
        }

        var format: Format
    }

    struct Thinking: Encodable {
        var type: String
    }

    var model: String
    var max_tokens: Int
    var system: String
    var messages: [Turn]
    var stream: Bool?
    var temperature: Double?
    var thinking: Thinking?
    var output_config: Output?

    init(
        _ declaration: TranslationDeclaration, _ prompt: InterpreterPrompt, structured: Bool, temperature: Double?
    ) {
        model = declaration.model
        self.temperature = temperature
        thinking = declaration.options?["thinking"].map(Thinking.init)
        max_tokens = prompt.room(declaration.options?["max-tokens"].flatMap { Int($0) } ?? 1_024)
        system = prompt.instructions
        messages = [Turn(content: prompt.utterance)]
        if declaration.streams ?? false { stream = true }
        if structured { output_config = Output(format: .init(schema: prompt.form.schema)) }
    }
}

struct AnthropicMessage: Decodable {
    struct Block: Decodable {
        var text: String?
        var thinking: String?
    }

    struct Tokens: Decodable {
        var input_tokens: LenientNumber?
        var output_tokens: LenientNumber?
        var cache_creation_input_tokens: LenientNumber?
        var cache_read_input_tokens: LenientNumber?

        /// Anthropic does not count tokens written to or read from the cache as input tokens; ours include them.
        var counted: Usage {
            let cached = (cache_creation_input_tokens?.count ?? 0) + (cache_read_input_tokens?.count ?? 0)
            return Usage(
                input: input_tokens?.count.map { min($0 + cached, LenientNumber.maximumCount) },
                cached: cache_read_input_tokens,
                output: output_tokens)
        }
    }

    var content: [Block]?
    var stop_reason: String?
    var usage: Tokens?

    private enum CodingKeys: CodingKey { case content, stop_reason, usage }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        content = members.readableList(.content)
        stop_reason = members.readable(.stop_reason)
        usage = members.readable(.usage)
    }
}

private struct StreamEvent: Decodable {
    struct Delta: Decodable {
        var type: String?
        var text: String?
        var thinking: String?
        var stop_reason: String?
    }

    var type: String
    var message: AnthropicMessage?
    var delta: Delta?
    var usage: AnthropicMessage.Tokens?
}
