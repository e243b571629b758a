package import Conversations
package import Jobs
import Plumbing

/// Removes all that a scope has: its jobs with their uploads, and its store.
package struct ScopeErasure: Sendable {
    private let stores: any ScopedStores
    private let jobs: JobRoom?

    /// - Parameter jobs: the place of jobs; nil if there are none.
    package init(stores: any ScopedStores, jobs: JobRoom?) {
        self.stores = stores
        self.jobs = jobs
    }

    /// - Returns: whether the scope had a store.
    /// - Throws: `Problem` of kind `usage`, code `scope.busy`, while something works on it. Jobs that run are then told to end,
    ///   so that another attempt succeeds soon.
    package func remove(_ scope: Scope) async throws -> Bool {
        try await removeJobs(of: scope)
        let wasThere = try await stores.remove(scope)
        // One that was added meanwhile.
        try await removeJobs(of: scope)
        return wasThere
    }

    /// - Throws: `Problem` with the code `scope.busy` if a job is left. It might open the store after it was removed, and make it
    ///   again.
    private func removeJobs(of scope: Scope) async throws {
        guard let jobs else { return }
        guard try await !areEnded(scope, jobs) else { return }
        // If no process does jobs, those that are marked as running were left by a kill.
        if let turn = try jobs.turn() {
            defer { withExtendedLifetime(turn) {} }
            try await jobs.store.requeue()
            if try await areEnded(scope, jobs) { return }
        }
        throw Problem(
            .usage, "scope.busy", "a job of the scope still runs", at: scope.name, cure: "try again when it has ended")
    }

    /// Removes the jobs of a scope but for those that run.
    ///
    /// - Returns: whether none is left.
    private func areEnded(_ scope: Scope, _ jobs: JobRoom) async throws -> Bool {
        for id in try await jobs.store.end(scope) { try await jobs.uploads.remove(id) }
        return try await jobs.store.waiting(in: scope).jobs == 0
    }
}
