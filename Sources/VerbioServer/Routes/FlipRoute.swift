internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Interpreting
internal import VerbioService

/// Flips one utterance and repeats the work that depends on it.
struct FlipRoute: Route {
    static let name = RouteName(.post, "/api/conversations/{id}/utterances/{number}/flip")

    private let service: any ConversationService
    private let translations: TranslationRuns
    private let files: AnswerFiles

    init(_ parts: RouteParts) {
        service = parts.service
        translations = parts.translations
        files = parts.files
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["speaker", AudioParameter.name])
        let speaker = try query.word(
            "speaker", among: Speaker.allCases.map { ($0.rawValue, Optional($0)) }, otherwise: nil)
        let spoken = try AudioParameter.read(query, isEventStream: AudioBody.wantsEvents(request.headers))
        let conversation = try await service.store.conversation(named: context)
        let utterance = try await service.store.utterance(of: conversation, named: context).utterance
        let correction = CorrectionRequest(
            conversation: conversation, sequence: utterance.sequence, speaker: speaker)
        if let events = try await translations.perform(
            .init(.direction(to: speaker), of: utterance.sequence), in: conversation.id)
        {
            return try await .corrected(
                events, in: conversation, asEvents: AudioBody.wantsEvents(request.headers), store: service.store)
        }
        return try await translations.begin(.correction(correction), spoken: spoken).response(
            to: request, context, as: AudioBody.wantsEvents(request.headers) ? .events : .document,
            from: files)
    }
}
