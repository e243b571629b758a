/// Takes what an adapter learns on the way to an answer and is no part of it.
///
/// Whoever makes a call sets one up around it. The adapter tells what it sees and does not know whether anybody listens, so
/// pacing and measuring stay outside of it:
///
/// ```swift
/// let report = CallReport { pace.note($0) } connected: { connection.withLock { $0 = $1 } }
/// let answer = try await CallReport.$current.withValue(report) { try await translator.translate(request) { _ in } }
/// ```
public struct CallReport: Sendable {
    /// The report of the call that the current task makes, where somebody wants one.
    @TaskLocal public static var current: CallReport?

    /// Told what an answer, or a refusal, says of how much more may be asked.
    public var limited: @Sendable (AnnouncedLimit) -> Void

    public init(limited: @escaping @Sendable (AnnouncedLimit) -> Void) {
        self.limited = limited
    }
}

/// How much more may be asked of a provider, as it says itself.
public struct AnnouncedLimit: Sendable, Hashable {
    /// How many calls may be made at once from now on.
    public var remaining: Int
    /// Where none remain, how long until one more may be made, and from there to the next.
    public var interval: Duration
    /// When all of this is over and as many calls may be made as ever.
    public var reset: Duration

    public init(remaining: Int, interval: Duration, reset: Duration) {
        self.remaining = max(0, remaining)
        self.interval = max(.zero, interval)
        self.reset = max(.zero, reset)
    }
}
