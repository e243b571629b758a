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
            let service = SampleService(store: InMemoryStore(scope: scope), hooks: local.hooks)
            others[scope] = service
            return service
        }
    }

    /// How many translations run in all scopes.
    var running: Int { others.withLock { $0.values.map(\.running) }.reduce(local.running, +) }
}
