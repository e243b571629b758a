internal import Language

/// Translation without understanding: each word by itself.
struct WordByWord {
    /// A word with what comes directly before and after it.
    private struct Token {
        var before = ""
        var word = ""
        var after = ""
    }

    private let source: Vocabulary
    private let target: Vocabulary
    private let seed: UInt64

    init(_ pair: LanguagePair, seed: UInt64) {
        source = .of(pair.from)
        target = .of(pair.to)
        self.seed = seed
    }

    func translate(_ text: String) -> (text: String, unknownWords: Int) {
        var unknown = 0
        let words = tokens(of: text).map { token in
            String(token.before.map(punctuation)) + word(token.word, &unknown) + String(token.after.map(punctuation))
        }
        return (target.joined(words), unknown)
    }

    private func word(_ word: String, _ unknown: inout Int) -> String {
        guard !word.isEmpty, !word.contains(where: \.isNumber) else { return word }
        let place: Int
        if let known = source.place(of: word) {
            place = known
        } else {
            unknown += 1
            place = StableHash(seed).with(word.lowercased()).index(below: target.words.count)
        }
        let translated = target.words[place]
        return word.first?.isUppercase == true ? translated.capitalizedFirst : translated
    }

    private func tokens(of text: String) -> [Token] {
        text.split(whereSeparator: \.isWhitespace).flatMap { run in
            source.language.isWrittenWithoutSpaces ? unspacedTokens(of: Array(run)) : [spacedToken(of: run)]
        }
    }

    private func spacedToken(of run: Substring) -> Token {
        let isWordCharacter: (Character) -> Bool = { $0.isLetter || $0.isNumber }
        guard let first = run.firstIndex(where: isWordCharacter), let last = run.lastIndex(where: isWordCharacter)
        else { return Token(before: String(run)) }
        return Token(
            before: String(run[..<first]), word: String(run[first...last]),
            after: String(run[run.index(after: last)...]))
    }

    /// Splits a text without spaces: known words, numbers and Latin words stay whole, any other letter is a separate word.
    private func unspacedTokens(of run: [Character]) -> [Token] {
        var tokens: [Token] = []
        var before = ""
        var rest = run[...]
        while let character = rest.first {
            guard character.isLetter || character.isNumber else {
                if tokens.isEmpty { before.append(character) } else { tokens[tokens.count - 1].after.append(character) }
                rest = rest.dropFirst()
                continue
            }
            let length =
                character.isASCII
                ? rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }.count
                : source.knownPrefix(of: rest) ?? 1
            tokens.append(Token(before: before, word: String(rest.prefix(length))))
            before = ""
            rest = rest.dropFirst(length)
        }
        return before.isEmpty ? tokens : tokens + [Token(before: before)]
    }

    /// A stop, a comma or a question mark as the target language writes it; any other character as it is.
    private func punctuation(_ character: Character) -> Character {
        switch character {
        case ".", "。", "।": target.fullStop
        case "?", "？", "؟": target.language.isWrittenWithoutSpaces ? "？" : target.language == .ar ? "؟" : "?"
        case "!", "！": target.language.isWrittenWithoutSpaces ? "！" : "!"
        case ",", "，", "、", "،":
            switch target.language {
            case .zh: "，"
            case .ja: "、"
            case .ar: "،"
            default: ","
            }
        default: character
        }
    }
}
