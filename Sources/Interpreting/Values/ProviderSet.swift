package import Language
package import Plumbing
package import Providers
package import Resilience

/// The engines of one conversation: for each stage the preferred one and its fallbacks.
///
/// Without a synthesizer the outcome is text only, and with ``NoTranslation`` it is the recognized text.
package struct ProviderSet: Sendable {
    package var recognizers: ProviderChain<any SpeechRecognizer>
    package var translators: ProviderChain<any Translator>
    package var synthesizers: ProviderChain<any SpeechSynthesizer>?

    package init(
        recognizers: ProviderChain<any SpeechRecognizer>, translators: ProviderChain<any Translator>,
        synthesizers: ProviderChain<any SpeechSynthesizer>?
    ) {
        self.recognizers = recognizers
        self.translators = translators
        self.synthesizers = synthesizers
    }

    /// One engine for each stage, without fallbacks.
    package init(
        recognizer: any SpeechRecognizer, translator: any Translator, synthesizer: (any SpeechSynthesizer)?,
        time: TimeSource = .system
    ) {
        self.init(
            recognizers: ProviderChain([recognizer], time: time), translators: ProviderChain([translator], time: time),
            synthesizers: synthesizer.map { ProviderChain([$0], time: time) })
    }

    /// Whether speech is translated, or only transcribed.
    package var translates: Bool { !translators.first.isPlaceholder }

    /// Whether a translator hears the speech itself.
    package var translatesSound: Bool { translators.providers.contains(where: \.capabilities.hearsSpeech) }

    /// Checks that the preferred engines know the languages of a corrected utterance.
    ///
    /// - Parameter hears: whether it is recognized again.
    /// - Throws: `Problem` of kind `usage`, as `RequestCheck` does.
    package func check(_ pair: LanguagePair, hears: Bool) throws(Problem) {
        let check = RequestCheck(pairs: [pair])
        if hears { try check.check(recognizers.first) }
        guard translates else { return }
        try check.check(translators.first)
        if let synthesizers { try check.check(synthesizers.first) }
    }

    /// The preferred engine of each stage, as it is stored in a conversation's settings.
    package var descriptors: [Stage: ProviderDescriptor] {
        allDescriptors.compactMapValues(\.first)
    }

    /// The fallbacks, in order; a stage without any has no entry.
    package var fallbacks: [Stage: [ProviderDescriptor]] {
        allDescriptors.mapValues { Array($0.dropFirst()) }.filter { !$0.value.isEmpty }
    }

    /// Whether each engine is called, stage by stage, in the order of the fallbacks.
    package var conditions: [ProviderCondition] {
        func conditions<Provider>(
            _ stage: Stage, _ chain: ProviderChain<Provider>?, _ descriptor: (Provider) -> ProviderDescriptor
        ) -> [ProviderCondition] {
            (chain?.links ?? []).map {
                ProviderCondition(
                    stage: stage, provider: descriptor($0.provider), condition: $0.breaker.condition)
            }
        }
        return conditions(.recognition, recognizers, \.descriptor)
            + conditions(.translation, translates ? translators : nil, \.descriptor)
            + conditions(.synthesis, synthesizers, \.descriptor)
    }

    private var allDescriptors: [Stage: [ProviderDescriptor]] {
        [
            .recognition: recognizers.providers.map(\.descriptor),
            .translation: translates ? translators.providers.map(\.descriptor) : [],
            .synthesis: synthesizers?.providers.map(\.descriptor) ?? [],
        ]
    }
}

/// Whether one provider of a stage is called, or is skipped because its last calls have failed.
package struct ProviderCondition: Sendable, Hashable {
    package var stage: Stage
    package var provider: ProviderDescriptor
    package var condition: CircuitBreaker.Condition
    /// Its addresses; empty if it has only one.
    package var addresses: [AddressCondition] = []

    package init(stage: Stage, provider: ProviderDescriptor, condition: CircuitBreaker.Condition) {
        self.stage = stage
        self.provider = provider
        self.condition = condition
    }
}
