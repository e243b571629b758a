package import Audio

/// How much of a recording is speech, and in which ranges.
package struct SpeechActivity: Sendable, Hashable, Codable {
    /// The length of the recording in samples of the speech clock.
    package var totalSamples: Int
    /// The speech of every utterance worth a recognizer's call, without the audio kept around it.
    package private(set) var segments: [SampleRange] = []
    /// The number of utterances that were not worth a call.
    package private(set) var passedOver = 0

    package init(totalSamples: Int = 0) {
        self.totalSamples = totalSamples
    }

    package mutating func add(_ utterance: HeardUtterance) {
        guard utterance.gate == .pass else {
            passedOver += 1
            return
        }
        segments.append(utterance.speech)
    }

    package var totalSeconds: Double { Double(totalSamples) / Double(speechSampleRate) }

    package var speechSeconds: Double {
        Double(segments.reduce(0) { $0 + $1.count }) / Double(speechSampleRate)
    }

    /// The ratio of speech to the total; 0 if the recording is empty.
    package var share: Double { totalSamples > 0 ? speechSeconds / totalSeconds : 0 }
}
