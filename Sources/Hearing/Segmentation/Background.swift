/// How loud the room is beside a voice: the power of what is heard where nobody speaks, all bands together.
struct Background: Sendable {
    typealias Frames = UtteranceBuffer.Shelf<UtteranceBuffer.Frame>

    /// Frames that are averaged: over fewer, noise looks quieter than it is.
    private static let width = 5
    /// How far back from its end a stretch is looked at, in frames: three seconds.
    private static let longest = 300
    /// What a pause must have at least to show the room, in frames.
    private static let shortestPause = 2 * width

    private let faintest: Float

    init(rules: DetectionRules) {
        faintest = rules.faintest * Float(BandPowers.count)
    }

    /// The quieter tenth of the end of a stretch with speech in it; nil where it is too short.
    func beneath(_ speech: Range<Int>, in frames: Frames) -> Double? {
        power(of: speech, in: frames, share: 0.1)
    }

    /// The quieter quarter of the end of a pause, as its beginning may still fade and its end be the first of a soft voice;
    /// nil where it is too short.
    func of(pause: Range<Int>, in frames: Frames) -> Double? {
        power(of: pause, in: frames, share: 0.25)
    }

    private func power(of range: Range<Int>, in frames: Frames, share: Double) -> Double? {
        let start = max(range.lowerBound, range.upperBound - Self.longest, frames.start)
        let end = min(range.upperBound, frames.end)
        guard end - start >= Self.shortestPause else { return nil }
        let means = (start...(end - Self.width)).map { at in
            (at..<at + Self.width).reduce(Float(0)) { $0 + frames[$1].bands.total } / Float(Self.width)
        }
        return Double(max(means.sorted()[Int(Double(means.count) * share)], faintest))
    }
}
