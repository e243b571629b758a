// What goes over the wire has the names it has there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CurlHTTP
internal import Providers

/// Translation by a language model behind OpenAI's `POST /responses`. Options as ``OpenAIChatTranslator``.
struct OpenAIResponsesTranslator: TranslationAdapter {
    let declaration: TranslationDeclaration
    let exchange: Exchange
    static let prompt: String? = InterpreterPrompt.version

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let prompt = try InterpreterPrompt(request, structured: declaration.isStructured)
        let response = try await exchange.post("/responses", json: ResponsesRequest(declaration, prompt))
        var answer = ModelAnswer(declaration, structured: declaration.isStructured)
        if response.contentType == "text/event-stream" {
            try await read(response, into: &answer, piece: piece)
            return try await answer.translation(request, endings: ["completed"], exchange, piece: piece)
        }
        let whole = try await exchange.document(ResponsesAnswer.self, of: response)
        try take(whole, into: &answer)
        return try await answer.translation(request, endings: ["completed"], exchange, piece: piece)
    }

    /// Events up to `response.completed`, `.incomplete` or `.failed`.
    private func read(
        _ response: ClientResponse, into answer: inout ModelAnswer, piece: PartialSink<String>
    ) async throws {
        var gathered = answer
        try await exchange.events(of: response) { event in
            let step = try exchange.decode(ResponsesEvent.self, event.data)
            switch step.type {
            case "response.output_text.delta":
                try await gathered.push(step.delta ?? "", to: piece)
            case "response.refusal.delta":
                gathered.refusal = (gathered.refusal ?? "") + (step.delta ?? "")
            case "response.completed", "response.incomplete", "response.failed":
                if let whole = step.response { try take(whole, into: &gathered) }
                return .stop
            case "error":
                throw exchange.error(within: JSONValue(event.data) ?? .null)
            default:
                break
            }
            return .next
        }
        answer = gathered
    }

    /// Takes in the finished response: how it ended, what it used and, where no deltas came, its text.
    private func take(_ whole: ResponsesAnswer, into answer: inout ModelAnswer) throws {
        if let error = whole.error, error != .null {
            throw exchange.error(within: error)
        }
        answer.ending = whole.incompleteDetails?.reason ?? whole.status ?? "no reason given"
        answer.usage = whole.usage?.counted ?? Usage()
        let parts = whole.output.filter { $0.type == "message" }.flatMap { $0.content ?? [] }
        if let refusal = parts.lazy.compactMap(\.refusal).first { answer.refusal = refusal }
        if answer.text.isEmpty { answer.text.hold(parts.compactMap(\.text).joined()) }
    }
}

private struct ResponsesRequest: Encodable {
    struct Text: Encodable {
        struct Format: Encodable {
            var type = "json_schema"
            var name = "translation"
            var schema = TranslationSchema()
            var strict = true
        }

        var format = Format()
    }

    struct Reasoning: Encodable {
        var effort: String
    }

    var model: String
    var instructions: String
    var input: String
    var stream: Bool?
    /// The conversation is kept here, not there.
    var store = false
    var text: Text?
    var temperature: Double?
    var reasoning: Reasoning?
    var max_output_tokens: Int?

    init(_ declaration: TranslationDeclaration, _ prompt: InterpreterPrompt) {
        model = declaration.model
        instructions = prompt.instructions
        input = prompt.utterance
        if declaration.streams ?? false { stream = true }
        if declaration.isStructured { text = Text() }
        let options = declaration.options ?? [:]
        temperature = options["temperature"].flatMap(Double.init)
        reasoning = options["reasoning-effort"].map(Reasoning.init)
        max_output_tokens = options["max-tokens"].flatMap { Int($0) }
    }
}

private struct ResponsesEvent: Decodable {
    var type: String
    var delta: String?
    var response: ResponsesAnswer?
}

private struct ResponsesAnswer: Decodable {
    struct Item: Decodable {
        struct Part: Decodable {
            var text: String?
            var refusal: String?
        }

        var type: String
        var content: [Part]?
    }

    struct Incomplete: Decodable {
        var reason: String?
    }

    struct Tokens: Decodable {
        struct Details: Decodable {
            var cached_tokens: Told?
        }

        var input_tokens: Told?
        var input_tokens_details: Details?
        var output_tokens: Told?

        var counted: Usage {
            Usage(input: input_tokens?.count, cached: input_tokens_details?.cached_tokens, output: output_tokens)
        }
    }

    var status: String?
    var output: [Item]
    var error: JSONValue?
    var incompleteDetails: Incomplete?
    var usage: Tokens?

    enum CodingKeys: String, CodingKey {
        case status, output, error, usage
        case incompleteDetails = "incomplete_details"
    }
}
