package import Conversations
package import Jobs
import Plumbing

/// Removes and moves all that scopes have.
package protocol ScopeData: Sendable {
    /// Removes all of a scope: jobs, conversations, phrases and audio.
    ///
    /// - Returns: false if there is nothing.
    /// - Throws: `Problem` of kind `usage`, code `scope.busy`, while something works on it.
    @discardableResult
    func remove(_ scope: Scope) async throws -> Bool

    /// Moves all of a scope into another one.
    ///
    /// - Parameter name: under which the use of the other scope's owner is counted.
    /// - Returns: false if there is nothing.
    /// - Throws: `Problem` of kind `usage`, code `scope.busy`, while something works on it.
    @discardableResult
    func move(_ scope: Scope, into other: Scope, named name: String) async throws -> Bool
}

/// All that a scope has: its jobs with their uploads and films, and its store.
package struct ScopeContents: ScopeData {
    private let stores: any ScopedStores
    private let jobs: JobServices?

    /// - Parameter jobs: the place of jobs; nil if there are none.
    package init(stores: any ScopedStores, jobs: JobServices?) {
        self.stores = stores
        self.jobs = jobs
    }

    /// If something works on the scope, running jobs are ended, so that another attempt succeeds soon.
    package func remove(_ scope: Scope) async throws -> Bool {
        try await emptyJobs(of: scope, by: endJobs)
        let wasThere = try await stores.remove(scope)
        // One that was added in the meantime.
        try await emptyJobs(of: scope, by: endJobs)
        return wasThere
    }

    /// Jobs that run continue, and the others have a new owner at once.
    package func move(_ scope: Scope, into other: Scope, named name: String) async throws -> Bool {
        try await emptyJobs(of: scope) { try await $1.store.move($0, to: other, named: name) }
        return try await stores.move(scope, into: other)
    }

    /// - Parameter attempt: removes all jobs but those that run, and returns whether none is left.
    /// - Throws: `Problem` with the code `scope.busy` if a job is left. It might open the store after it was removed, and make it
    ///   again.
    private func emptyJobs(
        of scope: Scope, by attempt: (Scope, JobServices) async throws -> Bool
    ) async throws {
        guard let jobs else { return }
        guard try await !attempt(scope, jobs) else { return }
        // Some of those that are marked as running may have been left by a kill.
        try await jobs.reclaim()
        if try await attempt(scope, jobs) { return }
        throw Problem(
            .usage, "scope.busy", "a job of the scope still runs", at: scope.name, cure: "try again when it has ended")
    }

    /// Removes the jobs of a scope but for those that run.
    private func endJobs(of scope: Scope, _ jobs: JobServices) async throws -> Bool {
        for id in try await jobs.store.end(scope) { try await jobs.uploads.removeAll(of: id) }
        return try await jobs.store.waiting(in: scope).jobs == 0
    }
}
