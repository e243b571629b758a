/// What one sentence, one line of a dialogue or one description takes of a cue. It is the part that is translated as a whole.
package struct CuePart: Sendable, Hashable, Codable {
    /// The number of its cue, from 1, in the order of time. Parts of one cue follow each other.
    package var cue: Int
    /// Milliseconds from the beginning of the film: the times of the cue.
    package var start: Int
    package var end: Int
    /// What is translated, with its line breaks and styles.
    package var text: StyledText
    /// Signs around the text that stay as they are: `- `, `♪ `, `[`, `JOHN: `.
    package var before = ""
    package var after = ""
    /// Whether it begins on a line of its own, if other parts of the cue precede it.
    package var beginsLine = false
    /// The speaker that the file names; nil if it names none.
    package var voice: String?
    /// The place on the screen, as the keys of a number pad lie: 2 is below in the middle, 8 above. Nil for the usual place.
    package var alignment: Int?
    /// What only the format of the file knows, under its own names: the settings of a WebVTT cue, the fields of an ASS line.
    package var native: [String: String] = [:]

    package init(cue: Int, start: Int, end: Int, text: StyledText) {
        self.cue = cue
        self.start = start
        self.end = end
        self.text = text
    }

    /// The text on one line.
    package var flat: String { text.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// What a caption file says before its cues, and which format says it.
package struct CaptionHead: Sendable, Hashable, Codable {
    /// The name of the format: `ass`.
    package var format: String
    /// The text in the words of the format; empty if there is none.
    package var text: String

    package init(format: String, text: String) {
        self.format = format
        self.text = text
    }
}
