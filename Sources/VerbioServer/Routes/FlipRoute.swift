internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Interpreting
internal import VerbioService

/// Flips one utterance and repeats the work that depends on it.
struct FlipRoute: Route {
    static let name = RouteName(.post, "/api/conversations/{id}/utterances/{number}/flip")

    private let service: any ConversationService
    private let work: ScopedWork
    private let files: AnswerFiles
    private let open: OpenRequests

    init(_ parts: RouteParts) {
        service = parts.service
        work = parts.work
        files = parts.files
        open = parts.shared.openRequests
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let known = ["speaker", AudioParameter.name]
        let query = try QueryParameters(request.uri.query, known: known)
            .adding(try await JSONFields.parameters(from: request), known: known)
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
        let repeats = RequestRepeats(key: key, store: service.store, open: open, time: work.time)
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
        let wantsEvents = AudioBody.wantsEvents(request.headers)
        let id = correction.conversation.id
        if let events = try await work.perform(
            .init(.direction(to: correction.speaker), of: correction.sequence), in: id)
        {
            try await begun?(id)
            return try await .corrected(
                events, in: correction.conversation, asEvents: wantsEvents, store: service.store)
        }
        return try await work.begin(.correction(correction), spoken: spoken, begun: begun).response(
            to: request, context, as: wantsEvents ? .events : .document, from: files)
    }
}
