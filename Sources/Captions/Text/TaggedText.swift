/// Reads the tags that SRT and WebVTT have in common into styles.
package struct TaggedText {
    package private(set) var text = StyledText()
    /// What the tags said that is left out, each once: `a time between words`.
    package private(set) var leftOut: [String] = []

    /// - Parameter decodesEntities: whether `&lt;` stands for `<`.
    package init(_ source: String, decodesEntities: Bool) {
        var open: [(name: String, style: TextStyle)] = []
        var isRuby = false
        for token in Markup(source, decodesEntities: decodesEntities) {
            let style = open.last?.style ?? TextStyle()
            switch token {
            case .text(let piece): isRuby ? note("a reading above characters") : text.append(piece, style)
            case .time: note("a time between words")
            case .open(let name, let classes, let rest):
                switch name {
                case "br": text.append("\n", style)
                case "rt":
                    // Outside of ruby it is text like any other.
                    isRuby = open.contains { $0.name == "ruby" }
                    open.append((name, style))
                default:
                    guard let inner = Self.style(name, classes, rest, in: style) else {
                        // What is no tag of captions is text: "5 <than 6>".
                        text.append(Self.written(name, classes, rest), style)
                        continue
                    }
                    open.append((name, inner))
                }
            case .close(let name):
                guard let place = open.lastIndex(where: { $0.name == name }) else {
                    if !Self.known.contains(name) { text.append("</\(name)>", style) }
                    continue
                }
                if name == "rt" || name == "ruby" { isRuby = false }
                open.removeSubrange(place...)
            }
        }
    }

    private mutating func note(_ what: String) { if !leftOut.contains(what) { leftOut.append(what) } }

    private static let known: Set<String> = [
        "i", "em", "b", "strong", "u", "s", "font", "c", "v", "lang", "ruby", "rt", "rp", "span",
    ]

    private static func written(_ name: String, _ classes: [String], _ rest: String) -> String {
        "<" + ([name] + classes).joined(separator: ".") + rest + ">"
    }

    private static func style(
        _ name: String, _ classes: [String], _ rest: String, in outer: TextStyle
    ) -> TextStyle? {
        var style = outer
        switch name {
        case "i", "em": style.isItalic = true
        case "b", "strong": style.isBold = true
        case "u": style.isUnderlined = true
        case "font": style.color = color(Markup.attributes(rest)["color"]) ?? style.color
        case "v":
            let voice = rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            style.voice = voice.isEmpty ? nil : Markup.decoded(voice)
        case "c":
            for name in classes { style.color = color(name) ?? style.color }
        case "s", "lang", "ruby", "rp", "span": break
        default: return nil
        }
        return style
    }

    /// A colour as `#RRGGBB`; nil if it is none of those that captions have.
    package static func color(_ text: String?) -> String? {
        guard let text = text?.lowercased() else { return nil }
        if let named = named[text] { return named }
        var digits = text.hasPrefix("#") ? text.dropFirst() : Substring(text)
        if digits.count == 8 { digits = digits.prefix(6) }
        guard digits.count == 6, digits.allSatisfy(\.isHexDigit) else { return nil }
        return "#" + digits.uppercased()
    }

    /// The eight colours of WebVTT.
    private static let named = [
        "white": "#FFFFFF", "lime": "#00FF00", "cyan": "#00FFFF", "red": "#FF0000", "yellow": "#FFFF00",
        "magenta": "#FF00FF", "blue": "#0000FF", "black": "#000000", "green": "#008000",
    ]
}
