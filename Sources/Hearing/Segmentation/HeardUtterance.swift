public import Audio

/// A stretch of audio with speech in it, as cut from the stream.
///
/// Ranges of one stream never overlap and only grow. Every voiced frame the segmenter heard lies in exactly one of them.
public struct HeardUtterance: Sendable, Hashable, Codable {
    /// Why the utterance is over.
    public enum EndReason: String, Sendable, Hashable, Codable, CaseIterable {
        /// The speaker paused.
        case silence
        /// It grew too long and was cut; the next one begins on the very next sample if the speech goes on.
        case maximumLength
        /// It was said that somebody else takes the word: ``UtteranceSegmenter/expectChange(at:)``.
        case speakerChange
        /// The stream is over.
        case endOfAudio
    }

    /// Whether it is worth a recognizer's call. Utterances that are not are told all the same: dropping one must leave a trace.
    public enum Gate: String, Sendable, Hashable, Codable, CaseIterable {
        case pass
        /// Less voiced sound than ``SegmentationConfiguration/minimumVoiced``.
        case tooShort
        /// It does not rise above the noise, or it was itself noise that stayed.
        case tooQuiet
        /// Its level hardly moves: a dial tone, a beep, a test signal.
        case tooEven
    }

    /// What is to be recognized: speech with what was kept before and after it.
    public var range: SampleRange
    /// From the first voiced frame to the end of the last, as seen when the utterance was over.
    public var speech: SampleRange
    /// The audio of ``range``, exactly `range.count` samples.
    public var samples: [Float]
    public var evidence: SpeechEvidence
    public var end: EndReason
    public var gate: Gate

    public init(
        range: SampleRange, speech: SampleRange, samples: [Float], evidence: SpeechEvidence, end: EndReason, gate: Gate
    ) {
        self.range = range
        self.speech = speech
        self.samples = samples
        self.evidence = evidence
        self.end = end
        self.gate = gate
    }
}

/// Why a stretch of audio was taken for speech.
public struct SpeechEvidence: Sendable, Hashable, Codable {
    /// Sound above the noise, judged with the noise after it known as well. At most the length of the speech.
    public var voicedMilliseconds: Int
    /// Level of the voiced frames; 0 is a square wave at full scale. −120 stands for silence.
    public var rmsDBFS: Double
    /// Largest sample of the whole range, −120 for silence.
    public var peakDBFS: Double
    /// Mean power of the voiced frames over that of the noise, 100–7200 Hz, in decibels.
    public var snrDB: Double
    /// The recording's own samples at full scale in the whole range, of all its channels that are heard.
    public var clippedSamples: Int
    /// What the speech network gives, from 0 to 1, for the 32 ms that sound most like a voice; nil where none listened.
    public var speechProbability: Double?

    public init(
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

extension HeardUtterance.Gate {
    /// Why the utterance is not recognized, as it is stored: `too-short`, `too-quiet` or `too-even`; nil where it is.
    public var dropReason: String? {
        switch self {
        case .pass: nil
        case .tooShort: "too-short"
        case .tooQuiet: "too-quiet"
        case .tooEven: "too-even"
        }
    }
}
