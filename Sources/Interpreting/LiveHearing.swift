package import Conversations

/// The additional parts of a live conversation, which is heard while it is spoken.
package struct LiveHearing: Sendable {
    /// Speaker events that arrive during the run. Earlier ones are in the settings of the conversation.
    package var speakers: SpeakerEventQueue?
    /// How often an utterance is recognized while it is being said; nil if no partial results are shown.
    package var partials: PartialSchedule?
    /// Whether an utterance is recognized at the first silence that may end it. This is for recognizers without a price.
    package var speculates = false
    /// The spool to which arriving sound is written; nil if the sound can be read again.
    package var spool: (any SpeechSpool)?
    /// Whether the sound continues what an earlier run has left in the spool.
    package var continuesSpool = false

    /// The speech that Verbio plays at the same time; nil if no microphone can hear it.
    package var ownVoice: OwnVoice?
    /// Corrections that arrive during the run; nil if it accepts none.
    package var corrections: CorrectionQueue?
    /// Finds out which person says an utterance; nil if that is not asked, or was found out before.
    package var persons: LivePersons?
    /// Measures the delay between sound and results; nil if no listener measures it.
    package var clock: LiveClock?

    package init(
        speakers: SpeakerEventQueue? = nil, partials: PartialSchedule? = nil, spool: (any SpeechSpool)? = nil,
        clock: LiveClock? = nil, ownVoice: OwnVoice? = nil, corrections: CorrectionQueue? = nil
    ) {
        self.corrections = corrections
        self.ownVoice = ownVoice
        self.clock = clock
        self.speakers = speakers
        self.partials = partials
        self.spool = spool
    }
}
