public import Plumbing

/// A kind of file in which a conversation is delivered.
public struct OutputFormat: Sendable, Hashable, CustomStringConvertible {
    /// What users call it, which is its file extension too.
    public let name: String

    private init(_ name: String) { self.name = name }

    /// The bilingual document.
    public static let json = OutputFormat("json")
    /// The transcript for people.
    public static let txt = OutputFormat("txt")
    /// The voice track.
    public static let wav = OutputFormat("wav")
    /// The voice track in a tenth of the space.
    public static let opus = OutputFormat("opus")
    public static let srt = OutputFormat("srt")
    public static let vtt = OutputFormat("vtt")

    /// All there are; a subtitle format gets here through ``CaptionFormats/all``.
    public static let all: [OutputFormat] = [json, txt, wav, opus] + CaptionFormats.all.map { OutputFormat($0.name) }

    /// - Throws: ``Problem`` of kind `usage`, code `format.unknown`, which lists the formats there are.
    public init(parsing text: String) throws(Problem) {
        let name = text.lowercased()
        guard Self.all.contains(where: { $0.name == name }) else {
            throw Problem(
                .usage, "format.unknown", "'\(text)' is not a format Verbio writes",
                cure: "use one of: \(Self.all.map(\.name).joined(separator: " "))")
        }
        self.name = name
    }

    public var description: String { name }

    public var mediaType: String {
        switch self {
        case .json: "application/json"
        case .txt: "text/plain"
        case .wav: "audio/wav"
        case .opus: "audio/ogg"
        default: captions?.mediaType ?? "application/octet-stream"
        }
    }

    /// Whether it is a voice track.
    public var isAudio: Bool { track != nil }

    /// Where it is a voice track, what that comes in.
    var track: TrackContainer? { self == .wav ? .wav : self == .opus ? .opus : nil }

    /// Where it is a subtitle format, how its cues are written.
    public var captions: (any CaptionFormat)? { CaptionFormats.all.first { $0.name == name } }
}
