/// What takes part in a run while it is heard live.
struct LiveParts: Sendable {
    var ownVoice: OwnVoice?
    var corrections: CorrectionLine?
    var speculation: SpeculativeRecognition?
    /// Tells how far the results are behind the speaker.
    var clock: LiveClock?
}
