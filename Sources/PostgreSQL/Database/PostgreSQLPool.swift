internal import Glibc
internal import Plumbing

/// The connections of a database: opened when they are needed, used by one caller at a time, and replaced when they are broken.
final class PostgreSQLPool: Sendable {
    let address: PostgreSQLAddress
    let limits: PostgreSQLLimits
    private let places: Limiter
    private let outage: Outage
    /// Those that no caller uses, the last used one at the end.
    private let idle = Locked<[PostgreSQLPlace]>([])

    init(_ address: PostgreSQLAddress, _ limits: PostgreSQLLimits, _ time: TimeSource) {
        self.address = address
        self.limits = limits
        outage = Outage(limit: .seconds(limits.outage), time)
        places = Limiter(limit: limits.connections)
    }

    /// Runs work that blocks, on the thread of a connection, when one is free.
    ///
    /// - Throws: what the work throws, and `CancellationError` if the task is cancelled while it waits for a connection.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable (PostgreSQLPlace) throws -> Result
    ) async throws -> Result {
        try await places.run {
            let place = idle.withLock { $0.popLast() } ?? PostgreSQLPlace(address, limits, outage)
            defer { idle.withLock { $0.append(place) } }
            return try await place.thread.run { try work(place) }
        }
    }
}

/// A place for one connection, with the thread that it blocks.
///
/// The pool gives it to one caller at a time, and the caller uses its connection on its thread only.
final class PostgreSQLPlace: @unchecked Sendable {
    let thread = WorkerThread("postgresql")
    private let address: PostgreSQLAddress
    private let limits: PostgreSQLLimits
    private let outage: Outage
    private var link: PostgreSQLLink?

    init(_ address: PostgreSQLAddress, _ limits: PostgreSQLLimits, _ outage: Outage) {
        self.outage = outage
        self.address = address
        self.limits = limits
    }

    /// Runs a transaction. It is done again if it conflicts with another one, and once on a new connection if the connection has
    /// broken before the commit.
    ///
    /// - Throws: ``Problem``, and what the work throws.
    func transaction<Result>(
        _ access: PostgreSQLConnection.Access, scope: String?, _ work: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
        var (conflicts, isRepeated) = (0, false)
        while true {
            do { return try attempt(access, scope, work) } catch let failure as PostgreSQLFailure {
                if failure.kind != .refused { link = nil }
                if failure.isConflict, conflicts < limits.conflicts {
                    conflicts += 1
                    // So that the other transaction is first. Without a pause, both could meet again and again.
                    poll(nil, 0, 1 << min(Int32(conflicts), 6))
                } else if failure.kind == .broken, !isRepeated {
                    isRepeated = true
                } else {
                    throw failure.problem.at(address.description)
                }
            }
        }
    }

    private func attempt<Result>(
        _ access: PostgreSQLConnection.Access, _ scope: String?, _ work: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
        let link = try usableLink()
        let connection = PostgreSQLConnection(on: link, access, scope: scope, limits)
        do {
            let result = try work(connection)
            try connection.commit()
            return result
        } catch {
            // If that fails, the connection is broken, and the next transaction notices.
            if (error as? PostgreSQLFailure)?.kind ?? .refused == .refused { try? connection.rollBack() }
            throw error
        }
    }

    private func usableLink() throws -> PostgreSQLLink {
        if let link, link.isUsable { return link }
        // Closed first: the server may allow no more.
        link = nil
        let new = try outage.waiting { try PostgreSQLLink(to: address, limits) }
        link = new
        return new
    }
}
