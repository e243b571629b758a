/// Who may talk to a host now, and who waits for a turn, in order of arrival.
///
/// curl has such a limit, too, but one queue for all hosts, in which a busy host's requests hold up another's.
struct HostQueues {
    private struct Host {
        var active = 0
        var waiting: [HTTPExchange] = []
    }

    enum Entry {
        case mayBegin
        /// Until ``leave(_:)`` names it.
        case waits
        case closed
    }

    private let limit: Int
    private var isClosed = false
    private var hosts: [String: Host] = [:]

    init(limit: Int) { self.limit = max(1, limit) }

    mutating func enter(_ exchange: HTTPExchange) -> Entry {
        guard !isClosed else { return .closed }
        return Self.enter(exchange, &hosts[exchange.target.origin, default: Host()], limit)
    }

    private static func enter(_ exchange: HTTPExchange, _ host: inout Host, _ limit: Int) -> Entry {
        guard host.active < limit else {
            host.waiting.append(exchange)
            return .waits
        }
        host.active += 1
        return .mayBegin
    }

    /// An exchange with this origin, which had begun, has ended.
    ///
    /// - Returns: the one whose turn it is.
    mutating func leave(_ origin: String) -> HTTPExchange? {
        guard var host = hosts[origin] else { return nil }
        if !host.waiting.isEmpty {
            let next = host.waiting.removeFirst()
            hosts[origin] = host
            return next
        }
        host.active -= 1
        hosts[origin] = host.active > 0 ? host : nil
        return nil
    }

    /// Takes one that still waits out of its queue.
    mutating func remove(_ exchange: HTTPExchange) {
        hosts[exchange.target.origin]?.waiting.removeAll { $0 === exchange }
    }

    /// Takes out all that still wait, and lets nobody in any more.
    mutating func close() -> [HTTPExchange] {
        isClosed = true
        defer { hosts = [:] }
        return hosts.values.flatMap(\.waiting)
    }
}
