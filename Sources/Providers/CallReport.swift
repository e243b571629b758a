/// Takes information that an adapter gets during a call and that is not part of the answer.
///
/// The caller sets a report up around the call. The adapter reports what it sees and does not know whether there is a listener.
/// So pacing and measuring stay outside of the adapter:
///
/// ```swift
/// let report = CallReport { pace.note($0) } reached: { connection in latest.withLock { $0 = connection } }
/// let answer = try await CallReport.$current.withValue(report) { try await translator.translate(request) { _ in } }
/// ```
package struct CallReport: Sendable {
    /// The report of the call that the current task makes; nil if the caller has set none up.
    @TaskLocal package static var current: CallReport?

    /// Called with the number of further calls that an answer or a refusal announces.
    package var limited: @Sendable (AnnouncedLimit) -> Void
    /// Called with the number of further tokens that an answer or a refusal announces.
    package var limitedTokens: @Sendable (AnnouncedTokens) -> Void
    /// Called with the times of the connection, as soon as an answer's head has arrived.
    package var reached: @Sendable (ConnectionTiming) -> Void

    /// Called when a part of a streamed answer has come.
    package var progressed: @Sendable () -> Void

    package init(
        limited: @escaping @Sendable (AnnouncedLimit) -> Void,
        limitedTokens: @escaping @Sendable (AnnouncedTokens) -> Void = { _ in },
        reached: @escaping @Sendable (ConnectionTiming) -> Void = { _ in },
        progressed: @escaping @Sendable () -> Void = {}
    ) {
        self.limited = limited
        self.limitedTokens = limitedTokens
        self.reached = reached
        self.progressed = progressed
    }
}

/// The time to reach a provider over the network, and until its answer began.
package struct ConnectionTiming: Sendable, Hashable, Codable {
    /// Milliseconds until the connection was open, TLS included; 0 if an open one was reused.
    package var connectMilliseconds: Double
    /// Milliseconds from the request's start to the answer's first byte, connecting included.
    package var firstByteMilliseconds: Double
    /// Whether an open connection was reused.
    package var reused: Bool

    package init(connectMilliseconds: Double, firstByteMilliseconds: Double, reused: Bool) {
        self.connectMilliseconds = connectMilliseconds
        self.firstByteMilliseconds = firstByteMilliseconds
        self.reused = reused
    }
}

/// The number of further calls that a provider allows, as it reports itself.
package struct AnnouncedLimit: Sendable, Hashable {
    /// The number of calls that may be made at once from now on.
    package var remaining: Int
    /// If none remain, the time until one more call may be made, and from there to the next, if they return one by one.
    package var interval: Duration
    /// The time until the limit is over and the full number of calls may be made again.
    package var reset: Duration

    package init(remaining: Int, interval: Duration, reset: Duration) {
        self.remaining = max(0, remaining)
        self.interval = max(.zero, interval)
        self.reset = max(.zero, reset)
    }
}

/// The number of further tokens that a provider allows, as it reports itself: mostly a bucket that is refilled continuously.
package struct AnnouncedTokens: Sendable, Hashable {
    /// The kind of tokens that are counted.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// The tokens of requests and answers together.
        case all
        case input, output

        /// The number of tokens of this kind in a call's usage.
        package func count(_ usage: Usage) -> Int {
            let (input, output) = (max(0, usage.inputTokens ?? 0), max(0, usage.outputTokens ?? 0))
            return switch self {
            case .all: input.addingReportingOverflow(output).overflow ? .max : input + output
            case .input: input
            case .output: output
            }
        }
    }

    package var kind: Kind
    package var remaining: Int
    /// The number of tokens in a full bucket; nil if it is not reported. Then no tokens return before ``reset``.
    package var limit: Int?
    /// The time until the bucket is full again.
    package var reset: Duration

    package init(_ kind: Kind, remaining: Int, limit: Int?, reset: Duration) {
        self.kind = kind
        self.remaining = max(0, remaining)
        self.limit = limit.flatMap { $0 > 0 ? $0 : nil }
        self.reset = max(.zero, reset)
    }
}
