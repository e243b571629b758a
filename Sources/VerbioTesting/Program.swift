internal import CSpawn
internal import Glibc
internal import Plumbing

/// A program that runs during a test, started and awaited without Foundation.
///
/// Foundation's `Process` needs a run loop on the thread that waits. It was seen to wait forever among many sockets, and
/// once to read beyond its memory.
///
/// Input and output are files, so the test does not have to read while the program runs.
package final class Program: Sendable {
    /// Its process identifier, which is not used again before its end is known.
    package let pid: Int32
    private let status = Locked<Int32?>(nil)

    /// The program could not be started.
    package struct NotStarted: Error {
        package var path: String
        /// The `errno` of `posix_spawn`.
        package var error: Int32
    }

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - path: the path of the executable; a name without a slash is looked for on the search path.
    ///   - environment: all of its variables; if none are given, those of the tests.
    ///   - folder: the folder in which it runs; if none is given, the tests' own.
    /// - Throws: ``NotStarted``.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String]? = nil, folder: String? = nil,
        input: String = "/dev/null", output: String = "/dev/null", errors: String = "/dev/null"
    ) throws(NotStarted) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = (environment ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var pid: pid_t = 0
        let error =
            environment == nil
            ? posix_spawnp(&pid, path, &actions, nil, words, environ)
            : posix_spawnp(&pid, path, &actions, nil, words, variables)
        guard error == 0 else { throw NotStarted(path: path, error: error) }
        self.pid = pid
    }

    /// Whether it has not ended yet.
    package var isRunning: Bool {
        status.withLock { status in
            guard status == nil else { return false }
            var raw: Int32 = 0
            guard waitpid(pid, &raw, WNOHANG) == pid else { return true }
            status = Self.code(raw)
            return false
        }
    }

    /// Its exit code once it has ended, or minus the signal that ended it.
    ///
    /// It looks every millisecond, on its own thread, because concurrent tests need theirs.
    package func end() async -> Int32 {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            onThread {
                self.block()
                continuation.resume()
            }
        }
        return status.withLock { $0 } ?? -1
    }

    /// Waits for the end on the calling thread.
    package func wait() -> Int32 {
        block()
        return status.withLock { $0 } ?? -1
    }

    /// Waits until the condition holds or the program has ended.
    package func wait(until hasHappened: @escaping @Sendable () -> Bool) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            onThread {
                while self.isRunning, !hasHappened() { poll(nil, 0, 1) }
                continuation.resume()
            }
        }
    }

    private func block() { while isRunning { poll(nil, 0, 1) } }

    private static func code(_ raw: Int32) -> Int32 { raw & 0x7F == 0 ? (raw >> 8) & 0xFF : -(raw & 0x7F) }
}

/// Runs a function on its own thread.
private func onThread(_ work: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Work(work))
    var thread: pthread_t = 0
    let error = pthread_create(
        &thread, nil,
        { context in
            if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }, box.toOpaque())
    if error == 0 {
        pthread_detach(thread)
    } else {
        box.takeRetainedValue().run()
    }
}

private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
