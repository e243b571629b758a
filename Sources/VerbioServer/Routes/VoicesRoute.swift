internal import Access
internal import Hummingbird
internal import Language
internal import Providers
internal import VerbioService

/// The voices that a request for speech may name: those of the engine that the principal may ask for.
struct VoicesRoute: Route {
    static let name = RouteName(.get, "/v1/audio/voices")

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
        context.findings.ignore(QueryParameters.names(in: request.uri.query))
        let voices = service.voices.filter { allowed?.contains($0.id) ?? true }.map {
            Listing.Voice(id: $0.id, language: $0.language.rawValue)
        }
        return try .json(Listing(voices: voices))
    }
}
