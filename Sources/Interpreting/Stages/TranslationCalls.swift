internal import Audio
internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// The call of one translator.
struct TranslationQuestion: Sendable {
    var call: ProviderCall<any Translator>
    var request: TranslationRequest
    /// Whether the translator has declined before. If it declines again, its failure says so.
    var isAfterRefusal = false

    var takesHints: Bool { call.provider.capabilities.takesHints }
}

/// The calls of translators for an utterance, with the context that they are given.
struct TranslationCalls: Sendable {
    let calls: ProviderCalls
    let context: ContextWindow<ContextPair>
    /// Nil if nothing is summarized.
    let summaries: RollingSummaries?
    let guards: TranslationGuards
    let terms: ConversationTerms

    var chain: ProviderChain<any Translator> { calls.providers.translators }

    /// The context of a translation. A translator without support for later text gets more earlier text instead.
    struct Surroundings: Sendable {
        var earlier: [ContextPair]
        var later: [LaterLine]
        /// The earlier pairs that fit in addition to the later text.
        var earlierBesideLater: [ContextPair]
        /// The summary of what was said before these; nil if there is none.
        var summary: String?

        func shown(to translator: any Translator) -> (earlier: [ContextPair], later: [LaterLine]) {
            let capabilities = translator.capabilities
            return capabilities.takesLater
                ? (earlierBesideLater.suffix(capabilities.contextPairs), later)
                : (earlier.suffix(capabilities.contextPairs), [])
        }
    }

    func surroundings(of input: TranslationInput, _ work: UtteranceWork) async throws -> Surroundings {
        let sequence = work.utterance.sequence
        // An utterance asks for the summary only when its pairs are known. Otherwise it would wait for the summary too early.
        if summaries != nil { _ = try await context.pairs(for: sequence) { try await work.journal.flush() } }
        let summary = try await summaries?.summary(for: sequence) { try await work.journal.flush() }
        let reserved = summary.map(Summary.tokens) ?? 0
        let earlier = try await context.pairs(for: sequence, reserving: reserved) { try await work.journal.flush() }
        guard !input.later.isEmpty else {
            return Surroundings(earlier: earlier, later: [], earlierBesideLater: earlier, summary: summary)
        }
        let taken = input.later.reduce(0) { $0 + $1.tokens }
        return Surroundings(
            earlier: earlier, later: input.later,
            earlierBesideLater: try await context.pairs(for: sequence, reserving: reserved + taken) {},
            summary: summary)
    }

    func question(
        to call: ProviderCall<any Translator>, _ input: TranslationInput, _ shown: Surroundings, _ work: UtteranceWork
    ) -> TranslationQuestion {
        let translator = call.provider
        let (earlier, later) = shown.shown(to: translator)
        return TranslationQuestion(
            call: call,
            request: TranslationRequest(
                text: input.recognition.text, pair: input.pair, context: calls.context(of: work.utterance)
            ) {
                $0.earlier = earlier
                $0.later = later
                $0.terms = terms.terms(in: input.recognition.text, input.pair)
                $0.formality = terms.formality(into: input.pair.to, by: translator)
                $0.summary = translator.summarizer == nil ? nil : shown.summary
                // Only a translator that takes hints gives other answers for it.
                $0.isWritten = calls.conversation.kind.isGiven && translator.capabilities.takesHints
                $0.speaker = input.speaker.rawValue
                $0.speech = speech(for: translator, work)
            })
    }

    /// The sound of the utterance, if the translator hears it and it is still there.
    private func speech(for translator: any Translator, _ work: UtteranceWork) -> UtteranceSpeech? {
        guard translator.capabilities.hearsSpeech, !work.samples.isEmpty else { return nil }
        return UtteranceSpeech(samples: PCM16.floats(work.samples), hash: work.utterance.audioHash)
    }

    /// - Parameter piece: receives the translation's pieces.
    func ask(
        _ question: TranslationQuestion, _ work: UtteranceWork, continuing begun: BegunTranslation? = nil,
        piece: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> Recorded<Translation> {
        let (call, request) = (question.call, question.request)
        let translator = call.provider
        let journal = calls.journal(
            call, calls.store.keys.translation(request, provider: translator.descriptor), in: work.journal)
        var retry = calls.retry(call, in: work.journal)
        // The same request may get the same answer: a translator that takes hints is called with a hint instead.
        if question.takesHints { retry.policy.unusableAttempts = 1 }
        return try await translator.calling { request, piece in
            try await journal.translate(
                request, by: translator, continuing: begun,
                limit: calls.limit(.translation, translator.capabilities.deadline),
                refusal: { refusal(in: $0, to: question) }, piece: piece)
        }.retrying(retry).answer(request, partial: piece)
    }

    /// Why an answer is a failure, for a translator that takes hints; nil if it is none. The answer declines, or it is in
    /// another form than was asked for and is no translation.
    private func refusal(in translation: Translation, to question: TranslationQuestion) -> ProviderError? {
        guard question.takesHints else { return nil }
        let (text, pair) = (question.request.text, question.request.pair)
        let provider = question.call.provider.descriptor.name
        if let finding = guards.refusal(source: text, translation: translation.text, pair: pair) {
            return finding.failure(of: provider, isAgain: question.isAfterRefusal)
        }
        // Prose around a document may be anything. An answer in the right form is kept, and flagged.
        guard translation.isOutOfForm,
            let finding = guards.check(source: text, translation: translation.text, pair: pair)
                .first(where: { $0.severity == .unusable })
        else { return nil }
        return finding.failure(
            of: provider, "its answer does not have the requested form, and \(finding.reason)")
    }
}
