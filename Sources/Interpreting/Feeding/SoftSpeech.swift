internal import Audio

/// Notices a recording with speech so soft that words may be missing.
struct SoftSpeech {
    /// The level in dBFS (RMS of an utterance's voiced frames) below which all utterances count as very soft. Speech in usual
    /// recordings has −35 to −15.
    private static let limit = -48.0

    private var loudest = -Double.infinity
    private var first = 0

    mutating func hear(_ evidence: SpeechEvidence, at sample: Int) {
        if loudest == -.infinity { first = sample }
        loudest = max(loudest, evidence.rmsDBFS)
    }

    /// A remark at the first speech; nil if there is none, or if some of it is loud enough.
    var remark: AudioDamage? {
        guard loudest > -.infinity, loudest < Self.limit else { return nil }
        return AudioDamage(
            atSeconds: SampleRange(start: first, end: first).startSeconds,
            what: "the speech is very soft (\(Int(loudest.rounded())) dBFS), so words may be missing: record it louder",
            isRemark: true)
    }
}
