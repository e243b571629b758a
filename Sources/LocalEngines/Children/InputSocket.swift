internal import Glibc
internal import Plumbing
internal import Subprocess
internal import SystemPackage

/// The writing end of a child's standard input.
///
/// It is a socket and not a pipe. If the reader of a pipe has died, writing raises SIGPIPE, which would end Verbio as a
/// whole. A socket has an option that suppresses it.
final class InputSocket: Sendable {
    /// The end that is given to the child; it is closed here after that.
    let childEnd: FileDescriptor
    // The descriptor is closed once, in deinit; `send` and `shutdown` may be called from any thread before that.
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

    /// Sends all the bytes. While the child does not read, it waits on its own thread.
    ///
    /// - Throws: ``ChildFailure/ended`` if the child no longer reads.
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

    /// Signals the end of the input to the child.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes a `send` return that waits for a child that will never read.
    func abandon() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// Why a child process gave no answer.
enum ChildFailure: Error, Hashable {
    /// The child could not be started.
    case notStarted(String)
    /// The child ended, or closed its output, before the answer was complete.
    case ended
    /// The child gave more than an answer may have.
    case tooMuch(limit: Int)
    /// The child ended with this status (a signal's number is negative) after it had written this message.
    case failed(status: Int32, message: String)
}
