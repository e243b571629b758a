internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// One file of a conversation, with its name and its media type.
struct ConversationFile {
    let file: FileAnswer
    let type: String
    let name: String

    /// - Throws: ``Refusal`` with the status `voiceless` if the format is a voice track and nothing was spoken; ``Problem``
    ///   as ``AnswerFiles``.
    init(
        _ format: OutputFormat, _ captions: CaptionStyle, of conversation: Conversation, from files: AnswerFiles,
        voiceless: HTTPResponse.Status
    ) async throws {
        guard let file = try await files.file(format, captions: captions, of: conversation) else {
            var refusal = Refusal(
                voiceless,
                Problem(
                    .usage, "export.voiceless", "nothing of the conversation was spoken", cure: "export its captions"))
            refusal.conversation = voiceless == .notFound ? nil : conversation.id
            throw refusal
        }
        self.file = file
        type = format.isAudio || format == .json ? format.mediaType : format.mediaType + "; charset=utf-8"
        name = Self.name(format, captions, of: conversation)
    }

    static func name(_ format: OutputFormat, _ captions: CaptionStyle, of conversation: Conversation) -> String {
        OutputNaming(of: conversation).path(
            of: format, languages: OutputLanguages(of: conversation.settings), id: conversation.id, in: "",
            captions: captions)
    }
}

/// Where files of a conversation can be fetched.
struct FileLinks: Encodable {
    struct Link: Encodable {
        var format: String
        var type: String
        var href: String
    }

    var conversation: ConversationID
    var state: ConversationState
    var files: [Link]

    init(_ formats: [OutputFormat], _ captions: CaptionStyle, of conversation: Conversation, state: ConversationState) {
        self.conversation = conversation.id
        self.state = state
        files = Self.links(formats, captions, of: conversation.id)
    }

    static func links(_ formats: [OutputFormat], _ captions: CaptionStyle, of id: ConversationID) -> [Link] {
        formats.map { format in
            let style = format.captions == nil || captions == .target ? "" : "&captions=\(captions.rawValue)"
            return Link(
                format: format.name, type: format.mediaType,
                href: "/api/conversations/\(id)/export?format=\(format.name)\(style)")
        }
    }
}
