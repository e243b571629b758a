/// Advanced SubStation Alpha, and its predecessor SSA: styles, and one line a cue.
///
/// The format counts hundredths of a second, so times of other formats are rounded to them.
package struct ASS: CaptionFormat {
    package let name = "ass"
    package let mediaType = "text/x-ssa"
    package let endings = ["ass", "ssa"]
    package let step = 10

    package init() {}

    // MARK: Writing

    package func header(_ heading: CaptionHeading) -> String {
        if let native = heading.native(name) {
            let isOld = native.lowercased().contains("[v4 styles]")
            return native + "\n\n" + (isOld ? Self.events.replacing("Layer", with: "Marked") : Self.events)
        }
        return """
            [Script Info]
            \(heading.title.isEmpty ? "" : "Title: \(heading.title)\n")\
            ScriptType: v4.00+
            WrapStyle: 0
            ScaledBorderAndShadow: yes
            PlayResX: 1280
            PlayResY: 720

            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
            Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
            MarginR, MarginV, Encoding
            Style: Default,Arial,48,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,40,40,36,1


            """ + Self.events
    }

    private static let fields = [
        "Layer", "Start", "End", "Style", "Name", "MarginL", "MarginR", "MarginV", "Effect", "Text",
    ]
    private static let events = "[Events]\nFormat: \(fields.joined(separator: ", "))\n"

    package func text(of cue: CaptionCue, number: Int) -> String {
        let native = cue.native(name)
        let kind = native["Kind"] ?? "Dialogue"
        func field(_ name: String, _ usual: String) -> String { native[name] ?? usual }
        let raw = native["Raw"] ?? native["Source"]
        var text = raw ?? (karaoke(cue) ?? cue.rendered(Self.tagged)).joined(separator: "\\N")
        if raw == nil {
            let place = cue.alignment.map { "{\\an\($0)}" } ?? ""
            text = place + (native["Head"] ?? "") + text
        }
        let voice = field("Name", cue.voice ?? "").replacing(",", with: ";")
        return "\(kind): \(native["Marked"] ?? field("Layer", "0")),\(Self.clock(cue.start)),\(Self.clock(cue.end)),"
            + "\(field("Style", "Default")),\(voice),\(field("MarginL", "0")),\(field("MarginR", "0")),"
            + "\(field("MarginV", "0")),\(field("Effect", cue.isDoubtful ? Self.doubtful : "")),\(text)\n"
    }

    /// An effect that players do not know, so they show the text without it.
    private static let doubtful = "doubtful"

    /// The lines with `{\k50}` before each word: how long it is said, in hundredths of a second.
    private func karaoke(_ cue: CaptionCue) -> [String]? {
        let plain = { Self.tagged($0, TextStyle()) }
        var starts: [Int] = []
        let isTimed =
            cue.timed(
                { word, offset in
                    starts.append((offset + 5) / 10)
                    return word
                }, plain: plain) != nil
        guard isTimed, let first = starts.first, let last = starts.last else { return nil }
        starts.append(max(last, (cue.end - cue.start + 5) / 10))
        var index = 0
        return cue.timed(
            { word, _ in
                defer { index += 1 }
                let silence = index == 0 && first > 0 ? "{\\k\(first)}" : ""
                return silence + "{\\k\(starts[index + 1] - starts[index])}" + plain(word)
            }, plain: plain)
    }

    private static func tagged(_ text: String, _ style: TextStyle) -> String {
        // A brace begins an instruction, and a backslash may.
        let text = text.replacing("{", with: "(").replacing("}", with: ")")
        var (on, off) = ("", "")
        if style.isItalic { (on, off) = (on + "\\i1", "\\i0" + off) }
        if style.isBold { (on, off) = (on + "\\b1", "\\b0" + off) }
        if style.isUnderlined { (on, off) = (on + "\\u1", "\\u0" + off) }
        if let color = style.color, color.count == 7 {
            let digits = color.dropFirst()
            on += "\\c&H\(digits.suffix(2))\(digits.dropFirst(2).prefix(2))\(digits.prefix(2))&"
            off += "\\c"
        }
        return on.isEmpty ? text : "{\(on)}\(text){\(off)}"
    }

    /// `0:01:02.34`, rounded to the nearest hundredth.
    private static func clock(_ milliseconds: Int) -> String {
        let whole = (max(0, milliseconds) + 5) / 10
        return
            "\(whole / 360_000):\(CueTime.padded(whole / 6_000 % 60, to: 2)):\(CueTime.padded(whole / 100 % 60, to: 2))."
            + CueTime.padded(whole % 100, to: 2)
    }

    // MARK: Reading

    package func read(_ text: String) -> CaptionContent? {
        var content = CaptionContent()
        var section = ""
        var head: [String] = []
        var format = Self.fields
        var isFound = false
        for line in NumberedLine.all(of: text) {
            let trimmed = line.text.trimmed
            if trimmed.hasPrefix("["), trimmed.hasSuffix("]"), !Self.isData(section, trimmed) {
                section = trimmed.lowercased()
                isFound = isFound || section == "[events]"
                if section != "[events]" { head.append(trimmed) }
                continue
            }
            guard section == "[events]" else {
                head.append(trimmed)
                continue
            }
            guard let colon = trimmed.firstIndex(of: ":"), !trimmed.isEmpty, !trimmed.hasPrefix(";") else { continue }
            let kind = trimmed[..<colon].trimmed
            let value = trimmed[trimmed.index(after: colon)...].drop(while: \.isWhitespace)
            switch kind {
            case "Format": format = value.split(separator: ",").map { $0.trimmed }
            case "Dialogue", "Comment": read(value, kind, format, at: line.number, &content)
            default: break
            }
        }
        guard isFound || !content.cues.isEmpty else { return nil }
        while head.last?.isEmpty == true { head.removeLast() }
        content.head = head.joined(separator: "\n")
        return content
    }

    /// Lines of embedded fonts and pictures may look like the name of a section, but have small letters.
    private static func isData(_ section: String, _ line: String) -> Bool {
        (section == "[fonts]" || section == "[graphics]") && line.contains { $0.isLowercase && $0.isASCII } == false
            && !line.contains(" ") && line.count > 20
    }

    private func read(
        _ value: Substring, _ kind: String, _ format: [String], at line: Int, _ content: inout CaptionContent
    ) {
        let values = value.split(separator: ",", maxSplits: max(0, format.count - 1), omittingEmptySubsequences: false)
        var fields: [String: String] = [:]
        for (name, value) in zip(format, values) { fields[name] = name == "Text" ? String(value) : value.trimmed }
        guard let source = fields["Text"], let start = fields["Start"].flatMap({ CueTime.parse($0) }) else {
            return content.lose("a line of the events cannot be read and was left out", at: line)
        }
        let end = fields["End"].flatMap { CueTime.parse($0) }
        if end == nil { content.lose("the end of the cue cannot be read", at: line) }
        let overrides = OverrideText(source)
        let isText = kind == "Dialogue" && !overrides.isDrawing
        var cue = ReadCue(line: line, start: start, end: end, text: isText ? overrides.text : StyledText())
        for name in ["Layer", "Style", "Name", "MarginL", "MarginR", "MarginV", "Effect"] {
            cue.native[name] = fields[name]
        }
        cue.native["Marked"] = fields["Marked"]
        if kind != "Dialogue" { cue.native["Kind"] = kind }
        if isText {
            cue.alignment = overrides.alignment
            if !overrides.head.isEmpty { cue.native["Head"] = overrides.head }
            if overrides.hasOthers {
                content.lose("an instruction inside the text was left out", at: line)
                cue.source = source
            }
        } else {
            cue.native["Raw"] = source
        }
        if let name = fields["Name"], !name.isEmpty { cue.voice = name }
        content.add(cue)
    }
}
