internal import CCurl
internal import Glibc
internal import Plumbing

/// The commands that curl's thread must carry out next. Any thread leaves commands; the loop's thread takes them.
final class LoopInbox: Sendable {
    enum Command {
        /// Everything is prepared, and the exchange has its concurrency slot for the host.
        case begin(Transfer)
        case interrupt(HTTPExchange, HTTPExchange.Interruption)
        /// There is room for more bytes again, or there is more to send.
        case resume(HTTPExchange)
    }

    private struct State {
        var commands: [Command] = []
        /// True from when the thread has looked for commands until it wakes or is woken.
        var isAsleep = false
        var isStopping = false
        var refuses = false
        var hasEnded = false
        var waitingForEnd: [CheckedContinuation<Void, Never>] = []
    }

    /// A descriptor that becomes readable if the thread must wake; its count need never be read.
    let wakeup: Int32
    private let state = Locked(State())

    /// Nil if the machine has no descriptor left.
    init?() {
        wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeup >= 0 else { return nil }
    }

    deinit { close(wakeup) }

    // MARK: For any thread

    /// Leaves a command, and wakes the thread if it sleeps.
    ///
    /// - Returns: false if it comes too late.
    func add(_ command: Command) -> Bool {
        state.withLock { state in
            guard !state.refuses else { return false }
            state.commands.append(command)
            wake(&state)
            return true
        }
    }

    /// Makes the thread end.
    func stop() {
        state.withLock { state in
            state.isStopping = true
            wake(&state)
        }
    }

    /// Returns once the thread has ended.
    func ended() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waitingForEnd.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    private func wake(_ state: inout State) {
        // The call is short, and the descriptor lives as long as this object.
        if state.isAsleep { eventfd_write(wakeup, 1) }
        state.isAsleep = false
    }

    // MARK: For the loop's thread

    /// The commands that have come, or nil if the thread must end.
    func take() -> [Command]? {
        state.withLock { state in
            guard !state.isStopping else { return nil }
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Waits for an event or a command.
    ///
    /// - Parameter wait: waits for an event; its argument says whether it may take long.
    func sleep(_ wait: (_ mayTakeLong: Bool) -> Void) {
        let mayTakeLong = state.withLock { state in
            state.isAsleep = state.commands.isEmpty && !state.isStopping
            return state.isAsleep
        }
        wait(mayTakeLong)
        if mayTakeLong { state.withLock { $0.isAsleep = false } }
    }

    /// Stops taking commands.
    ///
    /// - Returns: the commands that came too late.
    func refuseAll() -> [Command] {
        state.withLock { state in
            state.refuses = true
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Notes that everything has been ended.
    func tellEnd() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waitingForEnd = [] }
            return state.waitingForEnd
        }
        for continuation in waiting { continuation.resume() }
    }
}
