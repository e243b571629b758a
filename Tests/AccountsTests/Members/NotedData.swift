import Accounts
import Plumbing

/// What a service keeps for accounts, as closures.
struct NotedData: AccountData {
    var removing: @Sendable (AccountID) async throws -> Void = { _ in }
    var moving: @Sendable (AccountID, AccountID) async throws -> Void = { _, _ in }

    func remove(_ id: AccountID, leaving marks: [String]) async throws { try await removing(id) }
    func recall(_ marks: [String], for id: AccountID) async throws {}
    func move(_ id: AccountID, to successor: AccountID) async throws { try await moving(id, successor) }
}

extension Erasure {
    convenience init(
        store: any AccountStore, sealing: Sealing, time: TimeSource = .system,
        removing: @escaping @Sendable (AccountID) async throws -> Void
    ) {
        self.init(store: store, sealing: sealing, time: time, data: NotedData(removing: removing))
    }
}
