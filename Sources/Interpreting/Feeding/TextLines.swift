internal import Audio
package import Plumbing

/// Lines of text from a file, a pipe or a terminal, each as soon as it has come.
///
/// A line ends with LF, CR LF or the end of the input. UTF-16 with its mark is converted. Bytes that are no UTF-8 become U+FFFD, control characters become spaces.
/// Lines of white space alone are counted, but not returned.
package final class TextLines: Sendable {
    /// The most bytes of a line: as long as a chapter's paragraph, far longer than an utterance.
    package static let longestLine = 20_000
    private static let blockSize = 1 << 16

    private struct State {
        var decoding = TextDecoding()
        var bytes: [UInt8] = []
        /// Where the next line to be returned begins.
        var start = 0
        /// The place up to which the bytes have been searched for a line end.
        var searched = 0
        var number = 0
        var blanks = 0
        var given = 0
        var hasEnded = false
        var isStopped = false
        var reachedEnd = false
        var problem: Problem?
        var damaged: [Int] = []
        var places: [Int: (text: String, blanks: Int)] = [:]
        /// Whether blank lines stand between the last line returned and the one before it.
        var beginsParagraph = false
        var paragraphs: [Int] = []
    }

    private let source: DescriptorSource
    private let name: String
    private let remembers: Bool
    private let looksForCaptions: Bool
    private let worker = WorkerThread("lines")
    private let state = Locked(State())

    /// - Parameters:
    ///   - path: a file's path; nil for standard input.
    ///   - remembering: whether every returned line is kept until ``place(of:)`` asks for it.
    /// - Throws: ``Problem`` of kind `input` if it cannot be read.
    package init(path: String?, remembering: Bool = false) throws(Problem) {
        name = path ?? "-"
        (remembers, looksForCaptions) = (remembering, true)
        do throws(Problem) {
            if let path {
                source = try DescriptorSource(path: path)
            } else {
                source = try DescriptorSource(0, ownsDescriptor: false)
            }
        } catch {
            throw Self.explained(error, at: path)
        }
    }

    /// The lines of a text that is already complete.
    ///
    /// - Parameter remembering: as for ``init(path:remembering:)``.
    /// - Throws: ``Problem`` of kind `internal` if the system has no descriptor left.
    package init(text: String, remembering: Bool = false) throws(Problem) {
        name = "the text"
        (remembers, looksForCaptions) = (remembering, false)
        source = try DescriptorSource(path: "/dev/null")
        state.withLock { state in
            state.bytes = Array(text.utf8)
            state.hasEnded = true
        }
    }

    init(_ source: DescriptorSource, named name: String) {
        self.source = source
        self.name = name
        (remembers, looksForCaptions) = (false, false)
    }

    /// Whether everything was read to its end.
    package var reachedEnd: Bool { state.withLock { $0.reachedEnd } }

    /// Why the end was not reached, if that is a fault of the input. The lines before it have been returned.
    package var problem: Problem? { state.withLock { $0.problem } }

    /// The numbers, from 1, of returned lines with bytes that are no UTF-8: the first ``maximumDamaged`` of them.
    package var damagedLines: [Int] { state.withLock { $0.damaged } }
    package static let maximumDamaged = 10

    /// How many whole lines, blank ones not counted, were read but not returned when ``stop()`` was called.
    package var leftOver: Int {
        state.withLock { state in
            guard state.isStopped, let end = state.bytes[state.start...].lastIndex(of: UInt8(ascii: "\n")) else {
                return 0
            }
            return state.bytes[state.start..<end].split(separator: UInt8(ascii: "\n")).count {
                !Self.cleaned($0).isEmpty
            }
        }
    }

    /// Blank lines since the last line returned.
    package var blanks: Int { state.withLock { $0.blanks } }

    /// Whether blank lines stand between the last line returned and the one before.
    var beginsParagraph: Bool { state.withLock { $0.beginsParagraph } }

    /// Whether a paragraph begins with this line, or with one between it and the line of the last call.
    ///
    /// - Parameter sequence: the number of the returned line, from 1.
    package func paragraphBegins(upTo sequence: Int) -> Bool {
        state.withLock { state in
            let behind = state.paragraphs.firstIndex { $0 > sequence } ?? state.paragraphs.count
            defer { state.paragraphs.removeFirst(behind) }
            return behind > 0
        }
    }

    /// A returned line and the number of blank lines before it. It can be asked for once.
    ///
    /// - Parameter sequence: the number of the returned line, from 1.
    package func place(of sequence: Int) -> (text: String, blanks: Int)? {
        state.withLock { $0.places.removeValue(forKey: sequence) }
    }

    /// Ends the input: a pending and every later ``next()`` returns nil. May be called from any thread.
    package func stop() {
        state.withLock { $0.isStopped = true }
        source.cancel()
    }

    /// The next line that is not blank, without white space at its ends; nil at the end. Only one task may call it.
    ///
    /// - Throws: ``Problem`` of kind `input` if reading fails.
    package func next() async throws -> String? {
        while true {
            let (line, needsBytes) = state.withLock { take(&$0) }
            if let line { return line }
            guard needsBytes else { return nil }
            let block: [UInt8]
            do {
                block = try await worker.run { [source] in
                    var block = [UInt8](repeating: 0, count: Self.blockSize)
                    let count = try block.withUnsafeMutableBytes { try source.read(into: $0) }
                    return Array(block[..<count])
                }
            } catch let problem as Problem {
                throw Self.explained(problem, at: name)
            }
            state.withLock { state in
                state.hasEnded = block.isEmpty
                state.bytes += block.isEmpty ? state.decoding.finish() : state.decoding.utf8(block)
            }
        }
    }

    /// - Returns: the next line, or whether there may be one after more bytes have been read.
    private func take(_ state: inout State) -> (String?, needsBytes: Bool) {
        while !state.isStopped, state.problem == nil {
            let end = state.bytes[state.searched...].firstIndex(of: UInt8(ascii: "\n"))
            let length = (end ?? state.bytes.count) - state.start
            guard length <= Self.longestLine else {
                state.problem = Problem(
                    .input, "text.line-too-long",
                    "line \(state.number + 1) is longer than \(Self.longestLine) bytes", at: name,
                    cure: "break it into lines")
                break
            }
            guard let stop = end ?? (state.hasEnded ? state.bytes.count : nil) else {
                state.searched = state.bytes.count
                return (nil, true)
            }
            if end == nil, length == 0 {
                state.reachedEnd = true
                break
            }
            let bytes = state.bytes[state.start..<stop]
            let text = Self.cleaned(bytes)
            state.number += 1
            // What is piped in has no name that shows it. Mostly the first block has all lines that are looked at.
            let seen = state.number == 1 ? state.bytes[state.start...].prefix(500) : bytes
            if looksForCaptions, state.number <= CaptionSign.lines, CaptionSign.isIn(seen) {
                state.problem = Problem(
                    .usage, "text.captions", "these are captions, and their times would be translated as text",
                    at: name,
                    cure: "save them to a file and translate it with 'verbio translate', which keeps the times")
                break
            }
            if state.damaged.count < Self.maximumDamaged, String(validating: bytes, as: UTF8.self) == nil {
                state.damaged.append(state.number)
            }
            state.start = end == nil ? stop : stop + 1
            state.searched = state.start
            if state.start > Self.blockSize {
                state.bytes.removeFirst(state.start)
                (state.start, state.searched) = (0, 0)
            }
            guard !text.isEmpty else {
                state.blanks += 1
                continue
            }
            state.given += 1
            state.beginsParagraph = state.blanks > 0 && state.given > 1
            if remembers {
                state.places[state.given] = (text, state.blanks)
                if state.beginsParagraph { state.paragraphs.append(state.given) }
            }
            state.blanks = 0
            return (text, true)
        }
        return (nil, false)
    }

    private static func cleaned(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control || scalar == "\u{FEFF}"
            text.append(isControl ? " " : scalar)
        }
        let line = Substring(String(text))
        guard let first = line.firstIndex(where: { !$0.isWhitespace }),
            let last = line.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(line[first...last])
    }

    /// Rewords a problem with audio for a text.
    private static func explained(_ problem: Problem, at path: String?) -> Problem {
        var problem = path.map { problem.at($0) } ?? problem
        problem.code = problem.code.replacing("audio.", with: "text.")
        if problem.code == "text.is-directory" { problem.cure = "give one file" }
        return problem
    }
}
