internal import Glibc

/// A failed system call on a file.
struct FileFailure: Error {
    /// The system's error number.
    var code: Int32
    /// The operation that failed: `write`, `fsync`, …
    var operation: String
    var path: String

    init(_ operation: String, _ path: String, code: Int32 = errno) {
        self.code = code
        self.operation = operation
        self.path = path
    }

    /// The system's error message: "No space left on device".
    var reason: String { String(cString: strerror(code)) }
}

/// An open file, closed with the last reference.
final class OpenFile: Sendable {
    let descriptor: Int32
    let path: String

    /// A child process never inherits the file: otherwise a lock held by a forgotten child would outlive this process.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(FileFailure) {
        descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
        self.path = path
        if descriptor < 0 { throw FileFailure("open", path) }
    }

    private init(_ path: String, descriptor: Int32) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a file for reading, or returns nil if there is no such file.
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

    /// Reads the whole file.
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

    /// Reads samples from a place in the file, which has them.
    func floats(_ count: Int, at offset: Int) throws(FileFailure) -> [Float] {
        var failure: FileFailure?
        let floats = [Float](unsafeUninitializedCapacity: count) { buffer, filled in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            var done = 0
            while done < bytes.count {
                let read = pread(
                    descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
                if read > 0 {
                    done += read
                } else if read == 0 || errno != EINTR {
                    failure = FileFailure("read", path, code: read == 0 ? EIO : errno)
                    break
                }
            }
            filled = done / MemoryLayout<Float>.size
        }
        if let failure { throw failure }
        return floats
    }

    /// Waits until the file's contents, and for a directory its entries, are on the disk. It must not be called again after a
    /// failure: the kernel drops what it could not write and reports success for the next call.
    func synchronize() throws(FileFailure) {
        if fsync(descriptor) != 0 { throw FileFailure("fsync", path) }
    }

    /// Like ``synchronize()``, but without the file's times.
    func synchronizeData() throws(FileFailure) {
        if fdatasync(descriptor) != 0 { throw FileFailure("fdatasync", path) }
    }
}

enum Files {
    /// Makes the directory and its missing parents. If the directory exists already, it is not changed.
    ///
    /// - Returns: the directories that were made, from the top down.
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

    /// Permissions of a file and of a folder that only the owner may read.
    static let ownersOnly: mode_t = 0o600
    static let ownersFolder: mode_t = 0o700

    /// Removes all permissions of a file or a folder beyond these. If the path is a link, does not exist or belongs to another
    /// user, nothing is changed.
    ///
    /// - Returns: whether any permission was removed.
    @discardableResult
    static func restrict(_ path: String, to mode: mode_t) throws(FileFailure) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT),
            status.st_mode & 0o777 & ~mode != 0
        else { return false }
        guard chmod(path, status.st_mode & mode) == 0 || errno == EPERM else { throw FileFailure("chmod", path) }
        return true
    }

    /// Does the same for everything in a folder, two levels of folders deep, which is how blobs are stored.
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

    /// The size of a regular file in bytes, or nil if there is none.
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

    /// Does the same if the file exists.
    ///
    /// - Returns: whether the file existed.
    @discardableResult
    static func renameExisting(_ from: String, to path: String) throws(FileFailure) -> Bool {
        if Glibc.rename(from, path) == 0 { return true }
        guard errno == ENOENT else { throw FileFailure("rename", path) }
        return false
    }

    /// Seconds since 1970 at which the file was last written or touched; nil if it does not exist.
    static func changed(_ path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_mtim.tv_sec) : nil
    }

    /// Sets the file's modification time to now. A missing file is not an error.
    static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }

    /// Removes the file. A missing file is not an error.
    static func remove(_ path: String) throws(FileFailure) {
        if unlink(path) != 0, errno != ENOENT { throw FileFailure("unlink", path) }
    }

    /// Removes a folder with everything in it, and follows no link. A missing folder is not an error.
    static func removeTree(_ path: String) throws(FileFailure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else { return try remove(path) }
        for name in names(in: path) { try removeTree(path + "/" + name) }
        if rmdir(path) != 0, errno != ENOENT { throw FileFailure("rmdir", path) }
    }

    /// The names in a directory without `.` and `..`; no names if the directory does not exist.
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
