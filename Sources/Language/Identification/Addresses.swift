/// Addresses of mail and of the web, which are the same in every language.
package enum Addresses {
    /// A text without the words that are addresses.
    package static func removed(from text: String) -> String {
        guard text.contains(where: { $0 == "@" || $0 == "." || $0 == "/" }) else { return text }
        return text.split(whereSeparator: \.isWhitespace).filter { !isAddress($0) }.joined(separator: " ")
    }

    /// `anna@example.com`, `https://example.com/a`, `example.com`.
    static func isAddress(_ word: Substring) -> Bool {
        // Fast path: most words contain none of these marks, except for the full stop after the last word.
        let marks = (UInt8(ascii: "@"), UInt8(ascii: "."), UInt8(ascii: "/"))
        let hasMark = word.utf8.dropLast().contains { $0 == marks.0 || $0 == marks.1 || $0 == marks.2 }
        guard hasMark else { return false }
        let word = word.trimmingPrefix { !$0.isLetter && !$0.isNumber }
        if word.contains("://") || word.hasPrefix("www.") { return true }
        if let at = word.firstIndex(of: "@"), at > word.startIndex { return word[at...].contains(".") }
        let labels = word.prefix { !"/?,:;!)".contains($0) }.split(separator: ".")
        return labels.count > 1 && labels.allSatisfy { $0.allSatisfy { $0.isASCII && !$0.isUppercase } }
            && labels.last.map { domains.contains(String($0)) } ?? false
    }

    /// The last labels of the most common domains.
    static let domains: Set<String> = [
        "com", "org", "net", "edu", "gov", "info", "eu", "io", "app", "dev", "de", "at", "ch", "fr", "es", "mx", "it",
        "pt", "br", "uk", "us", "cn", "jp", "kr", "ru", "in",
    ]
}
