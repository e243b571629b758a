/// Where speech ended, seen when the silence after it is known.
///
/// A network goes on for a quarter of a second in noise and gives up on a soft ending in quiet. What followed tells what the
/// background is there: speech ended with the last frame that stands out of it. In a steady background that may be after the
/// frame the network gave; in any other, music or somebody else, only before.
struct SpeechEnd {
    // Chosen on half of a labelled set of recordings in silence, white and pink noise and music, and reported on the other.

    /// Frames after the speech that may still be of it, frames in which the background is looked at, and how many there have
    /// to be.
    private static let near = 3
    private static let background = 45
    private static let fewest = 12
    /// From how far after the speech the background must be steady: endings fade.
    private static let settled = 10
    /// Frames that are averaged: over fewer, noise looks like sound.
    private static let averaged = 5
    /// By what factor the loudest tenth of a steady background may exceed the quietest, and the power below which all is
    /// steady: −75 dB.
    private static let steadySpan: Float = 2
    private static let still: Float = 3e-8
    /// How far before and after the network's end it is looked for, in frames.
    private static let back = 60
    private static let forth = 20
    /// Speech that short is left as it is, in frames.
    private static let shortest = 5
    /// What lies further below the loud parts of the speech, as a factor of power, is the room: −30 dB.
    private static let span: Float = 1e-3

    private let rules: DetectionRules

    init(rules: DetectionRules) {
        var rules = rules
        rules.averagedFrames = 3
        self.rules = rules
    }

    /// The same speech with its end where it is seen to be.
    ///
    /// - Parameter limit: the first frame that may belong to what is said next.
    func placed(
        _ speech: EndpointingState.Speech, before limit: Int, in frames: UtteranceBuffer.Shelf<UtteranceBuffer.Frame>
    ) -> EndpointingState.Speech {
        let end = speech.last + 1
        let limit = min(limit, frames.end)
        let after = (end + Self.near)..<max(end + Self.near, min(limit, end + Self.background))
        guard after.count >= Self.fewest, speech.first >= frames.start else { return speech }
        let means = means(of: after, in: frames)
        let totals = means.dropFirst(min(Self.settled - Self.near, means.count - 4)).map { max($0.total, Self.still) }
            .sorted()
        let isSteady = totals[(totals.count - 1) * 9 / 10] <= Self.steadySpan * totals[(totals.count - 1) / 10]
        // Of music the louder part counts: what it does after the speech it may have done in it.
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

    /// For how many frames a voice goes on below the background: the less that lies below the voice, the longer. The average
    /// that found the last of it lags by one.
    private func fading(_ contrast: Float) -> Int { contrast > 300 ? 0 : contrast > 40 ? 1 : 4 }

    private func means(
        of range: Range<Int>, in frames: UtteranceBuffer.Shelf<UtteranceBuffer.Frame>
    ) -> [BandPowers] {
        (range.lowerBound...(range.upperBound - Self.averaged)).map { first in
            let sum = (first..<first + Self.averaged).reduce(BandPowers(repeating: 0)) { $0 + frames[$1].bands }
            return sum * (1 / Float(Self.averaged))
        }
    }

    /// Band by band the value of a rank, the lowest being 0.
    private func quantile(of means: [BandPowers], rank: Int) -> BandPowers {
        var found = BandPowers(repeating: 0)
        for lane in 0..<8 {
            found.low[lane] = max(means.map { $0.low[lane] }.sorted()[rank], rules.faintest)
            found.high[lane] = max(means.map { $0.high[lane] }.sorted()[rank], rules.faintest)
        }
        return found
    }
}
