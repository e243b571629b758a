internal import CurlHTTP
internal import Language
internal import Providers

/// Translation by a language model.
///
/// A wire defines how to ask, what an event of its stream adds to the answer and what a document adds. The rest is the same for
/// all wires.
protocol LanguageModelTranslator: TranslationAdapter {
    /// An answer that comes as a whole.
    associatedtype Whole: Decodable & Sendable

    var declaration: TranslationDeclaration { get }
    var exchange: Exchange { get }
    /// Whether the model is asked for a document, or for the bare translation.
    var isStructured: Bool { get }

    /// Sends the request.
    func ask(_ prompt: InterpreterPrompt) async throws -> ClientResponse

    /// Takes in one event of a stream.
    ///
    /// - Parameter piece: receives the translation that ``ModelAnswer/push(_:to:)`` passes on.
    func take(
        _ event: ServerSentEvent, into answer: inout ModelAnswer, piece: PartialSink<String>
    ) async throws -> StreamStep

    /// Takes in an answer that came as a whole.
    func take(_ whole: Whole, into answer: inout ModelAnswer) throws
}

extension LanguageModelTranslator {
    static var prompt: String? { InterpreterPrompt.version }
    static var takesLater: Bool { true }
    /// All varieties, because the prompt names them in words.
    static var varieties: Set<LanguageTag> { LanguageTag.ofVarieties }
    static var termLanguages: Set<LanguageCode> { Set(LanguageCode.allCases) }
    static var addressedLanguages: Set<LanguageCode> {
        Set(LanguageCode.allCases.filter { Formality.formal.address(in: $0) != nil })
    }

    func summarizer(_ translator: ProviderDescriptor) -> (any ConversationSummarizer)? {
        ModelSummarizer(self, translator: translator)
    }

    func batcher(_ translator: ProviderDescriptor) -> (any BatchTranslator)? {
        ModelBatcher(self, translator: translator)
    }

    /// True unless the declaration says `false`.
    var isStructured: Bool { declaration.options?["structured"] != "false" }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let prompt = try InterpreterPrompt(request, structured: isStructured)
        let (found, usage) = try await answer(to: prompt, piece: piece)
        return Translation(
            text: found.text, tag: request.pair.target, notes: found.isInForm ? [] : [Translation.formIgnored],
            usage: usage)
    }

    func summarize(_ request: SummaryRequest) async throws -> Summary {
        let prompt = try InterpreterPrompt(request, structured: isStructured)
        let (found, usage) = try await answer(to: prompt) { _ in }
        return Summary(text: found.text, usage: usage)
    }

    func translate(_ request: BatchRequest) async throws -> TranslatedBatch {
        let (answer, usage) = try await answer(to: try InterpreterPrompt(request)) { _ in }
        guard let texts = BatchReply.texts(in: answer.text, to: request) else {
            var error = exchange.error(.unusable, "the model's answer does not have the requested lines")
            error.usage = usage
            throw error
        }
        return TranslatedBatch(texts: texts, usage: usage)
    }

    private func answer(
        to prompt: InterpreterPrompt, piece: PartialSink<String>
    ) async throws -> (AnswerReading.Found, Usage) {
        let response = try await asked(prompt)
        var answer = ModelAnswer(declaration, prompt)
        if response.contentType == "text/event-stream" {
            try await exchange.events(of: response) { try await taken($0, into: &answer, piece: piece) }
        } else {
            try take(try await exchange.document(Whole.self, of: response), into: &answer)
        }
        do {
            return (try await answer.finished(exchange, piece: piece), answer.usage)
        } catch var error as ProviderError where error.failure == .unusable && error.usage == nil {
            // The provider charges for a failed answer, too.
            if !answer.usage.isUntold { error.usage = answer.usage }
            throw error
        }
    }

    /// Takes in an event that contains a part of the answer, or ends it.
    private func taken(
        _ event: ServerSentEvent, into answer: inout ModelAnswer, piece: PartialSink<String>
    ) async throws -> StreamStep {
        let text = event.text.trimmingBlanks
        if text == "[DONE]" {
            // An empty stream without a reason is not an answer.
            if !answer.text.isEmpty || answer.announcedEnding != nil { answer.end(answer.announcedEnding) }
            return .stop
        }
        guard text.first != "{" else { return try await take(event, into: &answer, piece: piece) }
        // Events that keep the connection open ("ping"), or that report an error.
        if event.name == "error" { throw exchange.error(.transient, text) }
        return .next
    }

    /// Sends the request. If the server refuses the schema, it may be a server that knows none.
    private func asked(_ prompt: InterpreterPrompt) async throws -> ClientResponse {
        do {
            return try await ask(prompt)
        } catch var error as ProviderError where isStructured && ![.unauthorized, .quota].contains(error.failure) {
            let words = ["response_format", "json_schema", "text.format", "output_config", "structured output"]
            if words.contains(where: { error.message.lowercased().contains($0) }) {
                error.cure = "if its server knows no JSON schemas, write structured: false under its options"
            }
            throw error
        }
    }
}
