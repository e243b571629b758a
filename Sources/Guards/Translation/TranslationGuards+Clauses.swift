public import Language
internal import Numerals

extension TranslationGuards {
    /// Whether a clause may be spoken before the rest of the translation is known.
    ///
    /// What is spoken cannot be asked for again, so the guards that can judge a part of an answer look at it before: its form,
    /// its language, whether it is talk around the translation, whether it names another day, and whether it has numbers, in
    /// digits or in words, that nobody said or said of something else. That something is missing shows only in the end; it is
    /// flagged then.
    public func mayBeSpoken(clause: String, source: String, pair: LanguagePair) -> Bool {
        let part = GuardedAnswer(source: source, translation: clause, pair: pair)
        for check in clauseGuards {
            // A clause may be a quotation.
            if let finding = check.finding(in: part), finding.severity > .detail { return false }
        }
        let numbers = NumberComparison(source: source, in: pair.from, translation: clause, in: pair.to)
        return numbers.added.isEmpty && numbers.unitChanges.isEmpty && numbers.signChanges.isEmpty
    }
}
