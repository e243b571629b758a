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
    /// Told what an answer, or a refusal, says of how many more tokens may be used.
    public var limitedTokens: @Sendable (AnnouncedTokens) -> Void
    /// Told how the provider was reached, as soon as an answer's head is there.
    public var reached: @Sendable (ConnectionTiming) -> Void

    public init(
        limited: @escaping @Sendable (AnnouncedLimit) -> Void,
        limitedTokens: @escaping @Sendable (AnnouncedTokens) -> Void = { _ in },
        reached: @escaping @Sendable (ConnectionTiming) -> Void = { _ in }
    ) {
        self.limited = limited
        self.limitedTokens = limitedTokens
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
    /// Where none remain, how long until one more may be made, and from there to the next, if they come back one by one.
    public var interval: Duration
    /// When all of this is over and as many calls may be made as ever.
    public var reset: Duration

    public init(remaining: Int, interval: Duration, reset: Duration) {
        self.remaining = max(0, remaining)
        self.interval = max(.zero, interval)
        self.reset = max(.zero, reset)
    }
}

/// How many more tokens a provider lets be used, as it says itself: mostly a bucket that fills again all the time.
public struct AnnouncedTokens: Sendable, Hashable {
    /// Which tokens are counted.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// Those of requests and answers together.
        case all
        case input, output

        /// How many of them a call takes that consumes so much.
        package func count(_ usage: Usage) -> Int {
            let (input, output) = (max(0, usage.inputTokens ?? 0), max(0, usage.outputTokens ?? 0))
            return switch self {
            case .all: input.addingReportingOverflow(output).overflow ? .max : input + output
            case .input: input
            case .output: output
            }
        }
    }

    public var kind: Kind
    public var remaining: Int
    /// How many there are when the bucket is full; nil where that is not said. Then none come back before ``reset``.
    public var limit: Int?
    /// When it is full again.
    public var reset: Duration

    public init(_ kind: Kind, remaining: Int, limit: Int?, reset: Duration) {
        self.kind = kind
        self.remaining = max(0, remaining)
        self.limit = limit.flatMap { $0 > 0 ? $0 : nil }
        self.reset = max(.zero, reset)
    }
}
