internal import CurlHTTP
internal import Language
internal import Providers

/// One wire of translation: the request that it needs, and what its answer means.
///
/// ``DeclaredTranslator`` does what all of them share.
protocol TranslationAdapter: Sendable {
    /// What a language model's prompt can contain with these options; nil if there is no prompt.
    static func prompt(_ options: [String: String]?) -> PromptAbilities?
    /// The languages of a provider that declares none.
    static var languages: [LanguageCode] { get }
    /// The languages that it translates into; nil if those are all of its languages.
    static var targets: Set<LanguageCode>? { get }
    /// Whether it translates the sound of an utterance, and no text.
    static var hearsSpeech: Bool { get }
    /// The languages for which a request can name a form of address.
    static var addressedLanguages: Set<LanguageCode> { get }
    /// The languages for which a request can contain a glossary's terms.
    static var termLanguages: Set<LanguageCode> { get }
    /// Whether its requests can contain what is said next.
    static var takesLater: Bool { get }
    /// The varieties of languages that a request can name as the target.
    static var varieties: Set<LanguageTag> { get }
    /// How reliable its translations are.
    static var quality: TranslationQuality { get }

    init(declaration: TranslationDeclaration, exchange: Exchange)

    /// The endpoint in the form that the wire needs.
    static func adjusted(_ endpoint: Endpoint) -> Endpoint

    /// The summarizer of conversations, if the wire is a language model's.
    func summarizer(_ translator: ProviderDescriptor) -> (any ConversationSummarizer)?

    /// The translator of many lines at once, if the wire is a language model's.
    func batcher(_ translator: ProviderDescriptor) -> (any BatchTranslator)?

    /// The translator of speech into speech, if the wire has one.
    func speechTranslator(_ translator: ProviderDescriptor) -> (any SpeechTranslator)?

    /// The pairs that its server offers now; nil if it does not list them.
    func offeredPairs() async -> Set<LanguagePair>?

    /// Translates a text that is not empty, between declared languages.
    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation
}

extension TranslationAdapter {
    static func prompt(_ options: [String: String]?) -> PromptAbilities? { nil }
    static var languages: [LanguageCode] { LanguageCode.tested }
    static var targets: Set<LanguageCode>? { nil }
    static var hearsSpeech: Bool { false }
    static var addressedLanguages: Set<LanguageCode> { [] }
    static var termLanguages: Set<LanguageCode> { [] }
    static var takesLater: Bool { false }
    static var varieties: Set<LanguageTag> { [] }
    static var quality: TranslationQuality { .usual }
    static func adjusted(_ endpoint: Endpoint) -> Endpoint { endpoint }
    func summarizer(_ translator: ProviderDescriptor) -> (any ConversationSummarizer)? { nil }
    func batcher(_ translator: ProviderDescriptor) -> (any BatchTranslator)? { nil }
    func speechTranslator(_ translator: ProviderDescriptor) -> (any SpeechTranslator)? { nil }
    func offeredPairs() async -> Set<LanguagePair>? { nil }
}

/// What a language model's prompt can contain besides the text.
struct PromptAbilities: Sendable {
    /// Changes with the prompt's words: another prompt may give other answers, so finished work is not reused.
    var version: String
    /// Whether the model is shown what was said before and after.
    var takesContext = true
    /// Whether the model can be told terms, a form of address, and what was wrong with its first answer.
    var takesInstructions = true
}

/// A translator as the configuration declares it, over any wire.
struct DeclaredTranslator<Adapter: TranslationAdapter>: Translator, ExchangingProvider {
    let descriptor: ProviderDescriptor
    let capabilities: TranslatorCapabilities
    private let declaration: TranslationDeclaration
    let exchange: Exchange
    private let adapter: Adapter
    let summarizer: (any ConversationSummarizer)?
    let batcher: (any BatchTranslator)?
    let speechTranslator: (any SpeechTranslator)?

