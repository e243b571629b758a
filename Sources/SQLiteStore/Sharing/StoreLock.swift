internal import Glibc

/// Shows that a process has the store open for writing. Any number of processes may have it open.
///
/// Older versions of Verbio use the store exclusively, with an exclusive `flock` on the same file. A shared lock keeps them
/// out, and shows that none of them is running.
///
/// The lock is on its own file. SQLite keeps locks of another kind on the database, and any `close` of that file in this
/// process would drop them.
final class StoreLock: Sendable {
    private let file: OpenFile
    /// The process that opened the store before this one. It may still have the store open.
    let latest: Int32?

    /// The number of tries: an older Verbio that only checks whether the store is in use holds the lock for some microseconds.
    private static let attempts = 25
    /// Microseconds between the tries.
    private static let pause: useconds_t = 2_000

    /// - Throws: `store.locked` if an older Verbio has the store open.
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
        // The number only shows the user which process to stop; the lock does not depend on it.
        ProcessNumber.write(to: file)
    }

    /// Whether no other process has the store open for writing. The result is valid for as long as the caller has the
    /// ``WriteTurn``, because a process needs the turn to open the store.
    var isAlone: Bool { !file.isLockedElsewhere(against: .exclusive) }

    deinit { release() }

    func release() {
        file.unlock()
        file.dropFlock()
    }
}

/// The number of a process in a lock's file. It only shows users which process has the lock; no decision depends on it.
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
