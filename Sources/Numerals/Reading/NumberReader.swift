package import Language

/// Finds the numbers of a text: in digits of any system and in words, with dates, times of day, units and currencies.
///
///     NumberReader(.de).mentions(in: "um halb vier, für 1.200,50 €")   // a clock of 3:30, and 1200.5 EUR
///
/// Words that may also be no number (articles, "second", 一 in a compound) are returned as uncertain mentions.
package struct NumberReader: Sendable {
    let language: LanguageCode

    package init(_ language: LanguageCode) {
        self.language = language
    }

    /// The numbers in the order of the text.
    package func mentions(in text: String) -> [NumberMention] {
        DayMarks.marking(NumberPass(source: NumberSource(text, language)).run(), in: text, language)
    }

    /// The units and currencies that the text names anywhere, with or without a number.
    package func units(in text: String) -> [MeasureUnit] {
        let folded = FoldedText(text)
        var units = UnitWords.shared.all(in: folded)
        // Livres are pounds or books. They can match the unit of the other side, but require none.
        if language == .fr, folded.tokens(.fr).contains(where: { ["livre", "livres"].contains($0.text) }) {
            units += [MeasureUnit(tag: "CGBP/lb/pound")].compactMap(\.self)
        }
        if language == .zh && text.contains("百分之") || UnitReader.saysShare(folded.tokens(language)) {
            units += [MeasureUnit(tag: "P%")].compactMap(\.self)
        }
        return units
    }

    /// The weeks that a number of days means if the language counts one day too many for them.
    func weeks(saidBy mention: NumberMention) -> Int? {
        guard mention.unit?.codes == ["day"] else { return nil }
        switch mention.value.integer {
        case 8 where [.fr, .es, .it, .pt, .de].contains(language): return 1
        case 15 where [.fr, .es, .it, .pt].contains(language): return 2
        default: return nil
        }
    }

    /// What a text says of time and price without numbers.
    var phrases: NumberPhrases { NumberPhrases(language: language) }

    /// Whether the text says that something is below zero: a sign, or a word for it.
    func saysMinus(_ text: String) -> Bool {
        let signs = SignReader(source: NumberSource(text, language))
        return signs.tokens.indices.contains { signs.saysMinus($0) }
    }
}
