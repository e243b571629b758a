internal import Hummingbird
internal import NIOCore

/// What goes with a request on its way to its route.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection it came on.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
