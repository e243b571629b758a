/// What hosts have shown of how they treat connections.
struct HostBehaviour {
    /// How long a host's kept connections are left alone after one was closed with a request on its way.
    private static let doubt = Duration.seconds(30)
    /// Of how many hosts it is known what they speak.
    private static let remembered = 256

    /// Until when those of a host are left alone.
    private var doubts: [String: Duration] = [:]
    /// Hosts that have answered over HTTP/2.
    private var multiplexing: Set<String> = []
    /// Hosts whose last answer was there almost at once.
    private var prompt: Set<String> = []

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

    /// The host has answered.
    ///
    /// - Parameter promptly: whether so soon that it is worth while to stand by for the next answer.
    mutating func answered(_ origin: String, overHTTP2: Bool, promptly: Bool) {
        Self.note(origin, isSo: overHTTP2, in: &multiplexing)
        Self.note(origin, isSo: promptly, in: &prompt)
    }

    private static func note(_ origin: String, isSo: Bool, in hosts: inout Set<String>) {
        guard isSo else {
            if !hosts.isEmpty { hosts.remove(origin) }
            return
        }
        if hosts.count >= remembered { hosts.removeAll() }
        hosts.insert(origin)
    }

    func isPrompt(_ origin: String) -> Bool { !prompt.isEmpty && prompt.contains(origin) }

    func speaksHTTP2(_ origin: String) -> Bool { multiplexing.contains(origin) }
}
