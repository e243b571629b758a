/// Keeps a track to the clock of its container: where the track begins later than the film and where it pauses there is silence.
/// Nothing is ever left out.
struct TrackClock {
    /// Kinds of files whose clock holds throughout: a track that stands still in them pauses. Others only tell when it begins.
    private static let steadyKinds: Set = ["matroska", "mp4", "mpegts", "mpeg", "flv"]
    /// Seconds that are not made up for. Codecs need so much to start, and containers differ in how they count that.
    private static let tolerance = 0.1
    /// Seconds that are no more than the containers' rounding.
    private static let rounding = 0.02

    /// What is missing before the next samples.
    struct Gap: Equatable {
        var frames: Int
        /// Whether it is too long to be filled.
        var isJump = false
    }

    private let rate: Int
    private let isSteady: Bool
    /// When the film begins, as samples count their time; nil without a clock.
    private let begin: Double?
    private let longestGap: Double
    /// Seconds by which a clock goes on that begins anywhere and may begin anew.
    private static let longestStep = 10.0
    /// Frames handed out, with those of silence.
    private var frames = 0
    /// When the first frame is to be heard, and when the next one is if there is no pause; nil before the first.
    private var (origin, expected): (Double?, Double?)

    /// - Parameters:
    ///   - kind: the kind of file.
    ///   - start: where the container's clock begins, in seconds, which is when samples begin to count unless they keep to it; nil
    ///     for a container without a clock.
    ///   - isFragment: whether the file may be a part of a stream, so that its clock does not begin with it.
    init(kind: String?, start: Double?, isFragment: Bool, rate: Int, longestGap: Double) {
        self.rate = rate
        let keepsClock = Converter.keepsClock(kind)
        self.longestGap = keepsClock ? min(Self.longestStep, longestGap) : longestGap
        isSteady = Self.steadyKinds.contains(kind ?? "")
        // What starts before 0 is what a decoder needs to begin with. MP4 films begin at 0; others begin anywhere.
        begin = start.map { keepsClock ? $0 : kind == "mp4" && !isFragment ? -$0 : max(0, -$0) }
    }

    /// What is missing before samples that are to be heard at this time.
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

    /// So many frames were handed out.
    mutating func hear(_ count: Int) {
        frames += count
        expected = expected.map { $0 + Double(count) / Double(rate) }
    }

    /// So many frames of silence were handed out.
    mutating func pause(_ count: Int) { frames += count }

    /// Seconds that were handed out.
    var seconds: Double { Double(frames) / Double(rate) }
}
