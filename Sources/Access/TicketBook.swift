public import Plumbing

/// One-time tickets that stand for a principal if a key cannot be sent, such as in the address of a WebSocket.
///
/// They are in memory only. A ticket is short-lived and opens once, so that an address that is found in a log opens nothing.
public final class TicketBook: Sendable {
    /// How long a ticket is valid.
    public static let lifetime = Duration.seconds(30)
    /// How many may be valid at once.
    public static let most = 10_000

    private struct Ticket {
        var principal: Principal
        var expiresAt: Duration
    }

    private let time: TimeSource
    private let tickets = Locked<[String: Ticket]>([:])

    public init(time: TimeSource = .system) { self.time = time }

    /// Makes a ticket.
    ///
    /// - Returns: its text, 52 random characters; nil if there are too many tickets.
    public func issue(for principal: Principal) -> String? {
        let text = KeyToken.random().secret
        let now = time.now()
        return tickets.withLock { tickets in
            if tickets.count >= Self.most { tickets = tickets.filter { $0.value.expiresAt > now } }
            guard tickets.count < Self.most else { return nil }
            tickets[text] = Ticket(principal: principal, expiresAt: now + Self.lifetime)
            return text
        }
    }

    /// Uses a ticket up.
    ///
    /// - Returns: nil if there is no such ticket, or if it was used or is too old.
    public func redeem(_ text: String) -> Principal? {
        guard let ticket = tickets.withLock({ $0.removeValue(forKey: text) }) else { return nil }
        return ticket.expiresAt > time.now() ? ticket.principal : nil
    }
}
