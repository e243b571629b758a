internal import Plumbing

/// Easy handles between two requests, for any thread.
final class HandlePool: Sendable {
    private static let kept = 64

    private let configuration: HTTPClientConfiguration
    private let sockets: SocketWatch
    private let proxies: ProxyPlaces
    private let idle = Locked<[EasyHandle]>([])

    init(_ configuration: HTTPClientConfiguration, _ sockets: SocketWatch) {
        self.configuration = configuration
        self.sockets = sockets
        proxies = ProxyPlaces(configuration.proxy)
    }

    /// A handle that is ready for the request; nil where memory is wanting.
    func handle(for exchange: HTTPExchange) -> EasyHandle? {
        let destination = exchange.request.destination
        let kept = destination == .configured ? idle.withLock { $0.popLast() } : nil
        let proxies = destination == .foreign ? ProxyPlaces(.none) : proxies
        guard let handle = kept ?? EasyHandle(configuration, for: destination, sockets, through: proxies) else {
            return nil
        }
        handle.prepare(exchange.request, to: exchange.target)
        return handle
    }

    /// Takes a handle back that curl is done with. Some are not worth keeping: those with other options, those that hold what a
    /// `.netrc` said about a host, and those whose request did not go well at once, as libcurl counts over all requests of a
    /// handle how often a connection died under them, and after five says so instead of trying anew.
    func put(_ handle: EasyHandle, of exchange: HTTPExchange, wasSmooth: Bool) {
        handle.clear()
        guard wasSmooth, exchange.request.destination == .configured, configuration.netrc == nil else { return }
        idle.withLock { if $0.count < Self.kept { $0.append(handle) } }
    }

    func removeAll() {
        // Freed outside the lock.
        _ = idle.withLock { handles in
            defer { handles = [] }
            return handles
        }
    }
}
