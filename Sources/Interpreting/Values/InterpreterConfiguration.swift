package import Providers
package import Resilience

/// How much runs at once and how long anything may take. None of it changes the results.
package struct InterpreterConfiguration: Sendable, Hashable {
    /// Utterances between being heard and being delivered; if a listener waits, until their texts are. The reader waits when there
    /// are this many. If translators are shown later text, there are more than the utterances shown. If lines are translated in
    /// batches, there are at least two batches more than that.
    package var utterancesInFlight: Int
    /// Calls of each stage at once; a provider's own limit applies if it is lower.
    package var concurrency: [Stage: Int]
    /// How long one call may take.
    package var callDeadline: [Stage: Duration]
    /// The stages whose deadline the user has named. A provider that needs longer than usual gets no longer time then.
    package var namedDeadlines: Set<Stage> = []
    package var isUtteranceDeadlineNamed = false
    /// How long one utterance may take from its first call to its last answer, so that it does not delay others longer than
    /// this.
    package var utteranceDeadline: Duration
    package var retry: RetryPolicy
    /// Whether a listener may hear a voice while it is still being spoken. If not, audio is passed on only when that of the
    /// whole utterance, or clause, is there. So until then another synthesizer can speak the whole of it.
    package var streamsSpeech = true
    /// How long a recording waits for providers that are down before its run ends. If it is nil, the run continues, with
    /// every utterance failing in turn.
    package var outagePatience: Duration?
    /// How long a run that was asked to end waits for calls that do not come further, and a listener at the end for voices.
    package var drainPatience = Duration.seconds(30)

    package init(
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

    /// How long one call of a stage may take: what a setting names, or what the provider needs if that is more than usual.
    ///
    /// - Parameter needed: what the provider needs; nil if that is the usual time.
    package func limit(_ stage: Stage, needed: Duration?) -> Duration {
        let usual = callDeadline[stage] ?? .seconds(60)
        return namedDeadlines.contains(stage) ? usual : max(usual, needed ?? usual)
    }
}
