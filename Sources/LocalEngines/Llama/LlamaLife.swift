internal import Glibc
internal import Plumbing

/// What is known of one server's process: its port, its last words, its progress and its end.
final class LlamaLife: Sendable {
    private struct State {
        var pid: pid_t?
        var hasEnded = false
        var port: Int?
        /// The beginning of a line without an end.
        var begun: [UInt8] = []
        var lines: [String] = []
        var lineCount = 0
    }

    /// How many lines are kept, and how long each may be.
    private static let kept = (lines: 40, bytes: 400)

    private let state = Locked(State())
    private let loaded = Pending<Int>()
    private let ended = Locked<[Pending<Void>]>([])

    var isRunning: Bool { state.withLock { !$0.hasEnded } }

    func began(_ pid: pid_t) { state.withLock { $0.pid = pid } }

    /// Takes in what the server writes.
    func take(_ bytes: [UInt8]) {
        let port = state.withLock { state -> Int? in
            for byte in bytes {
                guard byte == UInt8(ascii: "\n") else {
                    if state.begun.count < Self.kept.bytes { state.begun.append(byte) }
                    continue
                }
                let line = String(decoding: state.begun, as: UTF8.self)
                state.begun = []
                state.lineCount += 1
                state.lines = Array((state.lines + [line]).suffix(Self.kept.lines))
                if state.port == nil { state.port = Self.port(in: line) }
            }
            return state.port
        }
        if let port { loaded.settle(.success(port)) }
    }

    /// The port in `… listening on http://127.0.0.1:37157`, which the server writes when its model is loaded.
    private static func port(in line: String) -> Int? {
        guard line.contains("listening"), let mark = line.firstRange(of: "http://127.0.0.1:") else { return nil }
        return Int(line[mark.upperBound...].prefix { $0.isASCII && $0.isNumber }).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Notes that the process is gone.
    func end() {
        let said = state.withLock { state -> String? in
            state.hasEnded = true
            return Self.complaint(in: state.lines)
        }
        loaded.settle(.failure(LlamaFailure.endedAtStart(said)))
        let waiting = ended.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for pending in waiting { pending.settle(.success(())) }
    }

    /// The last line that reports an error, without the server's time and module; nil if there is none.
    private static func complaint(in lines: [String]) -> String? {
        let words = ["error", "failed", "invalid", "unknown", "cannot", "couldn't", "unable"]
        let line = lines.last { line in words.contains { line.lowercased().contains($0) } }
        guard let line else { return nil }
        let text = line.firstRange(of: " E ").map { line[$0.upperBound...] } ?? line[...]
        return String(text.prefix(200)).printableOnOneLine
    }

    /// The server's port, once its model is loaded.
    ///
    /// - Throws: ``LlamaFailure/endedAtStart(_:)``, or `CancellationError`.
    func port() async throws -> Int {
        try await withTaskCancellationHandler {
            try await loaded.value()
        } onCancel: {
            loaded.settle(.failure(CancellationError()))
        }
    }

    /// Whether the process ends within some time.
    func ends(within limit: Duration, _ time: TimeSource) async -> Bool {
        let end = Pending<Void>()
        ended.withLock { $0.append(end) }
        if !isRunning { return true }
        do {
            try await withDeadline(limit, time: time) {
                try await withTaskCancellationHandler {
                    try await end.value()
                } onCancel: {
                    end.settle(.failure(CancellationError()))
                }
            }
            return true
        } catch {
            return false
        }
    }

    // MARK: Progress

    /// Runs an operation and cancels it if the process makes no progress for some time.
    ///
    /// - Throws: ``DeadlineExceeded``, or what the operation throws.
    func whileItGoesOn<Answer: Sendable>(
        _ limit: Duration, _ time: TimeSource, _ operation: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let standstill: @Sendable () async throws -> Void = { try await self.standstill(limit, time) }
        return try await withDeadline(after: standstill, operation)
    }

    /// Returns once the process has made no progress for some time. It looks six times in that time.
    ///
    /// - Throws: `CancellationError`.
    private func standstill(_ limit: Duration, _ time: TimeSource) async throws {
        let step = limit / 6
        var (before, quiet) = (progress, 0)
        while quiet < 6 {
            try await time.sleep(step)
            let now = progress
            quiet = now.isMore(than: before, in: step) ? 0 : quiet + 1
            before = now
        }
    }

    private struct Progress {
        /// Hundredths of a second of all processors.
        var ticks: Int64 = 0
        /// Pages of memory that came.
        var pages: Int64 = 0
        var lines = 0

        /// A server that only waits takes a tick now and then. One that computes beside many others takes a fiftieth of a
        /// processor at least, and one that reads its model from a slow disk gets pages.
        func isMore(than before: Progress, in time: Duration) -> Bool {
            Double(ticks - before.ticks) > 2 * time.seconds || pages - before.pages > 64 || lines > before.lines
        }
    }

    private var progress: Progress {
        let (pid, lines) = state.withLock { ($0.pid, $0.lineCount) }
        var progress = Progress(lines: lines)
        guard let pid, let text = KernelFile.text(of: "/proc/\(pid)/stat"), let name = text.lastIndex(of: ")") else {
            return progress
        }
        // After the name: state, …, minflt (8th), cminflt, majflt, cmajflt, utime, stime; see proc(5).
        let fields = text[name...].split(separator: " ").dropFirst().map { Int64($0) ?? 0 }
        guard fields.count > 13 else { return progress }
        progress.pages = fields[7] + fields[9]
        progress.ticks = fields[11] + fields[12]
        return progress
    }
}
