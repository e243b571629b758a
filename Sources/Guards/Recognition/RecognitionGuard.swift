package import Language

/// One check of a recognized text before it is used.
///
/// A guard does not know about recognizers and decides nothing: it only reports what is odd about a text.
/// ``RecognitionGuards`` decides what is done about it, by how clear the voice was.
package protocol RecognitionGuard: Sendable {
    /// Its name, as in `loop`.
    var name: String { get }

    /// What is odd about the answer; nil if nothing is.
    func finding(in heard: HeardAnswer) -> RecognitionFinding?
}

/// What a guard found odd.
package struct RecognitionFinding: Sendable, Hashable {
    /// How much it says against the text.
    package enum Weight: Int, Sendable, Hashable, Comparable {
        /// It is worth telling, and decides nothing.
        case remark = -1
        /// The text itself is not odd, but the recognizer doubts it.
        case hint = 0
        /// It happens in real speech.
        case unusual = 1
        /// Recognizers invent it, and people say it, too.
        case typical = 2
        /// Recognizers invent it, and people hardly ever say it.
        case telling = 3
        /// It cannot have been said, however clear the voice is.
        case impossible = 4

        package static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
    }

    /// The guard's name.
    package var name: String
    package var weight: Weight
    /// The finding, in English.
    package var reason: String
    /// The pieces of the text that the finding is based on.
    package var evidence: [String]
    /// What is left of the text without its repetitions; nil if there is nothing to cut.
    package var remainder: String?
    /// Whether the prompt may be the cause, so that the recognizer is called again without it.
    package var blamesPrompt: Bool
    /// The language of the script that the text should be in, if a prompt in that script may help.
    package var expectedScript: LanguageCode?

    package init(
        name: String, weight: Weight, reason: String, evidence: [String] = [], remainder: String? = nil,
        blamesPrompt: Bool = false
    ) {
        self.name = name
        self.weight = weight
        self.reason = reason
        self.evidence = evidence
        self.remainder = remainder
        self.blamesPrompt = blamesPrompt
    }
}
