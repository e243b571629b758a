/// Puts in the blanks that a recognizer has left out between two sentences or clauses: "correspondante.en écoutant".
///
/// Recognizers of Whisper's kind lose the blank where two of their segments meet. Addresses, names of files, abbreviations and
/// numbers keep their marks. Chinese and Japanese have no blanks.
///
/// A full stop within a word is ambiguous, so the word after it decides: with a capital letter it begins a sentence. In small
/// letters it must be a word of the language and no ending of an address.
package enum MissingBlanks {
    /// The text with its missing blanks.
    package static func repaired(_ text: String, in language: LanguageCode) -> String {
        guard !language.isWrittenWithoutSpaces, text.unicodeScalars.contains(where: marks.contains) else { return text }
        var repaired = ""
        var rest = text[...]
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            repaired += rest[..<start]
            let end = rest[start...].firstIndex(where: \.isWhitespace) ?? rest.endIndex
            repaired += pieces(of: rest[start..<end], in: language).joined(separator: " ")
            rest = rest[end...]
        }
        return repaired + rest
    }

    /// The words that a piece of text without blanks consists of, in order: mostly one.
    package static func pieces(of word: some StringProtocol, in language: LanguageCode) -> [String] {
        let whole = String(word)
        guard !language.isWrittenWithoutSpaces, !isTechnical(whole) else { return [whole] }
        let letters = Array(whole)
        var pieces: [String] = []
        var start = 0
        for place in letters.indices.dropFirst().dropLast() where isJoint(letters, place, language) {
            pieces.append(String(letters[start...place]))
            start = place + 1
        }
        return pieces + [String(letters[start...])]
    }

    /// The segments of a recognizer as one text: if neither of two neighbours has a blank where they meet, they get one.
    package static func joined(_ segments: [String], in language: LanguageCode) -> String {
        var text = ""
        for segment in segments where !segment.isEmpty {
            if let left = text.last, let right = segment.first, !language.isWrittenWithoutSpaces,
                !left.isWhitespace, right.isLetter || right.isNumber || openings.contains(right),
                left.isLetter || left.isNumber || ends.contains(left), !(left == "." && right.isNumber)
            {
                text += " "
            }
            text += segment
        }
        return text
    }

    /// Whether a word ends with the mark at this place, and another begins after it.
    private static func isJoint(_ letters: [Character], _ place: Int, _ language: LanguageCode) -> Bool {
        let mark = letters[place]
        guard ends.contains(mark) else { return false }
        let left = letters[..<place].reversed().prefix(while: isOfWord)
        let right = letters[(place + 1)...].prefix(while: isOfWord)
        guard left.contains(where: \.isLetter), let first = right.first else {
            return left.contains(where: \.isLetter) && openings.contains(letters[place + 1])
        }
        guard first.isLetter else { return false }
        guard mark == "." else { return true }
        // The next mark belongs to an abbreviation or an address: "o.ä.", "docs.example.com".
        let behind = place + 1 + right.count
        if behind + 1 < letters.count, letters[behind] == "." { return false }
        return isSentenceEnd(String(left.reversed()), String(right), language)
    }

    private static func isSentenceEnd(_ left: String, _ right: String, _ language: LanguageCode) -> Bool {
        let abbreviations = Abbreviations[language]
        let (before, after) = (left.lowercased(), right.lowercased())
        guard let last = left.last, let first = right.first, last.isLetter,
            !abbreviations.leading.contains(before), !abbreviations.trailing.contains(before),
            Script.isSame(last, first), !files.contains(after)
        else { return false }
        // Scripts without capital letters: no address is written in them.
        guard first.isCased else { return left.count >= 2 }
        guard left.count >= 3, last.isLowercase else { return false }
        if first.isUppercase { return right.count == 1 || !right.dropFirst().contains(where: \.isUppercase) }
        guard !Addresses.domains.contains(after), !domains.contains(after) else { return false }
        return language == .ru ? left.count >= 5 : KnownWords[language].contains(after)
    }

    /// Whether it is an address, the path of a file or a formula.
    private static func isTechnical(_ word: String) -> Bool {
        word.contains { "/\\@_=&#<>{}|~".contains($0) } || word.lowercased().hasPrefix("www.")
            || Addresses.isAddress(word[...])
    }

    private static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "'" || character == "’" || character == "-"
    }

    private static let ends: Set<Character> = [".", "!", "?", ",", ";", "؟", "،", "؛", "।", "۔"]
    private static let marks = Set(ends.flatMap(\.unicodeScalars))
    private static let openings: Set<Character> = ["¿", "¡", "«", "„", "“", "("]

    /// Endings of addresses that are words, too, or are said: "about.me".
    private static let domains: Set<String> = [
        "ai", "ar", "be", "by", "ca", "cl", "co", "do", "et", "hr", "id", "ie", "il", "is", "la", "li", "ly", "ma",
        "me",
        "mi", "mu", "my", "nl", "no", "nu", "pa", "pe", "pl", "se", "si", "so", "st", "su", "to", "tv", "va", "ve",
        "рф",
    ]
    /// Endings of files, and those of addresses that are no words.
    private static let files: Set<String> = [
        "com", "org", "net", "edu", "gov", "info", "io", "js", "ts", "py", "md", "txt", "pdf", "html", "htm", "css",
        "json",
        "xml", "yaml", "yml", "swift", "java", "exe", "zip", "csv", "png", "jpg", "jpeg", "gif", "svg", "doc", "docx",
        "xls",
        "xlsx", "wav", "flac", "ogg", "srt", "vtt", "php", "asp", "aspx", "sh", "toml", "sql", "log",
    ]
}

/// The words of a language that are known by heart, for texts that may be cut at one.
private enum KnownWords {
    static subscript(language: LanguageCode) -> Set<String> { all[language] ?? [] }

    private static let all: [LanguageCode: Set<String>] = Dictionary(
        uniqueKeysWithValues: [LanguageCode.en, .es, .fr, .de, .it, .pt].map { language in
            (language, Set(WordList(of: language).words.split(whereSeparator: \.isWhitespace).map(String.init)))
        })
}

extension Script {
    /// Whether two letters are of one script.
    fileprivate static func isSame(_ left: Character, _ right: Character) -> Bool {
        guard let one = left.unicodeScalars.first, let other = right.unicodeScalars.first else { return false }
        return Script(of: one) == Script(of: other)
    }
}
