internal import Audio
internal import Glibc
package import Plumbing

/// The source of speaker events: a file, read whole at the start, or a pipe, from which events come while audio is heard.
package enum SpeakerEventInput: Sendable {
    case known(SpeakerTurns)
    case coming(SpeakerEventQueue)

    /// The most bytes of a file.
    private static let maximumBytes = 1 << 20

    /// - Throws: `Problem` of kind `usage` if it is missing or unreadable, or the file has a line that is no event
    ///   (``SpeakerTurns/init(reading:from:)``).
    package init(path: String) throws(Problem) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Self.unreadable(path) }
        // Opened for writing, too: so a writer that closes the pipe after one line does not end it.
        let isPipe = status.st_mode & S_IFMT == S_IFIFO
        let descriptor = open(path, (isPipe ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable(path) }
        let source: DescriptorSource
        do throws(Problem) {
            source = try DescriptorSource(descriptor, ownsDescriptor: true)
        } catch {
            throw Self.unreadable(path)
        }
        guard source.length != nil else {
            self = .coming(SpeakerEventQueue(TextLines(source, named: path), named: path))
            return
        }
        self = .known(try SpeakerTurns(reading: Self.text(of: source, at: path), from: path))
    }

    private static func text(of source: DescriptorSource, at path: String) throws(Problem) -> String {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            guard let count = try? block.withUnsafeMutableBytes({ try source.read(into: $0) }) else {
                throw unreadable(path)
            }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += block[..<count]
            guard bytes.count <= maximumBytes else { throw SpeakerTurns.tooMany(at: path) }
        }
    }

    private static func unreadable(_ path: String) -> Problem {
        Problem(
            .usage, "speaker-events.unreadable", "the speaker events cannot be read", at: path,
            cure: "give a file or a named pipe of JSON lines")
    }
}

/// Speaker events that arrive while audio is heard.
///
/// An event applies to later sound only. So it has to arrive before the end of the utterance that it is meant for.
package final class SpeakerEventQueue: Sendable {
    private struct State {
        var number = 0
        /// A line is nil if it could not be read.
        var waiting: [(number: Int, line: SpeakerLine?)] = []
        var problem: Problem?
    }

    let name: String
    /// Nil if the events are given with ``send(_:)``.
    private let lines: TextLines?
    private let state = Locked(State())

    init(_ lines: TextLines, named name: String) {
        self.lines = lines
        self.name = name
    }

    /// A queue whose events are given with ``send(_:)``.
    package init(named name: String) {
        lines = nil
        self.name = name
    }

    /// Gives the next event.
    package func send(_ line: SpeakerLine) {
        guard !add(line) else { return }
        fail(SpeakerTurns.tooMany(at: name))
    }

    /// - Returns: whether there was room for it.
    private func add(_ line: SpeakerLine?) -> Bool {
        state.withLock { state in
            state.number += 1
            state.waiting.append((state.number, line))
            return state.waiting.count <= SpeakerTurns.maximumEvents
        }
    }

    /// Why no more events are taken; nil if there is no fault.
    package var problem: Problem? { state.withLock { $0.problem } }

    /// How many lines have come.
    var received: Int { state.withLock { $0.number } }

    /// Reads lines until they end or ``stop()`` is called.
    func read() async {
        guard let lines else { return }
        do {
            while let line = try await lines.next() {
                guard add(SpeakerLine(reading: line)) else { return fail(SpeakerTurns.tooMany(at: name)) }
            }
            if let problem = lines.problem { fail(problem) }
        } catch let problem as Problem {
            fail(problem)
        } catch {}
    }

    func stop() { lines?.stop() }

    func fail(_ problem: Problem) { state.withLock { $0.problem = $0.problem ?? problem } }

    /// The lines that have come since the last call.
    func taken() -> [(number: Int, line: SpeakerLine?)] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
