package import Audio

/// A stretch of audio that contains speech, cut from the stream.
///
/// The ranges of one stream are in order and never overlap. Every voiced frame of the segmenter is in exactly one of them.
package struct HeardUtterance: Sendable, Hashable, Codable {
    /// The reason for the end of the utterance.
    package enum EndReason: String, Sendable, Hashable, Codable, CaseIterable {
        /// The speaker paused.
        case silence
        /// It reached the maximum length and was cut; if the speech continues, the next one begins on the very next sample.
        case maximumLength
        /// The caller announced a change of speaker: ``UtteranceSegmenter/expectChange(at:)``.
        case speakerChange
        /// The stream ended.
        case endOfAudio
    }

    /// Whether the utterance is worth a recognizer's call. Other utterances are returned as well, because dropping one must
    /// leave a trace.
    package enum Gate: String, Sendable, Hashable, Codable, CaseIterable {
        case pass
        /// It has less voiced sound than ``SegmentationConfiguration/minimumVoiced``.
        case tooShort
        /// It does not rise above the noise, or it was steady noise itself.
        case tooQuiet
        /// Its level hardly changes: a dial tone, a beep, a test signal.
        case tooEven
    }

    /// The audio to recognize: the speech and the audio kept before and after it.
    package var range: SampleRange
    /// From the first voiced frame to the end of the last, as judged at the end of the utterance.
    package var speech: SampleRange
    /// The audio of ``range``, exactly `range.count` samples.
    package var samples: [Float]
    package var evidence: SpeechEvidence
    package var end: EndReason
    package var gate: Gate
    /// The parts of ``speech`` without pauses of 200 ms and more, in order. They do not overlap.
    package var stretches: [SampleRange] = []

    package init(
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

extension HeardUtterance.Gate {
    /// The reason why the utterance is not recognized, as it is stored: `too-short`, `too-quiet` or `too-even`; nil if it is
    /// recognized.
    package var dropReason: String? {
        switch self {
        case .pass: nil
        case .tooShort: "too-short"
        case .tooQuiet: "too-quiet"
        case .tooEven: "too-even"
        }
    }
}
