/// A text with words has a translation with words.
struct EmptinessGuard: TranslationGuard {
    let name = "empty"

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        guard Self.hasWords(answer.source), !Self.hasWords(answer.translation) else { return nil }
        return GuardFinding(
            flag: name, severity: .unusable, reason: "the answer has no words", evidence: [answer.translation],
            hint: "Give a translation of the whole text; an empty answer is not one.")
    }

    private static func hasWords(_ text: String) -> Bool { text.contains { $0.isLetter || $0.isNumber } }
}
