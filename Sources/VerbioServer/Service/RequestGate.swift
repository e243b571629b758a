internal import HTTPTypes
internal import NIOCore
internal import Plumbing

/// Lets the requests of the networks of clients take turns, so that many of one network do not keep others waiting.
///
/// A request waits on its connection, before any code of its route runs. So it costs nothing until its turn, and a new
/// connection is accepted at once. It has its turn until its answer begins. A route that may take long gives it back before
/// (``Route/isBrief``), and one with a key then waits for the turn of its scope. The health of the server needs no turn.
final class RequestGate: Sendable {
    private let networks = FairLimiter<String>.short()
    private let urgent: [RouteName]
    private let proxies: TrustedProxies
    /// The networks of the requests that have a turn, by connection.
    private let turns = Locked<[ObjectIdentifier: String]>([:])

    /// - Parameters:
    ///   - urgent: the routes that need no turn.
    ///   - proxies: their fields name the client.
    init(urgent: [RouteName], proxies: TrustedProxies) {
        self.urgent = urgent
        self.proxies = proxies
    }

    /// What a request waits for.
    struct Wait: Sendable {
        fileprivate let id: UInt64
        fileprivate let network: String
    }

    /// Takes the turn of a request, or waits for it.
    ///
    /// - Parameters:
    ///   - isPiped: whether it has waited for another request of its connection. Then it always needs a turn.
    ///   - turn: called when the turn comes, from any thread.
    /// - Returns: nil if the request may begin now.
    func take(
        _ head: HTTPRequest, on channel: any Channel, isPiped: Bool, turn: @escaping @Sendable () -> Void
    ) -> Wait? {
        let path = String((head.path ?? "").prefix { $0 != "?" })
        guard isPiped || !urgent.contains(where: { $0.matches(path) }) else { return nil }
        let client = proxies.client(of: head.headerFields, peer: channel.remoteAddress?.ipAddress)
        let network = AddressRange.network(of: client ?? "")
        let key = ObjectIdentifier(channel)
        let id = networks.acquire(network) { [turns] in
            turns.withLock { $0[key] = network }
            turn()
        }
        guard let id else {
            turns.withLock { $0[key] = network }
            return nil
        }
        return Wait(id: id, network: network)
    }

    /// The connection of a waiting request is closed.
    func withdraw(_ wait: Wait, on channel: any Channel) {
        // If the turn has just come, it ends here.
        if !networks.withdraw(wait.id, of: wait.network) { end(on: channel) }
    }

    /// Ends the turn of the request of a connection, if it has one.
    func end(on channel: any Channel) {
        if let network = turns.withLock({ $0.removeValue(forKey: ObjectIdentifier(channel)) }) {
            networks.release(network)
        }
    }
}

extension FairLimiter {
    /// For short work that needs the processor: more than there are processors, because some of it waits for the store. One
    /// key has half of them.
    static func short() -> FairLimiter {
        let limit = max(8, 4 * System.coreCount)
        return FairLimiter(limit: limit, share: limit / 2)
    }
}
