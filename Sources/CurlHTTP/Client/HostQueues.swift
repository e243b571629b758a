/// Who may talk to a host now, and who waits for a turn, in order of arrival.
///
/// A host that may speak HTTP/2 is first talked to by one exchange alone: once its connection stands, the others know
/// whether they can share it. curl can do both, too, but keeps one queue for all hosts, in which those that wait for a
/// hung host hold up another's.
struct HostQueues {
    private struct Host {
        var active = 0
        /// The one whose connection the others wait for.
        var opening: ObjectIdentifier?
        var waiting: [Exchange] = []
    }

    private let limit: Int
    private var hosts: [String: Host] = [:]

    init(limit: Int) { self.limit = max(1, limit) }

    /// - Returns: those whose turn it is, the exchange itself if it need not wait.
    mutating func enter(_ exchange: Exchange) -> [Exchange] {
        hosts[exchange.target.origin, default: Host()].waiting.append(exchange)
        return next(exchange.target.origin)
    }

    /// The exchange, which had its turn, has a connection.
    ///
    /// - Returns: those whose turn it is now.
    mutating func connected(_ exchange: Exchange) -> [Exchange] {
        guard hosts[exchange.target.origin]?.opening == ObjectIdentifier(exchange) else { return [] }
        hosts[exchange.target.origin]?.opening = nil
        return next(exchange.target.origin)
    }

    /// The exchange, which had its turn, has ended.
    ///
    /// - Returns: those whose turn it is now.
    mutating func leave(_ exchange: Exchange) -> [Exchange] {
        guard var host = hosts[exchange.target.origin] else { return [] }
        host.active -= 1
        if host.opening == ObjectIdentifier(exchange) { host.opening = nil }
        hosts[exchange.target.origin] = host.active == 0 && host.waiting.isEmpty ? nil : host
        return next(exchange.target.origin)
    }

    /// Takes one that still waits out of its queue.
    mutating func remove(_ exchange: Exchange) {
        hosts[exchange.target.origin]?.waiting.removeAll { $0 === exchange }
    }

    /// Takes out all that still wait.
    mutating func removeAll() -> [Exchange] {
        defer { hosts = [:] }
        return hosts.values.flatMap(\.waiting)
    }

    private mutating func next(_ origin: String) -> [Exchange] {
        guard var host = hosts[origin], !host.waiting.isEmpty else { return [] }
        var admitted = 0
        while admitted < host.waiting.count, host.active < limit, host.opening == nil {
            let exchange = host.waiting[admitted]
            if host.active == 0, exchange.mayShareConnection { host.opening = ObjectIdentifier(exchange) }
            host.active += 1
            admitted += 1
        }
        defer { hosts[origin] = host }
        guard admitted > 0 else { return [] }
        let exchanges = Array(host.waiting.prefix(admitted))
        host.waiting.removeFirst(admitted)
        return exchanges
    }
}
