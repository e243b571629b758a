package import Captions
package import Films
package import Plumbing

/// A file format in which a conversation is delivered.
package struct OutputFormat: Sendable, Hashable, CustomStringConvertible {
    /// The name for users, which is also the file extension.
    package let name: String

    private init(_ name: String) { self.name = name }

    /// The bilingual document.
    package static let json = OutputFormat("json")
    /// The transcript for people.
    package static let txt = OutputFormat("txt")
    /// The voice track.
    package static let wav = OutputFormat("wav")
    /// The voice track, compressed to a tenth of the size.
    package static let opus = OutputFormat("opus")
    package static let srt = OutputFormat("srt")
    package static let vtt = OutputFormat("vtt")

    /// The formats that are made of the store alone, so that a server can make them at any time. Subtitle formats are added
    /// through ``CaptionFormats/written``.
    package static let stored: [OutputFormat] =
        [json, txt, wav, opus] + CaptionFormats.written.map { OutputFormat($0.name) }

    /// All formats; a film needs the old film, too.
    package static let all: [OutputFormat] = stored + FilmContainer.allCases.map { OutputFormat($0.rawValue) }

    /// - Throws: ``Problem`` of kind `usage`, code `format.unknown`, which lists the known formats.
    package init(parsing text: String) throws(Problem) {
        let name = text.lowercased()
        guard Self.all.contains(where: { $0.name == name }) else {
            throw Problem(
                .usage, "format.unknown", "'\(text)' is not a format Verbio writes",
                cure: cure(
                    for: name, among: Self.all.map(\.name),
                    otherwise: "use one of: \(Self.all.map(\.name).joined(separator: " "))"))
        }
        self.name = name
    }

    package var description: String { name }

    /// The media type of its files, without parameters.
    package var mediaType: String {
        switch self {
        case .json: "application/json"
        case .txt: "text/plain"
        case .wav: "audio/wav"
        case .opus: "audio/ogg"
        default: film?.mediaType ?? captions?.mediaType ?? "application/octet-stream"
        }
    }

    /// Whether it is a voice track.
    package var isAudio: Bool { track != nil }

    /// If it is a film, its container.
    package var film: FilmContainer? { FilmContainer(rawValue: name) }

    /// Whether the voice is heard in it.
    package var hasVoice: Bool { isAudio || film != nil }

    /// If it is a voice track, the container of the track.
    var track: TrackContainer? { self == .wav ? .wav : self == .opus ? .opus : nil }

    /// If it is a subtitle format, the way in which its cues are written.
    package var captions: (any CaptionFormat)? { CaptionFormats.written.first { $0.name == name } }
}
