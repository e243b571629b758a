package import Audio
package import Conversations
internal import Guards
package import Interpreting
package import Language
package import Plumbing
package import Providers
package import Resilience

/// Translates and speaks single sentences, with the same engines, retries, deadlines and limits as conversations.
package struct PhraseMaker: Sendable {
    package let assembly: Assembly
    /// The keys of finished work in the scope of the phrases.
    private let keys: ContentKeys
    private let configuration: InterpreterConfiguration
    private let allowance: (any Allowance)?
    /// Where calls are counted; nil if they are not.
    package var ledger: (any ConversationStore)?

    /// - Parameter allowance: what all calls may cost; nil if there is no limit other than that of the settings.
    package init(_ assembly: Assembly, keys: ContentKeys, within allowance: (any Allowance)? = nil) throws(Problem) {
        self.assembly = assembly
        self.allowance = allowance
        self.keys = keys
        configuration = try assembly.pipeline.configuration()
    }

    /// Checks whether the engines are available and within the cost limit, before any is called.
    ///
    /// - Parameters:
    ///   - translation: the text to be spoken; nil if it has to be translated first, by an engine that charges as well.
    ///   - isSpoken: whether there is already a voice for it.
    /// - Throws: `Problem` of kind `usage`, code `cost.limit`, if it would cost more than is allowed.
    package func prepare(_ providers: ProviderSet, text: String, translation: String?, isSpoken: Bool = false) throws {
        guard let limit = try assembly.costLimit.budget(for: providers).limit else { return }
        let characters = text.unicodeScalars.count
        var cost = Money.zero
        if translation == nil, let price = providers.translators.first.capabilities.price {
            let once = price.cost(
                of: UsageForecast.translation(characters: characters, tokens: TokenEstimate.tokens(in: text)))
            cost = cost + once
            // If the translator takes hints on what is wrong with a translation, it is called a second time.
            if providers.translators.first.capabilities.takesHints { cost = cost + once }
        }
        if !isSpoken, let price = providers.synthesizers?.first.capabilities.price {
            // A translation is sometimes longer than the text.
            let spoken = translation?.unicodeScalars.count ?? 2 * characters
            cost = cost + price.cost(of: UsageForecast.synthesis(characters: spoken))
        }
        guard cost <= limit else {
            throw Problem(
                .usage, "cost.limit", "it may cost \(cost), and \(limit) is allowed", at: "--max-cost",
                cure: "allow more, or use an engine that costs less")
        }
    }

    /// A translation with the findings of the guards.
    package struct Checked: Sendable {
        package var text: String
        package var findings: [GuardFinding]
        package var quality = TranslationQuality.usual
        /// The key of the request that the translation answers; nil for the user's own words.
        package var key: ContentKey?

        package init(
            text: String, findings: [GuardFinding], quality: TranslationQuality = .usual, key: ContentKey? = nil
        ) {
            self.text = text
            self.findings = findings
            self.quality = quality
            self.key = key
        }
    }

    /// The translation with the glossary and the form of address of the settings. As in a conversation, a translator that takes
    /// hints on its answer is called again, and the better answer is taken. If a translator declines twice, it has failed.
    package func translate(_ text: String, _ pair: LanguagePair, with providers: ProviderSet) async throws -> Checked {
        let translator = providers.translators.first
        do { try RequestCheck(pairs: [pair], isWritten: true).check(translator) } catch {
            throw assembly.selection.explained(error, [pair], translator)
        }
        let asked = try request(for: text, pair)
        return try await explained {
            try await providers.translators.firstAnswer { translator, place in
                let retry = retry(place, of: providers.translators)
                let request = Self.request(asked, as: translator)
                let first = try await answer(to: request, by: translator, retry)
                let settled = try await TranslationGuards.settle(first, first.findings) { hint, _ in
                    guard translator.capabilities.takesHints else { return nil }
                    var again = request
                    again.hint = hint
                    let second = try await answer(to: again, by: translator, retry)
                    return (second, second.findings)
                }
                if let refusal = settled.findings.first(where: \.isRefusal) {
                    throw refusal.failure(of: translator.descriptor.name, isAgain: settled.other != nil)
                }
                var checked = settled.answer
                checked.key = key(of: request, by: translator)
                return checked
            }
        }
    }

    /// Whether one of the translators gave the phrase's translation as its answer to this same request.
    package func hasTranslated(_ phrase: Phrase, with providers: ProviderSet) throws -> Bool {
        guard let key = phrase.translationKey else { return false }
        let asked = try request(for: phrase.text, phrase.pair)
        return providers.translators.links.contains {
            self.key(of: Self.request(asked, as: $0.provider), by: $0.provider) == key
        }
    }

    /// Whether one of the synthesizers gave the phrase's speech as its answer to this same request.
    package func hasSpoken(_ phrase: Phrase, with chain: ProviderChain<any SpeechSynthesizer>) -> Bool {
        guard let key = phrase.speechKey else { return false }
        return chain.links.contains {
            let request = request(toSpeak: phrase.translation, phrase.pair.target, by: $0.provider)
            return keys.synthesis(request, by: $0.provider) == key
        }
    }

    private func request(for text: String, _ pair: LanguagePair) throws -> TranslationRequest {
        let terms =
            try assembly.terms.glossary(for: pair).map { DirectedGlossary($0, for: pair, in: pair).terms(in: text) }
            ?? []
        let formality = try assembly.terms.formality()
        return TranslationRequest(text: text, pair: pair, context: Self.context) {
            $0.terms = terms
            $0.formality = formality
            $0.isWritten = true
        }
    }

    /// The request in the form that is sent to the translator.
    private static func request(_ asked: TranslationRequest, as translator: any Translator) -> TranslationRequest {
        var request = asked
        if !translator.capabilities.addressedLanguages.contains(asked.pair.to) { request.formality = nil }
        return request
    }

    private func key(of request: TranslationRequest, by translator: any Translator) -> ContentKey {
        keys.translation(request, provider: translator.descriptor)
    }

    private func request(
        toSpeak text: String, _ tag: LanguageTag, by synthesizer: any SpeechSynthesizer
    ) -> SynthesisRequest {
        let named = assembly.settings.text(.voice).map(NamedVoices.init)
        return SynthesisRequest(
            text: text, language: tag.code, variety: tag.variety,
            voice: named?.voice(for: tag.code, listed: synthesizer.capabilities.voices), context: Self.context)
    }

    private func retry<Provider>(_ place: Int, of chain: ProviderChain<Provider>) -> RetryPolicy {
        place < chain.links.count - 1 ? configuration.retry.withFallback : configuration.retry
    }

    private func answer(
        to request: TranslationRequest, by translator: any Translator, _ retry: RetryPolicy
    ) async throws -> Checked {
        let deadline = configuration.limit(.translation, needed: translator.capabilities.deadline)
        let forecast = UsageForecast.translation(
            characters: request.text.unicodeScalars.count, tokens: TokenEstimate.tokens(in: request.text))
        let translation = try await paid(
            .translation, translator.descriptor, translator.capabilities.price, forecast
        ) {
            try await translator.deadline(deadline, time: assembly.time).traced()
                .retrying(Retry(retry, time: assembly.time)).answer(request) { _ in }
        } used: {
            ($0.usage, 1)
        }
        let findings = TranslationGuards().check(
            source: request.text, translation: translation.text, pair: request.pair, glossary: request.terms,
            origin: translation.origin)
        return Checked(
            text: translation.text, findings: findings, quality: translator.capabilities.quality(of: request.pair))
    }

    /// The speech and its samples; they are not stored yet.
    ///
    /// - Parameter heard: takes the samples as they come. Once it has some, no fallback is called.
    package func speak(
        _ text: String, _ tag: LanguageTag, with chain: ProviderChain<any SpeechSynthesizer>,
        heard: PartialSink<VoiceAudio>? = nil
    ) async throws -> (synthesis: Synthesis, samples: [Int16], key: ContentKey) {
        guard allowance?.allows(voice: request(toSpeak: text, tag, by: chain.first).voice) ?? true else {
            throw Problem.voiceNotAllowed
        }
        let mark = DeliveryMark()
        return try await explained {
            try await chain.firstAnswer(unless: mark) { synthesizer, place in
                let request = request(toSpeak: text, tag, by: synthesizer)
                let deadline = configuration.limit(.synthesis, needed: synthesizer.capabilities.deadline)
                let limited = synthesizer.deadline(deadline, time: assembly.time).traced()
                let calls = limited.calling { request, partial in
                    let spoken = Locked<[Int16]>([])
                    let synthesis = try await limited.answer(request) { chunk in
                        spoken.withLock { $0 += chunk.samples }
                        try await partial(chunk)
                    }
                    return (synthesis: synthesis, samples: spoken.withLock { $0 })
                }
                var attempts = Retry(retry(place, of: chain), time: assembly.time)
                attempts.pinned = Retry.Pinned(configuration.retry) { mark.isSet }
                let forecast = UsageForecast.synthesis(characters: text.unicodeScalars.count)
                let (synthesis, parts) = try await paid(
                    .synthesis, synthesizer.descriptor, synthesizer.capabilities.price, forecast
                ) {
                    try await SpeechParts(request, by: synthesizer).answered(
                        by: calls.retrying(attempts),
                        partial: { chunk in
                            guard let heard, !chunk.samples.isEmpty else { return }
                            mark.set()
                            try await heard(chunk)
                        }, content: \.synthesis)
                } used: {
                    ($0.0.usage, $0.1.count)
                }
                let samples = parts.flatMap(\.samples)
                guard !samples.isEmpty else {
                    throw ProviderError(
                        .unusable, stage: .synthesis, provider: synthesizer.descriptor.name,
                        "no audio was returned for the text")
                }
                return (synthesis, samples, keys.synthesis(request, by: synthesizer))
            }
        }
    }

    /// Speaks the phrase's translation and puts the audio into the store. The phrase is not stored.
    package func speak(
        _ phrase: inout Phrase, with chain: ProviderChain<any SpeechSynthesizer>, in store: any ContentStore
    ) async throws -> VoiceAudio {
        let (synthesis, samples, key) = try await speak(phrase.translation, phrase.pair.target, with: chain)
        let blob = try await store.put(PCM16.littleEndianBytes(samples))
        phrase.speech = SpokenAudio(
            blob: blob, voice: synthesis.voice, sampleRate: synthesis.sampleRate, sampleCount: samples.count,
            usage: synthesis.usage)
        phrase.speechKey = key
        return VoiceAudio(sampleRate: synthesis.sampleRate, samples: samples)
    }

    /// Makes a call within the allowance, and counts it.
    ///
    /// - Parameter used: what the answer consumed, and how many calls it took.
    /// - Throws: what the call throws; `ProviderError` if not enough is left.
    private func paid<Answer>(
        _ stage: Stage, _ provider: ProviderDescriptor, _ price: Price?, _ forecast: Usage,
        _ call: () async throws -> Answer, used: (Answer) -> (usage: Usage, calls: Int)
    ) async throws -> Answer {
        let estimate = price?.cost(of: forecast) ?? .zero
        let reserved = try await reserve(estimate, stage, provider)
        var counted = UsedCalls(provider: provider.name, stage: stage)
        let start = assembly.time.wallClockMilliseconds()
        do {
            let answer = try await call()
            let (usage, calls) = used(answer)
            let cost = price?.settled(usage, expecting: forecast).amount
            reserved?.settle(spent: cost ?? .zero)
            (counted.calls, counted.cost, counted.unpriced) = (calls, cost ?? .zero, cost == nil ? calls : 0)
            // An answer that is paid for is not withheld because it could not be counted.
            try? await ledger?.count(counted, at: start)
            return answer
        } catch {
            // Whether the call was charged is not known.
            reserved?.settle(spent: estimate)
            counted.possibleCost = estimate
            if estimate != .zero { try? await ledger?.count(counted, at: start) }
            throw error
        }
    }

    /// - Returns: nil without an allowance.
    private func reserve(
        _ estimate: Money, _ stage: Stage, _ provider: ProviderDescriptor
    ) async throws -> Reservation? {
        guard let allowance else { return nil }
        guard allowance.allows(provider: provider.name) else { throw ProviderError.notAllowed(stage, provider) }
        guard let reserved = try await allowance.reserve(estimate) else {
            throw ProviderError.usedUp(stage, provider)
        }
        return reserved
    }

    private static let context = CallContext(conversation: "phrases", utterance: 1)

    /// Converts an engine's failure into the problem with which the command ends.
    private func explained<Answer>(_ call: () async throws -> Answer) async throws -> Answer {
        do {
            return try await call()
        } catch let error as ProviderError {
            throw Problem(
                .provider, "phrase.\(error.stage.rawValue)", "\(error.provider): \(error.message)", cure: error.cure)
        }
    }
}
