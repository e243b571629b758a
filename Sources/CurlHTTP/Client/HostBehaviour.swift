/// What is known about how hosts treat connections.
struct HostBehaviour {
    /// How long a host's kept connections are not used after one was closed while a request was being sent on it.
    private static let doubt = Duration.seconds(30)
    /// For how many hosts the protocol is remembered.
    private static let remembered = 256

    /// Until when the kept connections of a host are not used.
    private var doubts: [String: Duration] = [:]
    /// Hosts that have answered over HTTP/2.
    private var multiplexing: Set<String> = []

    /// Notes that a connection to the host was closed after the next request had been sent on it.
    ///
    /// The host may do so each time. If the request has an effect, it is then unknown whether it took effect.
    mutating func doubt(_ origin: String, at now: Duration) {
        doubts = doubts.filter { $0.value > now }
        doubts[origin] = now + Self.doubt
    }

    /// Whether a request must have its own connection.
    func isDoubtful(_ origin: String, at now: Duration) -> Bool {
        guard !doubts.isEmpty, let until = doubts[origin] else { return false }
        return now < until
    }

    /// Notes that the host has answered.
    mutating func answered(_ origin: String, overHTTP2: Bool) {
        guard overHTTP2 else {
            multiplexing.remove(origin)
            return
        }
        if multiplexing.count >= Self.remembered { multiplexing.removeAll() }
        multiplexing.insert(origin)
    }

    func speaksHTTP2(_ origin: String) -> Bool { multiplexing.contains(origin) }
}
