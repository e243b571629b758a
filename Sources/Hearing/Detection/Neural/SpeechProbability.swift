/// The probability of speech in each 32 ms of a stream of 16 kHz audio, as the network alone sees it.
///
/// For measuring and comparing; utterances are cut by ``UtteranceSegmenter``.
public struct SpeechProbability: Sendable {
    private var network: SpeechNetwork
    private var waiting: [Float] = []

    public init(model: SpeechModel) { network = SpeechNetwork(model: model) }

    /// Takes the next samples and gives the probabilities of the steps that are complete with them.
    public mutating func push(_ samples: [Float]) -> [Float] {
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
