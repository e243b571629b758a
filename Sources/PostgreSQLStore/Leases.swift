internal import Conversations
internal import Glibc
internal import Plumbing
internal import SQL

/// The right of this process to work on conversations: rows of `lease`, renewed until they are released.
///
/// The clock of the database decides when a lease has ended, never the clock of this machine. Each lease has a fence, a number that only
/// grows. A commit of the owner renews the lease with its fence. If another process has taken over, no row has this fence any more, and
/// the commit is refused. So a process that was paused for longer than its lease can write nothing when it continues.
final class Leases: Sendable {
    /// What a lease is about: a conversation of a scope, or work that one process of all does.
    struct Name: Hashable, Sendable {
        /// Empty for work.
        var scope: String
        var subject: String

        init(_ conversation: ConversationID, in scope: Scope) {
            self.scope = scope.name
            subject = conversation.rawValue
        }

        init(work: String) {
            scope = ""
            subject = work
        }
    }

    /// How long a lease lasts after it was renewed last. Another process waits for this long after a crash.
    static let length = Duration.seconds(15)
    /// Also the longest time until an owner learns that another process asks for a lease.
    private static let renewal = Duration.seconds(1)
    /// How long an owner of live speech may be silent. Then its machine is dead or cut off, and its client has come elsewhere.
    private static let longestSilence = Duration.milliseconds(2_500)

    private struct State {
        /// The fences of the leases that this process holds.
        var held: [Name: Int] = [:]
        /// Called when another process asks for a lease, by fence.
        var handingOver: [Int: @Sendable () -> Void] = [:]
        /// Those that it asks for.
        var asked: Set<Name> = []
        var renewing: Task<Void, Never>?
        /// When the leases were renewed last, by the clock of this process.
        var renewedAt = Duration.zero
        /// Fences whose leases another process has.
        var lost: Set<Int> = []
        /// Leases that are being given back.
        var releasing: [Int: Task<Void, Never>] = [:]
    }

    /// All scopes: the table of leases has no row security.
    private let database: any SQLDatabase
    private let time: TimeSource
    private let owner = String(UInt64.random(in: .min ... .max), radix: 36)
    /// This machine, as long as it runs. A container is a machine of its own.
    private let machine: String
    private let state = Locked(State())

    init(_ database: any SQLDatabase, time: TimeSource) {
        self.database = database
        self.time = time
        machine = Self.machineName()
    }

