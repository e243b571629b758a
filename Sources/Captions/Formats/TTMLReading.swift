/// Reads the paragraphs of a TTML file. A file that is no well-formed XML is read as far as its tags can be told.
struct TTMLReading {
    /// What an open element gives to those inside it.
    private struct Scope {
        var name: String
        /// Where its time begins, and where it ends if that is known, in milliseconds.
        var begin = 0
        var end: Int?
        var style = TextStyle()
        var region: String?
        var styleNames: String?
        var keepsSpace = false
        var isRuby = false
        /// Whether a cue ends with it.
        var isTimed = false
    }

    private var content = CaptionContent()
    private var scopes: [Scope] = []
    private var styles: [String: TextStyle] = [:]
    private var regions: [String: Int] = [:]
    private var region: String?
    private var cue: ReadCue?
    private var rates = TTMLRates()

    mutating func read(_ text: String) -> CaptionContent? {
        var markup = Markup(text, decodesEntities: true)
        var isTTML = false
        var line = 1
        while let token = markup.next() {
            switch token {
            case .text(let piece): add(piece)
            case .time: break
            case .open(let name, _, let rest):
                if name == "tt" {
                    isTTML = true
                    rates = TTMLRates(Markup.attributes(rest))
                }
                let isEmpty = rest.hasSuffix("/")
                open(name, Markup.attributes(isEmpty ? String(rest.dropLast()) : rest), at: line)
                if isEmpty { close(name) }
            case .close(let name): close(name)
            }
            line = markup.line
        }
        // A file that is cut off.
        while let scope = scopes.last { close(scope.name) }
        guard isTTML || !content.cues.isEmpty else { return nil }
        content.head = Self.head(of: text)
        return content
    }

    private mutating func open(_ name: String, _ attributes: [String: String], at line: Int) {
        var scope = scopes.last ?? Scope(name: "")
        (scope.name, scope.isTimed) = (name, false)
        switch name {
        case "br": return add("\n", keepingSpace: true)
        case "style":
            if let id = attributes["id"] {
                styles[id] = style(attributes, in: TextStyle())
            } else if let region {
                regions[region] = Self.alignment(attributes) ?? regions[region]
            }
        case "region":
            region = attributes["id"]
            if let region { regions[region] = Self.alignment(attributes) }
        case "tt", "body", "div", "p", "span": take(attributes, into: &scope, at: line)
        default: break
        }
        scopes.append(scope)
        guard name == "p" || name == "span" && attributes["begin"] != nil else { return }
        flush()
        guard attributes["begin"] != nil || attributes["end"] != nil || scope.end != nil else { return }
        var cue = ReadCue(line: line, start: scope.begin, end: scope.end, text: StyledText())
        cue.native["region"] = scope.region
        cue.native["style"] = scope.styleNames
        cue.alignment = scope.region.flatMap { regions[$0] } ?? Self.alignment(attributes)
        if scope.end == nil { content.lose("the end of the cue cannot be read", at: line) }
        self.cue = cue
        scopes[scopes.count - 1].isTimed = true
    }

    private mutating func take(_ attributes: [String: String], into scope: inout Scope, at line: Int) {
        let outer = scope.begin
        func time(_ name: String) -> Int? {
            guard let text = attributes[name] else { return nil }
            let time = rates.milliseconds(text)
            if time == nil { content.lose("the time '\(text.prefix(40))' cannot be read", at: line) }
            return time
        }
        if let begin = time("begin") { scope.begin = outer + begin }
        if let end = time("end") {
            scope.end = outer + end
        } else if let length = time("dur") {
            scope.end = scope.begin + length
        }
        scope.region = attributes["region"] ?? scope.region
        scope.styleNames = scope.name == "span" ? scope.styleNames : attributes["style"] ?? scope.styleNames
        scope.style = style(attributes, in: scope.style)
        if let space = attributes["space"] { scope.keepsSpace = space == "preserve" }
        if let ruby = attributes["ruby"] { scope.isRuby = ruby == "text" || ruby == "delimiter" }
    }

