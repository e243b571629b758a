/// Signals that recognizers give about an answer in addition to its text. Recognizers of Whisper's kind report how likely
/// there was no speech, and how sure they were of the words. Many report in which language it was.
package struct RecognitionSignals: Sendable, Hashable, Codable {
    /// From 0 to 1: the minimum over the answer's segments, so that it is high only if all of them are doubted.
    package var noSpeech: Double?
    /// The mean of the natural logarithms of the tokens' probabilities; 0 at most.
    package var meanLogProbability: Double?
    /// The factor by which the text can be compressed: the maximum over all segments. It counts bytes of UTF-8, so scripts
    /// other than Latin have higher values. Nothing is decided by it.
    package var compressionRatio: Double?

    /// The language that the recognizer reports, in its own form (`english`, `nl`, `deu`), whether Verbio has it or not. Nil if
    /// it reports none.
    package var language: String?

    /// The probability of that language by the sound, from 0 to 1, among those that it may be in. Nil if the recognizer does
    /// not compare them.
    package var languageProbability: Double?

    /// Seconds from the start of the audio to the end of the last thing heard; nil if the recognizer does not report it.
    package var heardUntil: Double?

    /// Returns nil if all signals are nil.
    package init?(
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
