internal import Glibc
internal import Plumbing

/// Lets one process at a time change the store: the database, its write-ahead log, and which blobs there are.
///
/// SQLite has its own locks for that. In the versions 3.7.0 to 3.51.2 they leave a gap. A database can be damaged if
/// one connection restarts the log while another one writes or checkpoints (the WAL-reset bug, fixed in 3.51.3). So
/// opening, every transaction that writes, every checkpoint and closing take turns here, in all processes.
///
/// Two files make it fair. A process first takes the gate, then the turn, then releases the gate. While a process waits for the
/// turn it holds the gate, so the process that has just had the turn cannot overtake it. Without contention that is four system
/// calls, 0.8 µs together.
///
/// Only one thread at a time may use it: the writer's queue, or the worker that opens the store before there is a writer.
final class WriteTurn: Sendable {
    private let turn: OpenFile
    private let gate: OpenFile

    /// A transaction takes microseconds, and a checkpoint seconds at most. If a process keeps the turn longer than this, it has
    /// been stopped or its disk does not respond.
    private static let patience = Duration.seconds(60)
    /// Microseconds between two tries to take a lock that is held: the first pause and the longest one.
    private static let (firstPause, longestPause): (useconds_t, useconds_t) = (50, 2_000)

    private let patience: Duration

    init(_ directory: StoreDirectory, patience: Duration = WriteTurn.patience) throws {
        self.patience = patience
        turn = try OpenFile(directory.turn, O_RDWR | O_CREAT | O_NOFOLLOW)
        gate = try OpenFile(directory.gate, O_RDWR | O_CREAT | O_NOFOLLOW)
    }

    /// Takes the turn if no process holds it or waits for it.
    ///
    /// - Returns: whether the turn was taken.
    func tryTake() throws -> Bool {
        guard try gate.tryFlock(.exclusive) else { return false }
        defer { gate.dropFlock() }
        return try turn.tryFlock(.exclusive)
    }

    /// Waits for the turn. Blocks.
    ///
    /// - Throws: `store.stuck` if the turn does not become free in time.
    func take() throws {
        try wait(for: gate)
        defer { gate.dropFlock() }
        try wait(for: turn)
    }

    func giveBack() { turn.dropFlock() }

    /// Runs the work while holding the turn. Blocks.
    func taken<Result>(_ work: () throws -> Result) throws -> Result {
        try take()
        defer { giveBack() }
        return try work()
    }

    private func wait(for file: OpenFile) throws {
        var pause = Self.firstPause
        var start: ContinuousClock.Instant?
        while try !file.tryFlock(.exclusive) {
            let now = ContinuousClock.now
            guard now - (start ?? now) < patience else { throw StoreProblem.stuck(patience) }
            start = start ?? now
            usleep(pause)
            pause = min(2 * pause, Self.longestPause)
        }
    }
}
