internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// One file of a conversation, as the command line writes it, or all of them in an archive.
struct ExportRoute: Route {
    static let name = RouteName(.get, "/api/conversations/{id}/export")
    static let isBrief = false
    static let endsWithClient = true

    /// The value of `format` for all files.
    private static let archive = "zip"

    private static let stateField = "Verbio-State"

    private let files: AnswerFiles

    init(_ parts: RouteParts) { files = parts.files }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["format", "captions"])
        let name = try query.required("format", such: "srt")
        let format = OutputFormat.all.first { $0.name == name }
        guard format != nil || name == Self.archive else {
            throw query.bad("format", OutputFormat.all.map(\.name) + [Self.archive])
        }
        let captions = try query.word(
            "captions", among: CaptionStyle.allCases.map { ($0.rawValue, $0) }, otherwise: .target)
        guard let format else {
            guard query["captions"] == nil else {
                throw Problem(
                    .usage, "query.value", "an archive has the captions of both languages", at: "captions",
                    cure: "leave it out")
            }
            let conversation = try await files.store.conversation(named: context)
            let file = try await files.archive(of: conversation)
            let response = try file.response(
                to: request, type: ConversationArchive.mediaType, name: ConversationArchive.name(of: conversation))
            return Self.stating(conversation.state, in: response)
        }
        let conversation = try await files.store.conversation(named: context)
        let found = try await ConversationFile(
            format, captions, of: conversation, from: files, voiceless: .notFound)
        return Self.stating(
            conversation.state, in: try found.file.response(to: request, type: found.type, name: found.name))
    }

    /// Adds whether the file is that of a finished conversation, so that a client does not keep a part for the whole.
    ///
    /// - Parameter state: as it was before the file was written, so that it never says more than the file holds.
    private static func stating(_ state: ConversationState, in response: Response) -> Response {
        var response = response
        if let name = HTTPField.Name(stateField) { response.headers[name] = state.rawValue }
        return response
    }
}
