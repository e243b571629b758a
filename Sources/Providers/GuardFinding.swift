/// What a guard found wrong.
package struct GuardFinding: Sendable, Hashable, Codable {
    /// How much a finding counts against an answer. Of two answers, the one with the less severe worst finding is kept.
    package enum Severity: Int, Sendable, Hashable, Codable, Comparable {
        /// A detail is wrong or missing.
        case detail = 1
        /// Something of the meaning is wrong or missing.
        case meaning = 2
        /// It is no translation.
        case unusable = 3

        package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    /// The flag, `numbers`. It is the name of a guard; there are few names, so that flags can be counted.
    package var flag: String
    package var severity: Severity
    /// The finding, in English.
    package var reason: String
    /// The pieces of the two texts that the finding is based on.
    package var evidence: [String]
    /// The hint for the translator in the second request.
    package var hint: String
    /// Whether the answer is a refusal to translate. A refusal is a failure of the provider, and no answer.
    package var isRefusal: Bool

    package init(
        flag: String, severity: Severity, reason: String, evidence: [String] = [], hint: String,
        isRefusal: Bool = false
    ) {
        self.flag = flag
        self.severity = severity
        self.reason = reason
        self.evidence = evidence
        self.hint = hint
        self.isRefusal = isRefusal
    }
}
