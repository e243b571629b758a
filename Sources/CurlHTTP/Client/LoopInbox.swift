internal import CCurl
internal import Glibc
internal import Plumbing

/// What curl's loop is to do next, and whose turn it is to do it.
///
/// curl's multi handle bears one thread at a time, and it need not be the same one. The loop's own thread has the turn whenever it is
/// awake. While it sleeps, whoever begins a request takes the turn: the request leaves from the thread that asks, and none has to be
/// woken first, which is a fifth of the time that a small request takes.
// What is to come is guarded by a lock, and the batch belongs to whoever has the turn. Nobody waits for a turn but the loop's thread,
// and for one round at most.
final class LoopInbox: @unchecked Sendable {
    enum Command {
        /// Everything is prepared, and the host has a place for it.
        case begin(Transfer)
        case interrupt(HTTPExchange, HTTPExchange.Interruption)
        /// There is room for bytes again, or something more to send.
        case resume(HTTPExchange)
    }

    private struct State {
        var commands: [Command] = []
        /// From the moment on when the thread has looked for commands and has given up its turn, until it wakes or is woken.
        var isAsleep = false
        /// Whether so much is under way that the thread soon wakes in any case, and then begins several requests at once.
        var isBusy = false
        var isStopping = false
        var refuses = false
        var hasEnded = false
        var waitingForEnd: [CheckedContinuation<Void, Never>] = []
    }

    /// How many rounds one who helps makes before the rest is left to the thread.
    private static let mostRounds = 4
    /// From how many requests under way on nobody helps.
    private static let many = 8

    /// A descriptor that becomes readable when the thread is to wake; its count need never be read.
    let wakeup: Int32
    private let state = Locked(State())
    private let turn = Turn()
    /// What is being carried out. An array of its own, so that neither is allocated each time.
    @exclusivity(unchecked) private var batch: [Command] = []

    /// Nil where the machine has no descriptor left.
    init?() {
        wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeup >= 0 else { return nil }
    }

    deinit { close(wakeup) }

    // MARK: For any thread

    /// Leaves a command, and wakes the thread unless whoever leaves it is going to ``help(_:)``.
    ///
    /// - Returns: false where it comes too late.
    func add(_ command: Command, helps: Bool) -> Bool {
        state.withLock { state in
            guard !state.refuses else { return false }
            state.commands.append(command)
            if !helps || state.isBusy { wake(&state) }
            return true
        }
    }

    /// Carries out what was added, if the thread sleeps and nobody else does. Otherwise those do.
    ///
    /// - Parameter round: carries out commands; returns whether the thread has to wake, as it would sleep too long.
    func help(_ round: ([Command]) -> Bool) {
        for _ in 0..<Self.mostRounds {
            // Whoever has the turn looks for commands once more after having given it up.
            guard turn.takeIfFree() else { return }
            // As long as the thread is asleep here it cannot have the turn before this one ends, nor end the loop.
            state.withLock { if $0.isAsleep { swap(&$0.commands, &batch) } }
            let mustWake = batch.isEmpty ? false : round(batch)
            batch.removeAll(keepingCapacity: true)
            turn.giveUp()
            if mustWake { break }
            guard state.withLock({ $0.isAsleep && !$0.commands.isEmpty }) else { return }
        }
        state.withLock { wake(&$0) }
    }

    /// Has the thread end.
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
        // The call is short, and the descriptor lives as long as this.
        if state.isAsleep { eventfd_write(wakeup, 1) }
        state.isAsleep = false
    }

    // MARK: For the loop's thread

    /// Waits for its turn and carries out what there is to do.
    ///
    /// - Parameter round: carries out commands.
    /// - Returns: false where there is none to be carried out any more, as it is to end.
    func takeTurn(_ round: ([Command]) -> Void) -> Bool {
        turn.take()
        let isStopping = state.withLock { state in
            if !state.isStopping { swap(&state.commands, &batch) }
            return state.isStopping
        }
        guard !isStopping else { return false }
        round(batch)
        batch.removeAll(keepingCapacity: true)
        return true
    }

    /// Gives up the turn.
    ///
    /// - Parameters:
    ///   - underWay: how many requests are.
    ///   - wait: waits for something to happen; given whether it may take long.
    func sleep(underWay: Int, _ wait: (_ mayTakeLong: Bool) -> Void) {
        turn.giveUp()
        let mayTakeLong = state.withLock { state in
            state.isAsleep = state.commands.isEmpty && !state.isStopping
            state.isBusy = underWay >= Self.many
            return state.isAsleep
        }
        wait(mayTakeLong)
        if mayTakeLong { state.withLock { $0.isAsleep = false } }
    }

    /// Nothing is taken any more. With its turn, which nobody can have after it.
    ///
    /// - Returns: what comes too late.
    func refuseAll() -> [Command] {
        state.withLock { state in
            state.refuses = true
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Everything has been ended.
    func tellEnd() {
        turn.giveUp()
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waitingForEnd = [] }
            return state.waitingForEnd
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// What one thread at a time has.
// A mutex and not `Locked`, as continuations are resumed while it is held: nobody but the loop's thread ever waits for it.
private final class Turn: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    func take() { pthread_mutex_lock(mutex) }
    func takeIfFree() -> Bool { pthread_mutex_trylock(mutex) == 0 }
    func giveUp() { pthread_mutex_unlock(mutex) }
}
