package import Plumbing

/// Where jobs are kept.
package struct JobStores: Sendable {
    package let rows: any JobStore
    package let uploads: JobUploads
    /// The file whose lock is the right to do jobs.
    let lockPath: String

    package init(rows: any JobStore, uploads: JobUploads, lockPath: String) {
        self.rows = rows
        self.uploads = uploads
        self.lockPath = lockPath
    }
}

/// The store, the uploads and the lock of the jobs of a service, and how many may be done.
package struct JobServices: Sendable {
    package let store: any JobStore
    package let uploads: JobUploads
    private let lockPath: String
    package let outside: OutsideClient
    /// Signs callbacks; nil if the operator has set no secret, so that there are none.
    package let signer: CallbackSigner?
    package var limits = JobLimits()
    /// How many jobs are done at once.
    package var concurrent = 2

    package init(_ stores: JobStores, outside: OutsideClient, signer: CallbackSigner? = nil) {
        store = stores.rows
        uploads = stores.uploads
        lockPath = stores.lockPath
        self.outside = outside
        self.signer = signer
    }

    /// The right to do jobs, which one process has at a time; nil if another one has it. Blocks.
    package func lock() throws(Problem) -> JobRunnerLock? { try JobRunnerLock.taken(at: lockPath) }
}
