internal import Access
internal import Hummingbird
internal import Language
internal import Plumbing
internal import Providers
internal import VerbioService

/// The engines of the server as models, for clients of OpenAI's interface.
///
/// Engines are set when the server starts, so a request may name any of them, or the usual names.
struct ModelsRoute: Route {
    static let name = RouteName(.get, "/v1/models")
    static let queryRule = QueryRule.ignored

    private let service: any ConversationService

    init(_ parts: RouteParts) { service = parts.service }

    private struct Listing: Encodable {
        var object = "list"
        var data: [OpenAIModel]
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        return try OpenAIAnswer.response(Listing(data: OpenAIModel.all(of: service)))
    }
}

/// One of the models that ``ModelsRoute`` lists, by its name, or any other name: requests may name any model.
struct ModelRoute: Route {
    // Names have slashes, and clients send them as they are or encoded.
    static let name = RouteName(.get, "/v1/models/{id}", takesRest: true)
    static let queryRule = QueryRule.ignored

    private let service: any ConversationService

    init(_ parts: RouteParts) { service = parts.service }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let parts = context.parameters.getCatchAll().map { QueryParameters.decoded($0, isForm: false) }
        let id = parts.compactMap(\.self).joined(separator: "/")
        guard !parts.contains(nil), !id.isEmpty, id.utf8.count <= Self.longestName,
            !id.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { throw Self.unknown }
        let model = OpenAIModel.all(of: service).first { $0.id == id } ?? OpenAIModel(id: id, ownedBy: "verbio")
        return try OpenAIAnswer.response(model)
    }

    private static let longestName = 200

    private static let unknown = Refusal(
        .notFound,
        Problem(
            .usage, "model.unknown", "there is no such model", at: "model",
            cure: "GET /v1/models lists them"))
}

/// The voices that a request for speech may name: those of the engine that the principal may ask for.
struct VoicesRoute: Route {
    static let name = RouteName(.get, "/v1/audio/voices")
    static let queryRule = QueryRule.ignored

    private let service: any ConversationService
    private let allowed: Set<String>?

    init(_ parts: RouteParts) {
        service = parts.service
        allowed = parts.work.owner.limits.voices
    }

    private struct Listing: Encodable {
        var voices: [Voice]

        struct Voice: Encodable {
            var id: String
            var language: String
        }
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let voices = service.voices.filter { allowed?.contains($0.id) ?? true }.map {
            Listing.Voice(id: $0.id, language: $0.language.rawValue)
        }
        return try .json(Listing(voices: voices))
    }
}
