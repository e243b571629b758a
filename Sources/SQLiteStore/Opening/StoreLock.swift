internal import Glibc

/// One process at a time writes to a store. `flock` goes with the process, however it ends, so there is nothing to clean up.
///
/// The lock is on a file of its own: SQLite keeps locks of another kind on the database, which any `close` of that file in
/// this process would drop.
final class StoreLock: Sendable {
    private let file: OpenFile

    /// - Throws: `store.locked` where another process, or another handle in this one, has the store.
    init(_ path: String) throws {
        file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw FileFailure("flock", path) }
            throw StoreProblem.locked(by: Self.owner(path))
        }
        // Only to tell whom to stop; the lock does not depend on it.
        ftruncate(file.descriptor, 0)
        Array("\(getpid())\n".utf8).withUnsafeBytes { bytes in try? file.write(bytes) }
    }

    private static func owner(_ path: String) -> String? {
        guard let size = Files.size(path), size < 32, let bytes = try? OpenFile(path, O_RDONLY).readAll() else {
            return nil
        }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)).map(String.init)
    }

    /// Whether a process has the store.
    ///
    /// Looked for by the number that it left: who tried the lock would keep one that begins just then from taking it. Only where
    /// there is no such process any more, or none that can be seen from here, the lock is asked.
    static func isHeld(_ path: String) -> Bool {
        guard let owner = owner(path).flatMap(Int32.init) else { return false }
        if kill(owner, 0) == 0 || errno == EPERM { return true }
        guard let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW) else { return false }
        guard flock(file.descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(file.descriptor, LOCK_UN)
        return false
    }

    func release() { flock(file.descriptor, LOCK_UN) }
}
