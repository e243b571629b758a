package import Language
internal import Numerals
internal import Providers

extension TranslationGuards {
    /// Whether a clause may be spoken before the rest of the translation is known.
    ///
    /// Speech cannot be taken back, so the guards that can check a part of an answer do so before it is spoken. They check its
    /// form, its language, and whether it is talk around the translation. They also check whether it names another day. Finally
    /// they check for numbers, in digits or in words, that the source does not say or says of something else. Omissions show
    /// only when the translation is complete; they are flagged then.
    package func isSafeToSpeak(clause: String, source: String, pair: LanguagePair) -> Bool {
        let part = GuardedAnswer(source: source, translation: clause, pair: pair)
        for check in clauseGuards where check.knows(pair) {
            // A clause may be a quotation.
            if let finding = check.finding(in: part), finding.severity > .detail { return false }
        }
        guard !pair.isBasic else { return true }
        let numbers = NumberComparison(source: source, in: pair.from, translation: clause, in: pair.to)
        return numbers.added.isEmpty && numbers.unitChanges.isEmpty && numbers.signChanges.isEmpty
    }
}
