internal import HTTPTypes
internal import Plumbing

/// Notices that a live session has lasted too long, or that its client has sent nothing for too long.
final class SessionWatch: Sendable {
    /// The limits of each live session.
    struct Limits: Sendable, Hashable {
        /// How long its client may send neither audio nor orders; nil for any time.
        var idle: Duration?
        /// How long it may last; nil for any time.
        var longest: Duration?
        /// The most bytes of audio.
        var bytes: Int

        init(_ configuration: ServerConfiguration) {
            idle = configuration.sessionIdle
            longest = configuration.longestSession
            bytes = configuration.maximumBodyBytes
        }
    }

    let limits: Limits
    private let time: TimeSource
    private let begun: Duration
    /// When the client has sent something.
    private let lastSign: Locked<Duration>

    init(_ limits: Limits, time: TimeSource) {
        self.limits = limits
        self.time = time
        begun = time.now()
        lastSign = Locked(begun)
    }

    /// The client has sent something.
    func sign() { lastSign.withLock { $0 = time.now() } }

    /// Waits until a limit of time is reached.
    ///
    /// - Parameter mayBeSilent: whether the client need not send anything now.
    /// - Returns: the reason for the end of the session.
    /// - Throws: `CancellationError` if the task is cancelled.
    func reached(mayBeSilent: @Sendable () -> Bool) async throws -> Refusal {
        while true {
            if mayBeSilent() { sign() }
            let now = time.now()
            if let longest = limits.longest, now - begun >= longest { return .sessionLongest(longest) }
            if let idle = limits.idle, now - lastSign.withLock(\.self) >= idle { return .sessionIdle(idle) }
            let ends = [limits.longest.map { begun + $0 }, limits.idle.map { lastSign.withLock(\.self) + $0 }]
            try await time.sleep((ends.compactMap(\.self).min() ?? now + .seconds(86_400)) - now)
        }
    }
}

extension Refusal {
    /// The client of a live session has sent nothing.
    static func sessionIdle(_ limit: Duration) -> Refusal {
        Refusal(
            .requestTimeout,
            Problem(
                .usage, "session.idle",
                "the client has sent neither audio nor an order for \(limit.components.seconds) seconds (serve.session-idle)",
                cure: "send silence while nobody speaks, or pause; begin a new session to continue"))
    }

    /// A live session has reached its longest duration.
    static func sessionLongest(_ limit: Duration) -> Refusal {
        Refusal(
            .requestTimeout,
            Problem(
                .usage, "session.longest",
                "the session has lasted for \(limit.components.seconds / 60) minutes (serve.longest-session)",
                cure: "begin a new session to continue"))
    }
}
