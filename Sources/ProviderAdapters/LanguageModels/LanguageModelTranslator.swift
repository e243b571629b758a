internal import CurlHTTP
internal import Language
internal import Plumbing
internal import Providers

/// Translation by a language model.
///
/// A wire defines how to ask, what an event of its stream adds to the answer and what a document adds. The rest is the same for
/// all wires.
protocol LanguageModelTranslator: TranslationAdapter {
    /// An answer that comes as a whole.
    associatedtype Whole: Decodable & Sendable

    var declaration: TranslationDeclaration { get }
    var exchange: Exchange { get set }
    /// Whether the model is to be asked for a document, or for the bare translation.
    var wantsStructure: Bool { get }
    /// What its server does not take.
    var refused: RefusedMembers { get }
    /// Whether the model takes another temperature than its own.
    var takesTemperature: Bool { get }

    /// The most tokens of an answer that a server of the user's is asked for, if the configuration says nothing.
    func ownLimit(_ prompt: InterpreterPrompt) -> Int?

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
    static func prompt(_ options: [String: String]?) -> PromptAbilities? { PromptForm(options).abilities }
    static var languages: [LanguageCode] { LanguageCode.known }
    static var takesLater: Bool { true }
    /// All varieties, because the prompt names them in words.
    static var varieties: Set<LanguageTag> { LanguageTag.ofVarieties }
    static var termLanguages: Set<LanguageCode> { Set(LanguageCode.known) }
    static var addressedLanguages: Set<LanguageCode> {
        Set(LanguageCode.known.filter { Formality.formal.address(in: $0) != nil })
    }

    func summarizer(_ translator: ProviderDescriptor) -> (any ConversationSummarizer)? {
        ModelSummarizer(self, translator: translator)
    }

    func batcher(_ translator: ProviderDescriptor) -> (any BatchTranslator)? {
        ModelBatcher(self, translator: translator)
    }

    /// True unless the declaration says `false`.
    var wantsStructure: Bool { declaration.options?["structured"] != "false" }

    /// Whether the model is asked for a document.
    var isStructured: Bool { wantsStructure && !refused.has(.schema) }

    /// A model that reasons takes no other temperature than its own.
    var takesTemperature: Bool {
        let options = declaration.options ?? [:]
        return [nil, "none"].contains(options["reasoning-effort"]) && [nil, "disabled"].contains(options["thinking"])
    }

    /// The likeliest words: servers sample at 0.8 or 1 otherwise, which costs a small model 8 to 19 points of chrF.
    var temperature: Double? {
        guard !refused.has(.temperature) else { return nil }
        if let named = declaration.options?["temperature"] { return Double(named) }
        return takesTemperature ? 0 : nil
    }

    /// How many tokens an answer may have, as the configuration says; nil if it says nothing.
    func namedLimit(_ prompt: InterpreterPrompt) -> Int? {
        declaration.options?["max-tokens"].flatMap { Int($0) }.map(prompt.room)
    }

    /// The same for a server of the user's if the configuration says nothing: a small model may repeat itself without end.
    func ownLimit(_ prompt: InterpreterPrompt) -> Int? {
        guard exchange.endpoint.server != nil, declaration.options?["max-tokens"] == nil, !refused.has(.limit) else {
            return nil
        }
        return prompt.mostTokens
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let form = PromptForm(declaration.options)
        let (found, usage) = try await answer(piece: piece) {
            form == .interpreter
                ? try InterpreterPrompt(request, structured: isStructured)
                : form.prompt(for: request)
        }
        return Translation(
            text: found.text, tag: request.pair.target, notes: found.isInForm ? [] : [Translation.formIgnored],
            usage: usage)
    }

    func summarize(_ request: SummaryRequest) async throws -> Summary {
        let (found, usage) = try await answer {
            try InterpreterPrompt(request, structured: isStructured)
        }
        return Summary(text: found.text, usage: usage)
    }

    /// The form in which many lines come.
    var batchForm: BatchForm { exchange.endpoint.server == nil ? .list : .named }

    /// The same model with other deadlines.
    func with(_ deadlines: Deadlines) -> Self {
        var copy = self
        copy.exchange.deadlines = deadlines
        return copy
    }

    func translate(_ request: BatchRequest, line: PartialSink<TranslatedLine>) async throws -> TranslatedBatch {
        let reply = BatchReply(lines: request.lines, form: batchForm)
        let came = Locked((text: "", lines: [Int: String]()))
        let (answer, usage): (AnswerReading.Found, Usage)
        do {
            (answer, usage) = try await self.answer(
                piece: { piece in
                    let news = came.withLock { came -> [Int: String] in
                        came.text += piece
                        guard piece.contains(where: { ",}".contains($0) }) else { return [:] }
                        let news = reply.complete(in: came.text).filter { came.lines[$0.key] == nil }
                        came.lines.merge(news) { first, _ in first }
                        return news
                    }
                    for (index, text) in news.sorted(by: { $0.key < $1.key }) {
                        try await line(TranslatedLine(index: index, text: text))
                    }
                }, to: { try InterpreterPrompt(request, form: batchForm) })
        } catch let error as ProviderError where error.failure == .unusable {
            // The model stopped early. The lines before that are whole.
            let lines = came.withLock { $0.lines }
            guard !lines.isEmpty else { throw error }
            return TranslatedBatch(texts: request.lines.indices.map { lines[$0] }, usage: error.usage ?? Usage())
        }
        guard let texts = reply.texts(in: answer.text) else {
            var error = exchange.error(.unusable, "the model's answer does not have the requested lines")
            error.usage = usage
            throw error
        }
        return TranslatedBatch(texts: texts, usage: usage)
    }

    private func answer(
        piece: PartialSink<String> = { _ in }, to question: () throws -> InterpreterPrompt
    ) async throws -> (AnswerReading.Found, Usage) {
        let hadLimit = try ownLimit(question()) != nil
        do {
            return try await firstAnswer(piece: piece, to: question)
        } catch is CutThought where hadLimit {
            // A model that thinks gets as many tokens as it needs, now and later.
            refused.add(.limit)
            do {
                return try await firstAnswer(piece: piece, to: question)
            } catch let cut as CutThought {
                throw cut.error
            }
        } catch let cut as CutThought {
            throw cut.error
        }
    }

    private func firstAnswer(
        piece: PartialSink<String>, to question: () throws -> InterpreterPrompt
    ) async throws -> (AnswerReading.Found, Usage) {
        let (response, prompt) = try await asked(question)
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
            if answer.isCutThought { throw CutThought(error: error) }
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

    /// Sends the request. If the server does not take a member of it, the request is sent once more without that member.
    private func asked(_ question: () throws -> InterpreterPrompt) async throws -> (ClientResponse, InterpreterPrompt) {
        while true {
            let prompt = try question()
            // Before the call: while it is made, another one may find out what the server refuses.
            var sent: Set<RefusedMembers.Member> = []
            if isStructured, prompt.form.isDocument { sent.insert(.schema) }
            if temperature != nil { sent.insert(.temperature) }
            if ownLimit(prompt) != nil { sent.insert(.limit) }
            // Only once, because not every interface can do without.
            if declaration.streams ?? false {
                sent.formUnion([.streaming, .streamedUsage].filter { !refused.has($0) })
            }
            do {
                return (try await ask(prompt), prompt)
            } catch let error as ProviderError where ![.unauthorized, .quota].contains(error.failure) {
                guard refused.note(error.message, sent: sent) else { throw error }
            }
        }
    }
}

/// An answer that was cut while the model was thinking.
private struct CutThought: Error {
    let error: ProviderError
}
