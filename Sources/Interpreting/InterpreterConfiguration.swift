public import Providers

/// How much runs at once and how long anything may take. None of it changes what comes out.
public struct InterpreterConfiguration: Sendable, Hashable {
    /// Utterances between being heard and being delivered. The reader waits when there are this many.
    public var utterancesInFlight: Int
    /// Calls of each stage at once; a provider's own limit counts where it is lower.
    public var concurrency: [Stage: Int]
    /// How long one call may take.
    public var callDeadline: [Stage: Duration]
    /// How long one utterance may take from its first call to its last answer: longer than this it delays nobody.
    public var utteranceDeadline: Duration
    public var retry: RetryPolicy

    public init(
        utterancesInFlight: Int = 8, concurrency: [Stage: Int] = [.recognition: 4, .translation: 4, .synthesis: 4],
        callDeadline: [Stage: Duration] = [
            .recognition: .seconds(60), .translation: .seconds(30), .synthesis: .seconds(60),
        ],
        utteranceDeadline: Duration = .seconds(180), retry: RetryPolicy = RetryPolicy()
    ) {
        self.utterancesInFlight = utterancesInFlight
        self.concurrency = concurrency
        self.callDeadline = callDeadline
        self.utteranceDeadline = utteranceDeadline
        self.retry = retry
    }
}

/// The engines of one conversation. Without a synthesizer the outcome is text only.
public struct ProviderSet: Sendable {
    public var recognizer: any SpeechRecognizer
    public var translator: any Translator
    public var synthesizer: (any SpeechSynthesizer)?

    public init(
        recognizer: any SpeechRecognizer, translator: any Translator, synthesizer: (any SpeechSynthesizer)?
    ) {
        self.recognizer = recognizer
        self.translator = translator
        self.synthesizer = synthesizer
    }

    /// Who answers each stage, as it goes into a conversation's settings.
    public var descriptors: [Stage: ProviderDescriptor] {
        var all: [Stage: ProviderDescriptor] = [
            .recognition: recognizer.descriptor, .translation: translator.descriptor,
        ]
        all[.synthesis] = synthesizer?.descriptor
        return all
    }
}
