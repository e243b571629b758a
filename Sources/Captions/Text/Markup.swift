/// A piece of a text with tags.
package enum MarkupToken: Sendable, Hashable {
    case text(String)
    /// An opening tag: its name in lower case without a prefix, the classes after it, and what follows.
    case open(name: String, classes: [String], rest: String)
    case close(name: String)
    /// A time between words: `<00:00:01.000>`.
    case time(Int)
}

/// Finds the tags of HTML, WebVTT and TTML in a text. What looks like no tag stays text.
package struct Markup: Sequence, IteratorProtocol {
    private var rest: Substring
    private let decodesEntities: Bool
    /// The number of the line on which the next piece begins, from 1.
    package private(set) var line = 1

    /// - Parameter decodesEntities: whether `&lt;` stands for `<`.
    package init(_ text: some StringProtocol, decodesEntities: Bool) {
        rest = Substring(text)
        self.decodesEntities = decodesEntities
    }

    package mutating func next() -> MarkupToken? {
        guard !rest.isEmpty else { return nil }
        let before = rest
        defer { line += before[..<rest.startIndex].count(where: \.isNewline) }
        while rest.hasPrefix("<!--") {
            guard let end = rest.firstRange(of: "-->") else { return nil }
            rest = rest[end.upperBound...]
        }
        if rest.isEmpty { return nil }
        if rest.first == "<", let token = tag() { return token }
        let start = rest.startIndex
        let from = rest.index(after: start)
        let end = rest[from...].firstIndex(of: "<") ?? rest.endIndex
        let text = String(rest[start..<end])
        rest = rest[end...]
        return .text(decodesEntities ? Self.decoded(text) : text)
    }

    private mutating func tag() -> MarkupToken? {
        guard let end = rest.firstIndex(of: ">"), rest.distance(from: rest.startIndex, to: end) <= 2_000 else {
            return nil
        }
        var inside = rest[rest.index(after: rest.startIndex)..<end]
        let isClosing = inside.first == "/"
        if isClosing { inside = inside.dropFirst() }
        if !isClosing, let time = CueTime.parse(inside) {
            rest = rest[rest.index(after: end)...]
            return .time(time)
        }
        let head = inside.prefix { !$0.isWhitespace && $0 != "/" }
        guard isClosing || inside.first?.isLetter == true || inside.first == "?" || inside.first == "!",
            !inside.contains("<")
        else { return nil }
        let remainder = String(inside.dropFirst(head.count))
        rest = rest[rest.index(after: end)...]
        let parts = head.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
        let name = Self.bare((parts.first ?? "").lowercased())
        if isClosing { return .close(name: name) }
        return .open(name: name, classes: Array(parts.dropFirst()), rest: remainder)
    }

    /// A name without the prefix of its namespace.
    static func bare(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }

    /// The attributes of a tag by their names, in lower case and without prefixes.
    package static func attributes(_ text: String) -> [String: String] {
        var found: [String: String] = [:]
        var rest = Substring(text)
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].split(whereSeparator: { $0.isWhitespace || $0 == "/" }).last.map(String.init)
            rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
            let value: Substring
            if let quote = rest.first, quote == "\"" || quote == "'" {
                let body = rest.dropFirst()
                let end = body.firstIndex(of: quote) ?? body.endIndex
                value = body[..<end]
                rest = end < body.endIndex ? body[body.index(after: end)...] : ""
            } else {
                value = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
                rest = rest.dropFirst(value.count)
            }
            if let name { found[bare(name.lowercased())] = decoded(String(value)) }
        }
        return found
    }

    private static let entities: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "\u{200E}",
        "rlm": "\u{200F}",
    ]

    /// The text with its entities as characters. Unknown ones stay.
    package static func decoded(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var decoded = ""
        var rest = Substring(text)
        while let mark = rest.firstIndex(of: "&") {
            decoded += rest[..<mark]
            rest = rest[mark...]
            guard let end = rest.prefix(12).firstIndex(of: ";"),
                let character = entity(rest[rest.index(after: mark)..<end])
            else {
                decoded += "&"
                rest = rest.dropFirst()
                continue
            }
            decoded += character
            rest = rest[rest.index(after: end)...]
        }
        return decoded + rest
    }

    private static func entity(_ name: Substring) -> String? {
        guard name.first == "#" else { return entities[String(name)] }
        let digits = name.dropFirst()
        let number = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { String($0) }
    }

    /// The text with the characters escaped that XML and WebVTT give a meaning.
    package static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        // Works on scalars: a combining mark after a bracket forms one character with it.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
