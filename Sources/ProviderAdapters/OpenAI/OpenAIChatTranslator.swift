// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CurlHTTP
internal import Plumbing
internal import Providers

/// Translation by a language model behind OpenAI's `POST /chat/completions`.
///
/// Groq, Ollama, llama.cpp, vLLM and LocalAI offer it, too.
///
/// Options: `structured` (`false` for servers without JSON schemas), `temperature`, `reasoning-effort`, `max-tokens`,
/// `prompt-form`.
struct OpenAIChatTranslator: LanguageModelTranslator {
    let declaration: TranslationDeclaration
    var exchange: Exchange
    let refused = RefusedMembers()

    func ask(_ prompt: InterpreterPrompt) async throws -> ClientResponse {
        var request = ChatRequest(
            declaration, prompt, structured: isStructured && prompt.form.isDocument, temperature: temperature,
            limits: (namedLimit(prompt), ownLimit(prompt)))
        if refused.has(.streaming) { request.stream = nil }
        if refused.has(.streaming) || refused.has(.streamedUsage) { request.stream_options = nil }
        return try await exchange.post("/chat/completions", json: request)
    }

    /// Takes chunks until `[DONE]` or the end; only the chunk with a finish reason makes the answer whole.
    func take(
        _ event: ServerSentEvent, into answer: inout ModelAnswer, piece: PartialSink<String>
    ) async throws -> StreamStep {
        let chunk = try exchange.decode(ChatChunk.self, event.data)
        if let error = chunk.error { throw exchange.error(within: error) }
        if let usage = chunk.usage { answer.usage = usage.counted }
        guard let choice = chunk.choices.first else { return .next }
        let message = choice.delta ?? choice.message
        if let refusal = message?.refusal { answer.refusal = (answer.refusal ?? "") + refusal }
        answer.think(message?.thought)
        if let content = message?.content ?? choice.text { try await answer.push(content, to: piece) }
        if let reason = ModelEnding.recognizedReason(choice.finishReason) { answer.end(reason) }
        return .next
    }

    func take(_ whole: ChatAnswer, into answer: inout ModelAnswer) throws {
        guard let choice = whole.choices.first else { throw exchange.error(.unusable, "its answer has no choice") }
        let message = choice.message ?? choice.delta
        answer.refusal = message?.refusal
        answer.think(message?.thought)
        answer.end(choice.finishReason)
        answer.text.hold(message?.content ?? choice.text ?? "")
        answer.usage = whole.usage?.counted ?? Usage()
    }
}

private struct ChatRequest: Encodable {
    struct Message: Encodable {
        var role: String
        var content: String
    }

    struct StreamOptions: Encodable {
        var include_usage = true
    }

    struct Format: Encodable {
        struct Named: Encodable {
            var name: String
            var schema: AnswerSchema
            var strict = true
        }

        var type = "json_schema"
        var json_schema: Named

        init(_ form: ModelAnswerForm) { json_schema = Named(name: form.name, schema: form.schema) }
    }

    struct Thinking: Encodable {
        var type: String
    }

    var model: String
    var messages: [Message]
    var stream: Bool?
    var stream_options: StreamOptions?
    var response_format: Format?
    var temperature: Double?
    var reasoning_effort: String?
    var thinking: Thinking?
    var max_completion_tokens: Int?
    /// The older name, which all servers of this interface know.
    var max_tokens: Int?
    var chat_template_kwargs: [String: String]?

    init(
        _ declaration: TranslationDeclaration, _ prompt: InterpreterPrompt, structured: Bool, temperature: Double?,
        limits: (named: Int?, own: Int?)
    ) {
        model = declaration.model
        messages = prompt.instructions.isEmpty ? [] : [Message(role: "system", content: prompt.instructions)]
        for example in prompt.examples {
            messages.append(Message(role: "user", content: example.source))
            messages.append(Message(role: "assistant", content: example.translation))
        }
        messages.append(Message(role: "user", content: prompt.utterance))
        chat_template_kwargs = prompt.templateValues
        if declaration.streams ?? false {
            stream = true
            stream_options = StreamOptions()
        }
        if structured { response_format = Format(prompt.form) }
        let options = declaration.options ?? [:]
        self.temperature = temperature
        reasoning_effort = options["reasoning-effort"]
        thinking = options["thinking"].map(Thinking.init)
        (max_completion_tokens, max_tokens) = limits
    }
}

/// Decoding requires only that there are choices.
struct ChatAnswer: Decodable {
    var choices: [ChatChoice]
    var usage: ChatUsage?

    private enum CodingKeys: CodingKey { case choices, usage }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        choices = try members.decode([Readable<ChatChoice>].self, forKey: .choices).compactMap(\.value)
        usage = members.readable(.usage)
    }
}

private struct ChatChunk: Decodable {
    var choices: [ChatChoice]
    var usage: ChatUsage?
    var error: JSONValue?

    private enum CodingKeys: CodingKey { case choices, usage, error }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        choices = members.readableList(.choices) ?? []
        usage = members.readable(.usage)
        error = members.readable(.error)
    }
}

struct ChatChoice: Decodable {
    struct Message: Decodable {
        var content: String?
        var refusal: String?
        /// The text that servers with a parser for it separate as the model's thoughts.
        var thought: String?

        private enum CodingKeys: CodingKey { case content, refusal, reasoning_content, reasoning, thinking }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            content = members.readable(MessageContent.self, .content)?.text
            refusal = members.readable(.refusal)
            thought =
                members.readable(.reasoning_content) ?? members.readable(.reasoning) ?? members.readable(.thinking)
        }
    }

    var message: Message?
    var delta: Message?
    /// The place of the text in the choices of older completions.
    var text: String?
    var finishReason: String?

    private enum CodingKeys: String, CodingKey {
        case message, delta, text
        case finishReason = "finish_reason"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        message = members.readable(.message)
        delta = members.readable(.delta)
        text = members.readable(.text)
        finishReason = members.readable(.finishReason)
    }
}

/// A message's content: a text, or a list of parts of which some are thoughts.
private struct MessageContent: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self.text = text
            return
        }
        let parts = try (try? value.decode([JSONValue].self)) ?? [value.decode(JSONValue.self)]
        text = parts.compactMap { part -> String? in
            if case .string(let text) = part { return text }
            guard ["text", "output_text", nil].contains(part["type"]?.text) else { return nil }
            return part["text"]?.text
        }.joined()
    }
}

struct ChatUsage: Decodable {
    struct Details: Decodable {
        var cached_tokens: LenientNumber?
    }

    var prompt_tokens: LenientNumber?
    var completion_tokens: LenientNumber?
    var prompt_tokens_details: Details?

    var counted: Usage {
        Usage(input: prompt_tokens?.count, cached: prompt_tokens_details?.cached_tokens, output: completion_tokens)
    }
}
