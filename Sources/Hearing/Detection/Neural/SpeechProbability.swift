/// The probability of speech in each 32 ms of a stream of 16 kHz audio, from the network alone.
///
/// It is for measurements and comparisons; ``UtteranceSegmenter`` cuts utterances.
package struct SpeechProbability: Sendable {
    private var network: SpeechNetwork
    private var waiting: [Float] = []

    package init(model: SpeechModel) { network = SpeechNetwork(model: model) }

    /// Takes the next samples and returns the probabilities of the steps that they complete.
    package mutating func push(_ samples: [Float]) -> [Float] {
        waiting += samples
        var probabilities: [Float] = []
        var start = 0
        while waiting.count - start >= SpeechNetwork.chunk {
            waiting.withUnsafeBufferPointer { waiting in
                let chunk = UnsafeBufferPointer(rebasing: waiting[start..<(start + SpeechNetwork.chunk)])
                probabilities.append(network.probability(of: chunk))
            }
            start += SpeechNetwork.chunk
        }
        waiting.removeFirst(start)
        return probabilities
    }
}
