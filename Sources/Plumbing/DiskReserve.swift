internal import Glibc

/// A file that keeps some room on a disk, so that erasing works when the disk is full otherwise.
///
/// Erasing in a database writes before it frees anything. If that fails because there is no room, the file is removed, and the
/// work is done again with its room. After that it is made again, as large as possible.
package struct DiskReserve: Sendable {
    private static let name = "verbio.reserve"
    /// Sizes that are tried, in bytes.
    private static let sizes: [off_t] = [8 << 20, 4 << 20, 2 << 20, 1 << 20]
    /// The reserve takes at most this share of the free room.
    private static let share: UInt64 = 4
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
        for size in Self.sizes where UInt64(size) <= free / Self.share {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return }
            let isMade = posix_fallocate(descriptor, 0, size) == 0
            close(descriptor)
            if isMade { return }
            unlink(path)
        }
    }

    /// Does work that erases. If it fails on a full disk, it is done once more with the room of the reserve.
    ///
    /// - Throws: what the work throws.
    package func backing<Result>(_ work: () throws -> Result) throws -> Result {
        do { return try work() } catch {
            guard isNeeded else { throw error }
            defer { fill() }
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
            guard isNeeded else { throw error }
            defer { fill() }
            await preparation()
            return try await work()
        }
    }

    /// Whether the disk is full. Then the file is gone, and its room is free.
    private var isNeeded: Bool {
        guard let free, free < Self.least else { return false }
        return unlink(path) == 0
    }
}
