package import Conversations

/// What belongs to a conversation that is heard while it is spoken.
package struct LiveHearing: Sendable {
    /// Speaker events that come during the run; events known before it are in the conversation's settings.
    package var speakers: SpeakerEventQueue?
    /// How often an utterance is recognized while it is being said; nil shows nothing of it.
    package var partials: PartialSchedule?
    /// Whether an utterance is recognized at the first silence in which it may end. That is for recognizers that cost nothing.
    package var speculates = false
    /// The spool to which the sound is written as it comes; nil if the sound can be had again.
    package var spool: (any SpeechSpool)?

    /// What Verbio says aloud meanwhile; nil if no microphone can hear it.
    package var ownVoice: OwnVoice?
    /// Corrections that come during the run; nil if none can.
    package var corrections: CorrectionQueue?
    /// Called when sound arrives; nil if no listener measures.
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
