package import Coordination

/// Where jobs are kept.
package struct JobStores: Sendable {
    package let rows: any JobStore
    package let uploads: JobUploads
    /// Gives the right to be a runner, and to work that one server of all does.
    let turns: any WorkTurns

    package init(rows: any JobStore, uploads: JobUploads, turns: any WorkTurns) {
        self.rows = rows
        self.uploads = uploads
        self.turns = turns
    }
}

/// The store and the uploads of the jobs of a service, and how many may be done.
package struct JobServices: Sendable {
    package let store: any JobStore
    package let uploads: JobUploads
    package let turns: any WorkTurns
    package let outside: OutsideClient
    /// Signs callbacks; nil if the operator has set no secret, so that there are none.
    package let signer: CallbackSigner?
    package var limits = JobLimits()
    /// How many jobs this process does at once.
    package var concurrent = 2

    package init(_ stores: JobStores, outside: OutsideClient, signer: CallbackSigner? = nil) {
        store = stores.rows
        uploads = stores.uploads
        turns = stores.turns
        self.outside = outside
        self.signer = signer
    }

    /// The right to be a runner of jobs, which ends with its process.
    ///
    /// - Parameter runner: its name, as in ``Job/runner``; nil for the runner of an older version, which had none.
    /// - Returns: nil if it lives.
    package func right(of runner: String?) async throws -> WorkRight? {
        try await turns.right(to: runner.map { "jobs of " + $0 } ?? "jobs")
    }

    /// Puts the jobs of runners that do not live any more back to their places in the queue.
    package func reclaim() async throws {
        for runner in Set(try await store.running().map(\.runner)) {
            guard let right = try await right(of: runner) else { continue }
            try await store.requeue(of: runner)
            await right.end()
        }
    }
}
