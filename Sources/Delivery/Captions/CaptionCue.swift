public import Conversations
public import Language

/// One caption: its lines, and the milliseconds between which they are on the screen.
public struct CaptionCue: Sendable, Hashable {
    /// Milliseconds from the start of the recording; the caption is gone at `end`.
    public var start: Int
    public var end: Int
    /// One or two lines without line breaks; none is empty.
    public var lines: [String]
    /// The language of each line; none where that is not known.
    public var languages: [LanguageCode]
    /// Who speaks, where the recording has more than one speaker.
    public var speaker: Speaker?

    public init(start: Int, end: Int, lines: [String], speaker: Speaker? = nil, languages: [LanguageCode] = []) {
        self.start = start
        self.end = end
        self.lines = lines
        self.languages = languages
        self.speaker = speaker
    }
}

/// Which language captions are in.
public enum CaptionStyle: String, Sendable, Codable, CaseIterable {
    /// The translation.
    case target
    /// What was said.
    case source
    /// What was said on one line, its translation on the line below.
    case bilingual
}
