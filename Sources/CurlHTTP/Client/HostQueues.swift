/// Who may talk to a host now, and who waits for a turn, in order of arrival.
///
/// curl has such a limit, too, but one queue for all hosts, in which a busy host's requests hold up another's.
struct HostQueues {
    private struct Host {
        var active = 0
        var waiting: [Exchange] = []
    }

    enum Entry {
        case mayBegin
        /// Until ``leave(_:)`` names it.
        case waits
        case closed
    }

    /// How long a host's kept connections are left alone after one was closed with a request on its way.
    private static let doubt = Duration.seconds(30)

    private let limit: Int
    private var isClosed = false
    private var hosts: [String: Host] = [:]

    /// Until when those of a host are.
    private var doubts: [String: Duration] = [:]

    init(limit: Int) { self.limit = max(1, limit) }

    mutating func enter(_ exchange: Exchange) -> Entry {
        guard !isClosed else { return .closed }
        return Self.enter(exchange, &hosts[exchange.target.origin, default: Host()], limit)
    }

    private static func enter(_ exchange: Exchange, _ host: inout Host, _ limit: Int) -> Entry {
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
    mutating func leave(_ origin: String) -> Exchange? {
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

    /// A connection to the host was closed when the next request had gone out on it. The host may do so each time, and of a
    /// request with an effect it is not known then whether it had one.
    mutating func doubt(_ origin: String, at now: Duration) {
        doubts = doubts.filter { $0.value > now }
        doubts[origin] = now + Self.doubt
    }

    /// Whether a request is to have a connection of its own.
    func isDoubtful(_ origin: String, at now: Duration) -> Bool {
        guard !doubts.isEmpty, let until = doubts[origin] else { return false }
        return now < until
    }

    /// Takes one that still waits out of its queue.
    mutating func remove(_ exchange: Exchange) {
        hosts[exchange.target.origin]?.waiting.removeAll { $0 === exchange }
    }

    /// Takes out all that still wait, and lets nobody in any more.
    mutating func close() -> [Exchange] {
        isClosed = true
        defer { hosts = [:] }
        return hosts.values.flatMap(\.waiting)
    }
}
