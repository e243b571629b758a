/// The measurements of a stretch of audio that show whether it is speech.
package struct SpeechEvidence: Sendable, Hashable, Codable {
    /// Sound above the noise, judged with the noise after it as well. At most the length of the speech.
    package var voicedMilliseconds: Int
    /// Level of the voiced frames; 0 is a square wave at full scale. −120 means silence.
    package var rmsDBFS: Double
    /// Largest sample of the whole range; −120 means silence.
    package var peakDBFS: Double
    /// Mean power of the voiced frames over that of the noise, 100–7200 Hz, in decibels.
    package var snrDB: Double
    /// The recording's own samples at full scale in the whole range, over all its channels in use.
    package var clippedSamples: Int
    /// The network's largest probability of speech, 0 to 1, over the steps of 32 ms; nil if there was no network.
    package var speechProbability: Double?

    package init(
        voicedMilliseconds: Int, rmsDBFS: Double, peakDBFS: Double, snrDB: Double, clippedSamples: Int,
        speechProbability: Double? = nil
    ) {
        self.voicedMilliseconds = voicedMilliseconds
        self.rmsDBFS = rmsDBFS
        self.peakDBFS = peakDBFS
        self.snrDB = snrDB
        self.clippedSamples = clippedSamples
        self.speechProbability = speechProbability
    }
}
