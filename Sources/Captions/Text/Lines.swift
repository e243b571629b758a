/// The lines of a file with their numbers.
package struct NumberedLine: Sendable, Hashable {
    /// From 1.
    package var number: Int
    package var text: Substring

    package var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// The lines of a text that end with LF, CR LF or CR.
    package static func all(of text: String) -> [NumberedLine] {
        // CR LF is one character of Swift, so each line break is one character.
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.enumerated()
            .map { NumberedLine(number: $0.offset + 1, text: $0.element) }
    }
}

/// The two times of a cue, as SRT and WebVTT write them: `00:00:01,000 --> 00:00:02,000`, and what follows them.
package struct TimeLine {
    package var start: Int
    package var end: Int?
    package var rest: String

    /// - Returns: nil if the line has no arrow between times, or no time before it.
    package init?(_ line: Substring) {
        guard let arrow = Self.arrow(in: line), let start = CueTime.parse(line[..<arrow.lowerBound]) else { return nil }
        self.start = start
        let behind = line[arrow.upperBound...].drop(while: \.isWhitespace)
        let word = behind.prefix { !$0.isWhitespace }
        end = CueTime.parse(word)
        rest = behind.dropFirst(end == nil ? 0 : word.count).split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
    }

    private static func arrow(in line: Substring) -> Range<Substring.Index>? {
        for arrow in ["-->", "->", "—>", "→"] {
            guard let first = line.firstRange(of: arrow) else { continue }
            return first
        }
        return nil
    }
}
