/// Which of some candidate languages a text is in.
public struct Identification: Sendable, Equatable {
    /// What decided.
    public enum Evidence: Sendable, Hashable {
        /// Nothing: no letters, or only what any of the candidates might contain (digits, `ok`, names).
        case none
        /// The script: no other candidate is written in it.
        case script
        /// Words and letters, between candidates that share the script.
        case wording
        /// The script, against all: the text is in one that no candidate is written in.
        case foreign
    }

    /// Fewer words than half a one, that is names and the like, are no evidence, not even of a script.
    static let leastUnits = 0.5
    /// Below this probability no candidate is named.
    static let leastProbability = 0.55

    /// The probability of each candidate; together 1, and all the same where there is no evidence.
    public let probabilities: [LanguageCode: Double]
    public let evidence: Evidence
    /// How the letters share out over scripts.
    public let script: ScriptEvidence

    /// The most probable candidate, unless there is no evidence or it is against all.
    public let language: LanguageCode?

    /// How far the most probable candidate stands out: 0 where all are the same, 1 where it is certain.
    public var confidence: Double {
        guard let language else { return 0 }
        let even = 1 / Double(probabilities.count)
        guard even < 1 else { return 1 }
        return max(0, (probabilities[language, default: 0] - even) / (1 - even))
    }
}
