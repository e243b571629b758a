internal import Glibc
internal import Plumbing

/// The connections of a database: opened when they are needed, used by one caller at a time, and replaced when they are broken.
final class PostgreSQLPool: Sendable {
    let address: PostgreSQLAddress
    let limits: PostgreSQLLimits
    private let places: Limiter
    private let outage: Outage
    /// Whether the database has the table of ``CommitMark``.
    private let hasMarks = Locked(false)
    /// Those that no caller uses, the last used one at the end.
    private let idle = Locked<[PostgreSQLPlace]>([])

    init(_ address: PostgreSQLAddress, _ limits: PostgreSQLLimits, _ time: TimeSource) {
        self.address = address
        self.limits = limits
        outage = Outage(limit: .seconds(limits.outage), time)
        places = Limiter(limit: limits.connections)
    }

    /// From now on, it is found out how commits have ended that were not answered.
    func beginMarking() { hasMarks.withLock { $0 = true } }

    /// Runs work that blocks, on the thread of a connection, when one is free.
    ///
    /// - Throws: what the work throws, and `CancellationError` if the task is cancelled while it waits for a connection.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable (PostgreSQLPlace) throws -> Result
    ) async throws -> Result {
        try await places.run {
            let place = idle.withLock { $0.popLast() } ?? PostgreSQLPlace(address, limits, outage, hasMarks: hasMarks)
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
    private let hasMarks: Locked<Bool>
    private var link: PostgreSQLLink?
    private var mark: CommitMark?

    init(_ address: PostgreSQLAddress, _ limits: PostgreSQLLimits, _ outage: Outage, hasMarks: Locked<Bool>) {
        self.address = address
        self.limits = limits
        self.outage = outage
        self.hasMarks = hasMarks
    }

    /// Runs a transaction. It is done again if it conflicts with another one, and some times if its connection has broken and it is
    /// not stored.
    ///
    /// - Throws: ``Problem``, and what the work throws.
    func transaction<Result>(
        _ access: PostgreSQLConnection.Access, scope: String?, _ work: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
        var (conflicts, breaks) = (0, 0)
        while true {
            do { return try attempt(access, scope, work) } catch let failure as PostgreSQLFailure {
                if failure.kind != .refused { link = nil }
                if failure.isConflict, conflicts < limits.conflicts {
                    conflicts += 1
                    // So that the other transaction is first. Without a pause, both could meet again and again.
                    poll(nil, 0, 1 << min(Int32(conflicts), 6))
                } else if failure.kind == .broken, breaks < limits.breaks {
                    breaks += 1
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
        if access == .write, mark == nil, hasMarks.withLock(\.self) { mark = try CommitMark(on: link) }
        let connection = PostgreSQLConnection(on: link, access, scope: scope, limits)
        do {
            let result = try work(connection)
            if access == .write, connection.hasChanged {
                try commit(connection)
            } else if access == .brief, connection.hasChanged {
                // Done again, it might be done twice.
                do { try connection.commit(with: nil) } catch let failure as PostgreSQLFailure { throw failure.problem }
            } else {
                // Nothing is lost if it is done again: a step of a migration is taken once.
                try connection.commit(with: nil)
            }
            return result
        } catch {
            // If that fails, the connection is broken, and the next transaction notices.
            if (error as? PostgreSQLFailure)?.kind ?? .refused == .refused { try? connection.rollBack() }
            throw error
        }
    }

    /// Commits a transaction that has changed something.
    ///
    /// - Throws: ``PostgreSQLFailure`` if nothing is stored, and ``Problem`` if that is not known.
    private func commit(_ connection: PostgreSQLConnection) throws {
        do {
            if try connection.commit(with: mark?.statement) {
                mark?.raise()
            } else {
                // Its row was removed, because it had not been used for days.
                mark = nil
            }
        } catch let failure as PostgreSQLFailure where failure.kind != .refused {
            link = nil
            guard try !hasCommitted(after: failure) else { return }
            throw PostgreSQLFailure(kind: .broken, state: failure.state, message: failure.message)
        }
    }

    /// Finds out, on another connection, whether a commit is stored that was not answered.
    private func hasCommitted(after failure: PostgreSQLFailure) throws -> Bool {
        // If it stays unknown, the next transaction has another row.
        let former = mark
        mark = nil
        if var former {
            for _ in 0...limits.breaks {
                do {
                    guard let hasCommitted = try former.hasCommitted(on: try usableLink()) else { break }
                    mark = former
                    return hasCommitted
                } catch let failure as PostgreSQLFailure where failure.kind == .broken {
                    link = nil
                } catch {
                    link = nil
                    break
                }
            }
        }
        throw Problem(
            .store, "store.failed",
            "the connection to the database has broken during a commit, and it is not known whether the change is stored (\(failure.message.printableOnOneLine))",
            at: address.description, cure: "look whether it is there before you repeat it")
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
