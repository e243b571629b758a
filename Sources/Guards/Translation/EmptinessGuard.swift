internal import Language
internal import Providers

/// A text with words has a translation with words.
struct EmptinessGuard: TranslationGuard {
    let name = "empty"
    let isDecisive = true

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        guard Self.hasWords(answer.source), !Self.hasWords(answer.translation) || Self.isNothing(answer) else {
            return nil
        }
        return GuardFinding(
            flag: name, severity: .unusable, reason: "the answer has no words", evidence: [answer.translation],
            hint: "Give a translation of the whole text; an empty answer is not one.")
    }

    /// What programs write if there is no value. In German `null` is a number.
    private static func isNothing(_ answer: GuardedAnswer) -> Bool {
        // "n/a" with marks around it. A longer answer is never one of these, so it is not checked.
        guard answer.translation.utf8.count <= longestNothing else { return false }
        let word = answer.translation.lowercased().filter { $0.isLetter || $0 == "/" }
        return word != answer.source.lowercased().filter { $0.isLetter || $0 == "/" }
            && (word == "n/a" || word == "null" && answer.pair.to != .de)
    }

    /// In bytes.
    private static let longestNothing = 40

    private static func hasWords(_ text: String) -> Bool { text.contains { $0.isLetter || $0.isNumber } }
}
