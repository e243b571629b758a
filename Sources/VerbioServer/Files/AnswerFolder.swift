internal import FoundationEssentials
internal import Glibc
package import Plumbing

/// Where answers are written before they are sent, such as the export of an account.
///
/// Each process has a separate folder in it, whose lock shows that the process is alive. What a killed one has left is
/// removed by the next start, and with each erasure.
package final class AnswerFolder: Sendable {
    let path: String
    private let lock: Int32

    /// Makes the folder of this process, readable by its owner only, and removes those that were left. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, code `export.unwritable`.
    package init(in root: String) throws(Problem) {
        guard mkdir(root, 0o700) == 0 || errno == EEXIST else { throw Self.unwritable(root) }
        // No other process takes the new folder for one that was left.
        let turn = Self.locked(root, LOCK_EX)
        guard turn >= 0 else { throw Self.unwritable(root) }
        defer { close(turn) }
        Self.removeLeft(of: root)
        path = root + "/" + UUID().uuidString
        guard mkdir(path, 0o700) == 0 else { throw Self.unwritable(path) }
        lock = Self.locked(path, LOCK_EX | LOCK_NB)
        guard lock >= 0 else { throw Self.unwritable(path) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        close(lock)
    }

    /// Removes what processes have left that do not live any more. Blocks.
    package static func removeLeft(in root: String) {
        let turn = locked(root, LOCK_EX)
        guard turn >= 0 else { return }
        defer { close(turn) }
        removeLeft(of: root)
    }

    private static func removeLeft(of root: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] {
            let lock = locked(root + "/" + name, LOCK_EX | LOCK_NB)
            guard lock >= 0 else { continue }
            try? FileManager.default.removeItem(atPath: root + "/" + name)
            close(lock)
        }
    }

    /// - Returns: the descriptor of the folder; negative if it is locked, or cannot be opened.
    private static func locked(_ path: String, _ kind: Int32) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        guard flock(descriptor, kind) == 0 else {
            close(descriptor)
            return -1
        }
        return descriptor
    }

    private static func unwritable(_ path: String) -> Problem {
        Problem(
            .store, "export.unwritable", "answers cannot be written here (\(String(cString: strerror(errno))))",
            at: path,
            cure: "look at the disk and the permissions of the folder")
    }
}
