internal import Audio
internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// The stored sound of a whole conversation: what was said, or its spoken translation.
struct ConversationAudioRoute: Route {
    static let name = RouteName(.get, "/api/conversations/{id}/audio")
    static let isBrief = false
    static let endsWithClient = true

    private let files: AnswerFiles

    init(_ parts: RouteParts) { files = parts.files }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["of", VoiceParameter.name])
        let isSource = try query.word("of", among: [("source", true), ("translation", false)], otherwise: true)
        let encoding = try VoiceParameter.read(query)
        let conversation = try await files.store.conversation(named: context)
        let format: OutputFormat = encoding == .opus ? .opus : .wav
        guard isSource else {
            let found = try await ConversationFile(format, .target, of: conversation, from: files, voiceless: .notFound)
            return try found.file.response(to: request, type: found.type, name: found.name)
        }
        guard let file = try await files.recording(of: conversation, isOpus: encoding == .opus) else {
            throw Refusal(
                .notFound,
                Problem(
                    .usage, "conversation.no-audio", "the sound of the conversation is not in the store",
                    cure: "play the recording, if there was one"))
        }
        return try file.response(
            to: request, type: encoding.contentType, name: "\(conversation.id).source.\(encoding.fileExtension)")
    }
}
