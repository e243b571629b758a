internal import Glibc

/// The room of the file system that a folder is on.
package struct DiskSpace: Sendable, Hashable {
    /// The bytes that this user may still write.
    package let free: Int64
    /// Bytes.
    package let total: Int64
    /// The folder, or the nearest one above it that exists.
    package let folder: String

    /// - Returns: nil if the folder does not exist, or if its room is not known.
    package init?(of folder: String) {
        var facts = statvfs()
        guard statvfs(folder, &facts) == 0 else { return nil }
        self.init(facts, folder)
    }

    /// - Parameter path: a folder that need not exist.
    package init(at path: String) {
        var folder = path
        var facts = statvfs()
        while statvfs(folder, &facts) != 0, folder.count > 1 {
            folder = folder.lastIndex(of: "/").map { $0 == folder.startIndex ? "/" : String(folder[..<$0]) } ?? "."
        }
        self.init(facts, folder)
    }

    private init(_ facts: statvfs, _ folder: String) {
        func bytes(_ blocks: UInt64) -> Int64 {
            Int64(clamping: UInt64(facts.f_frsize).multipliedReportingOverflow(by: blocks).partialValue)
        }
        (free, total) = (bytes(UInt64(facts.f_bavail)), bytes(UInt64(facts.f_blocks)))
        self.folder = folder
    }
}