    private func style(_ attributes: [String: String], in outer: TextStyle) -> TextStyle {
        var style = outer
        for name in attributes["style"]?.split(whereSeparator: \.isWhitespace) ?? [] {
            guard let named = styles[String(name)] else { continue }
            style.isItalic = style.isItalic || named.isItalic
            style.isBold = style.isBold || named.isBold
            style.isUnderlined = style.isUnderlined || named.isUnderlined
        }
        if let slant = attributes["fontstyle"] { style.isItalic = slant == "italic" || slant == "oblique" }
        if let weight = attributes["fontweight"] { style.isBold = weight == "bold" }
        if let line = attributes["textdecoration"] {
            style.isUnderlined = line.contains("underline") && !line.contains("no")
        }
        // The colour of a paragraph is that of its style; only a stretch with its own colour keeps it.
        if scopes.last?.name == "p", let color = TaggedText.color(attributes["color"]) { style.color = color }
        return style
    }

    private static func alignment(_ attributes: [String: String]) -> Int? {
        switch attributes["displayalign"] {
        case "before": 8
        case "center": 5
        default: nil
        }
    }

    private mutating func add(_ text: String, keepingSpace: Bool = false) {
        guard cue != nil, let scope = scopes.last else { return }
        if scope.isRuby {
            return content.lose("a reading above characters was left out", at: cue?.line ?? 1)
        }
        guard !keepingSpace, !scope.keepsSpace else { return cue?.text.append(text, scope.style) ?? () }
        var words = text.split(whereSeparator: { $0.isWhitespace && $0 != "\u{A0}" }).joined(separator: " ")
        if text.first.map({ $0.isWhitespace }) == true, !words.isEmpty { words = " " + words }
        if text.last.map({ $0.isWhitespace }) == true { words += words.isEmpty ? " " : " " }
        cue?.text.append(words, scope.style)
    }

    private mutating func close(_ name: String) {
        guard let place = scopes.lastIndex(where: { $0.name == name }) else { return }
        if name == "region" { region = nil }
        if scopes[place...].contains(where: \.isTimed) { flush() }
        scopes.removeSubrange(place...)
    }

    private mutating func flush() {
        guard var cue else { return }
        self.cue = nil
        var text = StyledText()
        for (index, line) in cue.text.lines.enumerated() {
            if index > 0 { text.append("\n") }
            text.append(line.trimmed)
        }
        cue.text = text.trimmed
        content.add(cue)
    }

    /// The root element and the head, in the words of the file; empty if there is no head.
    private static func head(of text: String) -> String {
        guard let body = text.firstRange(of: "<body") ?? text.firstRange(of: ":body"),
            let root = text.firstRange(of: "<tt"), text.contains("</head>"), root.lowerBound < body.lowerBound
        else { return "" }
        var head = text[..<body.lowerBound].trimmed
        head.replace("timeBase=\"smpte\"", with: "timeBase=\"media\"")
        return head
    }
}

/// The rates in which a TTML file counts frames and ticks.
package struct TTMLRates {
    private var frames = 30.0
    private var ticks = 1.0

    package init(_ attributes: [String: String] = [:]) {
        func number(_ name: String) -> Double? {
            attributes[name].flatMap { Double($0) }.flatMap { $0 > 0 && $0 <= 1e9 ? $0 : nil }
        }
        frames = number("framerate") ?? frames
        if let factors = attributes["frameratemultiplier"]?.split(whereSeparator: { $0 == " " || $0 == ":" }),
            factors.count == 2, let over = Double(factors[0]), let under = Double(factors[1]), over > 0, under > 0
        {
            frames *= over / under
        }
        ticks = number("tickrate") ?? (attributes["framerate"] == nil ? 1 : frames)
    }

    /// A time such as `00:00:01.500`, `00:00:01:12` with frames, `1.5s`, `1500ms`, `36f` or `1000t`.
    package func milliseconds(_ text: String) -> Int? {
        let text = text.trimmingBlanks
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        if fields.count == 4, let frame = Double(fields[3]), frame >= 0,
            let clock = CueTime.parse(fields[..<3].joined(separator: ":"))
        {
            return rounded(Double(clock) + frame * 1_000 / frames)
        }
        if fields.count > 1 { return CueTime.parse(text) }
        let units: [(String, Double)] = [
            ("ms", 1), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("f", 1_000 / frames), ("t", 1_000 / ticks),
        ]
        for (unit, length) in units where text.hasSuffix(unit) {
            return Double(text.dropLast(unit.count)).flatMap { rounded($0 * length) }
        }
        return nil
    }

    private func rounded(_ milliseconds: Double) -> Int? {
        Int(exactly: milliseconds.rounded()).flatMap { abs($0) <= CueTime.latest ? $0 : nil }
    }
}

extension String {
    fileprivate var trimmingBlanks: String { self[...].trimmed }
}
