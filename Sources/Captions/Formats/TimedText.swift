/// Lines of a transcript that begin with a time: `[00:01:02] Good morning.`, `(1:02) …`, `1:02 - …`, or the time on a line of its
/// own. A cue lasts until the next one. It is read only: SRT is written instead.
package struct TimedText: CaptionFormat {
    package let name = "timed"
    package let mediaType = "text/plain"
    package let endings = ["txt"]
    package let isWritten = false

    package init() {}

    package func text(of cue: CaptionCue, number: Int) -> String { SRT().text(of: cue, number: number) }

    package func read(_ text: String) -> CaptionContent? {
        var content = CaptionContent()
        var cues: [ReadCue] = []
        for line in NumberedLine.all(of: text) where !line.isBlank {
            if let (time, rest) = Self.stamp(line.text) {
                cues.append(ReadCue(line: line.number, start: time, end: nil, text: StyledText(rest)))
            } else if cues.isEmpty {
                content.lose("text without a time was left out", at: line.number)
            } else {
                let before = cues[cues.count - 1].text
                cues[cues.count - 1].text.append((before.isEmpty ? "" : "\n") + line.text.trimmed)
            }
        }
        // A letter or a chat may have one line that begins with a time.
        guard cues.count > 1, content.lossCount < cues.count else { return nil }
        for (index, cue) in cues.enumerated() {
            var cue = cue
            cue.end = cues[(index + 1)...].first { $0.start > cue.start }?.start
            content.add(cue)
        }
        return content
    }

    private static func stamp(_ line: Substring) -> (Int, String)? {
        var rest = line.drop(while: \.isWhitespace)
        let closing: Character? = rest.first == "[" ? "]" : rest.first == "(" ? ")" : nil
        if closing != nil { rest = rest.dropFirst() }
        let word = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ":" || $0 == "." || $0 == ",") }
        guard word.contains(":"), let time = CueTime.parse(word) else { return nil }
        rest = rest.dropFirst(word.count)
        if let closing {
            guard rest.first == closing else { return nil }
            rest = rest.dropFirst()
        }
        guard rest.isEmpty || closing != nil || rest.first?.isWhitespace == true else { return nil }
        rest = rest.drop(while: \.isWhitespace)
        for dash in ["- ", "– ", "— "] where rest.hasPrefix(dash) { rest = rest.dropFirst(dash.count) }
        return (time, rest.trimmed)
    }
}
