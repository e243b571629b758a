/// Finds which words of a text in Latin letters are names: any language may contain them, so they are evidence for none.
///
/// A text in which every word has a capital is most likely a name. There are two exceptions: German, which writes every noun
/// so, and the first word, which has a capital in every language. So if the first word is an ordinary word, the words behind it
/// decide. If one of them is an ordinary word with an unusual capital, the text is a title (`Central Park`). If a name follows,
/// the text only addresses a person (`Hello Peter`). Without capitals only ``CommonNames`` are known.
enum LatinNames {
    /// For each word whether it is part of a name.
    ///
    /// - Parameter judgements: the model's judgement of each word.
    static func parts(of words: [LatinWord], _ judgements: [LatinModel.Judgement]) -> [Bool] {
        var none = Array(repeating: false, count: words.count)
        guard let first = words.first else { return none }
        if first.hasCapital, KnownNames.whole.contains(words.map(\.text).joined(separator: " ")) {
            return Array(repeating: true, count: words.count)
        }
        if areCommon(words) { return Array(repeating: true, count: words.count) }
        for index in words.indices { none[index] = CommonNames.all.contains(words[index].text) }
        if words.count == 1 {
            none[0] =
                none[0] || first.isUppercase && first.text.count <= longestAbbreviation
                || first.hasCapital && KnownNames.given.contains(first.text) || first.isLetter
            return none
        }
        // The `s` that is split off at the apostrophe of `McDonald's`.
        for index in words.indices.dropFirst() where words[index].text == "s" {
            none[index] = words[index - 1].text.hasSuffix("'") && words[index - 1].hasCapital
        }
        let isCapitalized = words.indices.allSatisfy {
            words[$0].hasCapital || none[$0] || $0 > 0 && particles.contains(words[$0].text)
        }
        guard isCapitalized, words.last?.hasCapital == true || none[words.count - 1] else { return none }
        let beginsName =
            KnownNames.beginnings.contains(first.text) || KnownNames.given.contains(first.text)
            || isTitle(words, judgements)
        // `Dunkelblau, von Wolfskin` is a German noun with its maker's name.
        let spelled = judgements[0].logLikelihood
        let hasParticles = words.contains { !$0.hasCapital && particles.contains($0.text) }
        let isNoun = hasParticles && spelled[german] == spelled.max()
        let isName = beginsName || judgements[0].listed.max() == 0 && !isNoun
        return words.indices.map { index in
            guard isName else { return none[index] }
            return beginsName || judgements[index].listed[german] == 0 || particles.contains(words[index].text)
        }
    }

    /// Whether all words of a text are names that are also known in lower case (`mark taylor`, `san antonio`).
    ///
    /// At least one must be a name that is no ordinary word; the others may be words as well as names.
    private static func areCommon(_ words: [LatinWord]) -> Bool {
        if CommonNames.phrases.contains(words.map(\.text).joined(separator: " ")) { return true }
        let names = words.map { CommonNames.all.contains($0.text) }
        guard names.contains(true), let last = words.last,
            names[words.count - 1] || KnownNames.given.contains(last.text)
        else { return false }
        return words.indices.allSatisfy { index in
            let text = words[index].text
            return names[index] || KnownNames.given.contains(text) || KnownNames.beginnings.contains(text)
                || index > 0 && particles.contains(text)
        }
    }

    private static let longestAbbreviation = 4
    private static let german = LatinModel.languages.firstIndex(of: .de) ?? 0

    /// Lower-case words that stand between the words of a name.
    private static let particles = Set(
        "de la las los del da do dos das di della degli von van der den of the and y e et und d' l'".split(
            separator: " "
        )
        .map(String.init))

    /// Whether an ordinary word after the first has a capital that only a title gives it.
    private static func isTitle(_ words: [LatinWord], _ judgements: [LatinModel.Judgement]) -> Bool {
        guard judgements[0].logLikelihood.max() < frequent, !KnownNames.openings.contains(words[0].text) else {
            return false
        }
        return zip(words, judgements).dropFirst().contains { word, judgement in
            judgement.listed.max() > 0 && judgement.listed[german] == 0 && word.hasCapital
                && !particles.contains(word.text) && !KnownNames.capitalized.contains(word.text)
        }
    }

    /// The logarithm of the frequency of the 250th word: more frequent words begin sentences, and hardly ever names.
    private static let frequent: Float = -7.8
}

extension LatinWord {
    /// Whether it is a spelled letter, which is no evidence; one with an accent is a word (`é`).
    var isLetter: Bool { text.count == 1 && text.allSatisfy(\.isASCII) }
}
