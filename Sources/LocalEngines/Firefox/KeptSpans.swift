/// Finds what stands in a text and is not language: addresses, placeholders, marks, names of accounts, pictures.
enum KeptSpans {
    /// The longest placeholder or mark.
    private static let longest = 60

    /// Their places, in order.
    static func ranges(in text: Substring) -> [Range<Substring.Index>] {
        var found: [Range<Substring.Index>] = []
        var at = text.startIndex
        var isWordStart = true
        while at < text.endIndex {
            let rest = text[at...]
            if let end = end(of: rest, isWordStart: isWordStart), end > at {
                found.append(at..<end)
                at = end
                isWordStart = false
            } else {
                isWordStart = !(text[at].isLetter || text[at].isNumber)
                text.formIndex(after: &at)
            }
        }
        return found
    }

    /// A text without the pictures, marks such as `<i>` and white space at its ends.
    static func core(of text: Substring) -> Substring {
        var core = text.drop { $0.isWhitespace || $0.isPicture }
        while core.first == "<", let end = end(of: core, isWordStart: true) {
            core = core[end...].drop { $0.isWhitespace || $0.isPicture }
        }
        while true {
            while let last = core.last, last.isWhitespace || last.isPicture { core = core.dropLast() }
            guard core.last == ">", let last = ranges(in: core).last, last.upperBound == core.endIndex,
                core[last.lowerBound] == "<"
            else { return core }
            core = core[..<last.lowerBound]
        }
    }

    /// The text between them.
    static func rest(of text: Substring, without spans: [Range<Substring.Index>]) -> String {
        var rest = ""
        var at = text.startIndex
        for span in spans {
            rest += text[at..<span.lowerBound] + " "
            at = span.upperBound
        }
        return rest + text[at...]
    }

    /// The end of what begins with the text; nil if that is language.
    private static func end(of text: Substring, isWordStart: Bool) -> Substring.Index? {
        guard let first = text.first else { return nil }
        if first.isPicture { return text.firstIndex { !$0.isPicture } ?? text.endIndex }
        switch first {
        case "{": return closed(text, by: text.hasPrefix("{{") ? "}}" : "}")
        case "$" where text.dropFirst().first == "{": return closed(text, by: "}")
        case "<" where text.dropFirst().first.map({ $0.isLetter || $0 == "/" }) == true: return closed(text, by: ">")
        case "%": return isWordStart ? format(text) : nil
        case "@" where isWordStart, "#" where isWordStart:
            let name = text.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return name.isEmpty ? nil : name.endIndex
        default: return isWordStart && (first.isLetter || first.isNumber) ? address(text) : nil
        }
    }

    private static func closed(_ text: Substring, by mark: String) -> Substring.Index? {
        let part = text.prefix(longest)
        guard let end = part.firstRange(of: mark), !part[..<end.lowerBound].contains(where: \.isNewline) else {
            return nil
        }
        return end.upperBound
    }

    /// `%s`, `%1$d`, `%(name)s`, `%.2f`.
    private static func format(_ text: Substring) -> Substring.Index? {
        var rest = text.dropFirst()
        if rest.first == "(", let close = rest.prefix(longest).firstIndex(of: ")") {
            rest = rest[rest.index(after: close)...]
        }
        rest = rest.drop { $0.isNumber || "$.-+#".contains($0) }
        guard let letter = rest.first, "sdifgxXeucl@".contains(letter) else { return nil }
        let end = rest.index(after: rest.startIndex)
        let isWord = end < rest.endIndex && rest[end].isLetter
        return isWord ? nil : end
    }

    /// Addresses of the web and of mail. The punctuation after one is not part of it.
    private static func address(_ text: Substring) -> Substring.Index? {
        var word = text.prefix { !$0.isWhitespace && !"<>\"“”".contains($0) }
        while let last = word.last, ".,;:!?)]}'’".contains(last) { word = word.dropLast() }
        guard word.allSatisfy(\.isASCII) else { return nil }
        if word.contains("://") || word.hasPrefix("www.") { return word.endIndex }
        guard let at = word.firstIndex(of: "@"), at > word.startIndex else { return nil }
        let domain = word[word.index(after: at)...]
        return domain.contains(".") && !domain.contains("@") ? word.endIndex : nil
    }
}
