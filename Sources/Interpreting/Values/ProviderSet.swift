public import Plumbing
public import Providers
public import Resilience

/// The engines of one conversation: for each stage the one that is wanted, and those that stand in for it. Without a
/// synthesizer the outcome is text only, and with ``NoTranslation`` it is what was said.
public struct ProviderSet: Sendable {
    public var recognizers: ProviderChain<any SpeechRecognizer>
    public var translators: ProviderChain<any Translator>
    public var synthesizers: ProviderChain<any SpeechSynthesizer>?

    public init(
        recognizers: ProviderChain<any SpeechRecognizer>, translators: ProviderChain<any Translator>,
        synthesizers: ProviderChain<any SpeechSynthesizer>?
    ) {
        self.recognizers = recognizers
        self.translators = translators
        self.synthesizers = synthesizers
    }

    /// One engine a stage, and nobody to stand in.
    public init(
        recognizer: any SpeechRecognizer, translator: any Translator, synthesizer: (any SpeechSynthesizer)?,
        time: TimeSource = .system
    ) {
        self.init(
            recognizers: ProviderChain([recognizer], time: time), translators: ProviderChain([translator], time: time),
            synthesizers: synthesizer.map { ProviderChain([$0], time: time) })
    }

    /// Whether what is said is translated, or only transcribed.
    public var translates: Bool { !(translators.first is NoTranslation) }

    /// Who is wanted for each stage, as it goes into a conversation's settings.
    public var descriptors: [Stage: ProviderDescriptor] {
        allDescriptors.compactMapValues(\.first)
    }

    /// Who stands in, in order; a stage without anybody has no entry.
    public var standIns: [Stage: [ProviderDescriptor]] {
        allDescriptors.mapValues { Array($0.dropFirst()) }.filter { !$0.value.isEmpty }
    }

    /// Whether each of them is called, stage by stage in the order in which they stand in for each other.
    public var conditions: [ProviderCondition] {
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

/// Whether one provider of a stage is called, or is passed over as its last calls have failed.
public struct ProviderCondition: Sendable, Hashable {
    public var stage: Stage
    public var provider: ProviderDescriptor
    public var condition: CircuitBreaker.Condition

    public init(stage: Stage, provider: ProviderDescriptor, condition: CircuitBreaker.Condition) {
        self.stage = stage
        self.provider = provider
        self.condition = condition
    }
}
