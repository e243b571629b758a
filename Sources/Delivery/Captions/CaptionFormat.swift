/// A subtitle format that is written cue by cue.
///
/// A new one is one file with a type that conforms, and one line in ``CaptionFormats/all``; the command line, the
/// server and the tests find it there.
///
/// ```swift
/// struct LRC: CaptionFormat {
///     let name = "lrc"
///     func text(of cue: CaptionCue, number: Int) -> String { … }
/// }
/// ```
public protocol CaptionFormat: Sendable {
    /// What users call it, which is its file extension too: `srt`.
    var name: String { get }
    var mediaType: String { get }
    /// Whether players find out which way a line runs, by its first letter.
    var goesByLetters: Bool { get }
    /// What a file begins with.
    var header: String { get }
    /// One cue, numbered from 1, with everything that separates it from the next.
    func text(of cue: CaptionCue, number: Int) -> String
    /// What a file ends with.
    var footer: String { get }
}

extension CaptionFormat {
    public var goesByLetters: Bool { false }
    public var header: String { "" }
    public var footer: String { "" }

    /// A whole file with these cues.
    public func text(of cues: some Sequence<CaptionCue>) -> String {
        header + cues.enumerated().map { text(of: $0.element, number: $0.offset + 1) }.joined() + footer
    }
}

/// The subtitle formats there are.
public enum CaptionFormats {
    public static let all: [any CaptionFormat] = [
        SRT(),
        WebVTT(),
    ]
}
