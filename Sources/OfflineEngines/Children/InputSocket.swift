internal import Glibc
internal import Plumbing
internal import Subprocess
internal import SystemPackage

/// The writing end of a child's standard input.
///
/// It is a socket and not a pipe: writing to a pipe whose reader has died raises SIGPIPE, which would end Verbio as a
/// whole, and a socket can be asked not to.
final class InputSocket: Sendable {
    /// Given to the child, and closed here once it has been.
    let childEnd: FileDescriptor
    // Closed once, in deinit; `send` and `shutdown` may be called from any thread before that.
    private let descriptor: Int32
    private let worker = WorkerThread("child-input")

    init() throws(ChildFailure) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .notStarted("no socket could be made for it") }
        childEnd = FileDescriptor(rawValue: ends[0])
        descriptor = ends[1]
    }

    deinit { close(descriptor) }

    /// Sends all the bytes, waiting on a thread of its own while the child does not read.
    ///
    /// - Throws: ``ChildFailure/ended`` where the child no longer reads.
    func send(_ bytes: [UInt8]) async throws {
        try await worker.run { [self] in
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes { raw in
                    Glibc.send(
                        descriptor, raw.baseAddress?.advanced(by: sent), raw.count - sent, Int32(MSG_NOSIGNAL))
                }
                if count > 0 {
                    sent += count
                } else if errno != EINTR {
                    throw ChildFailure.ended
                }
            }
        }
    }

    /// Tells the child that no more comes.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Lets a `send` that waits for a child that will never read return.
    func abandon() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// Why a child process gave no answer.
enum ChildFailure: Error, Hashable {
    /// It could not be started.
    case notStarted(String)
    /// It ended, or closed its output, before the answer was complete.
    case ended
    /// It gave more than an answer can be.
    case tooMuch(limit: Int)
    /// It ended with this status (a signal's number is negative) after it had said this.
    case failed(status: Int32, message: String)
}
