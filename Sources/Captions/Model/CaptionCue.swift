package import Language

/// A word of a caption, and when it is said.
package struct TimedWord: Sendable, Hashable {
    /// The word with the space before it, unless it begins a line.
    package var text: String
    /// Milliseconds from the start of the recording.
    package var start: Int

    package init(_ text: String, start: Int) {
        self.text = text
        self.start = start
    }
}

/// One caption: its lines, and the milliseconds between which they are on the screen.
package struct CaptionCue: Sendable, Hashable {
    /// Milliseconds from the start of the recording; the caption disappears at `end`.
    package var start: Int
    package var end: Int
    /// The lines without line breaks; no line is empty.
    package var lines: [String]
    /// The language of each line; empty if it is not known.
    package var languages: [LanguageCode]
    /// The speaker, if it is to be named.
    package var voice: String?
    /// Whether the recognition that it shows is doubtful.
    package var isDoubtful = false
    /// The styles of the lines; empty if all are plain. Their texts are those of ``lines``.
    package var styled: [StyledText] = []
    /// The words of each line with the times at which they are said; empty if these are not known or not wanted.
    package var words: [[TimedWord]] = []
    /// The place on the screen, as in ``CuePart/alignment``.
    package var alignment: Int?
    /// What only the format knows in which the cue was read, and that format's name.
    package var native: [String: String] = [:]
    package var nativeFormat: String?

    package init(start: Int, end: Int, lines: [String], voice: String? = nil, languages: [LanguageCode] = []) {
        self.start = start
        self.end = end
        self.lines = lines
        self.languages = languages
        self.voice = voice
    }

    /// What the format knew of the cue when it was read; empty if another format is written.
    package func native(_ format: String) -> [String: String] { nativeFormat == format ? native : [:] }

    /// The lines with a sign before each word, for formats that show when it is said; nil if that is not known.
    ///
    /// - Parameters:
    ///   - write: gives a word in the words of the format, with its time since the beginning of the cue, in milliseconds.
    ///   - plain: gives a text without such a time.
    package func timed(_ write: (String, _ offset: Int) -> String, plain: (String) -> String) -> [String]? {
        guard words.count == lines.count, words.contains(where: { !$0.isEmpty }) else { return nil }
        var last = 0
        return zip(lines, words).map { line, words in
            // Marks of direction are put around a line after its words were set.
            guard !words.isEmpty, let range = line.firstRange(of: words.map(\.text).joined()) else {
                return plain(line)
            }
            let text = words.map { word in
                last = max(last, min(word.start, end) - start)
                return write(word.text, last)
            }.joined()
            return plain(String(line[..<range.lowerBound])) + text + plain(String(line[range.upperBound...]))
        }
    }

    /// The lines as a format writes them.
    ///
    /// - Parameter write: gives a stretch of a line with its style in the words of the format.
    package func rendered(_ write: (String, TextStyle) -> String) -> [String] {
        guard styled.count == lines.count else { return lines.map { write($0, TextStyle()) } }
        return zip(lines, styled).map { line, text in
            // Marks of direction are put around a line after its styles were set.
            guard !text.isEmpty, line.contains(text.text) else {
                return write(line, TextStyle())
            }
            let bare = text.text
            let ends = line.unicodeScalars.count - bare.unicodeScalars.count
            guard ends > 0 else { return text.runs.map { write($0.text, $0.style) }.joined() }
            guard let range = line.firstRange(of: bare) else { return write(line, TextStyle()) }
            return write(String(line[..<range.lowerBound]), TextStyle())
                + text.runs.map { write($0.text, $0.style) }.joined()
                + write(String(line[range.upperBound...]), TextStyle())
        }
    }
}
