/// SubRip: UTF-8, numbered cues, a blank line after each.
///
/// The format has no escapes. Angle brackets stay as they are. `-->` becomes an arrow, because some players take it for a time
/// line wherever it is. The place on the screen is written as `{\an8}`, which players of SRT have taken over from ASS.
package struct SRT: CaptionFormat {
    package let name = "srt"
    package let mediaType = "application/x-subrip"

    package init() {}

    package func text(of cue: CaptionCue, number: Int) -> String {
        let start = CueTime.clock(cue.start, separator: ",")
        let end = CueTime.clock(cue.end, separator: ",")
        let native = cue.native(name)
        let place = native["place"].map { " " + $0 } ?? ""
        let alignment = cue.alignment.map { "{\\an\($0)}" } ?? ""
        // Works on scalars: a combining mark after the arrow's head is part of the same character.
        if let source = native["Source"] { return "\(number)\n\(start) --> \(end)\(place)\n\(source)\n\n" }
        let lines = cue.rendered(Self.tagged).map {
            String($0.unicodeScalars.replacing("-->".unicodeScalars, with: "→".unicodeScalars))
        }.joined(separator: "\n")
        return "\(number)\n\(start) --> \(end)\(place)\n\(alignment)\(lines)\n\n"
    }

    static func tagged(_ text: String, _ style: TextStyle) -> String {
        var tagged = text
        if style.isUnderlined { tagged = "<u>\(tagged)</u>" }
        if style.isBold { tagged = "<b>\(tagged)</b>" }
        if style.isItalic { tagged = "<i>\(tagged)</i>" }
        if let color = style.color { tagged = "<font color=\"\(color)\">\(tagged)</font>" }
        return tagged
    }

    package func read(_ text: String) -> CaptionContent? {
        var content = CaptionContent()
        var reading = BlockReading()
        for line in NumberedLine.all(of: text) {
            if let times = TimeLine(line.text) {
                reading.begin(times, at: line, number: true, &content)
            } else {
                reading.add(line, &content)
            }
        }
        reading.finish(&content)
        guard !content.cues.isEmpty else { return nil }
        for index in content.cues.indices {
            var cue = content.cues[index]
            Self.takeTags(&cue, &content)
            content.cues[index] = cue
        }
        return content
    }

    /// Turns the tags of a cue into styles.
    private static func takeTags(_ cue: inout ReadCue, _ content: inout CaptionContent) {
        var source = cue.text.text
        var hasOthers = false
        if source.contains("{\\") {
            let overrides = OverrideText(source)
            cue.alignment = overrides.alignment
            hasOthers = overrides.hasOthers || !overrides.head.isEmpty
            if overrides.hasOthers { content.lose("an instruction in braces was left out", at: cue.line) }
            source = overrides.withTags
        }
        let tagged = TaggedText(source, decodesEntities: false)
        for what in tagged.leftOut { content.lose("\(what) was left out", at: cue.line) }
        if hasOthers || !tagged.leftOut.isEmpty { cue.source = cue.text.text }
        cue.text = tagged.text
    }
}

/// Collects blocks of SRT and WebVTT: a line of times, and the lines of text up to the next one.
///
/// The number before the times of the next cue is taken off again. A blank line inside a cue is left out.
struct BlockReading {
    private var cue: ReadCue?
    private var lines: [NumberedLine] = []

    /// Begins a cue.
    ///
    /// - Parameter number: whether the line before the times may be the number of the cue.
    mutating func begin(_ times: TimeLine, at line: NumberedLine, number: Bool, _ content: inout CaptionContent) {
        var identifier: String?
        if number, let last = lines.last, last.number == line.number - 1, CueTime.number(last.text.trimmed) != nil {
            lines.removeLast()
            identifier = last.text.trimmed
        }
        finish(&content)
        var cue = ReadCue(line: line.number, start: times.start, end: times.end, text: StyledText())
        if !times.rest.isEmpty, times.end != nil { cue.native["place"] = times.rest }
        if let identifier { cue.native["number"] = identifier }
        if times.end == nil { content.lose("the end of the cue cannot be read", at: line.number) }
        self.cue = cue
    }

    mutating func add(_ line: NumberedLine, _ content: inout CaptionContent) { lines.append(line) }

    mutating func finish(_ content: inout CaptionContent) {
        let blocks = lines.split { $0.isBlank }
        lines = []
        guard var cue else {
            for block in blocks where !block.allSatisfy({ CueTime.number($0.text.trimmed) != nil }) {
                content.lose("text without a time was left out", at: block.first?.number ?? 1)
            }
            return
        }
        var text: [Substring] = []
        for (index, block) in blocks.enumerated() {
            // Lines after a blank line belong to the cue, unless they are a number alone: a cue without its times.
            if index > 0 || block.first?.number ?? 0 > cue.line + 1 {
                guard block.count > 1 || CueTime.number(block.first?.text.trimmed ?? "") == nil else { continue }
                let isNumbered = CueTime.number(block.first?.text.trimmed ?? "") != nil
                if index > 0 {
                    content.lose("text without a time was added to the cue before it", at: block.first?.number ?? 1)
                }
                text += block.dropFirst(isNumbered && index > 0 ? 1 : 0).map(\.text)
            } else {
                text += block.map(\.text)
            }
        }
        cue.text = StyledText(text.map { $0.trimmed }.joined(separator: "\n"))
        content.add(cue)
        self.cue = nil
    }
}

extension Substring {
    /// The text without white space at its ends.
    var trimmed: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
