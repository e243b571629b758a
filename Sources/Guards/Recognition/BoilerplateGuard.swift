internal import Language

/// The whole text is made of phrases that recognizers learned from the ends of videos and invent if there is no speech.
struct BoilerplateGuard: RecognitionGuard {
    static let flag = "boilerplate"
    let name = flag

    /// The most words that are checked: longer texts are not made of such phrases.
    private static let maximumWords = 80
    /// How long a phrase may be: in words, and in letters.
    private static let longest = (words: 20, letters: 60)
    /// The longest text after the opening of a credit, mostly a name: in letters.
    private static let longestName = 40

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        let text = heard.text
        guard !text.words.isEmpty, text.words.count <= Self.maximumWords else { return nil }
        guard let kind = Self.kind(of: text) else { return nil }
        switch kind {
        case .courtesy:
            return RecognitionFinding(
                name: name, weight: .typical, reason: "a courtesy that recognizers invent for noise",
                evidence: [heard.excerpt])
        case .broadcast, .credit:
            return RecognitionFinding(
                name: name, weight: .telling, reason: "what is said or written at the end of videos",
                evidence: [heard.excerpt])
        }
    }

    /// The most telling kind of phrase that the text is made of; nil if the text has anything else in it.
    private static func kind(of text: HeardText) -> BoilerplatePhrases.Kind? {
        var found: BoilerplatePhrases.Kind?
        var index = 0
        while index < text.words.count {
            guard let (end, kind) = phrase(at: index, in: text) else { return nil }
            found = max(found ?? kind, kind)
            index = end
        }
        return found
    }

    /// The longest phrase that begins with a word, and the word after it.
    private static func phrase(
        at start: Int, in text: HeardText
    ) -> (end: Int, kind: BoilerplatePhrases.Kind)? {
        let words = text.words
        var best: (end: Int, kind: BoilerplatePhrases.Kind)?
        var hash = HeardText.Hash()
        for index in start..<min(words.count, start + longest.words) {
            for letter in text.letters[words[index].letters] { hash.add(letter) }
            if let kind = BoilerplatePhrases.table[hash.value] {
                let rest = text.letters.count - words[index].letters.upperBound
                // The names in credits are not in any list.
                if kind == .credit { return rest <= longestName ? (words.count, kind) : best }
                best = (index + 1, kind)
            }
            if words[index].letters.upperBound - words[start].letters.lowerBound > longest.letters { break }
        }
        return best
    }
}
