/// SubRip: UTF-8, numbered cues, a blank line after each.
///
/// The format has no escapes. Angle brackets stay as they are. `-->` becomes an arrow, because some players take it for a time
/// line wherever it is.
package struct SRT: CaptionFormat {
    package let name = "srt"
    package let mediaType = "application/x-subrip"

    package init() {}

    package func text(of cue: CaptionCue, number: Int) -> String {
        let start = Milliseconds.clock(cue.start, separator: ",")
        let end = Milliseconds.clock(cue.end, separator: ",")
        // Works on scalars: a combining mark after the arrow's head is part of the same character.
        let lines = cue.lines.map {
            String($0.unicodeScalars.replacing("-->".unicodeScalars, with: "→".unicodeScalars))
        }.joined(separator: "\n")
        return "\(number)\n\(start) --> \(end)\n\(lines)\n\n"
    }
}
