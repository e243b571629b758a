internal import Coordination
package import Plumbing
internal import Redis

/// The server beside a database through which the servers of a service share limits and hints, as `store.coordination` names it.
package struct CoordinationAddress: Sendable {
    /// A kind of server, which is open at one address.
    private struct Server: Sendable {
        /// The address without its password.
        var place: String
        /// Receives the coordination in the database. Opens no connection yet.
        var coordination: @Sendable (_ base: any Coordination, TimeSource) -> any Coordination
        /// Throws `Problem` if the server cannot be used.
        var check: @Sendable () async throws -> Void
    }

    /// What reads the addresses of a kind, by the word before the colon.
    private static let kinds: [String: @Sendable (_ text: String) throws(Problem) -> Server] = [
        "redis": { text throws(Problem) in
            let address = try RedisAddress(text)
            return Server(
                place: address.description,
                coordination: { base, time in RedisCoordination(address, beside: base, time: time) },
                check: { try await RedisCoordination.check(address) })
        },
        "rediss": { _ throws(Problem) in
            throw Problem(
                .usage, "store.coordination", "Redis is not reached over TLS",
                cure: "use redis:// in a network of your own, or through a tunnel such as stunnel")
        },
    ]

    private let server: Server

    /// The address without its password.
    package var place: String { server.place }

    /// - Throws: ``Problem`` of kind `usage`: `store.coordination`, `coordination.address`. Of kind `store`: `coordination.no-library`.
    package init(_ text: String) throws(Problem) {
        let word = String(text.prefix { $0 != ":" })
        guard let read = Self.kinds[word] else {
            // What follows the word may have a password.
            throw Problem(
                .usage, "store.coordination", "'\(word.clipped(to: 40).printableOnOneLine)' is no kind of server",
                at: Setting.storeCoordination.name, cure: "use redis://HOST")
        }
        do { server = try read(text) } catch { throw error.at(Setting.storeCoordination.name) }
    }

    func coordination(beside base: any Coordination, _ time: TimeSource) -> any Coordination {
        server.coordination(base, time)
    }

    func check() async throws { try await server.check() }
}
