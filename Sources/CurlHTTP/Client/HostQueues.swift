/// The exchanges that may talk to a host now, and those that wait for a concurrency slot, in order of arrival.
///
/// curl has such a limit, too, but only one queue for all hosts. In that queue, a busy host's requests delay another host's.
struct HostQueues {
    private struct Host {
        var active = 0
        var waiting: [HTTPExchange] = []
    }

    enum Entry {
        case mayBegin
        /// The exchange waits until ``leave(_:)`` returns it.
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

    /// Notes that an exchange with this origin, which had begun, has ended.
    ///
    /// - Returns: the exchange that gets the concurrency slot.
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

    /// Takes an exchange that still waits out of its queue.
    mutating func remove(_ exchange: HTTPExchange) {
        hosts[exchange.target.origin]?.waiting.removeAll { $0 === exchange }
    }

    /// Takes out all waiting exchanges and admits no more.
    mutating func close() -> [HTTPExchange] {
        isClosed = true
        defer { hosts = [:] }
        return hosts.values.flatMap(\.waiting)
    }
}
