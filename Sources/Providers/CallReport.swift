/// Takes what an adapter learns on the way to an answer and is no part of it.
///
/// Whoever makes a call sets one up around it. The adapter tells what it sees and does not know whether anybody listens, so
/// pacing and measuring stay outside of it:
///
/// ```swift
/// let report = CallReport { pace.note($0) } reached: { connection in latest.withLock { $0 = connection } }
/// let answer = try await CallReport.$current.withValue(report) { try await translator.translate(request) { _ in } }
/// ```
public struct CallReport: Sendable {
    /// The report of the call that the current task makes, where somebody wants one.
    @TaskLocal public static var current: CallReport?

    /// Told what an answer, or a refusal, says of how much more may be asked.
    public var limited: @Sendable (AnnouncedLimit) -> Void
    /// Told how the provider was reached, as soon as an answer's head is there.
    public var reached: @Sendable (ConnectionTiming) -> Void

    public init(
        limited: @escaping @Sendable (AnnouncedLimit) -> Void,
        reached: @escaping @Sendable (ConnectionTiming) -> Void = { _ in }
    ) {
        self.limited = limited
        self.reached = reached
    }
}

/// How long it took to reach a provider over the network, and until it began to answer.
public struct ConnectionTiming: Sendable, Hashable, Codable {
    /// Milliseconds until the connection stood, TLS included; 0 where an open one was reused.
    public var connectMilliseconds: Double
    /// Milliseconds from the request's start to the answer's first byte, connecting included.
    public var firstByteMilliseconds: Double
    /// Whether an open connection was reused.
    public var reused: Bool

    public init(connectMilliseconds: Double, firstByteMilliseconds: Double, reused: Bool) {
        self.connectMilliseconds = connectMilliseconds
        self.firstByteMilliseconds = firstByteMilliseconds
        self.reused = reused
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