    init(_ declaration: TranslationDeclaration, at endpoint: Endpoint) {
        var declaration = declaration
        declaration.languages = declaration.languages ?? Adapter.languages
        self.declaration = declaration
        let prompt = Adapter.prompt(declaration.options)
        descriptor = declaration.descriptor(endpoint.name, prompt: prompt?.version)
        var capabilities = declaration.capabilities(
            prompt: prompt, takesLater: Adapter.takesLater, addressed: Adapter.addressedLanguages,
            termed: Adapter.termLanguages, varieties: Adapter.varieties, quality: Adapter.quality,
            at: endpoint)
        capabilities.hearsSpeech = Adapter.hearsSpeech
        if let targets = Adapter.targets { capabilities.pairs = capabilities.pairs.filter { targets.contains($0.to) } }
        self.capabilities = capabilities
        exchange = Exchange(
            endpoint: Adapter.adjusted(endpoint), stage: .translation, access: declaration.access,
            deadlines: Deadlines.translation.at(endpoint, declared: declaration.deadline))
        adapter = Adapter(declaration: declaration, exchange: exchange)
        summarizer = adapter.summarizer(descriptor)
        batcher = adapter.batcher(descriptor)
        speechTranslator = adapter.speechTranslator(descriptor)
    }

    func offeredPairs() async -> Set<LanguagePair>? {
        await adapter.offeredPairs()?.intersection(capabilities.pairs)
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        if let nothing = try declaration.check(request, exchange) { return nothing }
        return try await adapter.translate(request, piece: piece)
    }
}

extension TranslationDeclaration {
    /// - Parameters:
    ///   - prompt: what a language model's prompt can contain; nil if it is none.
    ///   - takesLater: whether its requests can contain what is said next. Only providers that are declared to get earlier
    ///     utterances get it: others are small, or charge by the word.
    ///   - addressed: the languages for which a request can name a form of address.
    ///   - termed: the languages for which a request can contain terms.
    ///   - varieties: the varieties that a request can name as the target, of any language.
    ///   - endpoint: decides how long an answer may take if no setting says so.
    fileprivate func capabilities(
        prompt: PromptAbilities?, takesLater: Bool, addressed: Set<LanguageCode>, termed: Set<LanguageCode>,
        varieties: Set<LanguageTag>, quality: TranslationQuality, at endpoint: Endpoint
    ) -> TranslatorCapabilities {
        let known = languages ?? []
        let contextPairs = prompt?.takesContext ?? true ? contextPairs ?? 0 : 0
        let isTold = prompt?.takesInstructions ?? true
        return TranslatorCapabilities(pairs: Set(LanguagePair.pairs(of: known))) {
            $0.varieties = varieties.filter { known.contains($0.code) }
            $0.quality = quality
            $0.streams = streams ?? false
            $0.contextPairs = contextPairs
            $0.maximumCharacters = maximumCharacters
            $0.maximumConcurrency = concurrency
            $0.findsConcurrency = concurrency == nil && endpoint.server != nil
            $0.deadline = endpoint.patience(of: .translation, declared: deadline)
            $0.isOwnServer = prompt != nil && endpoint.server != nil
            $0.price = price
            $0.takesHints = prompt?.takesInstructions ?? false
            $0.takesLater = takesLater && contextPairs > 0
            $0.addressedLanguages = isTold ? addressed.intersection(known) : []
            $0.termLanguages = isTold ? termed.intersection(known) : []
        }
    }

    fileprivate func descriptor(_ name: String, prompt: String?) -> ProviderDescriptor {
        var parameters = options ?? [:]
        parameters["wire"] = wire.rawValue
        parameters["prompt"] = prompt
        return ProviderDescriptor(name: name, model: model, parameters: parameters)
    }

    /// Checks whether the request can be made.
    ///
    /// - Returns: the answer if there is no text, because no provider needs to be called then.
    /// - Throws: ``ProviderError`` of class `unsupported` for a pair that is not declared, and a text above the limit.
    fileprivate func check(_ request: TranslationRequest, _ exchange: Exchange) throws -> Translation? {
        for language in [request.pair.from, request.pair.to] where !(languages?.contains(language) ?? true) {
            throw exchange.error(.unsupported, "\(language.englishName) is not among its languages")
        }
        if let most = maximumCharacters, request.text.unicodeScalars.count > most {
            throw exchange.error(.unsupported, "the text is longer than \(most) characters")
        }
        guard request.text.allSatisfy(\.isWhitespace) else { return nil }
        return Translation(text: "", tag: request.pair.target, usage: Usage(characters: 0))
    }
}
