internal import Audio
internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import Language
internal import Plumbing
internal import VerbioService

/// The conversations in the store, the newest first.
struct ConversationListRoute: Route {
    static let name = RouteName(.get, "/api/conversations")
    static let parameters = ["limit", "cursor"]

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let limit = try query.number("limit", in: 1...1_000, otherwise: 50)
        let place = try query.cursor { ConversationPlace(cursor: $0) }
        let found = try await store.conversations(after: place, limit: limit + 1)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { ConversationPlace($0.conversation).cursor } : nil
        return try .json(Listing(conversations: page.map(Listing.Entry.init), nextCursor: NextCursor(next)))
    }

    private struct Listing: Encodable {
        var conversations: [Entry]
        var nextCursor: NextCursor

        enum CodingKeys: String, CodingKey {
            case conversations
            case nextCursor = "next_cursor"
        }

        struct Entry: Encodable {
            var id: ConversationID
            var title: String
            /// What was said first.
            var beginning: String?
            var state: ConversationState
            var from: LanguageTag
            var to: LanguageTag
            var createdAt: String
            var seconds: Double
            var utterances: Int
            var failed: Int
            /// True if its end is missing: the disk was full, or the run was interrupted.
            var endIsLost: Bool?

            init(_ summary: ConversationSummary) {
                let conversation = summary.conversation
                id = conversation.id
                title = conversation.title
                beginning = summary.beginning
                state = conversation.state
                from = conversation.settings.pair.source
                to = conversation.settings.pair.target
                createdAt = conversation.createdAtText
                seconds = (summary.seconds * 1_000).rounded() / 1_000
                utterances = summary.utterances
                failed = summary.failed
                endIsLost = conversation.lostSpeech == nil ? nil : true
            }
        }
    }
}

/// One conversation's bilingual document.
struct ConversationRoute: Route {
    static let name = RouteName(.get, "/api/conversations/{id}")

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        return try await .document(of: store.conversation(named: context), finished: nil, store: store)
    }
}

extension ConversationStore {
    /// The conversation that the address names.
    ///
    /// - Throws: ``Refusal`` with status 404 if there is none.
    func conversation(named context: ServerContext) async throws -> Conversation {
        let id = context.parameters.get("id") ?? ""
        // A text that cannot be an identifier is not looked up.
        guard ConversationID.isWellFormed(id), let found = try await conversation(ConversationID(rawValue: id)) else {
            throw Refusal.unknownConversation
        }
        return found
    }
}

/// Gives a conversation another title.
struct RenameConversationRoute: Route {
    static let name = RouteName(.patch, "/api/conversations/{id}")

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    private struct Change: Decodable {
        var title: String
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let change = try await JSONBody.read(Change.self, keys: ["title"], from: request)
        let title = change.title
        guard (1...ConversationRequest.longestTitle).contains(title.count), title.contains(where: { !$0.isWhitespace }),
            !title.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw Problem(
                .usage, "conversation.title",
                "a title has 1 to \(ConversationRequest.longestTitle) characters in one line",
                at: "title", cure: "give another one")
        }
        let id = try await store.conversation(named: context).id
        guard let claim = try await store.claim(id) else { throw await store.busy(id) }
        defer { claim.release() }
        // Read again, because another process may have changed it before the claim.
        guard var conversation = try await store.conversation(id) else { throw Refusal.unknownConversation }
        conversation.title = title
        try await store.commit([.conversation(conversation)])
        try await store.synchronize()
        return try await .document(of: conversation, finished: nil, store: store)
    }
}

/// Removes a conversation with its audio, its finished work and its films.
struct DeleteConversationRoute: Route {
    static let name = RouteName(.delete, "/api/conversations/{id}")

    private let store: any ConversationStore
    private let jobs: JobCoordinator?

    init(_ parts: RouteParts) {
        store = parts.service.store
        jobs = parts.shared.jobs
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let conversation = try await store.conversation(named: context)
        if let jobs { try await KeptFilms(jobs: jobs.services).remove(of: conversation.id, in: context.scope) }
        guard try await store.delete(conversation.id) else { throw Refusal.unknownConversation }
        return Response(status: .noContent)
    }
}

/// One file of a conversation, as the command line writes it, or all of them in an archive.
struct ExportRoute: Route {
    static let name = RouteName(.get, "/api/conversations/{id}/export")
    static let parameters = ["format", "captions"]
    static let isBrief = false
    static let endsWithClient = true

    /// The value of `format` for all files.
    private static let archive = "zip"

    private static let stateField = "Verbio-State"

    private let files: AnswerFiles

    init(_ parts: RouteParts) { files = parts.files }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let name = try query.required("format", such: "srt")
        let format = OutputFormat.stored.first { $0.name == name }
        guard format != nil || name == Self.archive else {
            throw query.bad("format", OutputFormat.stored.map(\.name) + [Self.archive])
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

/// The stored sound of a whole conversation: what was said, or its spoken translation.
struct ConversationAudioRoute: Route {
    static let name = RouteName(.get, "/api/conversations/{id}/audio")
    static let parameters = ["of", VoiceParameter.name]
    static let isBrief = false
    static let endsWithClient = true

    private let files: AnswerFiles

    init(_ parts: RouteParts) { files = parts.files }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
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
