/// Estimates how far back speech begins if a network detected it too late.
///
/// In noise and music a network gives a soft beginning a very low probability, for up to a second or two. That probability is
/// still higher than without speech. If the background is loud, more audio is kept than in quiet. This costs a recognizer
/// little, and a lost beginning is a lost word.
struct SpeechBeginning {
    // The values were chosen on one half of a labelled set of recordings, and results were measured on the other half. The set
    // has silence, white and pink noise and music.

    /// The lowest probability at which the network is not sure of silence; without speech it gives a tenth of that.
    private static let inkling: Float = 0.05
    /// The longest stretch below this probability within a beginning, in frames.
    private static let gap = 60
    /// How far back such a probability is searched for, in frames.
    private static let longest = 250
    /// The extra audio kept if the background is loud, in frames.
    private static let hidden = 30
    /// Frames of background that are measured, and how far the voice must rise above them to show its beginning: 20 dB.
    private static let background = 100
    private static let contrast: Float = 100
    /// The largest distance that ``earliest(of:)`` may return.
    static let reach = longest + hidden

    let frames: UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>
    let isHeardByNetwork: Bool

    /// The first frame that may belong to the speech.
    func earliest(of speech: EndpointingState.Speech) -> Int {
        guard isHeardByNetwork else { return speech.first }
        var earliest = speech.first
        for frame in (max(frames.start, speech.first - Self.longest)..<speech.first).reversed() {
            if frames[frame].probability >= Self.inkling { earliest = frame }
            if earliest - frame > Self.gap { break }
        }
        return isHidden(speech) ? max(frames.start, earliest - Self.hidden) : earliest
    }

    private func isHidden(_ speech: EndpointingState.Speech) -> Bool {
        let before = (max(frames.start, speech.first - Self.background)..<speech.first).map { frames[$0].bands.total }
        guard !before.isEmpty else { return false }
        let voice = (speech.first...speech.last).reduce(Float(0)) { max($0, frames[$1].bands.total) }
        return voice < before.sorted()[before.count / 2] * Self.contrast
    }
}
