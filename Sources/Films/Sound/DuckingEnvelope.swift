/// Where the original sound makes room for a voice: while the voice speaks, with fades before and after.
///
/// Times are frames at 48 kHz. The fade begins before the voice does, because the times of the voice are known.
struct DuckingEnvelope {
    /// Decibels under a voice.
    static let depth: Float = -18
    /// Frames of a fade: 200 ms.
    static let fade = VoiceReader.rate / 5
    /// The sound stays low in pauses up to this length: 700 ms. Otherwise it would be heard in each pause for a moment.
    static let joiningPause = VoiceReader.rate * 7 / 10

    private let spans: [Range<Int>]
    /// The first span that does not end before the place that was asked for last.
    private var next = 0

    /// - Parameter spans: when the voice speaks, in order.
    init(_ spans: [Range<Int>]) {
        var joined: [Range<Int>] = []
        for span in spans where !span.isEmpty {
            if let last = joined.last, span.lowerBound - last.upperBound <= Self.joiningPause {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                joined.append(span)
            }
        }
        self.spans = joined
    }

    /// How much room is made at a frame, from 0 to 1. Frames are asked for in order.
    mutating func share(at frame: Int) -> Float {
        while next < spans.count, spans[next].upperBound + Self.fade <= frame { next += 1 }
        var distance = Self.fade
        for span in spans[next...].prefix(2) {
            distance = min(distance, max(0, span.lowerBound - frame, frame - span.upperBound))
        }
        return 1 - Float(distance) / Float(Self.fade)
    }

    /// The factor of a sound that is lowered for a voice.
    static func gain(_ share: Float) -> Float { share == 0 ? 1 : Gain.factor(decibels: depth * share) }

    /// Whether room is made anywhere in a range.
    func makesRoom(in range: Range<Int>) -> Bool {
        spans.contains { $0.lowerBound - Self.fade < range.upperBound && range.lowerBound < $0.upperBound + Self.fade }
    }
}
