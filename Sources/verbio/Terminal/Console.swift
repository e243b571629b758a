import Audio
import Delivery
import FoundationEssentials
import Glibc
import Plumbing
import SystemPackage
import VerbioService

/// Standard output and standard error, written completely and without delay.
///
/// On a terminal, long lines are wrapped under their text. In a file or a pipe, lines stay whole, so that a program can read
/// them.
struct Console: Sendable {
    /// Whether standard error is a terminal that understands cursor movement.
    let isTerminal: Bool
    /// Whether a question can be asked: standard error is a terminal, and standard input too.
    var isInteractive: Bool { isTerminal && isatty(STDIN_FILENO) == 1 }
    /// Columns of standard error: the terminal's at this moment, or 80.
    var width: Int { noteWidth ?? Self.usualWidth }
    /// Columns that a table on standard output may take: the terminal's at this moment, or 80.
    var tableWidth: Int { outWidth ?? Self.usualWidth }
    /// Columns after which lines are broken; nil if the output is no terminal. A user may resize it at any moment.
    private var outWidth: Int? { Self.columns(of: STDOUT_FILENO) }
    private var noteWidth: Int? { Self.columns(of: STDERR_FILENO) }
    /// Whether standard output has another purpose, so that text for people goes to standard error.
    private let isAside: Bool
    private let lock = Locked(())

    /// Columns of an output that is no terminal.
    static let usualWidth = 80

    /// - Parameter aside: whether standard output has another purpose.
    init(aside: Bool = false) {
        isAside = aside
        isTerminal = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    /// The terminal's columns; nil if the descriptor is no terminal.
    private static func columns(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? max(20, Int(size.ws_col)) : usualWidth
    }

    /// Prints a line for people to read, on standard output, or on standard error if standard output has another purpose.
    /// It is printed without characters that would move the cursor or change the writing direction.
    ///
    /// - Parameter indent: columns at which the text begins, for what does not fit into the line.
    /// - Throws: `BrokenPipe` if the reader has closed its end, `Problem` `output.failed` if a file cannot be written.
    func out(_ line: String, under indent: Int = 0) throws {
        if isAside { return note(line, under: indent) }
        try record(Self.broken(line.printable, at: outWidth, under: indent))
    }

    /// Prints rows of cells, fitted to the terminal; in a file or a pipe each row is one line.
    ///
    /// - Throws: as ``out(_:under:)``.
    func table(_ header: [String], _ rows: [[String]]) throws {
        for line in Plumbing.table(header, rows, width: outWidth) { try record(line.printable) }
    }

    /// Prints a text after a label; on a terminal in as many lines as it needs, all of them aligned with the first.
    ///
    /// - Parameter indent: the column at which the text begins.
    /// - Throws: as ``out(_:under:)``.
    func item(_ label: String, _ text: String, at indent: Int) throws {
        let line = label.padded(to: indent - 1) + " " + text
        try record(Self.broken(line.printable, at: outWidth, under: indent))
    }

    /// Prints a command to copy; on a terminal in lines that a shell reads as one.
    ///
    /// - Throws: as ``out(_:under:)``.
    func command(_ command: String, behind label: String, at indent: Int) throws {
        let line = (label.padded(to: indent) + command).printable
        guard let outWidth, line.columns > outWidth else { return try record(line) }
        let lines = line.wrapped(to: outWidth - 2, under: indent, cutsWords: false)
        try record(lines.joined(separator: " \\\n"))
    }

    private static func broken(_ text: String, at width: Int?, under indent: Int) -> String {
        guard let width else { return text }
        return text.wrapped(to: width, under: indent, cutsWords: false).joined(separator: "\n")
    }

    /// Prints a line for programs, unchanged, on standard output.
    ///
    /// - Throws: as ``out(_:under:)``.
    func record(_ line: String) throws { try write(line + "\n", to: STDOUT_FILENO) }

    /// Prints a report on a command's work, which is done or continues whether the report is read or not.
    ///
    /// - Throws: the errors of `print`, except `BrokenPipe`.
    func inPassing(_ print: () throws -> Void) throws {
        do { try print() } catch is BrokenPipe {}
    }

    /// Writes text unchanged to standard output.
    ///
    /// - Throws: `BrokenPipe` if the reader has closed its end.
    func write(_ text: String) throws { try write(text, to: STDOUT_FILENO) }

    /// Prints a value as JSON on standard output, with members in the order of their names.
    ///
    /// - Parameter onOneLine: whether the value is one of many, each on its own line.
    /// - Throws: ``BrokenPipe``, or what encoding throws.
    func json(_ value: some Encodable, onOneLine: Bool = false) throws {
        let encoder = JSONEncoder.sorted
        if !onOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
        try record(encoder.text(value))
    }

    /// Copies the bytes of a file to standard output.
    ///
    /// - Throws: as ``write(_:)``, and what reading the file throws.
    func copy(_ path: String) throws {
        let file = try FileDescriptor.open(FilePath(path), .readOnly)
        try file.closeAfter {
            while true {
                let bytes = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
                    filled = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
                guard !bytes.isEmpty else { return }
                try write(bytes, to: STDOUT_FILENO)
            }
        }
    }

    /// Prints a line about the work on standard error, as clean as ``out(_:under:)``. If it is not read, nothing is lost.
    ///
    /// - Parameter indent: columns at which the text begins; after `verbio: ` if not given.
    func note(_ line: String, under indent: Int? = nil) {
        let usual = line.hasPrefix("verbio: ") ? 8 : 0
        try? write(Self.broken(line.printable, at: noteWidth, under: indent ?? usual) + "\n", to: STDERR_FILENO)
    }

    /// Prints a sentence of the library about the work, as ``note(_:under:)`` does.
    static func tell(_ sentence: String) { Console().note("verbio: \(sentence)") }

    /// Whether standard output is a terminal.
    static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Prints a line if there are tracks that are not heard.
    func note(_ tracks: [AudioTrack], of recording: String) {
        if let unheard = tracks.unheard {
            note("verbio: \(recording.printableOnOneLine): \(unheard); choose with --track")
        }
    }

    /// Prints a line for each fault of a recording.
    func note(_ damage: [AudioDamage], in recording: String) {
        for found in damage {
            note("verbio: \(recording.printableOnOneLine): at \(clockTime(found.atSeconds)) \(found.what)")
        }
    }

    /// Prints a line on standard error without waiting for another writer or for a slow reader. It is for a process that is
    /// about to end.
    static func noteAtOnce(_ line: String) {
        var poller = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&poller, 1, 0) == 1 else { return }
        // A progress line may be there, which the message replaces.
        let start = isatty(STDERR_FILENO) == 1 ? "\r\u{1B}[K" : ""
        _ = Array((start + line.printable + "\n").utf8).withUnsafeBytes {
            Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
    }

    /// Writes text without a line end, for a progress line that is redrawn.
    func draw(_ text: String) { try? write(text, to: STDERR_FILENO) }

    struct BrokenPipe: Error {}

    private func write(_ text: String, to descriptor: Int32) throws { try write(Array(text.utf8), to: descriptor) }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        try lock.withLock { _ in
            var bytes = bytes[...]
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
                        "the result cannot be written (\(String(cString: strerror(errno))))",
                        at: "standard output", cure: "write it to another place")
                }
            }
        }
    }
}
