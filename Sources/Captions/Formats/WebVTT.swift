/// WebVTT (W3C): `&`, `<` and `>` are escaped, which takes care of `-->` too. The speaker is a voice span, and a
/// doubtful text has the class `doubtful`, which a page may style with `::cue(.doubtful)`.
package struct WebVTT: CaptionFormat {
    package let name = "vtt"
    package let mediaType = "text/vtt"
    package let endings = ["vtt", "webvtt"]
    package let goesByLetters = true

    package init() {}

    package func header(_ heading: CaptionHeading) -> String {
        "WEBVTT\n\n" + (heading.native(name).map { $0 + "\n\n" } ?? "")
    }

    package func text(of cue: CaptionCue, number: Int) -> String {
        let start = CueTime.clock(cue.start, separator: ".")
        let end = CueTime.clock(cue.end, separator: ".")
        let native = cue.native(name)
        let settings = native["settings"] ?? cue.alignment.map(Self.settings) ?? ""
        let voice = cue.voice.map { "<v \(Markup.escaped($0))>" } ?? ""
        let plain = { Self.tagged($0, TextStyle()) }
        // What is said at once needs no time.
        let timed = cue.timed(
            { word, offset in
                (offset > 0 ? "<\(CueTime.clock(cue.start + offset, separator: "."))>" : "") + plain(word)
            }, plain: plain)
        let lines = (timed ?? cue.rendered(Self.tagged))
            .map { cue.isDoubtful ? "<c.doubtful>\($0)</c>" : $0 }
            .joined(separator: "\n")
        return "\(native["id"] ?? String(number))\n\(start) --> \(end)\(settings.isEmpty ? "" : " " + settings)\n"
            + (native["Source"] ?? voice + lines) + "\n\n"
    }

    private static func tagged(_ text: String, _ style: TextStyle) -> String {
        var tagged = Markup.escaped(text)
        if style.isUnderlined { tagged = "<u>\(tagged)</u>" }
        if style.isBold { tagged = "<b>\(tagged)</b>" }
        if style.isItalic { tagged = "<i>\(tagged)</i>" }
        if let color = style.color.flatMap({ names[$0] }) { tagged = "<c.\(color)>\(tagged)</c>" }
        if let voice = style.voice { tagged = "<v \(Markup.escaped(voice))>\(tagged)</v>" }
        return tagged
    }

    /// The colours that WebVTT has a class for.
    private static let names = [
        "#FFFFFF": "white", "#00FF00": "lime", "#00FFFF": "cyan", "#FF0000": "red", "#FFFF00": "yellow",
        "#FF00FF": "magenta", "#0000FF": "blue", "#000000": "black",
    ]

    /// The settings for a place on the screen.
    private static func settings(_ alignment: Int) -> String {
        let row = ["", "line:50%", "line:0"][max(0, min(2, (alignment - 1) / 3))]
        let column = ["position:10% align:start", "", "position:90% align:end"][max(0, (alignment - 1) % 3)]
        return [row, column].filter { !$0.isEmpty }.joined(separator: " ")
    }

    package func read(_ text: String) -> CaptionContent? {
        let lines = NumberedLine.all(of: text)
        guard let first = lines.first, first.text.hasPrefix("WEBVTT") else { return nil }
        var content = CaptionContent()
        var kept: [String] = []
        for block in lines.dropFirst().split(whereSeparator: \.isBlank) {
            guard let place = block.firstIndex(where: { $0.text.contains("-->") }) else {
                let opening = block.first?.text ?? ""
                if opening.hasPrefix("STYLE") || opening.hasPrefix("REGION"), content.cues.isEmpty {
                    kept.append(block.map { String($0.text) }.joined(separator: "\n"))
                } else if !opening.hasPrefix("NOTE"), block.first?.number != 2, let line = block.first {
                    take(lost: block, at: line.number, &content)
                }
                continue
            }
            read(block, timesAt: place, &content)
        }
        content.head = kept.joined(separator: "\n\n")
        return content
    }

    /// Text after a blank line, without times: it belongs to the cue before it.
    private func take(lost block: ArraySlice<NumberedLine>, at line: Int, _ content: inout CaptionContent) {
        guard !content.cues.isEmpty else {
            return content.lose("text without a time was left out", at: line)
        }
        content.lose("text without a time was added to the cue before it", at: line)
        let more = tags(block.map { $0.text.trimmed }.joined(separator: "\n"), at: line, &content)
        content.cues[content.cues.count - 1].text.append("\n")
        content.cues[content.cues.count - 1].text.append(more)
    }

    private func read(_ block: ArraySlice<NumberedLine>, timesAt place: Int, _ content: inout CaptionContent) {
        guard !(block.first?.text.hasPrefix("NOTE") ?? false) else { return }
        let line = block[place]
        guard let times = TimeLine(line.text) else {
            return content.lose("a cue whose times cannot be read was left out", at: line.number)
        }
        if times.end == nil { content.lose("the end of the cue cannot be read", at: line.number) }
        let text = block[(place + 1)...].map { $0.text.trimmed }.joined(separator: "\n")
        let before = content.lossCount
        var cue = ReadCue(
            line: line.number, start: times.start, end: times.end, text: tags(text, at: line.number, &content))
        if content.lossCount > before { cue.source = text }
        if place > block.startIndex { cue.native["id"] = block[place - 1].text.trimmed }
        if times.end != nil, !times.rest.isEmpty { cue.native["settings"] = times.rest }
        cue.alignment = Self.alignment(times.rest)
        content.add(cue)
    }

    private func tags(_ text: String, at line: Int, _ content: inout CaptionContent) -> StyledText {
        let tagged = TaggedText(text, decodesEntities: true)
        for what in tagged.leftOut { content.lose("\(what) was left out", at: line) }
        return tagged.text
    }

    /// The place on the screen that settings give; nil for the usual one.
    private static func alignment(_ settings: String) -> Int? {
        for setting in settings.split(separator: " ") where setting.hasPrefix("line:") {
            let value = setting.dropFirst(5).prefix { $0 != "," }
            if value.hasSuffix("%"), let percent = Double(value.dropLast()) {
                return percent < 40 ? 8 : percent < 60 ? 5 : nil
            }
            if let row = Int(value) { return (0...5).contains(row) ? 8 : nil }
        }
        return nil
    }
}
