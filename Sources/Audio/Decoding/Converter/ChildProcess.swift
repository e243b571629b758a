internal import CSpawn
internal import Glibc
package import Plumbing

/// A program with sockets for its three streams.
///
/// They are sockets so that no other child inherits them. Also, writing to a socket whose reader has closed its end is
/// an error and not a signal.
package final class ChildProcess: Sendable {
    /// The descriptor for writing to its standard input; -1 if the program was given a descriptor to read from.
    package let input: Int32
    /// The descriptor for reading its standard output; -1 if the program was given a descriptor to write to.
    package let output: Int32
    package let errors: Int32

    /// nil once it has been waited for, so that no other process with the same number is killed.
    private let process: Locked<pid_t?>
    private let inputOpen = Locked(true)

    /// - Parameter standardInput: a descriptor to read from; nil makes a socket for it.
    /// - Throws: ``Problem`` if the program cannot be started.
    package init(_ program: String, _ arguments: [String], standardInput: Int32? = nil) throws(Problem) {
        let sockets = try ChildSockets(input: standardInput == nil, output: true)
        defer { sockets.closeTheirs() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (place, descriptor) in [
            standardInput ?? sockets.input.theirs, sockets.output.theirs, sockets.errors.theirs,
        ]
        .enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
        }
        // Libraries open some without CLOEXEC, such as libcurl while it resolves a name.
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        // A separate group: an interrupt at the terminal is for this process to handle.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

        let (words, environment) = (ChildWords([program] + arguments), ChildWords(Self.environment))
        var id: pid_t = 0
        let failure = withExtendedLifetime((words, environment)) {
            posix_spawn(&id, program, &actions, &attributes, words.pointers, environment.pointers)
        }
        guard failure == 0 else {
            sockets.closeOurs()
            throw Self.notStarted(program, failure)
        }
        (input, output, errors) = (sockets.input.ours, sockets.output.ours, sockets.errors.ours)
        process = Locked(id)
    }

    /// Starts a program that writes a file, and that must not go on without this process: the kernel kills it when this
    /// process ends in any way.
    ///
    /// - Parameters:
    ///   - output: a descriptor to write to.
    ///   - files: descriptors that the program gets as 3, 4, ….
    /// - Throws: ``Problem`` if the program cannot be started.
    package init(
        guarded program: String, _ arguments: [String], output: Int32, files: [Int32]
    ) throws(Problem) {
        let sockets = try ChildSockets(input: true, output: false)
        defer { sockets.closeTheirs() }
        // Numbers above those that the program gets, so that no descriptor is replaced before it is copied.
        let given = [sockets.input.theirs, output, sockets.errors.theirs] + files
        let copies = given.map { fcntl($0, F_DUPFD_CLOEXEC, Int32(given.count)) }
        defer { for copy in copies where copy >= 0 { close(copy) } }
        guard !copies.contains(where: { $0 < 0 }) else {
            sockets.closeOurs()
            throw OpenFiles.problem(EMFILE) ?? Problem(.internal, "audio.no-descriptors", "no file can be opened")
        }
        let result = GuardedStart.start(program, [program] + arguments, Self.environment, descriptors: copies)
        guard case .success(let id) = result else {
            sockets.closeOurs()
            if case .failure(let error) = result { throw Self.notStarted(program, error.code) }
            throw Self.notStarted(program, EAGAIN)
        }
        (input, self.output, errors) = (sockets.input.ours, -1, sockets.errors.ours)
        process = Locked(id)
    }

    /// The program needs nothing of this process's environment.
    private static let environment = ["LC_ALL=C", "AV_LOG_FORCE_NOCOLOR=1"]

    private static func notStarted(_ program: String, _ failure: Int32) -> Problem {
        Problem(
            .input, "audio.converter", "\(program) cannot be started: \(systemMessage(failure))",
            cure: "install ffmpeg (apt-get install ffmpeg)")
    }

    deinit {
        kill()
        _ = wait()
        closeInput()
        if output >= 0 { close(output) }
        close(errors)
    }

    /// Writes everything; false if the program reads no more.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = send(input, bytes.baseAddress.map { $0 + written }, bytes.count - written, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Writes what the program takes without waiting: how many bytes, or nil if it reads no more.
    package func writeSome(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let count = send(input, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        if count < 0 { return errno == EAGAIN || errno == EINTR ? 0 : nil }
        return count
    }

    /// Waits for what the program writes to its output or its errors: some bytes, or none at the end.
    package static func read(_ descriptor: Int32) -> [UInt8] {
        var count = 0
        return [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, filled in
            repeat {
                count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
    }

    /// Closes the program's input, so that it reads the end.
    package func closeInput() {
        let closes = inputOpen.withLock { open in
            defer { open = false }
            return open
        }
        if closes, input >= 0 { close(input) }
    }

    /// From any thread.
    package func kill() {
        process.withLock { id in
            if let id { _ = Glibc.kill(id, SIGKILL) }
        }
    }

    /// Seconds of processor time it has used; a busy machine does not make it look stuck.
    package var processorSeconds: Double {
        process.withLock { id in
            var clock = clockid_t()
            var time = timespec()
            guard let id, clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }

    /// Waits for its end: the exit code, or nil if a signal ended it. Called by one thread, once.
    package func wait() -> Int32? {
        guard let id = process.withLock({ $0 }) else { return nil }
        var status: Int32 = 0
        // The process stays a zombie, and its number stays taken, until the lock is held.
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, Int32(WEXITED | WNOWAIT)) < 0, errno == EINTR {}
        process.withLock { held in
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            held = nil
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
