internal import CCurl
internal import Glibc
internal import Plumbing

/// The commands that curl's loop must carry out next, and the turn: the right to carry them out.
///
/// One thread at a time may use curl's multi handle, but it need not always be the same one. The loop's own thread has the turn
/// whenever it is awake. While it sleeps, a thread that begins a request takes the turn. The request is then sent from the
/// requesting thread and no other thread has to be woken first. A wake-up takes a fifth of the time of a small request.
// A lock guards the queued commands, and the batch belongs to the thread that has the turn. Only the loop's thread waits for a
// turn, and for one round at most.
final class LoopInbox: @unchecked Sendable {
    enum Command {
        /// Everything is prepared, and the exchange has its concurrency slot for the host.
        case begin(Transfer)
        case interrupt(HTTPExchange, HTTPExchange.Interruption)
        /// There is room for more bytes again, or there is more to send.
        case resume(HTTPExchange)
    }

    private struct State {
        var commands: [Command] = []
        /// True from when the thread has looked for commands and given up its turn, until it wakes or is woken.
        var isAsleep = false
        /// Whether so many requests are under way that the thread wakes soon in any case, and then begins several at once.
        var isBusy = false
        var isStopping = false
        var refuses = false
        var hasEnded = false
        var waitingForEnd: [CheckedContinuation<Void, Never>] = []
    }

    /// The most rounds that a helping thread makes before it leaves the rest to the loop's thread.
    private static let mostRounds = 4
    /// The number of requests under way from which on no other thread helps.
    private static let many = 8

    /// A descriptor that becomes readable if the thread must wake; its count need never be read.
    let wakeup: Int32
    private let state = Locked(State())
    private let turn = Turn()
    /// The commands that are being carried out. A separate array, so that neither array is allocated each time.
    @exclusivity(unchecked) private var batch: [Command] = []

    /// Nil if the machine has no descriptor left.
    init?() {
        wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeup >= 0 else { return nil }
    }

    deinit { close(wakeup) }

    // MARK: For any thread

    /// Leaves a command, and wakes the thread unless the caller is going to call ``help(_:)``.
    ///
    /// - Returns: false if it comes too late.
    func add(_ command: Command, helps: Bool) -> Bool {
        state.withLock { state in
            guard !state.refuses else { return false }
            state.commands.append(command)
            if !helps || state.isBusy { wake(&state) }
            return true
        }
    }

    /// Carries out the added commands if the loop's thread sleeps and no other thread carries them out. Otherwise that thread
    /// does.
    ///
    /// - Parameter round: carries out commands; returns whether the loop's thread must wake because it would sleep too long.
    func help(_ round: ([Command]) -> Bool) {
        for _ in 0..<Self.mostRounds {
            // The thread that has the turn looks for commands once more after it has given the turn up.
            guard turn.takeIfFree() else { return }
            // While the loop's thread is asleep here, it can neither get the turn before this round ends nor end the loop.
            state.withLock { if $0.isAsleep { swap(&$0.commands, &batch) } }
            let mustWake = batch.isEmpty ? false : round(batch)
            batch.removeAll(keepingCapacity: true)
            turn.giveUp()
            if mustWake { break }
            guard state.withLock({ $0.isAsleep && !$0.commands.isEmpty }) else { return }
        }
        state.withLock { wake(&$0) }
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

    /// Waits for the turn and carries out the commands.
    ///
    /// - Parameter round: carries out commands.
    /// - Returns: false if the thread must end, so that there is nothing more to carry out.
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
    ///   - underWay: how many requests are under way.
    ///   - wait: waits for an event; its argument says whether it may take long.
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

    /// Stops taking commands. The caller must have the turn, which no thread can take afterwards.
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
        turn.giveUp()
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waitingForEnd = [] }
            return state.waitingForEnd
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// A right that one thread at a time has.
// A mutex and not `Locked`, because continuations are resumed while it is held. Only the loop's thread ever waits for it.
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
