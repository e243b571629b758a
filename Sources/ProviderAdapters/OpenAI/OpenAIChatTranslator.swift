// What goes over the wire has the names it has there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CurlHTTP
internal import Providers

/// Translation by a language model behind OpenAI's `POST /chat/completions`, which Groq, Ollama, llama.cpp, vLLM and
/// LocalAI speak, too.
///
/// Options: `structured` (`false` for servers without JSON schemas), `temperature`, `reasoning-effort`, `max-tokens`.
struct OpenAIChatTranslator: LanguageModelTranslator {
    static let endings: Set = ["stop"]
    let declaration: TranslationDeclaration
    let exchange: Exchange

    func ask(_ prompt: InterpreterPrompt) async throws -> ClientResponse {
        try await exchange.post("/chat/completions", json: ChatRequest(declaration, prompt, structured: isStructured))
    }

    /// Chunks until `[DONE]` or the end; the one with a finish reason is what makes the answer whole.
    func take(
        _ event: ServerSentEvent, into answer: inout ModelAnswer, piece: PartialSink<String>
    ) async throws -> StreamStep {
        if event.text == "[DONE]" { return .stop }
        let chunk = try exchange.decode(ChatChunk.self, event.data)
        if let error = chunk.error { throw exchange.error(within: error) }
        if let usage = chunk.usage { answer.usage = usage.counted }
        guard let choice = chunk.choices?.first else { return .next }
        if let refusal = choice.delta?.refusal { answer.refusal = (answer.refusal ?? "") + refusal }
        if let content = choice.delta?.content { try await answer.push(content, to: piece) }
        if let reason = choice.finishReason { answer.ending = reason }
        return .next
    }

    func take(_ whole: ChatAnswer, into answer: inout ModelAnswer) throws {
        guard let choice = whole.choices.first else { throw exchange.error(.unusable, "its answer has no choice") }
        answer.refusal = choice.message?.refusal
        answer.ending = choice.finishReason ?? "no reason given"
        answer.text.hold(choice.message?.content ?? "")
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

        init(_ form: AnswerForm) { json_schema = Named(name: form.name, schema: form.schema) }
    }

    var model: String
    var messages: [Message]
    var stream: Bool?
    var stream_options: StreamOptions?
    var response_format: Format?
    var temperature: Double?
    var reasoning_effort: String?
    var max_completion_tokens: Int?

    init(_ declaration: TranslationDeclaration, _ prompt: InterpreterPrompt, structured: Bool) {
        model = declaration.model
        messages = [
            Message(role: "system", content: prompt.instructions), Message(role: "user", content: prompt.utterance),
        ]
        if declaration.streams ?? false {
            stream = true
            stream_options = StreamOptions()
        }
        if structured { response_format = Format(prompt.form) }
        let options = declaration.options ?? [:]
        temperature = options["temperature"].flatMap(Double.init)
        reasoning_effort = options["reasoning-effort"]
        max_completion_tokens = options["max-tokens"].flatMap { Int($0) }.map(prompt.room)
    }
}

struct ChatAnswer: Decodable {
    var choices: [ChatChoice]
    var usage: ChatUsage?
}

private struct ChatChunk: Decodable {
    var choices: [ChatChoice]?
    var usage: ChatUsage?
    var error: JSONValue?
}

struct ChatChoice: Decodable {
    struct Message: Decodable {
        var content: String?
        var refusal: String?
    }

    var message: Message?
    var delta: Message?
    var finishReason: String?

    enum CodingKeys: String, CodingKey {
        case message, delta
        case finishReason = "finish_reason"
    }
}

struct ChatUsage: Decodable {
    struct Details: Decodable {
        var cached_tokens: Told?
    }

    var prompt_tokens: Told?
    var completion_tokens: Told?
    var prompt_tokens_details: Details?

    var counted: Usage {
        Usage(input: prompt_tokens?.count, cached: prompt_tokens_details?.cached_tokens, output: completion_tokens)
    }
}
