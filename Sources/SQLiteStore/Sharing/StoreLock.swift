internal import Glibc

/// Shows that a process has the store open for writing. Any number of processes may.
///
/// Older versions of Verbio have the store for themselves, with an exclusive `flock` on the same file. A shared one keeps
/// them out, and shows that none of them is there.
///
/// The lock is on a file of its own: SQLite keeps locks of another kind on the database, which any `close` of that file in
/// this process would drop.
final class StoreLock: Sendable {
    private let file: OpenFile
    /// The process that opened the store before this one, and may have it still.
    let latest: Int32?

    /// An older Verbio that only looks whether the store is held has the lock for some microseconds.
    private static let attempts = 25
    /// Microseconds between them.
    private static let pause: useconds_t = 2_000

    /// - Throws: `store.locked` while an older Verbio has the store.
    init(_ path: String) throws {
        file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
        var attempt = 1
        while try !file.tryFlock(.shared) {
            guard attempt < Self.attempts else { throw StoreProblem.locked(by: ProcessNumber.read(path)) }
            attempt += 1
            usleep(Self.pause)
        }
        guard try file.tryLock(.shared) else { throw StoreProblem.locked(by: nil) }
        latest = ProcessNumber.read(path)
        // Only to tell which one to stop; the lock does not depend on it.
        ProcessNumber.write(to: file)
    }

    /// Whether no other process has the store open for writing. It holds for as long as the caller has the ``WriteTurn``,
    /// without which none opens it.
    var isAlone: Bool { !file.isLockedElsewhere(against: .exclusive) }

    deinit { release() }

    func release() {
        file.unlock()
        file.dropFlock()
    }
}

/// The number of a process in a lock's file: it tells people which process has the lock, and decides nothing.
enum ProcessNumber {
    static func write(to file: OpenFile) {
        ftruncate(file.descriptor, 0)
        let text = Array("\(getpid())\n".utf8)
        _ = text.withUnsafeBytes { pwrite(file.descriptor, $0.baseAddress, $0.count, 0) }
    }

    static func read(_ path: String) -> Int32? {
        guard let size = Files.size(path), size < 32, let bytes = try? OpenFile.existing(path)?.readAll() else {
            return nil
        }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
