public import Audio

/// How much of a recording is speech, and where.
public struct SpeechActivity: Sendable, Hashable, Codable {
    /// Length of the recording in samples of the speech clock.
    public var totalSamples: Int
    /// The speech of every utterance worth a recognizer's call, without what is kept around it.
    public private(set) var segments: [SampleRange] = []
    /// Utterances that were not worth it.
    public private(set) var passedOver = 0

    public init(totalSamples: Int = 0) {
        self.totalSamples = totalSamples
    }

    public mutating func add(_ utterance: HeardUtterance) {
        guard utterance.gate == .pass else {
            passedOver += 1
            return
        }
        segments.append(utterance.speech)
    }

    public var totalSeconds: Double { Double(totalSamples) / Double(speechSampleRate) }

    public var speechSeconds: Double {
        Double(segments.reduce(0) { $0 + $1.count }) / Double(speechSampleRate)
    }

    /// Speech by total, 0 for an empty recording.
    public var share: Double { totalSamples > 0 ? speechSeconds / totalSeconds : 0 }
}
