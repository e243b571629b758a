package import Conversations
package import Language

/// One caption: its lines, and the milliseconds between which they are on the screen.
package struct CaptionCue: Sendable, Hashable {
    /// Milliseconds from the start of the recording; the caption disappears at `end`.
    package var start: Int
    package var end: Int
    /// One or two lines without line breaks; no line is empty.
    package var lines: [String]
    /// The language of each line; empty if it is not known.
    package var languages: [LanguageCode]
    /// The speaker, if the recording has more than one.
    package var speaker: Speaker?
    /// Whether the recognition that it shows is doubtful.
    package var isDoubtful = false

    package init(start: Int, end: Int, lines: [String], speaker: Speaker? = nil, languages: [LanguageCode] = []) {
        self.start = start
        self.end = end
        self.lines = lines
        self.languages = languages
        self.speaker = speaker
    }
}

/// The language of captions.
package enum CaptionStyle: String, Sendable, Codable, CaseIterable {
    /// The translation.
    case target
    /// What was said.
    case source
    /// The text that was said on one line, its translation on the line below.
    case bilingual
}
