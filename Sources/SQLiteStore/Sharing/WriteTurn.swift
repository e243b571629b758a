internal import Glibc
internal import Plumbing

/// Lets one process at a time change the store: the database, its write-ahead log, and which blobs there are.
///
/// SQLite has locks of its own for that. In the versions 3.7.0 to 3.51.2 they leave a gap: a database can be damaged if one
/// connection restarts the log while another one writes or checkpoints (the WAL-reset bug, fixed in 3.51.3). So opening,
/// every transaction that writes, every checkpoint and closing take turns here, in all processes.
///
/// Two files make it fair. Who wants the turn first takes the gate, then the turn, then gives the gate back. While one
/// waits for the turn it has the gate, so the process that has just had the turn cannot overtake it. Without contention
/// that is four system calls, 0.8 µs together.
///
/// For one thread at a time: the writer's queue, and the worker that opens the store before there is a writer.
final class WriteTurn: Sendable {
    private let turn: OpenFile
    private let gate: OpenFile

    /// A transaction takes microseconds, and a checkpoint seconds at most. After this long the process that has the turn
    /// has been stopped, or its disk stands still.
    private static let patience = Duration.seconds(60)
    /// Microseconds between two looks at a lock that is taken: the first, and the most.
    private static let (firstPause, longestPause): (useconds_t, useconds_t) = (50, 2_000)

    private let patience: Duration

    init(_ directory: StoreDirectory, patience: Duration = WriteTurn.patience) throws {
        self.patience = patience
        turn = try OpenFile(directory.turn, O_RDWR | O_CREAT | O_NOFOLLOW)
        gate = try OpenFile(directory.gate, O_RDWR | O_CREAT | O_NOFOLLOW)
    }

    /// Takes the turn if nothing has it or waits for it.
    ///
    /// - Returns: whether it did.
    func tryTake() throws -> Bool {
        guard try gate.tryFlock(.exclusive) else { return false }
        defer { gate.dropFlock() }
        return try turn.tryFlock(.exclusive)
    }

    /// Waits for the turn. Blocks.
    ///
    /// - Throws: `store.stuck` if it does not come.
    func take() throws {
        try wait(for: gate)
        defer { gate.dropFlock() }
        try wait(for: turn)
    }

    func giveBack() { turn.dropFlock() }

    /// Runs the work while it has the turn. Blocks.
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
