/// Something that makes it doubtful that a text was said, and what was done about it.
///
/// It belongs to the utterance and not to the answer: how much a text is doubted depends on how clearly somebody spoke.
public struct RecognitionFlag: Sendable, Hashable, Codable {
    public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
        /// The text is the utterance's all the same.
        case kept
        /// What is said again and again is kept once.
        case cut
        /// The recognizer was asked once more without its prompt, and that answer taken.
        case askedAgain = "asked-again"
        /// Nothing was said, so nothing is translated: the outcome is `dropped`, its reason `hallucination`.
        case dropped
    }

    /// The guard's name: `boilerplate`, `rate`, `loop`, `language`, `no-speech` or `prompt-echo`.
    public var name: String
    public var verdict: Verdict
    /// What was found, in English, for the record.
    public var reason: String
    /// The pieces of text it rests on.
    public var evidence: [String]

    public init(name: String, verdict: Verdict, reason: String, evidence: [String] = []) {
        self.name = name
        self.verdict = verdict
        self.reason = reason
        self.evidence = evidence
    }
}
