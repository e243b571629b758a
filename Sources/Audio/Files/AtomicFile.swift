internal import Glibc
package import Plumbing

/// A file that appears under its name completely or not at all.
///
/// Bytes go to the hidden file `.NAME.verbio-partial` in the same folder; ``commit(by:)`` makes them durable, gives them their
/// name and makes the name durable. Without a commit no file is left behind. A symbolic link of that name is replaced, never
/// followed. One task at a time uses it, outside the cooperative pool: every call may wait for the disk.
///
/// ```swift
/// let file = try AtomicFile(path: "talk.es.srt")
/// try file.write("1\n")
/// try file.commit()
/// ```
package final class AtomicFile {
    package let path: String
    /// Bytes written so far, the buffered ones included.
    package private(set) var byteCount = 0

    private let partialPath: String
    private var descriptor: Int32
    private var buffer: [UInt8] = []
    private var isPrepared = false
    private static let bufferSize = 1 << 16

    /// Begins the file; one of that name stays as it is until ``commit(by:)``.
    ///
    /// - Throws: ``Problem``: `output.unwritable` if the folder or the name cannot be used, `output.busy` if another process is
    ///   writing the same file.
    package init(path: String) throws(Problem) {
        self.path = path
        let (folder, name) = Self.folderAndName(path)
        partialPath = "\(folder)/.\(name)\(Self.partialSuffix)"
        // Links of `/dev/fd` lead to pipes that have no name of their own, which only `stat` finds.
        let (there, behind) = (FileState(of: path), FileState(following: path))
        guard [.regular, .link, nil].contains(there?.kind), [.regular, nil].contains(behind?.kind) else {
            throw Problem(
                .usage, "output.unwritable", "this is not a regular file, so it cannot be replaced", at: path,
                cure: "choose another name for the output")
        }
        descriptor = try Self.openLocked(partialPath, for: path)
        buffer.reserveCapacity(Self.bufferSize)
    }

    deinit { discard() }

    /// No user gives a file a name like this one, so a file that is found under it is the remains of a crash.
    private static let partialSuffix = ".verbio-partial"

    private static func folderAndName(_ path: String) -> (folder: String, name: String) {
        // Not by characters: a name may begin with a mark that joins the slash before it.
        let bytes = path.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        return (String(path[..<slash]), String(path[bytes.index(after: slash)...]))
    }

    /// Opens the partial file and locks it. A lock distinguishes an active writer from the remains of one that crashed.
    /// The file must still have that name once it is locked, because the writer before may have renamed it in the
    /// meantime.
    private static func openLocked(_ partialPath: String, for path: String) throws(Problem) -> Int32 {
        for _ in 0..<16 {
            // O_NONBLOCK: opening a pipe that was left under this name must not wait for a reader.
            let descriptor = open(
                partialPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode_t(0o666))
            guard descriptor >= 0 else { throw Problem.output(errno, at: path) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw Problem(
                    .store, "output.busy", "another process is writing this file", at: path,
                    cure: "wait for it to end or choose another name")
            }
            var opened = stat()
            var named = stat()
            guard fstat(descriptor, &opened) == 0, isRegular(opened) else {
                close(descriptor)
                throw Problem(
                    .usage, "output.unwritable", "'\(partialPath)' is in the way", at: path, cure: "remove it")
            }
            // A second name is that of a finished file, if the writer before was killed between giving it and removing this
            // one.
            if opened.st_nlink > 1 {
                unlink(partialPath)
            } else if stat(partialPath, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev {
                guard ftruncate(descriptor, 0) == 0 else {
                    let code = errno
                    close(descriptor)
                    throw Problem.output(code, at: path)
                }
                return descriptor
            }
            close(descriptor)
        }
        throw Problem(.store, "output.busy", "other processes keep writing this file", at: path)
    }

    /// Appends bytes.
    ///
    /// - Throws: ``Problem``: `output.disk-full`, `output.unwritable` or `output.failed`.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
        if buffer.count + bytes.count > Self.bufferSize { try flush() }
        if bytes.count > Self.bufferSize {
            try descriptor.writeAll(bytes, path: path)
        } else {
            buffer.append(contentsOf: bytes)
        }
        byteCount += bytes.count
        isPrepared = false
    }

    /// Appends bytes; throws as the other form does.
    package func write(_ bytes: [UInt8]) throws(Problem) {
        try bytes.withRawBytes { raw throws(Problem) in try write(raw) }
    }

    /// Appends the text as UTF-8; throws as the other forms do.
    package func write(_ text: String) throws(Problem) { try write(Array(text.utf8)) }

    /// Replaces bytes written earlier: for headers with values that are known only at the end.
    package func overwrite(_ bytes: [UInt8], at offset: Int) throws(Problem) {
        try flush()
        isPrepared = false
        try bytes.withRawBytes { raw throws(Problem) in try descriptor.writeAll(raw, at: offset, path: path) }
    }

    /// Opens the file for another program, which writes all of its bytes in any order.
    ///
    /// The descriptor does not hold the lock, so a program that outlives this process for a moment does not keep the
    /// name. The caller closes it, and calls ``takeForeignBytes()`` when the program has ended.
    ///
    /// - Throws: ``Problem`` as the writing functions do.
    package func openForProgram() throws(Problem) -> Int32 {
        try flush()
        let other = open("/proc/self/fd/\(descriptor)", O_RDWR | O_CLOEXEC)
        guard other >= 0 else { throw Problem.output(errno, at: path) }
        return other
    }

    /// Counts the bytes that another program has written.
    package func takeForeignBytes() throws(Problem) {
        guard let state = FileState(ofDescriptor: descriptor) else { throw Problem.output(errno, at: path) }
        byteCount = state.size
        isPrepared = false
    }

    /// Makes the bytes durable under the partial name, so that of several files each can be prepared before any is
    /// named.
    package func prepare() throws(Problem) {
        guard !isPrepared else { return }
        try flush()
        guard fsync(descriptor) == 0 else { throw Problem.output(errno, at: path) }
        isPrepared = true
    }

    /// Commits the file: gives the bytes their name.
    ///
    /// - Parameter admission: decides what they may replace; anything if nil.
    /// - Throws: ``Problem``: `output.exists` if another file has the name and is kept, what `admission` throws, or as
    ///   ``prepare()`` does. The bytes are then discarded.
    package func commit(by admission: (any OutputAdmission)? = nil) throws(Problem) {
        guard descriptor >= 0 else { return }
        try prepare()
        guard let state = FileState(ofDescriptor: descriptor) else { throw Problem.output(errno, at: path) }
        try name(replacing: try admission?.admit(path, as: state, from: partialPath) ?? .anything)
        close(descriptor)
        descriptor = -1
        try Self.synchronizeFolder(of: path)
    }

    private func name(replacing replacement: Replacement) throws(Problem) {
        switch replacement {
        case .anything: break
        case .nothing:
            if link(partialPath, path) == 0 {
                unlink(partialPath)
                return
            }
            // Some file systems have no hard links.
            guard errno != EEXIST, FileState(of: path) == nil else { throw Problem.outputAppeared(at: path) }
        case .file(let expected):
            guard FileState(of: path) == expected else { throw Problem.outputAppeared(at: path) }
        }
        guard rename(partialPath, path) == 0 else { throw Problem.output(errno, at: path) }
    }

    /// Removes the written bytes, unless they have their name already.
    package func discard() {
        guard descriptor >= 0 else { return }
        unlink(partialPath)
        close(descriptor)
        descriptor = -1
    }

    /// Writes a whole file in one call; `admission` as for ``commit(by:)``.
    package static func write(
        _ bytes: [UInt8], to path: String, by admission: (any OutputAdmission)? = nil
    ) throws(Problem) {
        let file = try AtomicFile(path: path)
        try file.write(bytes)
        try file.commit(by: admission)
    }

    private func flush() throws(Problem) {
        guard !buffer.isEmpty else { return }
        try buffer.withRawBytes { raw throws(Problem) in try descriptor.writeAll(raw, path: path) }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func synchronizeFolder(of path: String) throws(Problem) {
        let above = folderAndName(path).folder
        let folder = above.isEmpty ? "/" : above
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A folder that may be written but not read cannot be opened; its entry is then as durable as possible.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Some file systems do not support fsync of folders and report that.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw Problem.output(errno, at: path)
        }
    }
}

private func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
