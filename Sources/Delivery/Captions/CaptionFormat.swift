/// A subtitle format that is written cue by cue.
///
/// A new format is one file with a type that conforms to this protocol, and one line in ``CaptionFormats/all``. The command
/// line, the server and the tests find it there.
///
/// ```swift
/// struct LRC: CaptionFormat {
///     let name = "lrc"
///     func text(of cue: CaptionCue, number: Int) -> String { … }
/// }
/// ```
package protocol CaptionFormat: Sendable {
    /// The name for users, which is also the file extension: `srt`.
    var name: String { get }
    var mediaType: String { get }
    /// Whether players find the direction of a line by its first letter.
    var goesByLetters: Bool { get }
    /// The beginning of a file.
    var header: String { get }
    /// One cue, numbered from 1, with everything that separates it from the next cue.
    func text(of cue: CaptionCue, number: Int) -> String
    /// The end of a file.
    var footer: String { get }
}

extension CaptionFormat {
    package var goesByLetters: Bool { false }
    package var header: String { "" }
    package var footer: String { "" }

    /// A whole file with these cues.
    package func text(of cues: some Sequence<CaptionCue>) -> String {
        header + cues.enumerated().map { text(of: $0.element, number: $0.offset + 1) }.joined() + footer
    }
}

/// All subtitle formats.
package enum CaptionFormats {
    /// In the order in which they are listed for users.
    package static let all: [any CaptionFormat] = [
        SRT(),
        WebVTT(),
    ]
}
