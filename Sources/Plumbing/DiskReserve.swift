internal import Glibc

/// A file that keeps some room on a disk, so that erasing works when the disk is full otherwise.
///
/// Erasing in a database writes before it frees anything. If that fails because there is no room, the file is removed, and the
/// work is done again with its room. After that it is made again at once with what the work has left of it, so that nothing else
/// fills the room before the next work.
package struct DiskReserve: Sendable {
    private static let name = "verbio.reserve"
    /// Sizes that are tried, in bytes.
    private static let sizes: [off_t] = [8 << 20, 4 << 20, 2 << 20, 1 << 20]
    /// The reserve takes at most this share of the free room.
    private static let share: UInt64 = 4
    /// The smallest reserve that is made again.
    private static let smallest: off_t = 256 << 10
    /// With less than this many bytes free, a failure is taken for one of a full disk.
    private static let least: UInt64 = 512 << 10

    private let folder: String
    package var path: String { folder + "/" + Self.name }

    /// - Parameter folder: the folder of the file. It need not exist yet.
    package init(in folder: String) { self.folder = folder }

    /// The bytes that this user may still write to the disk; nil if that is not known.
    package var free: UInt64? { DiskSpace(of: folder).map { UInt64($0.free) } }

    /// Makes the file, unless it is there or there is little room.
    package func fill() {
        guard access(path, F_OK) != 0, let free else { return }
        for size in Self.sizes where UInt64(size) <= free / Self.share { if make(size) { return } }
    }

    /// - Returns: whether there is no need to try a smaller one.
    private func make(_ size: off_t) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return true }
        let isMade = posix_fallocate(descriptor, 0, size) == 0
        close(descriptor)
        if !isMade { unlink(path) }
        return isMade
    }

    /// Makes the file again with the room that it had, as far as that is free.
    private func refill(_ former: off_t) {
        var size = min(former, free.flatMap { off_t(exactly: $0) } ?? 0)
        while size >= Self.smallest, !make(size) { size -= max(size / 8, 64 << 10) }
    }

    /// Does work that erases. If it fails on a full disk, it is done once more with the room of the reserve.
    ///
    /// - Throws: what the work throws.
    package func backing<Result>(_ work: () throws -> Result) throws -> Result {
        do { return try work() } catch {
            guard let size = giveUp() else { throw error }
            defer { refill(size) }
            return try work()
        }
    }

    /// The same for work that waits.
    ///
    /// - Parameter preparation: makes more room with that of the reserve, before the work is done once more.
    package func backing<Result>(
        _ work: () async throws -> Result, preparation: () async -> Void = {}
    ) async throws -> Result {
        do { return try await work() } catch {
            guard let size = giveUp() else { throw error }
            defer { refill(size) }
            await preparation()
            return try await work()
        }
    }

    /// Frees the room of the file if the disk is full.
    ///
    /// - Returns: its size; nil if the disk is not full, or there is no file.
    private func giveUp() -> off_t? {
        var facts = stat()
        guard let free, free < Self.least, stat(path, &facts) == 0, unlink(path) == 0 else { return nil }
        return facts.st_size
    }
}
