/// What recognizers of Whisper's kind say of an answer besides its text: how likely they find that there was no speech, and
/// how sure they were of the words.
public struct RecognitionSignals: Sendable, Hashable, Codable {
    /// From 0 to 1: the least over the answer's segments, so that it is high only where all of them are doubted.
    public var noSpeech: Double?
    /// The natural logarithm of a token's probability, in the mean; 0 at most.
    public var meanLogProbability: Double?
    /// By how much the text can be packed, the most of any segment. It counts bytes of UTF-8, so other scripts than Latin come
    /// out higher; nothing is decided by it.
    public var compressionRatio: Double?

    /// Nil where all three are.
    public init?(noSpeech: Double? = nil, meanLogProbability: Double? = nil, compressionRatio: Double? = nil) {
        guard noSpeech != nil || meanLogProbability != nil || compressionRatio != nil else { return nil }
        self.noSpeech = noSpeech
        self.meanLogProbability = meanLogProbability
        self.compressionRatio = compressionRatio
    }
}
