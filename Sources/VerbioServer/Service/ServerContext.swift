internal import Access
internal import Conversations
internal import Hummingbird
internal import NIOCore

/// The values that accompany a request to its route.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which the request came.
    let channel: any Channel
    /// How the client has called the server, if a trusted proxy says so.
    var forwardedOrigin = ForwardedOrigin()
    /// The principal of the request; nil if the server demands a key and the request has no valid one.
    var principal: Principal? {
        didSet { findings.note { [principal] in $0.principal = principal } }
    }
    /// The parameters of the address that the route knows.
    var query = QueryParameters([])
    /// Parameters that a ticket has carried here.
    var carried: [String: String] = [:]
    /// The scope of the request; the local one for an open route.
    var scope: Scope { principal?.scope ?? .local }
    /// The sign that the client waits for before it sends its body; nil if it does not wait.
    var sign: ContinueSign?
    /// Passes findings about the request to outer middleware.
    let findings = RequestFindings()

    struct ForwardedOrigin: Sendable {
        /// `http` or `https`.
        var scheme: String?
        /// The host with its port.
        var authority: String?
    }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
