/// A reason to doubt that a text was said, and what was done about it.
///
/// It belongs to the utterance and not to the answer: the doubt depends on how clearly the utterance was spoken.
package struct RecognitionFlag: Sendable, Hashable, Codable {
    /// The decision of the guard on the recognized text.
    package enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
        /// The utterance keeps the text in spite of the doubt.
        case kept
        /// The text repeats itself, and the repeated part is kept once.
        case cut
        /// The recognizer was called again, without its prompt or with one in the script of the language, and that answer was
        /// used.
        case askedAgain = "asked-again"
        /// Nothing was said, so nothing is translated: the outcome is `dropped`, its reason `hallucination`.
        case dropped
    }

    /// The guard's name: `boilerplate`, `rate`, `loop`, `language`, `no-speech`, `unsure`, `early-end` or `prompt-echo`.
    package var name: String
    package var verdict: Verdict
    /// The finding, in English.
    package var reason: String
    /// The pieces of text that support the finding.
    package var evidence: [String]

    package init(name: String, verdict: Verdict, reason: String, evidence: [String] = []) {
        self.name = name
        self.verdict = verdict
        self.reason = reason
        self.evidence = evidence
    }

    /// Whether the utterance has the doubtful text, or what is left of it.
    package var isOfKeptText: Bool { verdict == .kept || verdict == .cut }
}

extension [RecognitionFlag] {
    /// The names of the guards that doubt the text that is kept, each once.
    package var doubts: [String] {
        reduce(into: []) { if $1.isOfKeptText, !$0.contains($1.name) { $0.append($1.name) } }
    }
}
