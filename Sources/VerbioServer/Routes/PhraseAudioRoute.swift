internal import Conversations
internal import Hummingbird
internal import Interpreting
internal import Language
internal import Plumbing
internal import VerbioService

/// The voice of a phrase. No engine is called.
struct PhraseAudioRoute: Route {
    static let name = RouteName(.get, "/api/phrases/{id}/audio")
    static let isBrief = false
    static let endsWithClient = true

    private let store: any ScopeStore
    private let files: AnswerFiles

    init(_ parts: RouteParts) { (store, files) = (parts.service.store, parts.files) }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: [VoiceParameter.name])
        let format = try VoiceParameter.read(query)
        let phrase = try await store.phrase(named: context)
        guard let speech = phrase.speech, let voice = try await store.voice(of: speech) else {
            throw Refusal(
                .notFound,
                Problem(.usage, "phrase.silent", "the phrase has not been spoken", cure: "add it again"))
        }
        return try await VoiceFile.response(
            voice, as: format, to: request, named: "\(phrase.id).\(phrase.pair.target)", from: files)
    }
}
