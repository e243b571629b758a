/// The level of the room's background in the presence of a voice: the power of the sound without speech, all bands
/// together.
struct Background: Sendable {
    typealias Frames = UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>

    /// The number of frames to average: with fewer, noise looks quieter than it is.
    private static let width = 5
    /// The longest part at the end of a stretch that is measured, in frames: three seconds.
    private static let longest = 300
    /// The shortest pause that shows the room, in frames.
    private static let shortestPause = 2 * width

    private let faintest: Float

    init(rules: DetectionRules) {
        faintest = rules.faintest * Float(BandPowers.count)
    }

    /// The power at the quietest tenth of the end of a stretch with speech in it; nil if the stretch is too short.
    func beneath(_ speech: Range<Int>, in frames: Frames) -> Double? {
        power(of: speech, in: frames, share: 0.1)
    }

    /// The power at the quietest quarter of the end of a pause; nil if the pause is too short.
    ///
    /// Its beginning may still fade, and its end may be the beginning of a soft voice.
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
