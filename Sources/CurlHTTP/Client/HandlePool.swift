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
        let kept = idle.withLock { $0.popLast() }
        guard let handle = kept ?? EasyHandle(configuration, sockets, through: proxies) else { return nil }
        handle.prepare(exchange.request, to: exchange.target)
        return handle
    }

    /// Takes back a handle that curl has finished with.
    ///
    /// A handle whose request did not succeed at the first attempt is not kept. For each handle libcurl counts the connections
    /// that died, over all its requests. After five of them it reports that instead of trying again.
    func put(_ handle: EasyHandle, wasSmooth: Bool) {
        handle.clear()
        guard wasSmooth else { return }
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
