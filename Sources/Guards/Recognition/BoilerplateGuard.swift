internal import Language

/// The whole text is made of phrases that recognizers have learned from the ends of videos and invent where nobody speaks.
struct BoilerplateGuard: RecognitionGuard {
    static let flag = "boilerplate"
    let name = flag

    /// Longer texts are not made of them.
    private static let mostWords = 80
    /// How far a phrase may reach: in words, and in letters.
    private static let longest = (words: 20, letters: 60)
    /// What may follow the opening of a credit, a name mostly: in letters.
    private static let longestName = 40

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        let text = heard.text
        guard !text.words.isEmpty, text.words.count <= Self.mostWords else { return nil }
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

    /// What the text is made of, the most telling of its phrases; nil where there is anything else in it.
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
                // Whose subtitles they are is not in any list.
                if kind == .credit { return rest <= longestName ? (words.count, kind) : best }
                best = (index + 1, kind)
            }
            if words[index].letters.upperBound - words[start].letters.lowerBound > longest.letters { break }
        }
        return best
    }
}
