internal import Hummingbird
internal import VerbioService

/// One address and the code that answers it.
protocol Route: Sendable {
    static var name: RouteName { get }
    /// Whether it is still answered while the server is being stopped.
    static var isOpenWhileStopping: Bool { get }

    init(_ parts: RouteParts)

    func respond(to request: Request, context: ServerContext) async throws -> Response
}

extension Route {
    static var isOpenWhileStopping: Bool { false }
}

/// What routes are made from; each route takes the parts that it needs.
struct RouteParts: Sendable {
    let configuration: ServerConfiguration
    let service: any ConversationService
    let translations: TranslationRuns
    let sessions: LiveSessions
}
