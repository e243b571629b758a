internal import Glibc
package import Plumbing

/// Bytes of a file descriptor: a regular file, a pipe, a socket or a terminal.
///
/// Any descriptor that is not a regular file is polled together with a wake-up socket. So ``cancel()`` ends a read on a
/// pipe that stays open and silent.
package final class DescriptorSource: ByteSource {
    package let length: Int?
    private let descriptor: Int32
    private let ownsDescriptor: Bool
    /// Written on cancel, polled by the reader; closed with the source.
    private let wake: (reading: Int32, writing: Int32)
    private let cancelled = Locked(false)

    package var seekableDescriptor: Int32? { length == nil ? nil : descriptor }

    /// - Parameter ownsDescriptor: whether the descriptor is closed with the source.
    /// - Throws: ``Problem`` if the descriptor is not open or is a directory, or if no wake-up socket can be made.
    package init(_ descriptor: Int32, ownsDescriptor: Bool) throws(Problem) {
        var status = stat()
        var ends: [Int32] = [-1, -1]
        let failure: Problem? =
            if fstat(descriptor, &status) != 0 {
                Problem(.input, "audio.unreadable", "the input is not open: \(systemMessage(errno))")
            } else if status.st_mode & S_IFMT == S_IFDIR {
                Problem(.input, "audio.is-directory", "this is a folder", cure: "give one recording")
            } else if socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | closeOnExecute, 0, &ends) != 0 {
                OpenFiles.problem(errno)
                    ?? Problem(.internal, "audio.no-descriptors", "no socket can be made: \(systemMessage(errno))")
            } else {
                nil
            }
        if let failure {
            if ownsDescriptor { close(descriptor) }
            throw failure
        }
        self.descriptor = descriptor
        self.ownsDescriptor = ownsDescriptor
        wake = (ends[0], ends[1])
        length = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Opens a file by its path.
    ///
    /// - Throws: ``Problem`` `audio.not-found`, `audio.is-directory` or `audio.unreadable`.
    package convenience init(path: String) throws(Problem) {
        guard !path.isEmpty else {
            throw Problem(.input, "audio.not-found", "the name of the recording is empty", cure: "name a file")
        }
        // Without blocking: opening a named pipe would otherwise wait for a writer, and cancel cannot interrupt that wait.
        let descriptor = path.utf8.contains(0) ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = path.utf8.contains(0) ? ENOENT : errno
            switch code {
            // A program receives a name with such a character for each byte that is not UTF-8. To find the file that was meant,
            // those bytes would be needed wherever files are named, also in what is stored.
            case ENOENT where path.unicodeScalars.contains("\u{FFFD}"):
                throw Problem(
                    .input, "audio.not-found", "there is no such file, or its name is not UTF-8",
                    cure: "rename it, or pipe it in with '-'")
            case ENOENT, ENOTDIR:
                throw Problem(.input, "audio.not-found", "there is no such file", cure: "check the path")
            case EACCES, EPERM:
                throw Problem(
                    .input, "audio.unreadable", "the file may not be read", cure: "check its permissions")
            default:
                throw OpenFiles.problem(code)
                    ?? Problem(.input, "audio.unreadable", "the file cannot be opened: \(systemMessage(code))")
            }
        }
        try self.init(descriptor, ownsDescriptor: true)
    }

    deinit {
        close(wake.reading)
        close(wake.writing)
        if ownsDescriptor { close(descriptor) }
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            if cancelled.withLock({ $0 }) { return 0 }
            if length == nil, !waitForBytes() { return 0 }
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN else {
                throw Problem(.input, "audio.unreadable", "reading failed: \(systemMessage(errno))")
            }
        }
    }

    package func cancel() {
        let first = cancelled.withLock { cancelled in
            defer { cancelled = true }
            return !cancelled
        }
        if first { _ = send(wake.writing, "x", 1, Int32(MSG_NOSIGNAL)) }
    }

    /// Waits until the descriptor has bytes or an end; false once it is cancelled.
    private func waitForBytes() -> Bool {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&polled, 2, -1) < 0, errno == EINTR {}
        return polled[1].revents == 0
    }
}

/// Sockets and pipes made here must not leak into child processes.
let closeOnExecute = Int32(SOCK_CLOEXEC.rawValue)

/// The operating system's message for an error number.
func systemMessage(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
