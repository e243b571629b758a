internal import Access
internal import Audio
internal import Conversations
internal import Coordination
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import Interpreting
internal import Language
internal import NIOCore
internal import Plumbing
internal import VerbioService

/// The utterances of a conversation in their order, in pages.
///
/// The cursor is the number of the last utterance of a page. A client of a running conversation can therefore ask for
/// newer utterances.
struct UtteranceListRoute: Route {
    static let name = RouteName(.get, "/api/conversations/{id}/utterances")
    static let parameters = ["limit", "cursor"]

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let limit = try query.number("limit", in: 1...500, otherwise: 100)
        let last = try query.cursor { Int(digits: $0) } ?? 0
        let conversation = try await store.conversation(named: context)
        let found = try await store.utterances(of: conversation.id, after: last, limit: limit + 1)
        let page = Array(found.prefix(limit))
        let next = found.count > limit ? page.last.map { String($0.utterance.sequence) } : nil
        let json = UtterancePage(page, of: conversation, next: next).json()
        return Response(
            status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: json)))
    }
}

/// The stored sound of one utterance: what was said, or its spoken translation.
struct UtteranceAudioRoute: Route {
    static let name = RouteName(.get, "/api/conversations/{id}/utterances/{number}/audio")
    static let parameters = ["of", VoiceParameter.name]
    static let isBrief = false
    static let endsWithClient = true

    private enum Side: Sendable {
        case source, translation
    }

    private let store: any ContentStore
    private let files: AnswerFiles

    init(_ parts: RouteParts) { (store, files) = (parts.service.store, parts.files) }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let side = try query.word(
            "of", among: [("source", .source), ("translation", .translation)], otherwise: Side.source)
        let format = try VoiceParameter.read(query)
        let conversation = try await store.conversation(named: context)
        let record = try await store.utterance(of: conversation, named: context)
        guard let voice = try await voice(of: record, side) else { throw Self.silent(side) }
        let language = side == .source ? record.pair.source : record.pair.target
        return try await VoiceFile.response(
            voice, as: format, to: request, named: "\(record.utterance.sequence).\(language)", from: files)
    }

    private func voice(of record: UtteranceRecord, _ side: Side) async throws -> VoiceAudio? {
        switch side {
        case .translation:
            guard let speech = record.speech else { return nil }
            return try await store.voice(of: speech)
        case .source:
            guard let audio = record.audio, let bytes = try await store.blob(audio) else { return nil }
            return VoiceAudio(sampleRate: speechSampleRate, samples: PCM16.samples(fromLittleEndian: bytes))
        }
    }

    private static func silent(_ side: Side) -> Refusal {
        let problem =
            switch side {
            case .source:
                Problem(
                    .usage, "utterance.no-audio", "the sound of the utterance is not in the store",
                    cure: "play it from the recording, if there was one")
            case .translation:
                Problem(
                    .usage, "utterance.no-audio", "the translation of the utterance has not been spoken",
                    cure: "show its text")
            }
        return Refusal(.notFound, problem)
    }
}

extension ConversationStore {
    /// The utterance that the address names.
    ///
    /// - Throws: ``Refusal`` with status 404 if there is none.
    func utterance(of conversation: Conversation, named context: ServerContext) async throws -> UtteranceRecord {
        guard let number = context.parameters.get("number", as: Int.self), number > 0,
            let record = try await utterance(UtteranceID(conversation: conversation.id, sequence: number))
        else { throw Refusal.unknownUtterance }
        return record
    }
}

/// Flips one utterance and repeats the work that depends on it.
struct FlipRoute: Route {
    static let name = RouteName(.post, "/api/conversations/{id}/utterances/{number}/flip")
    static let parameters = ["speaker", AudioParameter.name]

    private let service: any ConversationService
    private let work: ScopedWork
    private let files: AnswerFiles
    private let change: ConversationChange
    private let turns: any WorkTurns

    init(_ parts: RouteParts) {
        service = parts.service
        work = parts.work
        files = parts.files
        change = ConversationChange(parts)
        turns = parts.shared.coordination
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try context.query
            .adding(try await JSONFields.parameters(from: request), known: Self.parameters)
        let speaker = try query.word(
            "speaker", among: Speaker.allCases.map { ($0.rawValue, Optional($0)) }, otherwise: nil)
        let spoken = try AudioParameter.read(query, isEventStream: AudioBody.wantsEvents(request.headers))
        let conversation = try await service.store.conversation(named: context)
        let number = try await service.store.utterance(of: conversation, named: context).utterance.sequence
        var correction = CorrectionRequest(conversation: conversation, sequence: number, speaker: speaker)
        guard let key = try RequestKey(request.headers) else {
            return try await corrected(correction, spoken, request, context)
        }
        func side() async throws -> Speaker {
            try await service.store.utterance(of: conversation, named: context).speaker
        }
        let repeats = RequestRepeats(key: key, store: service.store, turns: turns, time: work.time)
        return try await repeats.perform(among: Speaker.allCases) { side in
            let place = [conversation.id.rawValue, String(number)]
            return RequestKey.fingerprint(Self.name, place + query.all + [side.rawValue])
        } first: {
            if let speaker { speaker } else { try await side().opposite }
        } again: { wanted in
            correction.speaker = wanted
            // If it was turned again since, that stays. What was cut off is finished.
            guard try await side() == wanted else {
                return try await .again(
                    conversation, as: AudioBody.wantsEvents(request.headers) ? .events : .document, from: files)
            }
            return try await corrected(correction, spoken, request, context).replayed
        } begin: { wanted, begun in
            correction.speaker = wanted
            return try await corrected(correction, spoken, request, context, begun: begun)
        }
    }

    private func corrected(
        _ correction: CorrectionRequest, _ spoken: PieceEncoding?, _ request: Request, _ context: ServerContext,
        begun: ServedWork.Begun? = nil
    ) async throws -> Response {
        try await change.response(
            .correction(correction),
            live: .init(.direction(to: correction.speaker), of: correction.sequence), of: correction.conversation,
            spoken: spoken, begun: begun, to: request, context)
    }
}

/// Corrects the texts of one utterance, and translates and speaks that line alone.
struct RewriteRoute: Route {
    static let name = RouteName(.patch, "/api/conversations/{id}/utterances/{number}")
    static let parameters = [AudioParameter.name]
    /// The new text is paid for.
    static let access = RouteAccess.key(.translate)

    private let store: any ContentStore
    private let change: ConversationChange

    init(_ parts: RouteParts) {
        store = parts.service.store
        change = ConversationChange(parts)
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let spoken = try AudioParameter.read(
            context.query, isEventStream: AudioBody.wantsEvents(request.headers))
        let fields = try await JSONBody.read(TextFields.self, keys: TextFields.names, from: request)
        let texts = try fields.checked()
        let conversation = try await store.conversation(named: context)
        let utterance = try await store.utterance(of: conversation, named: context).utterance
        let rewriting = RewritingRequest(
            conversation: conversation, sequence: utterance.sequence, texts: texts)
        return try await change.response(
            .rewriting(rewriting), live: .init(.texts(texts), of: utterance.sequence), of: conversation, spoken: spoken,
            to: request, context)
    }
}
