internal import Delivery

/// The form in which the result of a conversation is answered.
enum AnswerForm: Hashable, Sendable {
    /// The bilingual document.
    case document
    /// Events while they happen.
    case events
    /// One file.
    case file(OutputFormat, CaptionStyle)
    /// The addresses of several files.
    case links([OutputFormat], CaptionStyle)

    /// The files that are asked for.
    var formats: [OutputFormat] {
        switch self {
        case .document, .events: []
        case .file(let format, _): [format]
        case .links(let formats, _): formats
        }
    }

    /// Whether a voice track is among the files.
    var hasVoice: Bool { formats.contains(where: \.isAudio) }
}
