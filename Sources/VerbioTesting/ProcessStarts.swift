internal import Plumbing

/// Starts one process at a time: Foundation's `Process` was seen to read beyond its memory while others started, too.
public enum ProcessStarts {
    private static let turn = Locked(())

    public static func oneAtATime<Value>(_ start: () throws -> Value) throws -> Value {
        try turn.withLock { _ in try start() }
    }
}
