package import Audio
package import Conversations
package import Plumbing

/// What a running conversation delivers to its listener.
///
/// Each kind comes in the order of the utterances: what was recognized, translations, speech, and ends. No kind waits for a slower
/// one, so the translation of an utterance may come before the speech of the one before.
package enum Delivered: Sendable {
    /// Something that is in the event log as well.
    case event(Event)
    /// A piece of an utterance's spoken translation, before its `spoken` event; joined, the pieces are the whole of it. If
    /// clauses are spoken early, pieces come before its `translated` event, too. If the translation is then made again, its
    /// differing text is spoken after what was said before.
    case audio(utterance: Int, VoiceAudio)
    /// An utterance whose texts are settled: after its `translated` event, or if there will be none. Its outcome is pending if
    /// only the speech is missing. In utterance order, and never logged.
    case texts(UtteranceRecord)
    /// The recognizer's current hypothesis; it replaces the last one and is never stored.
    case hypothesis(utterance: Int, String)
    /// What has been understood so far of the utterance that is being said; never stored.
    case partial(Partial)
    /// The utterance's recognition says something else than the stable words of its partials.
    case revised(utterance: Int)
    /// How much of a live conversation's sound is safe; never stored.
    case acknowledged(Acknowledgement)
    /// A correction of an utterance cannot be made, and no user waits for its answer; never stored.
    case refused(utterance: Int, Problem)
    /// How the utterance ended and how long this run's answers took, before its `finished` event; never logged.
    case measured(UtteranceMeasurement)
}

/// What one run did for an utterance, for statistics.
package struct UtteranceMeasurement: Sendable, Hashable {
    package var utterance: Int
    package var outcome: Outcome
    /// Milliseconds of voice in the utterance.
    package var voicedMilliseconds: Int
    /// One for each stage that this run gave an answer to, in the order of the stages. An answer that an earlier run of
    /// the conversation stored for the utterance is not among them.
    package var timings: [StageTiming]

    package init(utterance: Int, outcome: Outcome, voicedMilliseconds: Int, timings: [StageTiming]) {
        self.utterance = utterance
        self.outcome = outcome
        self.voicedMilliseconds = voicedMilliseconds
        self.timings = timings
    }
}

/// Takes what is delivered. It may suspend: the conversation then waits, back to the reader of the audio.
package typealias DeliverySink = @Sendable (Delivered) async throws -> Void
