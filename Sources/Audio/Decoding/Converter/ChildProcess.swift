internal import CSpawn
internal import Glibc
internal import Plumbing

/// A program with sockets for its three streams.
///
/// They are sockets so that no other child inherits them. Also, writing to a socket whose reader has closed its end is
/// an error and not a signal.
final class ChildProcess: Sendable {
    /// The descriptor for writing to its standard input; -1 if the program was given a descriptor to read from.
    let input: Int32
    let output: Int32
    let errors: Int32

    /// nil once it has been waited for, so that no other process with the same number is killed.
    private let process: Locked<pid_t?>
    private let inputOpen = Locked(true)

    /// - Parameter standardInput: a descriptor to read from; nil makes a socket for it.
    /// - Throws: ``Problem`` if the program cannot be started.
    init(_ program: String, _ arguments: [String], standardInput: Int32? = nil) throws(Problem) {
        var sockets: [(ours: Int32, theirs: Int32)] = []
        defer { for socket in sockets { close(socket.theirs) } }
        for _ in 0..<(standardInput == nil ? 3 : 2) {
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | closeOnExecute, 0, &ends) == 0 else {
                let code = errno
                for socket in sockets { close(socket.ours) }
                throw OpenFiles.problem(code)
                    ?? Problem(.internal, "audio.no-descriptors", "no socket can be made: \(systemMessage(code))")
            }
            sockets.append((ends[0], ends[1]))
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardInput ?? sockets[2].theirs, 0)
        posix_spawn_file_actions_adddup2(&actions, sockets[0].theirs, 1)
        posix_spawn_file_actions_adddup2(&actions, sockets[1].theirs, 2)
        // Libraries open some without CLOEXEC, such as libcurl while it resolves a name.
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        // A separate group: an interrupt at the terminal is for this process to handle.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

        var arguments = ([program] + arguments).map { strdup($0) } + [nil]
        // The program needs nothing of this process's environment.
        let settings = ["LC_ALL=C", "AV_LOG_FORCE_NOCOLOR=1"]
        var environment = settings.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var id: pid_t = 0
        let failure = posix_spawn(&id, program, &actions, &attributes, &arguments, &environment)
        guard failure == 0 else {
            for socket in sockets { close(socket.ours) }
            throw Problem(
                .input, "audio.converter", "\(program) cannot be started: \(systemMessage(failure))",
                cure: "install ffmpeg (apt-get install ffmpeg)")
        }
        output = sockets[0].ours
        errors = sockets[1].ours
        input = standardInput == nil ? sockets[2].ours : -1
        process = Locked(id)
    }

    deinit {
        kill()
        _ = wait()
        closeInput()
        close(output)
        close(errors)
    }

    /// Writes everything; false if the program reads no more.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
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
    func writeSome(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let count = send(input, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        if count < 0 { return errno == EAGAIN || errno == EINTR ? 0 : nil }
        return count
    }

    /// Closes the program's input, so that it reads the end.
    func closeInput() {
        let closes = inputOpen.withLock { open in
            defer { open = false }
            return open
        }
        if closes, input >= 0 { close(input) }
    }

    /// From any thread.
    func kill() {
        process.withLock { id in
            if let id { _ = Glibc.kill(id, SIGKILL) }
        }
    }

    /// Seconds of processor time it has used; a busy machine does not make it look stuck.
    var processorSeconds: Double {
        process.withLock { id in
            var clock = clockid_t()
            var time = timespec()
            guard let id, clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }

    /// Waits for its end: the exit code, or nil if a signal ended it. Called by one thread, once.
    func wait() -> Int32? {
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
