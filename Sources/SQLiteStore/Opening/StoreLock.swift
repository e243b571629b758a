internal import Glibc

/// One process at a time writes to a store. `flock` goes with the process, however it ends, so there is nothing to clean up.
///
/// The lock is on a file of its own: SQLite keeps locks of another kind on the database, which any `close` of that file in
/// this process would drop.
final class StoreLock: Sendable {
    private let file: OpenFile

    /// Whoever only looks whether the store is held has the lock for some microseconds, see ``isHeld(_:)``: not yet a writer.
    private static let attempts = 25
    /// Microseconds between them.
    private static let pause: useconds_t = 2_000

    /// - Throws: `store.locked` where another process, or another handle in this one, has the store.
    init(_ path: String) throws {
        file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
        var attempt = 1
        while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK else { throw FileFailure("flock", path) }
            guard attempt < Self.attempts else { throw StoreProblem.locked(by: Self.owner(path)) }
            attempt += 1
            usleep(Self.pause)
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
    /// The lock is asked, never the number that was left: it may be some other process's by now, and in a container it always is
    /// that of whoever looks. A shared lock, given back at once; a writer that begins just then tries again.
    static func isHeld(_ path: String) -> Bool {
        guard let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW) else { return false }
        guard flock(file.descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(file.descriptor, LOCK_UN)
        return false
    }

    func release() { flock(file.descriptor, LOCK_UN) }
}
