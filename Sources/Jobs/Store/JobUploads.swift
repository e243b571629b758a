internal import Glibc
package import Plumbing

/// The files of jobs, readable by their owner only: the upload of each until its job has ended, and the films that were made, which
/// are kept for a time. If several machines do the jobs of a store, they are in a place that all of them reach, too.
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

    // MARK: Uploads

    /// Where a file is, or would be.
    package func path(of file: JobFile) -> String { "\(folder)/\(file.name)" }

    /// Begins the upload of a job, or of the captions beside it.
    package func begin(_ file: JobFile) async throws -> JobUpload {
        try await worker.run { [folder, path = path(of: file)] in try JobUpload(at: path, in: folder) }
    }

    /// Brings a complete upload to the place that all machines reach, before its job is added. Then its file is not kept here: any
    /// machine may do the job.
    package func share(_ file: JobFile, _ upload: JobUpload) async throws {
        guard let shared else { return }
        try await shared.store(file, from: path(of: file))
        upload.discard()
    }

    /// Makes the file of an upload that another machine has received, unless it is here.
    package func fetch(_ file: JobFile) async throws {
        guard let shared else { return }
        let path = path(of: file)
        guard try await worker.run({ access(path, F_OK) }) != 0 else { return }
        _ = try await shared.fetch(file, to: path)
    }

    /// Removes what was uploaded for a job, if it is there.
    package func removeUploads(of id: JobID) async throws {
        for file in [JobFile.captions(id), .upload(id)] { try await remove(file) }
    }

    // MARK: Films

    /// A folder in which the films of a job are made; it is made anew.
    ///
    /// - Throws: ``Problem`` of kind `store`.
    package func beginFilms(of id: JobID) async throws -> String {
        let path = folder + "/" + id.rawValue + Self.workEnding
        try await worker.run { [folder] in
            try Self.removeWork(of: id.rawValue, in: folder)
            guard mkdir(path, 0o700) == 0 else { throw Self.problem(errno, path) }
        }
        return path
    }

    /// Removes that folder.
    package func endFilms(of id: JobID) async {
        try? await worker.run { [folder] in try Self.removeWork(of: id.rawValue, in: folder) }
    }

    /// Takes over a complete film, in place of one of the same name.
    ///
    /// - Throws: ``Problem`` of kind `store`.
    package func keep(_ film: JobFile, from path: String) async throws {
        guard let shared else {
            let place = self.path(of: film)
            return try await worker.run { [folder] in
                guard chmod(path, 0o600) == 0, rename(path, place) == 0 else { throw Self.problem(errno, place) }
                try JobUpload.synchronize(folder: folder)
            }
        }
        try await shared.store(film, from: path)
    }

    /// Opens a film.
    ///
    /// - Returns: nil if it is not there.
    package func open(_ film: JobFile) async throws -> KeptFilm? {
        if let shared {
            guard try await shared.bytes(of: film, at: 0, most: 1) != nil else { return nil }
            return KeptFilm { offset, most in try await shared.bytes(of: film, at: offset, most: most) ?? [] }
        }
        let path = path(of: film)
        guard let file = try await worker.run({ try OpenFilm(path) }) else { return nil }
        return KeptFilm { [worker] offset, most in try await worker.run { try file.read(most, at: offset) } }
    }

    // MARK: Both

    /// Removes a file, if it is there.
    package func remove(_ file: JobFile) async throws {
        try await shared?.remove(file)
        try await worker.run { [path = path(of: file)] in try Self.unlink(path) }
    }

    /// Removes the upload and the films of a job.
    package func removeAll(of id: JobID) async throws {
        try await shared?.removeAll(of: id)
        for file in try await files() where file.job == id {
            try await worker.run { [path = path(of: file)] in try Self.unlink(path) }
        }
        await endFilms(of: id)
    }

    /// Removes the uploads of requests that were not finished, and the files of jobs that do not need them any more.
    ///
    /// - Parameter isWanted: whether a file is still needed.
    package func tidy(_ isWanted: @Sendable (JobFile) async throws -> Bool) async throws {
        for file in try await files() {
            // A request that is being uploaded, here or in another process, holds the lock of its file.
            guard let lock = try await worker.run({ [path = path(of: file)] in try JobUpload.unheld(path) }) else {
                continue
            }
            defer { close(lock) }
            if try await !isWanted(file) { try await remove(file) }
        }
        for file in try await shared?.settled() ?? [] where try await !isWanted(file) { try await remove(file) }
    }

    /// Removes what a kill has left of films that were being made.
    ///
    /// - Parameter isLeft: whether no process makes the films of a job.
    package func removeUnfinishedFilms(_ isLeft: @Sendable (JobID) async throws -> Bool) async throws {
        let left = try await worker.run { [folder] in
            try Self.names(in: folder).filter { $0.hasSuffix(Self.workEnding) }
                .compactMap { JobID(rawValue: String($0.dropLast(Self.workEnding.count))) }
        }
        for id in left where try await isLeft(id) { await endFilms(of: id) }
    }

    private func files() async throws -> [JobFile] {
        try await worker.run { [folder] in try Self.names(in: folder).compactMap(JobFile.init(name:)) }
    }

    private static let workEnding = ".films"

    private static func removeWork(of name: String, in folder: String) throws(Problem) {
        let path = folder + "/" + name + workEnding
        guard access(path, F_OK) == 0 else { return }
        // Nothing but films and their unfinished files is in it.
        for name in try names(in: path) where ![".", ".."].contains(name) { try unlink(path + "/" + name) }
        guard rmdir(path) == 0 || errno == ENOENT else { throw problem(errno, path) }
    }

    private static func unlink(_ path: String) throws(Problem) {
        guard Glibc.unlink(path) == 0 || errno == ENOENT else { throw problem(errno, path) }
    }

    private static func names(in folder: String) throws(Problem) -> [String] {
        guard let entries = opendir(folder) else { throw problem(errno, folder) }
        defer { closedir(entries) }
        var found: [String] = []
        while let entry = readdir(entries) {
            found.append(
                withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return found
    }

    static func problem(_ code: Int32, _ path: String) -> Problem {
        let isFull = [ENOSPC, EDQUOT, EFBIG].contains(code)
        return Problem(
            .store, isFull ? "store.full" : "jobs.unwritable",
            isFull ? "the disk is full" : "the file cannot be kept (\(String(cString: strerror(code))))", at: path,
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
        try Self.synchronize(folder: folder)
    }

    /// Makes the names in a folder survive a power loss. Blocks.
    static func synchronize(folder: String) throws(Problem) {
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
