internal import Conversations

/// WebVTT (W3C): `&`, `<` and `>` are escaped, which takes care of `-->` too. The speaker is a voice span, and a
/// doubtful text has the class `doubtful`, which a page may style with `::cue(.doubtful)`.
package struct WebVTT: CaptionFormat {
    package let name = "vtt"
    package let mediaType = "text/vtt"
    package let goesByLetters = true
    package let header = "WEBVTT\n\n"

    package init() {}

    package func text(of cue: CaptionCue, number: Int) -> String {
        let start = Milliseconds.clock(cue.start, separator: ".")
        let end = Milliseconds.clock(cue.end, separator: ".")
        let voice = cue.speaker.map { "<v \($0.rawValue)>" } ?? ""
        let lines = cue.lines.map { cue.isDoubtful ? "<c.doubtful>\(Self.escaped($0))</c>" : Self.escaped($0) }
            .joined(separator: "\n")
        return "\(number)\n\(start) --> \(end)\n\(voice)\(lines)\n\n"
    }

    /// Works on scalars: a combining mark after an angle bracket forms one character with it, and the bracket must still be
    /// escaped.
    private static func escaped(_ line: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
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
