package import Conversations
package import Jobs

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
        // One that has ended meanwhile.
        try await removeJobs(of: scope)
        return wasThere
    }

    private func removeJobs(of scope: Scope) async throws {
        guard let jobs else { return }
        for id in try await jobs.store.end(scope) { try await jobs.uploads.remove(id) }
    }
}
