public import Providers
public import Resilience

/// How much runs at once and how long anything may take. None of it changes what comes out.
public struct InterpreterConfiguration: Sendable, Hashable {
    /// Utterances between being heard and being delivered. The reader waits when there are this many; where translators are
    /// shown what comes next, at least one more than that, and where many are translated together, twice as many as these.
    public var utterancesInFlight: Int
    /// Calls of each stage at once; a provider's own limit counts where it is lower.
    public var concurrency: [Stage: Int]
    /// How long one call may take.
    public var callDeadline: [Stage: Duration]
    /// How long one utterance may take from its first call to its last answer: longer than this it delays nobody.
    public var utteranceDeadline: Duration
    public var retry: RetryPolicy
    /// After how long without a sign from a provider the next one of its stage is called as well. Both may charge for that;
    /// a stage that has no entry waits.
    public var hedgeAfter: [Stage: Duration] = [:]
    /// Whether somebody may hear a voice while it is still being spoken. Where nobody does, audio is handed on once all of an
    /// utterance's, or of a clause's, is there: so until then another synthesizer can speak the whole of it.
    public var isHeardMeanwhile = true
    /// How long a recording waits for providers that are down before its run ends; nil where it goes on, every utterance
    /// failing in turn.
    public var outagePatience: Duration?

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
