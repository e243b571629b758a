internal import Access
internal import Conversations
internal import Hummingbird
internal import NIOCore

/// The values that accompany a request to its route.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which the request came.
    let channel: any Channel
    /// What the request acts for; nil if the server demands a key and the request has no valid one.
    var principal: Principal? {
        didSet { trail.note { [principal] in $0.principal = principal } }
    }
    /// The scope of the request; the local one for an open route.
    var scope: Scope { principal?.scope ?? .local }
    /// What the middleware that began earlier learns about the request.
    let trail = RequestTrail()

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
