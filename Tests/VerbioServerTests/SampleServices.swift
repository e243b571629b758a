import ConversationTesting
import Conversations
import Plumbing
import VerbioService
import VerbioTesting

/// A sample service for each scope, all with the same hooks.
final class SampleServices: ScopedServices {
    private let local: SampleService
    private let others = Locked<[Scope: SampleService]>([:])

    init(_ local: SampleService) { self.local = local }

    func service(for scope: Scope) -> any ConversationService {
        guard !scope.isLocal else { return local }
        return others.withLock { others in
            if let service = others[scope] { return service }
            let service = SampleService(store: InMemoryStore(scope: scope), hooks: local.hooks, offered: local.offered)
            others[scope] = service
            return service
        }
    }

    func scopes() -> [Scope] { [.local] + others.withLock { $0.keys.sorted { $0.name < $1.name } } }

    func remove(_ scope: Scope) async throws -> Bool { others.withLock { $0.removeValue(forKey: scope) != nil } }

    func move(_ scope: Scope, into other: Scope, named name: String) async throws -> Bool {
        guard let old = others.withLock({ $0[scope] })?.store as? InMemoryStore else { return false }
        guard let new = (service(for: other) as? SampleService)?.store as? InMemoryStore else { return false }
        await new.takeOver(old)
        return try await remove(scope)
    }

    /// The scopes that have something, but the local one.
    var scopeNames: [String] { others.withLock { $0.keys.map(\.name) } }

    /// How many translations run in all scopes.
    var running: Int { others.withLock { $0.values.map(\.running) }.reduce(local.running, +) }
}
