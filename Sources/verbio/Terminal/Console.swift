import Audio
import FoundationEssentials
import Glibc
import Plumbing

/// Standard output and standard error, written whole and at once.
struct Console: Sendable {
    /// Whether standard error is a terminal that understands cursor movement.
    let isTerminal: Bool
    /// Columns of that terminal.
    let width: Int
    private let lock = Locked(())

    init() {
        isTerminal = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
        var size = winsize()
        width = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// A line for reading: standard output, without what would move the cursor or turn the writing around.
    ///
    /// - Throws: `BrokenPipe` when whoever read it has gone, `Problem` `output.failed` where a file cannot be written.
    func out(_ line: String) throws { try record(line.printable) }

    /// A line for programs as it is: standard output.
    ///
    /// - Throws: as ``out(_:)``.
    func record(_ line: String) throws { try write(line + "\n", to: STDOUT_FILENO) }

    /// Prints what a command tells of its work, which is done or goes on whether it is read or not.
    ///
    /// - Throws: what `print` does, but for `BrokenPipe`.
    func inPassing(_ print: () throws -> Void) throws {
        do { try print() } catch is BrokenPipe {}
    }

    /// Text as it is on standard output.
    ///
    /// - Throws: `BrokenPipe` when whoever read it has gone.
    func write(_ text: String) throws { try write(text, to: STDOUT_FILENO) }

    /// A value as JSON on standard output, members in the order of their names.
    ///
    /// - Parameter onOneLine: for one of many, each on a line of its own.
    /// - Throws: ``BrokenPipe``, or what encoding throws.
    func json(_ value: some Encodable, onOneLine: Bool = false) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !onOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
        try record(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// A line about the work: standard error, as clean as ``out(_:)``. If nobody reads it, nothing is lost.
    func note(_ line: String) { try? write(line.printable + "\n", to: STDERR_FILENO) }

    /// A line for each thing that is wrong with a recording.
    func note(_ damage: [AudioDamage], in recording: String) {
        for found in damage {
            note("verbio: \(recording.printableOnOneLine): at \(clockTime(found.atSeconds)) \(found.what)")
        }
    }

    /// A line on standard error that waits for nobody, neither for who writes just then nor for who does not read: from a
    /// process that is to end.
    static func noteAtOnce(_ line: String) {
        var poller = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&poller, 1, 0) == 1 else { return }
        _ = Array((line.printable + "\n").utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Text without a line end, for a progress line that is drawn over.
    func draw(_ text: String) { try? write(text, to: STDERR_FILENO) }

    struct BrokenPipe: Error {}

    private func write(_ text: String, to descriptor: Int32) throws {
        try lock.withLock { _ in
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if written > 0 {
                    bytes = bytes.dropFirst(written)
                } else if errno == EAGAIN {
                    var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&poller, 1, -1)
                } else if errno == EPIPE {
                    throw BrokenPipe()
                } else if errno != EINTR {
                    throw Problem(
                        .store, "output.failed",
                        "what was found cannot be written (\(String(cString: strerror(errno))))",
                        at: "standard output", cure: "write it to another place")
                }
            }
        }
    }
}

extension String {
    /// At most `width` characters on one line, with an ellipsis where something is left out; what could move the cursor of
    /// whoever looks at it, or turn the writing around, is dropped.
    func clipped(to width: Int) -> String {
        let plain = String(unicodeScalars.filter { !$0.isHarmful })
        guard plain.count > width else { return plain }
        return plain.prefix(max(0, width - 1)) + "…"
    }
}