    /// Processes of the same name see each other's numbers.
    private static func machineName() -> String {
        var space = [CChar](repeating: 0, count: 64)
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "r") else { return "" }
        defer { fclose(file) }
        var boot = [CChar](repeating: 0, count: 64)
        guard fgets(&boot, Int32(boot.count), file) != nil, readlink("/proc/self/ns/pid", &space, space.count - 1) > 0
        else { return "" }
        let text = { (bytes: [CChar]) in
            String(decoding: bytes.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return text(boot) + " " + text(space)
    }

    /// - Returns: nil if the conversation has an owner.
    func claim(_ name: Name) async throws -> ConversationClaim? {
        try await claim(name) { try await self.takeFree(name) }
    }

    /// As ``claim(_:)``, from an owner that is silent, too. Another one is asked to hand over.
    func takeOver(_ name: Name) async throws -> ConversationClaim? {
        let held = state.withLock { state in state.held[name].map { state.handingOver[$0] } }
        if let held {
            held?()
            return nil
        }
        return try await claim(name) {
            if let fence = try await self.takeFree(name) { return fence }
            if let fence = try await self.take(name, silentFor: Self.longestSilence) { return fence }
            try await self.ask(for: name)
            return nil
        }
    }

    private func claim(_ name: Name, taking: () async throws -> Int?) async throws -> ConversationClaim? {
        let isAsking = state.withLock { state in state.held[name] == nil && state.asked.insert(name).inserted }
        guard isAsking else { return nil }
        defer { state.withLock { _ = $0.asked.remove(name) } }
        let began = time.now()
        guard let fence = try await taking() else { return nil }
        state.withLock { state in
            state.held[name] = fence
            // The others were renewed together; the first one begins.
            if state.held.count == 1 { state.renewedAt = began }
        }
        keepRenewing()
        return ConversationClaim { [self] handOver in
            state.withLock { if $0.held[name] == fence { $0.handingOver[fence] = handOver } }
        } ending: { [self] in
            release(name, fence)
        }
    }

    /// Asks the owner to hand over.
    private func ask(for name: Name) async throws {
        try await database.write { db in
            _ = try db.run(
                "UPDATE lease SET wanted = true WHERE scope = ? AND subject = ? AND NOT wanted", Self.values(name))
        }
    }

    /// Takes a lease that has ended, or one of a process of this machine that does not exist any more.
    private func takeFree(_ name: Name) async throws -> Int? {
        if let fence = try await take(name) { return fence }
        return try await endOfDeadOwner(of: name) ? try await take(name) : nil
    }

    /// - Parameter silence: how long the owner must have renewed nothing; nil for as long as a lease lasts.
    /// - Returns: the fence; nil if another process has the lease.
    private func take(_ name: Name, silentFor silence: Duration? = nil) async throws -> Int? {
        let left = silence.map { Self.length - $0 } ?? .zero
        let values =
            Self.values(name) + [
                owner.value, machine.value, Int(getpid()).value, Int(Self.length.components.seconds).value,
                left.seconds.value,
            ]
        return try await database.write { db in
            try db.integer(
                """
                INSERT INTO lease (scope, subject, fence, owner, machine, process, expires_at)
                VALUES (?1, ?2, nextval('fence'), ?3, ?4, ?5, clock_timestamp() + make_interval(secs => ?6))
                ON CONFLICT (scope, subject) DO UPDATE SET fence = excluded.fence, owner = excluded.owner,
                    machine = excluded.machine, process = excluded.process, expires_at = excluded.expires_at, wanted = false
                    WHERE lease.expires_at < clock_timestamp() + make_interval(secs => ?7)
                        OR lease.owner = excluded.owner
                RETURNING fence
                """, values)
        }
    }

    /// Ends the lease of a process of this machine that does not exist any more, so that nothing waits for its time.
    ///
    /// - Returns: whether there was one.
    private func endOfDeadOwner(of name: Name) async throws -> Bool {
        let values = Self.values(name)
        let row = try await database.read { db in
            try db.row("SELECT machine, process, fence FROM lease WHERE scope = ? AND subject = ?", values)
        }
        guard let row else { return true }
        var reader = RowReader(row, of: "lease")
        guard !machine.isEmpty, try reader.text("machine") == machine,
            let process = Int32(exactly: try reader.integer("process")),
            kill(process, 0) != 0, errno == ESRCH
        else { return false }
        let fence = try reader.integer("fence")
        return try await database.write { db in
            try db.run(
                "DELETE FROM lease WHERE scope = ? AND subject = ? AND fence = ?", values + [fence.value]) > 0
        }
    }

    /// The owner of a conversation; nil if it has none.
    func owner(of name: Name) async throws -> ConversationOwner? {
        // The row of one of these may be read before it is deleted.
        let released = state.withLock { Set($0.releasing.keys) }
        let row = try await database.read { db in
            try db.row(
                """
                SELECT machine, process, fence FROM lease
                WHERE scope = ? AND subject = ? AND expires_at > clock_timestamp()
                """, Self.values(name))
        }
        guard let row else { return nil }
        var reader = RowReader(row, of: "lease")
        let isHere = try reader.text("machine") == machine && !machine.isEmpty
        let process = try reader.integer("process")
        let fence = try reader.integer("fence")
        if released.contains(fence) || state.withLock({ $0.releasing[fence] != nil }) { return nil }
        return ConversationOwner(process: isHere ? Int32(exactly: process) : nil)
    }

    /// Whether any conversation of a scope has an owner.
    static func isUsed(_ scope: Scope, in db: any SQLConnection) throws -> Bool {
        try db.row(
            "SELECT 1 FROM lease WHERE scope = ? AND expires_at > clock_timestamp() LIMIT 1", [scope.name.value]) != nil
    }

    // MARK: Fences

    /// What the transactions that change a conversation begin with; nil if this process does not own it.
    func fence(of name: Name) -> Fence? {
        state.withLock { $0.held[name] }.map { number in
            Fence(
                statement: SQLStatement(
                    """
                    UPDATE lease SET expires_at = clock_timestamp() + make_interval(secs => ?1)
                    WHERE scope = ?2 AND subject = ?3 AND fence = ?4
                    """, [Int(Self.length.components.seconds).value] + Self.values(name) + [number.value]),
                subject: name.subject)
        }
    }

    /// It renews the lease, and refuses the transaction if another process has it.
    struct Fence: Sendable {
        var statement: SQLStatement
        var subject: String

        /// - Parameter changes: how many rows the statement has changed.
        func check(_ changes: Int) throws {
            guard changes == 0 else { return }
            throw Problem(
                .store, "store.taken-over",
                "another Verbio has taken over the conversation \(subject), because this one was stopped or cut off for too long",
                cure: "nothing of it was stored; look at the conversation there")
        }
    }

    // MARK: Time

    private func keepRenewing() {
        state.withLock { state in
            guard state.renewing == nil else { return }
            state.renewing = Task.detached { [weak self, time] in
                while !Task.isCancelled {
                    try? await time.sleep(Self.renewal)
                    guard let self, !Task.isCancelled else { return }
                    // If it cannot be renewed now, the next time or a commit may. Otherwise it ends.
                    try? await renew()
                }
            }
        }
    }

    private func renew() async throws {
        guard !state.withLock({ $0.held.isEmpty }) else { return }
        let values = [Int(Self.length.components.seconds).value, owner.value]
        let (began, known) = (time.now(), state.withLock { Set($0.held.values) })
        let kept = try await database.write { db in
            try db.rows(
                """
                UPDATE lease SET expires_at = clock_timestamp() + make_interval(secs => ?) WHERE owner = ?
                RETURNING fence, wanted
                """, values
            ) { row in
                var reader = RowReader(row, of: "lease")
                return (fence: try reader.integer("fence"), isWanted: try reader.integer("wanted") != 0)
            }
        }
        let wanted = state.withLock { state in
            state.renewedAt = began
            // Those that were released meanwhile are of no interest.
            state.lost = state.lost.union(known.subtracting(kept.map(\.fence))).intersection(state.held.values)
            return kept.filter(\.isWanted).compactMap { state.handingOver[$0.fence] }
        }
        for handOver in wanted { handOver() }
    }

    /// Whether no other process can have the lease now. It does not ask the database, and is certain if the clocks of both run equally
    /// fast.
    func isHeld(_ name: Name) -> Bool {
        let now = time.now()
        return state.withLock { state in
            guard let fence = state.held[name], !state.lost.contains(fence) else { return false }
            return now - state.renewedAt < Self.length
        }
    }

    private func release(_ name: Name, _ fence: Int) {
        state.withLock { state in
            if state.held[name] == fence { state.held[name] = nil }
            state.handingOver[fence] = nil
            state.releasing[fence] = Task.detached { [self] in
                // If the database cannot be reached, the lease ends by itself.
                try? await database.write { db in
                    _ = try db.run(
                        "DELETE FROM lease WHERE scope = ? AND subject = ? AND fence = ?",
                        Self.values(name) + [fence.value])
                }
                self.state.withLock { $0.releasing[fence] = nil }
            }
        }
    }

    /// Waits until what was released is free for others.
    func settle() async {
        for task in state.withLock({ Array($0.releasing.values) }) { await task.value }
    }

    /// Ends the renewal.
    func close() async {
        let renewing = state.withLock { state in
            defer { state.renewing = nil }
            return state.renewing
        }
        renewing?.cancel()
        await settle()
    }

    private static func values(_ name: Name) -> [SQLValue] { [name.scope.value, name.subject.value] }
}
