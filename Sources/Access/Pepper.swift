internal import Glibc
public import Plumbing

/// A secret of the server that enters the hash of every key.
///
/// It is in a file of its own. With a copy of the keys' file alone, no guess of a key can be checked.
public struct Pepper: Sendable {
    let bytes: [UInt8]

    /// The number of bytes in the file.
    public static let length = 32

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the file. If it does not exist, it is made, readable by its owner only.
    ///
    /// - Throws: ``Problem`` of kind `store`: `pepper.unreadable`, `pepper.exposed` or `pepper.damaged`.
    public init(at path: String) throws(Problem) {
        if let known = try Self.read(path) {
            self = known
            return
        }
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<Self.length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        // Written beside it first: a process that reads meanwhile finds all of it or none. The link fails if another process
        // was faster.
        let draft = path + ".\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.unusable(path) }
        defer { unlink(draft) }
        let isWritten =
            bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) == $0.count }
            && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, link(draft, path) == 0 || errno == EEXIST else { throw Self.unusable(path) }
        guard let made = try Self.read(path) else { throw Self.unusable(path) }
        self = made
    }

    private static func read(_ path: String) throws(Problem) -> Pepper? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw unusable(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unusable(path) }
        guard status.st_mode & 0o077 == 0 else {
            throw Problem(
                .store, "pepper.exposed", "other users of this machine may read the secret of the keys", at: path,
                cure: "run chmod 600 on it")
        }
        var bytes = [UInt8](repeating: 0, count: length + 1)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count == length else {
            throw Problem(
                .store, "pepper.damaged", "the secret of the keys does not have \(length) bytes", at: path,
                cure: "restore the file; without it no key is valid")
        }
        return Pepper(bytes: Array(bytes.prefix(length)))
    }

    private static func unusable(_ path: String) -> Problem {
        Problem(
            .store, "pepper.unreadable", "the secret of the keys cannot be used (\(String(cString: strerror(errno))))",
            at: path, cure: "let this user read it, or name another file with serve.pepper-file")
    }
}
