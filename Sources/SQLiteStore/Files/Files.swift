internal import Glibc

/// A system call on a file that failed.
struct FileFailure: Error {
    /// The system's error number.
    var code: Int32
    /// What was being done: `write`, `fsync`, …
    var operation: String
    var path: String

    init(_ operation: String, _ path: String, code: Int32 = errno) {
        self.code = code
        self.operation = operation
        self.path = path
    }

    /// The system's own words: "No space left on device".
    var reason: String { String(cString: strerror(code)) }
}

/// An open file, closed with the last reference.
final class OpenFile: Sendable {
    let descriptor: Int32
    let path: String

    /// Never inherited by a child process: a lock held by a forgotten child would outlive us.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(FileFailure) {
        descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
        self.path = path
        if descriptor < 0 { throw FileFailure("open", path) }
    }

    private init(_ path: String, descriptor: Int32) {
        self.descriptor = descriptor
        self.path = path
    }

    /// For reading, or nil where there is no such file.
    static func existing(_ path: String) throws(FileFailure) -> OpenFile? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw FileFailure("open", path)
        }
        return OpenFile(path, descriptor: descriptor)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FileFailure) {
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                throw FileFailure("write", path)
            }
        }
    }

    /// Everything from the beginning to the end.
    func readAll() throws(FileFailure) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFailure("stat", path) }
        guard status.st_mode & S_IFMT == S_IFREG, let size = Int(exactly: status.st_size) else {
            throw FileFailure("read", path, code: EINVAL)
        }
        var failure: FileFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let count = Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, size - filled)
                if count > 0 {
                    filled += count
                } else if count == 0 {
                    break
                } else if errno != EINTR {
                    failure = FileFailure("read", path)
                    break
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Waits until the file's contents, and for a directory its entries, are on the disk. Asked once and never again: after
    /// a failure the kernel drops what it could not write and answers the next call as if all were well.
    func synchronize() throws(FileFailure) {
        if fsync(descriptor) != 0 { throw FileFailure("fsync", path) }
    }

    /// As ``synchronize()`` without the file's times.
    func synchronizeData() throws(FileFailure) {
        if fdatasync(descriptor) != 0 { throw FileFailure("fdatasync", path) }
    }
}

enum Files {
    /// Makes the directory and what is missing above it; a directory that is there already is left as it is.
    ///
    /// - Returns: what was made, from the top down.
    @discardableResult
    static func makeDirectory(_ path: String) throws(FileFailure) -> [String] {
        if mkdir(path, 0o700) == 0 { return [path] }
        switch errno {
        case EEXIST:
            guard isDirectory(path) else { throw FileFailure("mkdir", path, code: ENOTDIR) }
            return []
        case ENOENT:
            let parent = parent(of: path)
            guard parent != path, !path.isEmpty else { throw FileFailure("mkdir", path, code: ENOENT) }
            let above = try makeDirectory(parent)
            if mkdir(path, 0o700) == 0 { return above + [path] }
            guard errno == EEXIST else { throw FileFailure("mkdir", path) }
            return above
        case let code: throw FileFailure("mkdir", path, code: code)
        }
    }

    /// Permissions of a file and of a folder that nobody but the owner may read.
    static let ownersOnly: mode_t = 0o600
    static let ownersFolder: mode_t = 0o700

    /// Takes away what permissions a file or a folder has beyond these. A link, what is not there, and what belongs to another
    /// user are left as they are.
    ///
    /// - Returns: whether there were any.
    @discardableResult
    static func restrict(_ path: String, to mode: mode_t) throws(FileFailure) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT),
            status.st_mode & 0o777 & ~mode != 0
        else { return false }
        guard chmod(path, status.st_mode & mode) == 0 || errno == EPERM else { throw FileFailure("chmod", path) }
        return true
    }

    /// The same for everything in a folder, two levels of folders deep, as blobs are.
    static func restrictAll(below folder: String, levels: Int = 3) throws(FileFailure) {
        for name in names(in: folder) {
            let path = folder + "/" + name
            let isFolder = isDirectory(path)
            try restrict(path, to: isFolder ? ownersFolder : ownersOnly)
            if isFolder, levels > 1 { try restrictAll(below: path, levels: levels - 1) }
        }
    }

    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Bytes of a regular file, or nil where there is none.
    static func size(_ path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(exactly: status.st_size)
    }

    static func synchronizeDirectory(_ path: String) throws(FileFailure) {
        try OpenFile(path, O_RDONLY | O_DIRECTORY).synchronize()
    }

    static func rename(_ from: String, to path: String) throws(FileFailure) {
        if Glibc.rename(from, path) != 0 { throw FileFailure("rename", path) }
    }

    /// The same if the file is there.
    ///
    /// - Returns: whether it was.
    @discardableResult
    static func renameExisting(_ from: String, to path: String) throws(FileFailure) -> Bool {
        if Glibc.rename(from, path) == 0 { return true }
        guard errno == ENOENT else { throw FileFailure("rename", path) }
        return false
    }

    /// Seconds since 1970 at which the file was last written or touched; nil if it is not there.
    static func changed(_ path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_mtim.tv_sec) : nil
    }

    /// Has the file changed now. One that is not there is fine.
    static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }

    /// One that is not there is fine.
    static func remove(_ path: String) throws(FileFailure) {
        if unlink(path) != 0, errno != ENOENT { throw FileFailure("unlink", path) }
    }

    /// The names in a directory without `.` and `..`; none where it is not there.
    static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
