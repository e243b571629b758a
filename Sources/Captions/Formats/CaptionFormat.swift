/// A subtitle format: how its cues are written, and how a file of it is read.
///
/// A new format is one file with a type that conforms to this protocol, and one line in ``CaptionFormats/all``. The command
/// line, the server and the tests find it there.
///
/// ```swift
/// struct LRC: CaptionFormat {
///     let name = "lrc"
///     func text(of cue: CaptionCue, number: Int) -> String { … }
///     func read(_ text: String) -> CaptionContent? { … }
/// }
/// ```
package protocol CaptionFormat: Sendable {
    /// The name for users, which is also the file extension: `srt`.
    var name: String { get }
    var mediaType: String { get }
    /// The extensions of files that are read as this format, in lower case; empty if it is only written.
    var endings: [String] { get }
    /// Whether it can be written.
    var isWritten: Bool { get }
    /// Whether players find the direction of a line by its first letter.
    var goesByLetters: Bool { get }
    /// The step of its times, in milliseconds.
    var step: Int { get }
    /// The beginning of a file.
    func header(_ heading: CaptionHeading) -> String
    /// One cue, numbered from 1, with everything that separates it from the next cue.
    func text(of cue: CaptionCue, number: Int) -> String
    /// The end of a file.
    var footer: String { get }
    /// The cues of a file.
    ///
    /// - Returns: nil if the text is not of this format at all.
    func read(_ text: String) -> CaptionContent?
}

/// What the beginning of a caption file may say.
package struct CaptionHeading: Sendable, Hashable {
    package var title: String
    /// The tags of the languages in the file, in the order of its lines; two if each cue has both.
    package var languages: [String]
    /// The beginning of the file that was read; nil if there was none.
    package var head: CaptionHead?

    package init(title: String, languages: [String], head: CaptionHead? = nil) {
        self.title = title
        self.languages = languages
        self.head = head
    }

    /// The beginning of the file that was read, if it was of this format.
    package func native(_ format: String) -> String? {
        head.flatMap { $0.format == format && !$0.text.isEmpty ? $0.text : nil }
    }
}

extension CaptionFormat {
    package var endings: [String] { [name] }
    package var isWritten: Bool { true }
    package var goesByLetters: Bool { false }
    package var step: Int { 1 }
    package func header(_ heading: CaptionHeading) -> String { "" }
    package var footer: String { "" }
    package func read(_ text: String) -> CaptionContent? { nil }

    /// A whole file with these cues.
    package func text(
        of cues: some Sequence<CaptionCue>, heading: CaptionHeading = CaptionHeading(title: "", languages: [])
    ) -> String {
        header(heading) + cues.enumerated().map { text(of: $0.element, number: $0.offset + 1) }.joined() + footer
    }
}

/// All subtitle formats.
package enum CaptionFormats {
    /// In the order in which they are listed for users.
    package static let all: [any CaptionFormat] = [
        SRT(),
        WebVTT(),
        ASS(),
        TTML(),
        SBV(),
        LRC(),
        DelimitedText.csv,
        DelimitedText.tsv,
        TimedText(),
    ]

    /// Those that can be read.
    package static let read = all.filter { !$0.endings.isEmpty }
    /// Those that can be written.
    package static let written = all.filter(\.isWritten)

    /// The format of a file by its extension; nil if it is no caption file.
    package static func format(ofFile path: String) -> (any CaptionFormat)? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        return all.first { $0.endings.contains(ending) }
    }

    /// The format with this name.
    package static func named(_ name: String) -> (any CaptionFormat)? { all.first { $0.name == name } }

    /// The extensions of all files that are read.
    package static let endings: Set<String> = Set(all.flatMap(\.endings))
}
