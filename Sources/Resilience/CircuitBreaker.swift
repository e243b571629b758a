public import Plumbing
public import Providers

/// Remembers how calls to one provider went, so that one that is down is not waited for again by every utterance.
///
/// Closed, it lets every call through. After five failures in a row, two that ran out of time in a row, or when half of the
/// last twenty calls within ten seconds failed, it opens: callers who have another provider go there at once. After five seconds, twice as long each time
/// it opens again up to a minute, it lets two calls through as probes; when one succeeds it closes. A provider that refuses
/// the key or has no credit left is not probed again; one that twice in a row says that what it is asked for is not there is
/// left alone for a minute, and one that asks for five minutes or more, for that long. (Numbers: Envoy's and resilience4j's defaults, shortened for speech,
/// which cannot wait.)
public final class CircuitBreaker: Sendable {
    public struct Policy: Sendable, Hashable {
        /// Failures in a row that open it.
        public var consecutiveFailures = 5
        /// The same of those that ran out of time: each has kept somebody waiting for all of it.
        public var consecutiveTimeouts = 2
        /// The same of those that ask for what is not there, which no waiting mends.
        public var consecutiveMisses = 2
        /// How many calls the share of failures is taken of, at least ``leastCalls`` of them.
        public var window = 20
        public var leastCalls = 10
        public var windowLength = Duration.seconds(10)
        public var failureShare = 0.5
        public var firstPause = Duration.seconds(5)
        public var longestPause = Duration.seconds(60)
        public var probes = 2

        public init() {}
    }

    /// What the breaker says of its provider.
    public enum Condition: String, Sendable, Codable, Hashable {
        case closed, open, probing
    }

    private struct State {
        var recent: [(at: Duration, failed: Bool)] = []
        var failuresInRow = 0
        var timeoutsInRow = 0
        var missesInRow = 0
        /// When probes may begin; nil while it is closed.
        var openUntil: Duration?
        /// When it opened first since the last answer.
        var openSince: Duration?
        var timesOpened = 0
        var probesUnderWay = 0
        /// Whether it is open because what is asked for is not there.
        var isMissing = false
        var isFinal = false
    }

    private let policy: Policy
    private let time: TimeSource
    private let state = Locked(State())

    public init(_ policy: Policy = Policy(), time: TimeSource) {
        self.policy = policy
        self.time = time
    }

    public var condition: Condition {
        let now = time.now()
        return state.withLock { state in
            guard let until = state.openUntil else { return .closed }
            return state.isFinal || now < until ? .open : .probing
        }
    }

    /// What can be expected of the provider.
    public enum Standing: Sendable, Hashable {
        /// A call may be made, be it a probe.
        case ready
        /// It is not called before this much time has passed, and has not answered for so long.
        case resting(Duration, downFor: Duration)
        /// It refuses the key, has no credit left or not what it is asked for, which passes only when somebody sees to it.
        case refusing

        /// Whether it rests, as it has asked to, for longer than a whole outage may last: no use waiting for that.
        public func outlasts(_ patience: Duration) -> Bool {
            guard case .resting(let rest, _) = self else { return false }
            return rest > max(patience, Policy().longestPause)
        }
    }

    public var standing: Standing {
        let now = time.now()
        return state.withLock { state in
            guard let until = state.openUntil else { return .ready }
            if state.isFinal { return .refusing }
            guard now < until else { return .ready }
            return state.isMissing ? .refusing : .resting(until - now, downFor: now - (state.openSince ?? now))
        }
    }

    /// Whether a call may be made now. Each call that is let through is followed by ``record(_:)``.
    public func admit() -> Bool {
        let now = time.now()
        return state.withLock { state in
            guard let until = state.openUntil else { return true }
            guard !state.isFinal, now >= until, state.probesUnderWay < policy.probes else { return false }
            state.probesUnderWay += 1
            return true
        }
    }

    /// Notes the failure of a call that was let through.
    public func record(_ error: ProviderError) { record(error.failure, asked: error.retryAfter) }

    /// Notes how a call that was let through ended: with a failure of a class, or nil where it was answered.
    ///
    /// - Parameter asked: how long the provider wants to be left alone.
    public func record(_ failure: ProviderError.Failure?, asked: Duration? = nil) {
        let now = time.now()
        state.withLock { state in
            state.probesUnderWay = max(0, state.probesUnderWay - 1)
            guard let failure else { return close(&state, now) }
            switch failure {
            // Says something of the request, or of us, and not of the provider; and one that is about to answer is not down.
            case .rejected, .unsupported, .tooLarge, .unusable, .unaffordable, .starting: return
            case .unauthorized, .quota:
                state.isFinal = true
                state.openUntil = now
            case .timeout:
                state.timeoutsInRow += 1
                fail(&state, now)
            case .missing:
                state.missesInRow += 1
                guard state.openUntil != nil || state.missesInRow >= policy.consecutiveMisses else { return }
                state.isMissing = true
                rest(&state, now, for: policy.longestPause)
            case .throttled where asked ?? .zero >= Self.longAsked:
                rest(&state, now, for: min(asked ?? .zero, Self.longestAsked))
            case .transient, .throttled, .unavailable:
                state.timeoutsInRow = 0
                fail(&state, now)
            }
        }
    }

    /// A call that was let through and cancelled: it says nothing.
    public func forget() { state.withLock { $0.probesUnderWay = max(0, $0.probesUnderWay - 1) } }

    /// Who asks for so much is as good as down; shorter waits are the pace's.
    private static let longAsked = Duration.seconds(300)
    /// Nobody is left alone for longer, whatever was asked.
    private static let longestAsked = Duration.seconds(86_400)

    private func rest(_ state: inout State, _ now: Duration, for pause: Duration) {
        state.openSince = state.openSince ?? now
        state.openUntil = max(state.openUntil ?? now, now + pause)
    }

    private func close(_ state: inout State, _ now: Duration) {
        (state.failuresInRow, state.timeoutsInRow, state.missesInRow, state.isMissing) = (0, 0, 0, false)
        if state.openUntil != nil {
            (state.openUntil, state.openSince) = (nil, nil)
            state.timesOpened = 0
            state.recent = []
            state.isFinal = false
        }
        remember(&state, now, failed: false)
    }

    private func fail(_ state: inout State, _ now: Duration) {
        state.missesInRow = 0
        state.failuresInRow += 1
        remember(&state, now, failed: true)
        let failed = state.recent.count { $0.failed }
        let isBad =
            state.recent.count >= policy.leastCalls
            && Double(failed) >= policy.failureShare * Double(state.recent.count)
        // A probe that failed opens it again at once.
        let isRow =
            state.failuresInRow >= policy.consecutiveFailures || state.timeoutsInRow >= policy.consecutiveTimeouts
        guard state.openUntil != nil || isRow || isBad else { return }
        if let until = state.openUntil, now < until { return }
        state.isMissing = false
        let factor = 1 << min(state.timesOpened, 10)
        state.openSince = state.openSince ?? now
        state.openUntil = now + min(policy.longestPause, policy.firstPause * factor)
        state.timesOpened += 1
    }

    private func remember(_ state: inout State, _ now: Duration, failed: Bool) {
        state.recent.append((now, failed))
        state.recent.removeAll { now - $0.at > policy.windowLength }
        if state.recent.count > policy.window { state.recent.removeFirst(state.recent.count - policy.window) }
    }
}
