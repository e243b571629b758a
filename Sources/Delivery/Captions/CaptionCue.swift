public import Conversations
public import Language

/// One caption: its lines, and the milliseconds between which they are on the screen.
public struct CaptionCue: Sendable, Hashable {
    /// Milliseconds from the start of the recording; the caption disappears at `end`.
    public var start: Int
    public var end: Int
    /// One or two lines without line breaks; no line is empty.
    public var lines: [String]
    /// The language of each line; empty if it is not known.
    public var languages: [LanguageCode]
    /// The speaker, if the recording has more than one.
    public var speaker: Speaker?

    public init(start: Int, end: Int, lines: [String], speaker: Speaker? = nil, languages: [LanguageCode] = []) {
        self.start = start
        self.end = end
        self.lines = lines
        self.languages = languages
        self.speaker = speaker
    }
}

/// The language of captions.
public enum CaptionStyle: String, Sendable, Codable, CaseIterable {
    /// The translation.
    case target
    /// What was said.
    case source
    /// The text that was said on one line, its translation on the line below.
    case bilingual
}
