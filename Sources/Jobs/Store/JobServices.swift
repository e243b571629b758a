package import Coordination

/// Where jobs are kept.
package struct JobStores: Sendable {
    package let rows: any JobStore
    package let uploads: JobUploads
    /// Gives the right to do jobs.
    let turns: any WorkTurns

    package init(rows: any JobStore, uploads: JobUploads, turns: any WorkTurns) {
        self.rows = rows
        self.uploads = uploads
        self.turns = turns
    }
}

/// The store, the uploads and the turn of the jobs of a service, and how many may be done.
package struct JobServices: Sendable {
    package let store: any JobStore
    package let uploads: JobUploads
    private let turns: any WorkTurns
    package let outside: OutsideClient
    /// Signs callbacks; nil if the operator has set no secret, so that there are none.
    package let signer: CallbackSigner?
    package var limits = JobLimits()
    /// How many jobs are done at once.
    package var concurrent = 2

    package init(_ stores: JobStores, outside: OutsideClient, signer: CallbackSigner? = nil) {
        store = stores.rows
        uploads = stores.uploads
        turns = stores.turns
        self.outside = outside
        self.signer = signer
    }

    /// The right to do jobs, which one process has at a time; nil if another one has it.
    package func right() async throws -> WorkRight? { try await turns.right(to: "jobs") }
}
