internal import Language

/// Restores capital letters around Apertium.
///
/// Recognized speech comes without capital letters. Apertium gives one to the first word that it knows, even if the text had
/// none.
enum ApertiumCase {
    /// English words that always have a capital letter and are no other words in lower case.
    private static let englishCapitals: [String: String] = {
        let names =
            ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "January", "February"]
            + ["April", "June", "July", "September", "October", "November", "December"]
            + LanguageCode.known.map(\.englishName)
        let i = ["I", "I'm", "I'll", "I've", "I'd"]
        return Dictionary(uniqueKeysWithValues: (names + i).map { ($0.lowercased(), $0) })
    }()

    /// The text; if it is English without any capital letter, it gets those that the dictionaries need to find its words.
    static func prepared(_ text: String, from language: LanguageCode) -> String {
        guard language == .en, !text.contains(where: \.isUppercase) else { return text }
        var result = ""
        var word = ""
        func flush() {
            result += englishCapitals[word] ?? word
            word = ""
        }
        for character in text {
            if character.isLetter || character == "'" {
                word.append(character)
            } else {
                flush()
                result.append(character)
            }
        }
        flush()
        return result
    }

    /// The translation, with its beginning in the case of the source's beginning.
    ///
    /// - Parameter unknown: words that stay untranslated, in lower case; Apertium capitalizes the first word after them.
    static func matched(
        _ translation: String, to source: String, language: LanguageCode, unknown: Set<String>
    ) -> String {
        guard let first = source.first(where: \.isCased) else { return translation }
        var result = translation
        if first.isUppercase {
            guard let index = result.firstIndex(where: \.isCased) else { return result }
            if result[index].isLowercase { result.replaceSubrange(index...index, with: result[index].uppercased()) }
            let end = result[index...].firstIndex { !$0.isLetter } ?? result.endIndex
            return passedOn(result, after: end, language)
        }
        var index = result.startIndex
        while index < result.endIndex {
            guard result[index].isLetter else {
                result.formIndex(after: &index)
                continue
            }
            let end = result[index...].firstIndex { !$0.isLetter && $0 != "'" } ?? result.endIndex
            let word = result[index..<end]
            if unknown.contains(word.lowercased()) {
                index = end
                continue
            }
            let isName = language == .en && englishCapitals[word.lowercased()] != nil
            let isAcronym = word.dropFirst().contains(where: \.isUppercase)
            if word.first?.isUppercase == true {
                if !isName, !isAcronym { result.replaceSubrange(index...index, with: result[index].lowercased()) }
                return result
            }
            return passedOn(result, after: end, language)
        }
        return result
    }

    /// Words that are never names. Some sentences begin with an expression of several words ("good morning"). Apertium
    /// leaves the expression as it is and capitalizes the word after it.
    private static let smallWords: [LanguageCode: Set<String>] = [
        .en: ["and", "or", "but", "to", "of", "in", "at", "with", "for", "the", "a", "an"],
        .es: [
            "y", "e", "o", "u", "pero", "a", "de", "en", "con", "para", "por", "el", "la", "los", "las", "un", "una",
        ],
        .fr: ["et", "ou", "mais", "à", "de", "en", "dans", "avec", "pour", "le", "la", "les", "un", "une", "des"],
        .it: ["e", "ed", "o", "ma", "a", "di", "in", "con", "per", "il", "lo", "la", "i", "gli", "le", "un", "una"],
        .pt: ["e", "ou", "mas", "a", "de", "em", "com", "para", "por", "o", "os", "as", "um", "uma", "no", "na"],
    ]

    /// The text with its next capitalized word in lower case, if that is a small word and does not begin a sentence.
    private static func passedOn(_ text: String, after start: String.Index, _ language: LanguageCode) -> String {
        var result = text
        for word in text[start...].split(whereSeparator: { !$0.isLetter }) where word.first?.isUppercase == true {
            let before = text[..<word.startIndex].last { !$0.isWhitespace }
            if smallWords[language]?.contains(word.lowercased()) == true, before?.isLetter == true {
                result.replaceSubrange(word.startIndex..<word.endIndex, with: word.lowercased())
            }
            break
        }
        return result
    }
}
