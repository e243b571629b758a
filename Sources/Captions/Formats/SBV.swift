/// YouTube's SubViewer: two times with a comma between them, lines of text, a blank line.
package struct SBV: CaptionFormat {
    package let name = "sbv"
    package let mediaType = "text/plain"

    package init() {}

    package func text(of cue: CaptionCue, number: Int) -> String {
        "\(Self.clock(cue.start)),\(Self.clock(cue.end))\n\(cue.lines.joined(separator: "\n"))\n\n"
    }

    /// Hours have one digit if that is enough.
    private static func clock(_ milliseconds: Int) -> String {
        let clock = CueTime.clock(milliseconds, separator: ".")
        return clock.hasPrefix("0") ? String(clock.dropFirst()) : clock
    }

    package func read(_ text: String) -> CaptionContent? {
        var content = CaptionContent()
        var cue: ReadCue?
        var lines: [Substring] = []
        func close() {
            guard var done = cue else { return }
            let text = lines.map { $0.trimmed.replacing("[br]", with: "\n") }.joined(separator: "\n")
            done.text = StyledText(text)
            content.add(done)
        }
        for line in NumberedLine.all(of: text) {
            let fields = line.text.split(separator: ",", omittingEmptySubsequences: false)
            if fields.count == 2, let start = CueTime.parse(fields[0]), let end = CueTime.parse(fields[1]) {
                close()
                (cue, lines) = (ReadCue(line: line.number, start: start, end: end, text: StyledText()), [])
            } else if !line.isBlank {
                if cue == nil {
                    content.lose("text without a time was left out", at: line.number)
                } else {
                    lines.append(line.text)
                }
            }
        }
        close()
        return content.cues.isEmpty ? nil : content
    }
}
