internal import Glibc
internal import Plumbing

/// Gives the right to do the jobs of a store, which one process has at a time.
package protocol JobTurn: Sendable {
    /// - Returns: nil if another process has it.
    /// - Throws: ``Problem`` of kind `store`.
    func take() async throws -> JobRight?
}

/// The right to do the jobs of a store. It ends with the value, and with the process, however that ends.
package final class JobRight: Sendable {
    private let holding: @Sendable () -> Bool
    private let ending: @Sendable () -> Void

    /// - Parameters:
    ///   - isHeld: whether no other process can have the right now.
    ///   - ending: called once at the end.
    package init(isHeld: @escaping @Sendable () -> Bool, ending: @escaping @Sendable () -> Void) {
        holding = isHeld
        self.ending = ending
    }

    /// Whether no other process can have the right now. If it was lost, nothing of a job may be stored any more.
    package var isHeld: Bool { holding() }

    deinit { ending() }
}

/// The right by the lock of a file: for the processes of one machine.
package struct FileJobTurn: JobTurn {
    private let path: String

    package init(at path: String) { self.path = path }

    package func take() async throws -> JobRight? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw JobUploads.problem(errno, path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return JobRight(isHeld: { true }, ending: { close(descriptor) })
    }
}
