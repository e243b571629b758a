/// How far back the beginning of speech may be that a network heard too late.
///
/// In noise and music a network gives a soft beginning next to nothing, for up to a second or two. What it gives is still more
/// than it gives where nobody speaks, and where the background is loud, more audio is kept than in quiet: it costs a recognizer
/// little, and a lost beginning is a lost word.
struct SpeechBeginning {
    // Chosen on half of a labelled set of recordings in silence, white and pink noise and music, and reported on the other.

    /// Probability at which the network is not sure of silence; where nobody speaks it gives a tenth of that.
    private static let inkling: Float = 0.05
    /// The longest stretch without an inkling within a beginning, in frames.
    private static let gap = 60
    /// How far back an inkling is looked for, in frames.
    private static let longest = 250
    /// What is kept on top where the background is loud, in frames.
    private static let hidden = 30
    /// Frames of background that are looked at, and how far the voice must rise above them to show its beginning: 20 dB.
    private static let background = 100
    private static let contrast: Float = 100
    /// All that may be asked for.
    static let reach = longest + hidden

    let frames: UtteranceBuffer.Shelf<UtteranceBuffer.Frame>
    let isHeardByNetwork: Bool

    /// The first frame that may be of the speech.
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
