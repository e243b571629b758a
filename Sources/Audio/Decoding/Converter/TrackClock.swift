/// Keeps a track to the clock of its container: if the track begins later than the film, or if it pauses, silence fills the
/// gap.
///
/// No audio is ever left out.
struct TrackClock {
    /// Kinds of files whose clock holds throughout: a gap in their time is a pause of the track. Others only state when it
    /// begins.
    private static let steadyKinds: Set = ["matroska", "mp4", "mpegts", "mpeg", "flv"]
    /// Seconds that are not filled with silence. Codecs need this long to start, and containers count it differently.
    private static let tolerance = 0.1
    /// Differences in seconds up to this are the containers' rounding.
    private static let rounding = 0.02

    /// The silence that is missing before the next samples.
    struct Gap: Equatable {
        var frames: Int
        /// Whether it is too long to be filled.
        var isJump = false
    }

    private let rate: Int
    private let isSteady: Bool
    /// When the film begins, on the clock of the samples; nil without a clock.
    private let begin: Double?
    private let longestGap: Double
    /// The longest step, in seconds, of a clock that begins anywhere and may begin again.
    private static let longestStep = 10.0
    /// Frames handed out, with those of silence.
    private var frames = 0
    /// When the first frame is to be heard, and when the next one is if there is no pause; nil before the first.
    private var (origin, expected): (Double?, Double?)

    /// - Parameters:
    ///   - kind: the kind of file.
    ///   - start: when the container's clock begins, in seconds. Samples count from then unless they keep the container's
    ///     clock; nil for a container without a clock.
    ///   - isFragment: whether the file may be a part of a stream, so that its clock does not begin with it.
    init(kind: String?, start: Double?, isFragment: Bool, rate: Int, longestGap: Double) {
        self.rate = rate
        let keepsClock = Converter.keepsClock(kind)
        self.longestGap = keepsClock ? min(Self.longestStep, longestGap) : longestGap
        isSteady = Self.steadyKinds.contains(kind ?? "")
        // Audio before 0 is what a decoder needs to start. MP4 films begin at 0; others begin anywhere.
        begin = start.map { keepsClock ? $0 : kind == "mp4" && !isFragment ? -$0 : max(0, -$0) }
    }

    /// The silence that is missing before samples that are to be heard at this time.
    mutating func gap(before time: Double) -> Gap? {
        guard let begin else { return nil }
        defer { expected = time }
        guard let origin, let expected else {
            let late = time - begin
            self.origin = late > Self.tolerance ? begin : time
            return late > Self.tolerance ? Gap(frames: Int((late * Double(rate)).rounded())) : nil
        }
        let late = time - origin - Double(frames) / Double(rate)
        guard isSteady, time - expected > Self.rounding, late > Self.tolerance else { return nil }
        guard late > longestGap else { return Gap(frames: Int((late * Double(rate)).rounded())) }
        self.origin = time - Double(frames) / Double(rate)
        return Gap(frames: 0, isJump: true)
    }

    /// This many frames were handed out.
    mutating func advance(_ count: Int) {
        frames += count
        expected = expected.map { $0 + Double(count) / Double(rate) }
    }

    /// This many frames of silence were handed out.
    mutating func pause(_ count: Int) { frames += count }

    /// Seconds that were handed out.
    var seconds: Double { Double(frames) / Double(rate) }
}
