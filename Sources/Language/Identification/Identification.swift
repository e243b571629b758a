/// The result of an identification: which of some candidate languages a text is in.
package struct Identification: Sendable, Equatable {
    /// What the decision rests on.
    package enum Evidence: Sendable, Hashable {
        /// No evidence: no letters, or only what any candidate might contain (digits, `ok`, names).
        case none
        /// The script: no other candidate is written in it.
        case script
        /// Words and letters, between candidates that share the script.
        case wording
        /// The script, against all candidates: the text is in a script that none of them is written in.
        case foreign
    }

    /// The least number of words that is evidence. Fewer than half a word (names and the like) is no evidence, not even of a
    /// script.
    static let minimumUnits = 0.5
    /// If no candidate reaches this probability, none is named.
    static let minimumProbability = 0.55

    /// The probability of each candidate. The sum is 1, and all are equal if there is no evidence.
    package let probabilities: [LanguageCode: Double]
    package let evidence: Evidence
    /// The share of each script in the letters.
    package let script: ScriptEvidence

    /// The most probable candidate; nil if there is no evidence or if the evidence is against all.
    package let language: LanguageCode?

    /// How far the most probable candidate exceeds the others: 0 if all are equal, 1 if it is certain.
    package var confidence: Double {
        guard let language else { return 0 }
        let even = 1 / Double(probabilities.count)
        guard even < 1 else { return 1 }
        return max(0, (probabilities[language, default: 0] - even) / (1 - even))
    }
}
