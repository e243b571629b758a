/// Finds the end of speech when the silence after it is known.
///
/// In noise a network continues for a quarter of a second; in quiet it stops before a soft ending. The audio after the speech
/// shows the background: speech ended with the last frame that stands above it. In a steady background that may be after the
/// network's last frame. In any other (music or another speaker) it can only be before it.
struct SpeechEnd {
    // The values were chosen on one half of a labelled set of recordings, and results were measured on the other half. The set
    // has silence, white and pink noise and music.

    /// Frames after the speech that may still belong to it, frames in which the background is measured, and their minimum
    /// number.
    private static let near = 3
    private static let background = 45
    private static let fewest = 12
    /// The distance after the speech from which the background must be steady, because endings fade.
    private static let settled = 10
    /// The number of frames to average: with fewer, noise looks like sound.
    private static let averaged = 5
    /// The factor by which the loudest tenth of a steady background may exceed the quietest, and the lowest power that counts.
    ///
    /// Below that power (−75 dB) every background is steady.
    private static let steadySpan: Float = 2
    private static let still: Float = 3e-8
    /// How far before and after the network's end the true end is searched for, in frames.
    private static let back = 60
    private static let forth = 20
    /// Speech up to this length is not changed, in frames.
    private static let shortest = 5
    /// Sound that is this factor of power (−30 dB) below the loud parts of the speech is the room.
    private static let span: Float = 1e-3

    private let rules: DetectionRules

    init(rules: DetectionRules) {
        var rules = rules
        rules.averagedFrames = 3
        self.rules = rules
    }

    /// The same speech with the end that this search finds.
    ///
    /// - Parameter limit: the first frame that may belong to the next speech.
    func placed(
        _ speech: EndpointingState.Speech, before limit: Int,
        in frames: UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>
    ) -> EndpointingState.Speech {
        let end = speech.last + 1
        let limit = min(limit, frames.end)
        let after = (end + Self.near)..<max(end + Self.near, min(limit, end + Self.background))
        guard after.count >= Self.fewest, speech.first >= frames.start else { return speech }
        let means = means(of: after, in: frames)
        let totals = means.dropFirst(min(Self.settled - Self.near, means.count - 4)).map { max($0.total, Self.still) }
            .sorted()
        let isSteady = totals[(totals.count - 1) * 9 / 10] <= Self.steadySpan * totals[(totals.count - 1) / 10]
        // For music the louder part counts, because music after the speech may have been as loud during it.
        let floor = quantile(of: means, rank: (means.count - 1) * (isSteady ? 1 : 3) / 4)

        let earliest = max(speech.first + Self.shortest, end - Self.back)
        let latest = min(limit, isSteady ? end + Self.forth : end)
        let powers = (speech.first..<end).map { frames[$0].power }.sorted()
        let faintest = powers[(powers.count - 1) * 19 / 20] * Self.span
        var prominence = Prominence(rules: rules)
        var last: Int?
        for frame in max(frames.start, earliest - 2)..<max(earliest, latest) {
            let likelihood = prominence.hear(frames[frame].bands, floor: floor).likelihood
            if frame >= earliest, likelihood >= rules.enter, frames[frame].power >= faintest { last = frame }
        }
        guard let last else { return speech }
        let loudest = (max(speech.first, last - 100)...last).reduce(Float(0)) { max($0, frames[$1].bands.total) }
        let place = last - 1 + fading(loudest / floor.total)
        return EndpointingState.Speech(first: speech.first, last: max(speech.first, min(place, latest - 1)))
    }

    /// The number of frames for which a voice continues below the background: the smaller the contrast, the longer.
    ///
    /// The average that found the last frame lags by one.
    private func fading(_ contrast: Float) -> Int { contrast > 300 ? 0 : contrast > 40 ? 1 : 4 }

    private func means(
        of range: Range<Int>, in frames: UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>
    ) -> [BandPowers] {
        (range.lowerBound...(range.upperBound - Self.averaged)).map { first in
            let sum = (first..<first + Self.averaged).reduce(BandPowers(repeating: 0)) { $0 + frames[$1].bands }
            return sum * (1 / Float(Self.averaged))
        }
    }

    /// The value of a rank in each band; rank 0 is the lowest value.
    private func quantile(of means: [BandPowers], rank: Int) -> BandPowers {
        var found = BandPowers(repeating: 0)
        for lane in 0..<8 {
            found.low[lane] = max(means.map { $0.low[lane] }.sorted()[rank], rules.faintest)
            found.high[lane] = max(means.map { $0.high[lane] }.sorted()[rank], rules.faintest)
        }
        return found
    }
}
