internal import Glibc
package import Plumbing

/// The uploads of jobs: one file each, readable by its owner only, until its job has ended. If several machines do the jobs of a store,
/// uploads are in a place that all of them reach, too.
package final class JobUploads: Sendable {
    private let folder: String
    private let shared: (any SharedUploads)?
    private let worker = WorkerThread("uploads")

    /// Makes the folder. Blocks.
    ///
    /// - Parameter shared: the place that all machines reach; nil if there is one machine.
    /// - Throws: ``Problem`` of kind `store`, code `jobs.unwritable`.
    package init(at folder: String, shared: (any SharedUploads)? = nil) throws(Problem) {
        self.folder = folder
        self.shared = shared
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Self.problem(errno, folder) }
    }

    /// Where the upload of a job is.
    package func path(of id: JobID) -> String { "\(folder)/\(id)" }

    /// Begins the upload of a job.
    package func begin(_ id: JobID) async throws -> JobUpload {
        try await worker.run { [folder, path = path(of: id)] in try JobUpload(at: path, in: folder) }
    }

    /// Brings a complete upload to the place that all machines reach, before its job is added. Then its file is not kept here: any
    /// machine may do the job.
    package func share(_ id: JobID, _ upload: JobUpload) async throws {
        guard let shared else { return }
        try await shared.store(id, from: path(of: id))
        upload.discard()
    }

    /// Makes the file of an upload that another machine has received, unless it is here.
    package func fetch(_ id: JobID) async throws {
        guard let shared else { return }
        let path = path(of: id)
        guard try await worker.run({ access(path, F_OK) }) != 0 else { return }
        _ = try await shared.fetch(id, to: path)
    }

    /// Removes the upload of a job, if it is there.
    package func remove(_ id: JobID) async throws {
        try await shared?.remove(id)
        try await worker.run { [path = path(of: id)] in
            guard unlink(path) == 0 || errno == ENOENT else { throw Self.problem(errno, path) }
        }
    }

    /// Removes the uploads of requests that were not finished, and of jobs that have ended, which a kill may have left.
    ///
    /// - Parameter isWanted: whether the job still needs its upload.
    package func tidy(_ isWanted: @Sendable (JobID) async throws -> Bool) async throws {
        for id in try await names() {
            // A request that is being uploaded, here or in another process, holds the lock of its file.
            guard let lock = try await worker.run({ [path = path(of: id)] in try JobUpload.unheld(path) }) else {
                continue
            }
            defer { close(lock) }
            if try await !isWanted(id) { try await remove(id) }
        }
        for id in try await shared?.settled() ?? [] where try await !isWanted(id) { try await remove(id) }
    }

    private func names() async throws -> [JobID] {
        try await worker.run { [folder] in
            guard let entries = opendir(folder) else { throw Self.problem(errno, folder) }
            defer { closedir(entries) }
            var found: [JobID] = []
            while let entry = readdir(entries) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if let id = JobID(rawValue: name) { found.append(id) }
            }
            return found
        }
    }

    static func problem(_ code: Int32, _ path: String) -> Problem {
        let isFull = [ENOSPC, EDQUOT, EFBIG].contains(code)
        return Problem(
            .store, isFull ? "store.full" : "jobs.unwritable",
            isFull ? "the disk is full" : "the upload cannot be kept (\(String(cString: strerror(code))))", at: path,
            cure: isFull ? "make room on it" : "look at the disk and the permissions of the folder")
    }
}

/// The upload of one job while it is written.
///
/// Its lock shows other processes that the upload is being made. It is removed with this, unless ``keep()`` was called.
package final class JobUpload: Sendable {
    private let descriptor: Int32
    private let path: String
    private let folder: String
    private let isKept = Locked(false)

    /// Blocks.
    fileprivate init(at path: String, in folder: String) throws(Problem) {
        self.path = path
        self.folder = folder
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw JobUploads.problem(errno, path) }
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit {
        close(descriptor)
        if !isKept.withLock({ $0 }) { unlink(path) }
    }

    private var content: UploadBytes { UploadBytes(descriptor: descriptor, path: path) }

    /// Writes bytes. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`.
    package func write(_ bytes: [UInt8], at offset: Int) throws(Problem) { try content.write(bytes, at: offset) }

    /// Reads bytes that were written. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`.
    package func bytes(_ count: Int, at offset: Int) throws(Problem) -> [UInt8] {
        let bytes = try content.read(count, at: offset)
        guard bytes.count == count else { throw JobUploads.problem(EIO, path) }
        return bytes
    }

    /// Makes all bytes and the name of the file survive a power loss. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`.
    package func synchronize() throws(Problem) {
        guard fsync(descriptor) == 0 else { throw JobUploads.problem(errno, path) }
        let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { throw JobUploads.problem(errno, folder) }
        defer { close(place) }
        guard fsync(place) == 0 else { throw JobUploads.problem(errno, folder) }
    }

    /// Removes the file.
    fileprivate func discard() {
        unlink(path)
        keep()
    }

    /// Leaves the file to its job.
    package func keep() { isKept.withLock { $0 = true } }

    /// A descriptor of the file with its lock; nil if a request holds it. Blocks.
    fileprivate static func unheld(_ path: String) throws(Problem) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
