internal import ConversationTables
package import Conversations
package import Plumbing

/// The stores of all scopes, below one folder. The local scope's store is the folder itself. Every other scope has a
/// complete store in `scopes/NAME`, with its own database, audio and claims.
///
///     let stores = SQLiteStores(at: "/home/me/.local/share/verbio")
///     let store = try await stores.store(for: Scope("acme"))
///
/// A store stays open while it is in use: as long as there is a reference to what ``store(for:)`` returned. Others are closed when
/// room is needed, the one that was used longest ago first.
package final class SQLiteStores: ScopedStores {
    private struct Entry {
        let store: SQLiteStore
        /// Distinguishes this opened store from a later one of the same scope.
        let number: Int
        var users: Int
        /// The number of the use that ended last; larger is later.
        var lastUse: Int
    }

    private struct State {
        var entries: [Scope: Entry] = [:]
        var count = 0
        var isClosed = false

        mutating func next() -> Int {
            count += 1
            return count
        }
    }

    /// The usual number of stores that are open at once. Each has up to five connections and a dozen opened files.
    package static let usualCapacity = 32

    private let folders: ScopeFolders
    private let root: StoreDirectory
    private let isReadOnly: Bool
    private let capacity: Int
    private let time: TimeSource
    /// One place for each scope that is in use.
    private let inUse: Limiter
    /// Stores are opened, closed and removed one at a time.
    private let changing = Limiter(limit: 1)
    private let state = Locked(State())

    /// Opens nothing yet.
    ///
    /// - Parameters:
    ///   - directory: the folder's path.
    ///   - readOnly: as for ``SQLiteStore/open(at:readOnly:time:)``.
    ///   - capacity: the largest number of stores that are open at once; at least 1.
    ///   - time: when logs are checked in the background.
    package init(
        at directory: String, readOnly: Bool = false, capacity: Int = SQLiteStores.usualCapacity,
        time: TimeSource = .system
    ) {
        root = StoreDirectory(directory)
        folders = ScopeFolders(root)
        isReadOnly = readOnly
        self.capacity = max(1, capacity)
        self.time = time
        inUse = Limiter(limit: self.capacity)
    }

    /// The number of stores that are open.
    package var openCount: Int { state.withLock { $0.entries.count } }

    package func store(for scope: Scope) async throws -> any ScopeStore { try await sqliteStore(for: scope) }

    /// ``store(for:)`` with its type.
    package func sqliteStore(for scope: Scope) async throws -> SQLiteStore {
        if let store = try taken(scope, ifIdle: false) { return store }
        return try await changing.run {
            // In the meantime, another caller may have opened it.
            if let store = try taken(scope, ifIdle: false) { return store }
            try await inUse.acquire()
            do {
                if let store = try taken(scope, ifIdle: true) { return store }
                try await closeIdle()
                return try await opened(scope)
            } catch {
                inUse.release()
                throw error
            }
        }
    }

    package func scopes() async throws -> [Scope] {
        try check()
        return try await WorkerThread("store.scopes").run { [folders] in folders.scopes() }
    }

    package func remove(_ scope: Scope) async throws -> Bool {
        try requireRemovable(scope)
        return try await changing.run {
            let idle = try state.withLock { state -> SQLiteStore? in
                guard let entry = state.entries[scope] else { return nil }
                guard entry.users == 0 else { throw TableProblem.scopeInUse(scope, by: nil).at(root.path) }
                state.entries[scope] = nil
                return entry.store
            }
            try await idle?.close()
            return try await WorkerThread("store.scopes").run { [folders, root] in
                try Health(place: root.path).guarding { try folders.remove(scope) }
            }
        }
    }

    package func move(_ scope: Scope, into other: Scope) async throws -> Bool {
        try requireRemovable(scope)
        guard scope != other else { return false }
        guard Files.size(StoreDirectory(folders.path(of: scope)).database) != nil else {
            return try await remove(scope)
        }
        let target = try await sqliteStore(for: other)
        let source = try await sqliteStore(for: scope)
        guard try state.withLock({ $0.entries[scope]?.users == 1 }) && source.isAlone() else {
            throw TableProblem.scopeInUse(scope, by: nil).at(root.path)
        }
        try await StoreMove(source: source, target: target).run()
        try await source.close()
        return try await remove(scope)
    }

    package func close() async throws {
        let entries = state.withLock { state in
            defer { (state.entries, state.isClosed) = ([:], true) }
            return state.entries.values
        }
        for entry in entries where entry.users > 0 { inUse.release() }
        for entry in entries { try await entry.store.close() }
    }

    private func requireRemovable(_ scope: Scope) throws {
        try check()
        guard !scope.isLocal else { throw TableProblem.localScope.at(root.path) }
        guard !isReadOnly else { throw StoreProblem.readOnly.at(root.path) }
    }

    // MARK: Opening

    private func check() throws {
        guard !state.withLock({ $0.isClosed }) else { throw StoreProblem.closed.at(root.path) }
    }

    /// The opened store of a scope, with one more user.
    ///
    /// - Parameter ifIdle: whether to return a store without users, or one with users.
    private func taken(_ scope: Scope, ifIdle: Bool) throws -> SQLiteStore? {
        try check()
        let entry = state.withLock { state -> Entry? in
            guard let entry = state.entries[scope], (entry.users == 0) == ifIdle else { return nil }
            state.entries[scope]?.users += 1
            return entry
        }
        return entry.map { $0.store.shared(by: use(scope, $0.number)) }
    }

    private func opened(_ scope: Scope) async throws -> SQLiteStore {
        let path = folders.path(of: scope)
        let whole = root.path
        let store = try await WorkerThread("store.open").run { [folders, isReadOnly, time] in
            let health = Health(place: path)
            let directory = StoreDirectory(path, below: whole)
            return try health.guarding {
                if isReadOnly { return try SQLiteStore.openReadOnly(directory, scope, health: health) }
                return try folders.opening(scope) {
                    try SQLiteStore.openWriting(directory, scope, health: health, time: time)
                }
            }
        }
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            let number = state.next()
            state.entries[scope] = Entry(store: store, number: number, users: 1, lastUse: number)
            return number
        }
        guard let number else {
            try await store.close()
            throw StoreProblem.closed.at(root.path)
        }
        return store.shared(by: use(scope, number))
    }

    /// Closes the store that was used longest ago if as many as possible are open. The caller has its own place, so one
    /// of them is idle then.
    private func closeIdle() async throws {
        let idle = state.withLock { state -> SQLiteStore? in
            guard state.entries.count >= capacity else { return nil }
            let idle = state.entries.filter { $0.value.users == 0 }.min { $0.value.lastUse < $1.value.lastUse }
            return idle.flatMap { state.entries.removeValue(forKey: $0.key)?.store }
        }
        try await idle?.close()
    }

    // MARK: Use

    private func use(_ scope: Scope, _ number: Int) -> StoreUse {
        StoreUse(
            end: { self.ended(scope, number) },
            close: { try await self.close(scope, number) })
    }

    private func ended(_ scope: Scope, _ number: Int) {
        let isIdle = state.withLock { state in
            guard var entry = state.entries[scope], entry.number == number else { return false }
            entry.users -= 1
            entry.lastUse = state.next()
            state.entries[scope] = entry
            return entry.users == 0
        }
        if isIdle { inUse.release() }
    }

    /// Closes the store if its caller is the only user.
    private func close(_ scope: Scope, _ number: Int) async throws {
        let alone = state.withLock { state -> SQLiteStore? in
            guard let entry = state.entries[scope], entry.number == number, entry.users == 1 else { return nil }
            state.entries[scope] = nil
            return entry.store
        }
        guard let alone else { return }
        inUse.release()
        try await alone.close()
    }
}

/// One use of a store that several callers share. It ends with the last reference.
final class StoreUse: Sendable {
    private let end: @Sendable () -> Void
    /// Closes the store, unless it has other users.
    let close: @Sendable () async throws -> Void

    init(end: @escaping @Sendable () -> Void, close: @escaping @Sendable () async throws -> Void) {
        self.end = end
        self.close = close
    }

    deinit { end() }
}
