internal import Glibc

/// A lock on a file, so that two processes do not install the same model at once. A crash releases it.
final class InstallationLock: Sendable {
    private let descriptor: Int32

    /// Nil if another process has it.
    init?(_ path: String) {
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    func release() { close(descriptor) }
}
