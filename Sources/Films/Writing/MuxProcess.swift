internal import Audio
internal import Glibc
internal import Plumbing

/// ffmpeg while it writes a film: it gets sound as it is made, and the kernel ends it together with this process.
///
/// One thread writes. Any thread may cancel.
final class MuxProcess: Sendable {
    private let child: ChildProcess
    private let messages = Locked(ProgramMessages())
    private let isCancelled = Locked(false)
    /// The film, for problems.
    private let path: String
    private let container: FilmContainer
    /// Seconds without any progress, or of any work, after which the program counts as stuck. Moving the index of a large
    /// film to its front takes a while on a slow disk, and takes processor time.
    private static let longest = 120.0

    /// - Parameters:
    ///   - output: a descriptor of the new film; see ``MuxArguments`` for the others.
    ///   - path: the new film, for problems.
    init(
        _ programs: FilmPrograms, _ arguments: MuxArguments, output: Int32, files: [Int32], path: String
    ) throws(Problem) {
        self.path = path
        container = arguments.plan.container
        child = try ChildProcess(guarded: programs.ffmpeg, arguments.list, output: output, files: files)
    }

    /// Whether text was drawn and no font had its letters; known at the end, if warnings are told.
    var lacksLetters: Bool { messages.withLock { $0.lacksLetters } }

    /// Ends the program. From any thread, once or more.
    func cancel() {
        isCancelled.withLock { $0 = true }
        child.kill()
    }

    /// Gives the program interleaved samples, and waits until it has taken them.
    ///
    /// - Returns: whether it takes more.
    /// - Throws: `CancellationError`, or ``Problem`` if the program is stuck.
    func write(_ samples: [Float]) throws -> Bool {
        try samples.withUnsafeBytes { bytes in
            var done = 0
            var watch = Watch(child)
            while done < bytes.count {
                var polled = [
                    pollfd(fd: child.input, events: Int16(POLLOUT), revents: 0),
                    pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0),
                ]
                let ready = poll(&polled, 2, 500)
                if ready < 0, errno == EINTR { continue }
                try check(&watch, isIdle: ready <= 0)
                if polled[1].revents != 0, !note() { return false }
                guard polled[0].revents != 0 else { continue }
                guard let count = child.writeSome(UnsafeRawBufferPointer(rebasing: bytes[done...])) else {
                    return false
                }
                done += count
            }
            return true
        }
    }

    /// Waits until the film is complete.
    ///
    /// - Throws: `CancellationError`, or ``Problem`` with the reason that ffmpeg gives.
    func finish() throws {
        child.closeInput()
        var watch = Watch(child)
        while true {
            var polled = [pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0)]
            let ready = poll(&polled, 1, 500)
            if ready < 0, errno == EINTR { continue }
            try check(&watch, isIdle: ready <= 0)
            if ready > 0, !note() { break }
        }
        let code = child.wait()
        guard !isCancelled.withLock({ $0 }) else { throw CancellationError() }
        guard code == 0, messages.withLock({ !$0.isDiskFull && !$0.hasNoEnd }) else { throw failure() }
    }

    /// - Returns: whether there may be more messages.
    private func note() -> Bool {
        let bytes = ChildProcess.read(child.errors)
        messages.withLock { messages in
            messages.add(bytes)
            if bytes.isEmpty { messages.end() }
        }
        return !bytes.isEmpty
    }

    private func check(_ watch: inout Watch, isIdle: Bool) throws {
        guard !isCancelled.withLock({ $0 }) else {
            _ = child.wait()
            throw CancellationError()
        }
        guard watch.isStuck(child, isIdle: isIdle, longest: Self.longest) else { return }
        child.kill()
        _ = child.wait()
        throw Problem(
            .internal, "film.stuck", "ffmpeg did nothing for \(Int(Self.longest)) seconds while it wrote this film",
            at: path, cure: "run 'verbio resume', and see whether the disk answers")
    }

    private func failure() -> Problem {
        let messages = messages.withLock { $0 }
        if messages.isDiskFull { return .output(ENOSPC, at: path) }
        for (complaint, what) in [
            ("No such filter: 'ass'", "the filter 'ass' (libass), which draws captions"),
            ("Unknown encoder 'libx264'", "the encoder libx264, which the picture needs"),
        ] where messages.errors.contains(where: { $0.contains(complaint) }) {
            return Problem(
                .usage, "film.burning", "this ffmpeg has not \(what)", at: "--burn",
                cure: "install Debian's ffmpeg, name its place in ffmpeg.path, or leave --burn out")
        }
        return Problem(
            .input, "film.refused", "ffmpeg cannot write this film as \(container)\(messages.reason)", at: path,
            cure: container == .mkv
                ? "leave the film out of --formats" : "use mkv, which holds nearly every kind of track")
    }

    /// Notices when a program neither works nor says anything.
    private struct Watch {
        private var worked: Double
        private var idle = 0.0

        init(_ child: ChildProcess) { worked = child.processorSeconds }

        mutating func isStuck(_ child: ChildProcess, isIdle: Bool, longest: Double) -> Bool {
            let now = child.processorSeconds
            idle = isIdle && now == worked ? idle + 0.5 : 0
            worked = now
            return idle >= longest
        }
    }
}
