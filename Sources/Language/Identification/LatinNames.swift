/// Which words of a text in Latin letters are names, addresses and codes: any language may contain them, so they speak for
/// none.
///
/// A text in which every word has a capital is most likely a name, except in German, which writes every noun so, and at its
/// first word, where everybody does.
enum LatinNames {
    /// The text without addresses, and without words that have digits in them (`X5`).
    static func withoutAddresses(_ text: String) -> String {
        let plain = Addresses.removed(from: text)
        guard plain.contains(where: \.isNumber) else { return plain }
        return plain.split(whereSeparator: \.isWhitespace).filter { !isCode($0) }.joined(separator: " ")
    }

    /// Ideographs and other letters beside digits are words of their own.
    private static func isCode(_ word: Substring) -> Bool {
        word.contains { $0.isASCII && $0.isNumber } && word.contains { $0.isASCII && $0.isLetter }
    }

    /// For each word whether it is part of a name.
    ///
    /// - Parameter judgements: what is known of each word.
    static func parts(of words: [LatinWord], _ judgements: [LatinModel.Judgement]) -> [Bool] {
        var none = Array(repeating: false, count: words.count)
        guard let first = words.first else { return none }
        if words.count == 1 {
            none[0] = first.isUppercase && first.text.count <= longestAbbreviation
            return none
        }
        // What an apostrophe leaves of `McDonald's`.
        for index in words.indices.dropFirst() where words[index].text == "s" {
            none[index] = words[index - 1].text.hasSuffix("'") && words[index - 1].hasCapital
        }
        let isTitle = words.indices.allSatisfy {
            words[$0].hasCapital || none[$0] || $0 > 0 && particles.contains(words[$0].text)
        }
        guard isTitle, words.last?.hasCapital == true || none[words.count - 1] else { return none }
        let beginsName = beginnings.contains(first.text) || places.contains(words.map(\.text).joined(separator: " "))
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

    private static let longestAbbreviation = 4
    private static let german = LatinModel.languages.firstIndex(of: .de) ?? 0

    /// What stands between the words of a name in lower case.
    private static let particles = Set(
        "de la las los del da do dos das di della degli von van der den of the and y e et und d' l'".split(
            separator: " "
        )
        .map(String.init))

    /// What names begin with: articles, colours, what is said of places, and English first names that are words. Of the German
    /// ones none, as every noun behind them has a capital.
    private static let beginnings = Set(
        """
        the new los las el la le les san santa santo saint st north south west east great big red green blue black white old
        grand mont port notre rio río del monte villa costa puerto cape lake mount fort royal saint-denis bill will mark grant
        rose grace hope frank rob pat jack art dean chase drew may june april
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Names whose first word is an ordinary one.
    private static let places: Set = ["buenos aires", "bel air", "salt lake city", "times square", "long island"]
}
