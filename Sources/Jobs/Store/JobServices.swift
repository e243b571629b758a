package import Plumbing

/// The store, the uploads and the lock of the jobs of a service, and how many may be done.
package struct JobServices: Sendable {
    package let store: any JobStore
    package let uploads: JobUploads
    /// The file whose lock is the right to do jobs.
    private let lockPath: String
    package let outside: OutsideClient
    /// Signs callbacks; nil if the operator has set no secret, so that there are none.
    package let signer: CallbackSigner?
    package var limits = JobLimits()
    /// How many jobs are done at once.
    package var concurrent = 2

    /// Opens or makes the file and the folder of the jobs in the folder of a store. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `jobs.…`.
    package init(in folder: String, outside: OutsideClient, signer: CallbackSigner? = nil) throws(Problem) {
        store = try JobFile(at: folder + "/verbio.jobs.sqlite")
        uploads = try JobUploads(at: folder + "/verbio.jobs")
        lockPath = folder + "/verbio.jobs.lock"
        self.outside = outside
        self.signer = signer
    }

    /// The right to do jobs, which one process has at a time; nil if another one has it. Blocks.
    package func lock() throws(Problem) -> JobRunnerLock? { try JobRunnerLock.taken(at: lockPath) }
}
