internal import Access
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// One address and the code that answers it.
///
/// A route is made for each request, with the parts of the scope that the request belongs to. So it finds nothing of other
/// scopes. What all instances of a route share is in ``RouteParts/shared``.
protocol Route: Sendable {
    static var name: RouteName { get }
    /// Whether it is still answered while the server is being stopped.
    static var isOpenWhileStopping: Bool { get }
    /// Whether its requests have spans. Those of monitoring would outnumber all others.
    static var isTraced: Bool { get }
    /// The parameters of its address.
    static var parameters: [String] { get }
    /// What becomes of other parameters.
    static var queryRule: QueryRule { get }
    /// The access that a request needs. By default a key that may read, translate or change, as the method suggests.
    static var access: RouteAccess { get }
    /// Whether the requests of one address to such routes are slowed down, because they need no account.
    static var isPaced: Bool { get }
    /// Whether the work for an answer is abandoned when its client leaves. It must change nothing.
    static var endsWithClient: Bool { get }
    /// Whether the answer waits for nothing but the store, and begins after a moment. Such work takes turns; see
    /// ``RequestGate``. By default that of requests without a body.
    static var isBrief: Bool { get }

    init(_ parts: RouteParts)

    func respond(to request: Request, context: ServerContext) async throws -> Response
}

/// What becomes of the parameters of an address that a route does not know.
enum QueryRule: Sendable {
    /// They are a mistake of the client, which is told.
    case refused
    /// They have no effect, and the answer names them: clients of a compatible interface send what other servers know.
    case ignored
    /// They are read, because another service has made the address.
    case accepted
    /// None is read.
    case unread

    /// The parameters of a request to a route.
    ///
    /// - Throws: `Problem` of kind `usage`: `query.unknown`, `query.repeated`, `query.malformed`.
    func parameters(
        of query: String?, known: [String], _ findings: RequestFindings
    ) throws(Problem) -> QueryParameters {
        switch self {
        case .refused: return try QueryParameters(query, known: known)
        case .ignored:
            let (parameters, others) = try QueryParameters.reading(known, of: query)
            findings.ignore(others)
            return parameters
        case .accepted: return try QueryParameters(anyOf: query ?? "")
        case .unread: return QueryParameters([])
        }
    }
}

/// The access that a route demands.
enum RouteAccess: Sendable, Hashable {
    /// Nothing, even if the server demands keys. The route must not reveal anything about any scope.
    case open
    /// A key with a permission, if the server demands keys.
    case key(Permission)
    /// An account. The route serves the account itself and nothing in its scope.
    case account
    /// An account. The route has the service of its scope.
    case accountScope

    /// Whether a key does not open it.
    var needsAccount: Bool { self == .account || self == .accountScope }
}

extension Route {
    static var isOpenWhileStopping: Bool { false }
    static var isTraced: Bool { true }
    static var isPaced: Bool { false }
    static var endsWithClient: Bool { false }
    static var isBrief: Bool { name.method == .get }
    static var parameters: [String] { [] }
    static var queryRule: QueryRule { .refused }

    static var access: RouteAccess {
        switch name.method {
        case .get, .head: .key(.read)
        case .post: .key(.translate)
        default: .key(.change)
        }
    }
}

/// A route that needs nothing but what all instances of routes share.
protocol SharedRoute: Route {
    init(shared: SharedParts)
}

extension SharedRoute {
    init(_ parts: RouteParts) { self.init(shared: parts.shared) }
}

/// The parts that routes are made from; each route takes the parts that it needs.
struct RouteParts: Sendable {
    let configuration: ServerConfiguration
    /// The service for the scope of the request; for an open route that of the local scope.
    let service: any ConversationService
    /// The way to begin translations in the scope of the request.
    let work: ScopedWork
    let shared: SharedParts

    /// Writes the files that requests of the scope are answered with.
    var files: AnswerFiles {
        AnswerFiles(
            store: service.store, folder: shared.answers, places: shared.files, profile: shared.captionProfile)
    }
}
