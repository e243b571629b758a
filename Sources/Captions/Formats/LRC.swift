/// Lyrics: `[01:02.34]` before each line. A time without text ends the line before it.
package struct LRC: CaptionFormat {
    package let name = "lrc"
    package let mediaType = "text/plain"

    package init() {}

    package func header(_ heading: CaptionHeading) -> String {
        if let native = heading.native(name) { return native + "\n" }
        return heading.title.isEmpty ? "" : "[ti:\(heading.title.replacing("]", with: ")"))]\n"
    }

    package func text(of cue: CaptionCue, number: Int) -> String {
        "[\(Self.clock(cue.start))]\(cue.lines.joined(separator: " "))\n[\(Self.clock(cue.end))]\n"
    }

    /// Minutes, seconds and milliseconds: readers take two or three digits.
    private static func clock(_ milliseconds: Int) -> String {
        let whole = max(0, milliseconds)
        return CueTime.padded(whole / 60_000, to: 2) + ":" + CueTime.padded(whole / 1_000 % 60, to: 2) + "."
            + CueTime.padded(whole % 1_000, to: 3)
    }

    package func read(_ text: String) -> CaptionContent? {
        var content = CaptionContent()
        var head: [String] = []
        var offset = 0
        var stamped: [ReadCue] = []
        for line in NumberedLine.all(of: text) where !line.isBlank {
            var rest = line.text.drop(while: \.isWhitespace)
            var times: [Int] = []
            while rest.first == "[", let end = rest.firstIndex(of: "]"),
                let time = CueTime.parse(rest[rest.index(after: rest.startIndex)..<end])
            {
                times.append(time)
                rest = rest[rest.index(after: end)...].drop(while: \.isWhitespace)
            }
            guard !times.isEmpty else {
                if rest.first == "[", rest.contains(":"), rest.trimmed.hasSuffix("]") {
                    if rest.hasPrefix("[offset:"), let shift = Int(rest.dropFirst(8).trimmed.dropLast()) {
                        offset = shift
                    } else {
                        head.append(rest.trimmed)
                    }
                } else {
                    content.lose("text without a time was left out", at: line.number)
                }
                continue
            }
            let tagged = TaggedText(rest.trimmed, decodesEntities: false)
            for what in tagged.leftOut { content.lose("\(what) was left out", at: line.number) }
            for time in times { stamped.append(ReadCue(line: line.number, start: time, end: nil, text: tagged.text)) }
        }
        guard !stamped.isEmpty else { return nil }
        for index in stamped.indices { stamped[index].start -= offset }
        // A line may have several times, so the lines are not in order.
        stamped.sort { ($0.start, $0.line) < ($1.start, $1.line) }
        for (index, cue) in stamped.enumerated() where !cue.text.trimmed.isEmpty {
            var cue = cue
            cue.end = stamped[(index + 1)...].first { $0.start > cue.start }?.start
            content.add(cue)
        }
        content.head = head.joined(separator: "\n")
        return content
    }
}
