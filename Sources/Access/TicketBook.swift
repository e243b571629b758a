package import Coordination
internal import Crypto
internal import FoundationEssentials
internal import Plumbing

/// One-time tickets that stand for a principal if a key cannot be sent, such as in the address of a WebSocket.
///
/// A ticket is short-lived and opens once, so that an address in a log is useless. It is kept under its hash.
package struct TicketBook: Sendable {
    /// How long a ticket is valid.
    package static let lifetime = Duration.seconds(30)
    /// How many may be valid at once.
    package static let most = 10_000
    /// Bytes that all of them together may carry.
    package static let maximumBytes = 16 << 20

    /// What a ticket opens.
    package struct Admission: Sendable, Hashable, Codable {
        package var principal: Principal
        /// Parameters of the request that it is used for, so that they need not be in its address.
        package var parameters: [String: String]

        fileprivate var bytes: Int { parameters.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }
    }

    private let coordination: any Coordination

    /// - Parameter coordination: keeps the tickets for all servers that know of each other.
    package init(_ coordination: any Coordination) { self.coordination = coordination }

    /// Makes a ticket.
    ///
    /// - Parameter parameters: what it carries to the request that it is used for.
    /// - Returns: its text, 52 random characters; nil if there are too many tickets, or if they carry too much.
    /// - Throws: ``Problem`` of kind `store`.
    package func issue(for principal: Principal, carrying parameters: [String: String] = [:]) async throws -> String? {
        let admission = Admission(principal: principal, parameters: parameters)
        let text = KeyToken.random().secret
        let limits = KeptTextLimits(life: Self.lifetime, count: Self.most, bytes: Self.maximumBytes)
        let isKept = try await coordination.keep(
            String(decoding: try JSONEncoder().encode(admission), as: UTF8.self), size: admission.bytes,
            as: Self.name(of: text), within: limits)
        return isKept ? text : nil
    }

    /// Uses a ticket up.
    ///
    /// - Returns: nil if there is no such ticket, or if it was used or is too old.
    /// - Throws: ``Problem`` of kind `store`.
    package func redeem(_ text: String) async throws -> Admission? {
        // Any other text is none, and the database need not be asked.
        guard text.utf8.count == 52, let kept = try await coordination.takeText(Self.name(of: text)) else { return nil }
        return try? JSONDecoder().decode(Admission.self, from: Data(kept.utf8))
    }

    private static func name(of text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
