package import Plumbing

/// One-time tickets that stand for a principal if a key cannot be sent, such as in the address of a WebSocket.
///
/// They are in memory only. A ticket is short-lived and opens once, so that an address in a log is useless.
package final class TicketBook: Sendable {
    /// How long a ticket is valid.
    package static let lifetime = Duration.seconds(30)
    /// How many may be valid at once.
    package static let most = 10_000
    /// Bytes that all of them together may carry.
    package static let maximumBytes = 16 << 20

    /// What a ticket opens.
    package struct Admission: Sendable, Hashable {
        package var principal: Principal
        /// Parameters of the request that it is used for, so that they need not be in its address.
        package var parameters: [String: String]

        fileprivate var bytes: Int { parameters.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }
    }

    private struct Ticket {
        var admission: Admission
        var expiresAt: Duration
    }

    private let time: TimeSource
    private let tickets = Locked<[String: Ticket]>([:])

    package init(time: TimeSource = .system) { self.time = time }

    /// Makes a ticket.
    ///
    /// - Parameter parameters: what it carries to the request that it is used for.
    /// - Returns: its text, 52 random characters; nil if there are too many tickets, or if they carry too much.
    package func issue(for principal: Principal, carrying parameters: [String: String] = [:]) -> String? {
        let admission = Admission(principal: principal, parameters: parameters)
        let text = KeyToken.random().secret
        let now = time.now()
        return tickets.withLock { tickets in
            func isFull() -> Bool {
                guard tickets.count < Self.most else { return true }
                guard admission.bytes > 0 else { return false }
                return tickets.values.reduce(admission.bytes) { $0 + $1.admission.bytes } > Self.maximumBytes
            }
            if isFull() { tickets = tickets.filter { $0.value.expiresAt > now } }
            guard !isFull() else { return nil }
            tickets[text] = Ticket(admission: admission, expiresAt: now + Self.lifetime)
            return text
        }
    }

    /// Uses a ticket up.
    ///
    /// - Returns: nil if there is no such ticket, or if it was used or is too old.
    package func redeem(_ text: String) -> Admission? {
        guard let ticket = tickets.withLock({ $0.removeValue(forKey: text) }) else { return nil }
        return ticket.expiresAt > time.now() ? ticket.admission : nil
    }
}
