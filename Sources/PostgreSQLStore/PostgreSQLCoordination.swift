package import Coordination
package import Plumbing
internal import PostgreSQL
internal import SQL

/// Coordination of all servers of a PostgreSQL database.
///
/// If the database does not answer, limits count in this process until it does. Tickets and rights are refused.
package final class PostgreSQLCoordination: Coordination {
    private struct State {
        var nextTidying = Duration.zero
        /// The right that shows other servers that this process lives, with its name.
        var holder: (name: String, right: WorkRight)?
    }

    private static let tidying = Duration.seconds(60)

    private let stores: PostgreSQLStores
    private let tables: CoordinationTables
    private let local: LocalCoordination
    private let time: TimeSource
    private let reach: Reach
    private let state = Locked(State())
    private let holding = Limiter(limit: 1)

    /// Opens the tables, or makes them.
    package init(_ stores: PostgreSQLStores, time: TimeSource = .system) async throws {
        try await stores.prepare()
        try await stores.database.migrate(CoordinationTables.schema)
        self.stores = stores
        self.time = time
        reach = Reach(time: time)
        tables = CoordinationTables(database: stores.database)
        local = LocalCoordination(time: time)
    }

    package var isShared: Bool? { reach.isThere }

    package var nodes: (any NodeList)? { NodeTable(database: stores.database) }

    package func change<Value: CoordinatedValue, Result: Sendable>(
        _ names: [String], _ change: @escaping @Sendable (inout [String: Value], _ moment: CoordinationMoment) -> Result
    ) async throws -> Result {
        if let answer = try await answered({ [tables] in try await tables.change(names, change) }) { return answer }
        return try await local.change(names, change)
    }

    package func place(_ name: String, of most: Int) async throws -> WorkRight? {
        let found = try await answered { [self] () -> (right: WorkRight?, Void) in
            let holder = try await holder()
            guard try await tables.takePlace(name, of: most, for: holder) else { return (nil, ()) }
            return (WorkRight { [self] in Task { await leavePlace(name, by: holder) } }, ())
        }
        if let found { return found.right }
        return try await local.place(name, of: most)
    }

    /// If the database cannot be reached, the place is given back later.
    private func leavePlace(_ name: String, by holder: String) async {
        do { try await tables.leavePlace(name, by: holder) } catch {
            Task.detached { [weak self, time] in
                while true {
                    do { try await time.sleep(Reach.rest) } catch { return }
                    // With another holder, the place is free already.
                    guard let self, state.withLock({ $0.holder?.name == holder }) else { return }
                    do { return try await tables.leavePlace(name, by: holder) } catch { continue }
                }
            }
        }
    }

    /// The name under which this process holds places.
    private func holder() async throws -> String {
        try await holding.run {
            if let known = state.withLock({ $0.holder }), known.right.isHeld { return known.name }
            let name = "places " + String(UInt64.random(in: .min ... .max), radix: 36)
            guard let right = try await stores.right(to: name) else { throw CancellationError() }
            state.withLock { $0.holder = (name, right) }
            return name
        }
    }

    package func right(to work: String) async throws -> WorkRight? { try await stores.right(to: work) }

    package func keep(
        _ text: String, size: Int, as name: String, within limits: KeptTextLimits
    ) async throws -> Bool {
        try await tables.keep(text, size: size, as: name, within: limits)
    }

    package func takeText(_ name: String) async throws -> String? { try await tables.takeText(name) }

    // MARK: A database that is away

    /// - Returns: nil if the database does not answer now.
    /// - Throws: `CancellationError`.
    private func answered<Value: Sendable>(_ ask: @escaping @Sendable () async throws -> Value) async throws -> Value? {
        let now = time.now()
        let isTidying = state.withLock { state in
            guard reach.isWorthAsking, state.nextTidying <= now else { return false }
            state.nextTidying = now + Self.tidying
            return true
        }
        // Rows that stay are removed the next time.
        if isTidying { Task { [tables] in try? await tables.tidy() } }
        return try await reach.answered(ask)
    }
}
