internal import Glibc
package import Plumbing

extension Int32 {
    /// Writes all bytes to this file descriptor, at its position or at the given offset. It continues after
    /// interruptions and partial writes, and waits if a non-blocking pipe is full.
    ///
    /// - Throws: `Problem` at the path: `output.closed` if the reader of a pipe has closed its end, `output.disk-full`,
    ///   `output.failed`, …
    package func writeAll(
        _ bytes: UnsafeRawBufferPointer, at offset: Int? = nil, path: String
    ) throws(Problem) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count =
                if let offset {
                    pwrite(self, rest.baseAddress, rest.count, off_t(offset + done))
                } else {
                    Glibc.write(self, rest.baseAddress, rest.count)
                }
            if count > 0 {
                done += count
            } else if count < 0, errno == EAGAIN {
                var ready = pollfd(fd: self, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if count == 0 || errno != EINTR {
                throw Problem.output(count == 0 ? ENOSPC : errno, at: path)
            }
        }
    }
}

extension Array {
    /// `withUnsafeBytes` for a body that throws a ``Problem``, which the standard one would widen to any error.
    package func withRawBytes(_ body: (UnsafeRawBufferPointer) throws(Problem) -> Void) throws(Problem) {
        let result = withUnsafeBytes { raw -> Result<Void, Problem> in
            do throws(Problem) {
                return .success(try body(raw))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}

extension Problem {
    /// A file of another origin got the name of an output while the output was being made.
    static func outputAppeared(at path: String) -> Problem {
        Problem(
            .usage, "output.exists", "another program has written this file in the meantime, so it is kept", at: path,
            cure: "move it, or choose another place for the output")
    }

    /// The meaning of a failed call on an output file for its user.
    ///
    /// `output.unwritable` (the name or folder given cannot be used), `output.disk-full`, `output.closed` (a pipe whose
    /// reader has closed its end), or `output.failed` (the medium).
    package static func output(_ code: Int32, at path: String) -> Problem {
        func unwritable(_ what: String, cure: String) -> Problem {
            Problem(.usage, "output.unwritable", what, at: path, cure: cure)
        }
        if let problem = OpenFiles.problem(code, at: path) { return problem }
        return switch code {
        case ENOSPC, EDQUOT:
            Problem(
                .store, "output.disk-full", "there is no space left on the disk", at: path,
                cure: "free some space and run the command again")
        case EPIPE:
            Problem(.store, "output.closed", "the reader has closed this output", at: path)
        case EACCES, EPERM:
            unwritable("you may not write here", cure: "choose a folder you may write to")
        case EROFS:
            unwritable("the file system is read-only", cure: "choose a folder you may write to")
        case ENOENT, ENOTDIR:
            unwritable("the folder does not exist", cure: "create it or choose another one")
        case EISDIR:
            unwritable("there is a folder of this name", cure: "choose another name for the output")
        case ENAMETOOLONG:
            unwritable("the name is too long", cure: "choose a shorter name for the output")
        case ELOOP, ENXIO:
            unwritable("a link or a pipe is in the way", cure: "choose another name for the output")
        default:
            Problem(
                .store, "output.failed", "writing failed with system error \(code)", at: path,
                cure: "check the disk and run the command again")
        }
    }
}
