internal import Glibc
package import Plumbing
internal import Providers

/// A file with one line for the beginning and one for the end of every call.
///
/// From it the calls can be counted afterwards, even if the process was killed.
///
///     begin|end|fail <milliseconds since 1970> <stage> <conversation> <utterance> <request hash> <attempt>
///
/// The summaries of a translator have the stage `summary` and the number of the utterance that the summary ends with.
///
/// Each line is one `write` to a file opened for appending. So lines of several processes do not mix, and lines that were
/// written outlive a process that is killed. If a `begin` has no `end` or `fail`, its call was in flight then.
package final class CallLog: Sendable {
    enum Moment: String {
        case begin, end, fail
    }

    private let path: String
    private let descriptor: Int32

    /// - Throws: ``Problem`` of kind `usage`, code `scenario.calls`, if the file cannot be written.
    package init(path: String) throws(Problem) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw Problem(
                .usage, "scenario.calls", "the call log cannot be opened: \(String(cString: strerror(errno)))",
                at: path, cure: "name a file in a folder that can be written")
        }
    }

    deinit { close(descriptor) }

    /// - Returns: false if the line was not written as a whole.
    func append(
        _ moment: Moment, at milliseconds: Int64, _ stage: String, _ context: CallContext, request: StableHash,
        attempt: Int
    ) -> Bool {
        // The line has a bounded length and no blanks in its fields: at most PIPE_BUF bytes are written in one go.
        let conversation = context.conversation.unicodeScalars.prefix(200).map {
            $0.isASCII && $0.value > 32 && $0.value < 127 ? String($0) : "_"
        }
        let fields = [
            moment.rawValue, "\(milliseconds)", stage, conversation.isEmpty ? "-" : conversation.joined(),
            "\(context.utterance)", request.hexadecimal, "\(attempt)",
        ]
        let line = Array((fields.joined(separator: " ") + "\n").utf8)
        var written: Int
        repeat { written = write(descriptor, line, line.count) } while written < 0 && errno == EINTR
        return written == line.count
    }
}
