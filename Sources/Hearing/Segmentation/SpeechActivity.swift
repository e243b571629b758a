public import Audio

/// How much of a recording is speech, and in which ranges.
public struct SpeechActivity: Sendable, Hashable, Codable {
    /// The length of the recording in samples of the speech clock.
    public var totalSamples: Int
    /// The speech of every utterance worth a recognizer's call, without the audio kept around it.
    public private(set) var segments: [SampleRange] = []
    /// The number of utterances that were not worth a call.
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

    /// The ratio of speech to the total; 0 if the recording is empty.
    public var share: Double { totalSamples > 0 ? speechSeconds / totalSeconds : 0 }
}
