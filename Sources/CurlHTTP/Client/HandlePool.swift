internal import Plumbing

/// Keeps easy handles between two requests, for any thread.
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

    /// A handle that is ready for the request; nil if memory runs out.
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

    /// Takes back a handle that curl has finished with.
    ///
    /// Three kinds of handles are not kept. The first kind has other options, and the second holds what a `.netrc` said about a
    /// host. The third is a handle whose request did not succeed at the first attempt. For each handle libcurl counts the
    /// connections that died, over all its requests. After five of them it reports that instead of trying again.
    func put(_ handle: EasyHandle, of exchange: HTTPExchange, wasSmooth: Bool) {
        handle.clear()
        guard wasSmooth, exchange.request.destination == .configured, configuration.netrc == nil else { return }
        idle.withLock { if $0.count < Self.kept { $0.append(handle) } }
    }

    func removeAll() {
        // The handles are freed outside the lock.
        _ = idle.withLock { handles in
            defer { handles = [] }
            return handles
        }
    }
}
