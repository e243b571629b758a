/// The stretches of an utterance in which a voice is heard: it is cut at pauses.
struct SpeechStretches {
    /// Frames of silence between two stretches: 200 ms, in which another person may answer.
    private static let pause = 20
    /// Frames of a stretch that counts: 100 ms.
    private static let least = 10
    /// Frames before and after the sound that belong to a stretch.
    private static let margin = 5

    /// Frames, in order.
    private(set) var ranges: [ClosedRange<Int>] = []

    /// - Parameter speech: the frames from the first voiced one to the last.
    init(_ frames: UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>, in speech: ClosedRange<Int>) {
        var voiced: [ClosedRange<Int>] = []
        for frame in speech where frame >= frames.start && frame < frames.end && frames[frame].activity != .silent {
            if let last = voiced.last, frame - last.upperBound <= Self.pause {
                voiced[voiced.count - 1] = last.lowerBound...frame
            } else {
                voiced.append(frame...frame)
            }
        }
        ranges = voiced.filter { $0.count >= Self.least }.map {
            max(speech.lowerBound, $0.lowerBound - Self.margin)...min(speech.upperBound, $0.upperBound + Self.margin)
        }
    }
}
