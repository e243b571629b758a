/// What recognizers say of an answer besides its text: those of Whisper's kind, how likely they find that there was no speech,
/// and how sure they were of the words; many, in which language it was.
public struct RecognitionSignals: Sendable, Hashable, Codable {
    /// From 0 to 1: the least over the answer's segments, so that it is high only where all of them are doubted.
    public var noSpeech: Double?
    /// The natural logarithm of a token's probability, in the mean; 0 at most.
    public var meanLogProbability: Double?
    /// By how much the text can be packed, the most of any segment. It counts bytes of UTF-8, so other scripts than Latin come
    /// out higher; nothing is decided by it.
    public var compressionRatio: Double?

    /// The language it says it heard, in its own words (`english`, `nl`, `deu`), one of Verbio's or not; nil where it does not say.
    public var language: String?

    /// How likely that language is by the sound, from 0 to 1, among those that it may be in; nil if the recognizer does not compare them.
    public var languageProbability: Double?

    /// Seconds from the start of the audio at which the last thing ends that it heard; nil if it does not say.
    public var heardUntil: Double?

    /// Nil where all of them are.
    public init?(
        noSpeech: Double? = nil, meanLogProbability: Double? = nil, compressionRatio: Double? = nil,
        language: String? = nil, languageProbability: Double? = nil, heardUntil: Double? = nil
    ) {
        guard
            noSpeech != nil || meanLogProbability != nil || compressionRatio != nil || language != nil
                || languageProbability != nil || heardUntil != nil
        else { return nil }
        self.heardUntil = heardUntil
        self.language = language
        self.languageProbability = languageProbability
        self.noSpeech = noSpeech
        self.meanLogProbability = meanLogProbability
        self.compressionRatio = compressionRatio
    }
}
