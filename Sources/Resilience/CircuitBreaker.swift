package import Plumbing
package import Providers

/// Remembers how calls to one provider went, so that utterances do not each wait for a provider that is down.
///
/// While it is closed, it lets every call through. It opens after five failures or two timeouts in a row, or if half of the
/// last twenty calls within ten seconds failed. Then callers that have another provider go there at once. After five seconds it
/// lets two calls through as probes, and closes when one succeeds. Each time it opens again, that pause doubles, up to a
/// minute.
///
/// A call that was cut at its deadline while the answer was coming does not count: the provider is slow, not down.
///
/// A provider that refuses the key or has no credit left is not probed again. If a provider says twice in a row that what it is
/// asked for is missing, it is not called for a minute. If it asks for a wait of five minutes or more, it is not called for
/// that long. (Numbers: Envoy's and resilience4j's defaults, shortened for speech, which cannot wait.)
package final class CircuitBreaker: Sendable {
    /// When the breaker opens, and for how long.
    package struct Policy: Sendable, Hashable {
        /// Failures in a row that open it.
        package var consecutiveFailures = 5
        /// Timeouts in a row that open it: each has kept a caller waiting for the full deadline.
        package var consecutiveTimeouts = 2
        /// Failures of class `missing` in a row that open it; waiting does not resolve these.
        package var consecutiveMisses = 2
        /// How many recent calls the share of failures is computed over; at least ``minimumCalls`` of them are needed.
        package var window = 20
        package var minimumCalls = 10
        package var windowLength = Duration.seconds(10)
        package var failureShare = 0.5
        package var firstPause = Duration.seconds(5)
        package var longestPause = Duration.seconds(60)
        package var probes = 2

        package init() {}
    }

    /// The state of the breaker, as it is shown.
    package enum Condition: String, Sendable, Codable, Hashable {
        case closed, open, probing
    }

    private struct State {
        var recent: [(at: Duration, failed: Bool)] = []
        var failuresInRow = 0
        var timeoutsInRow = 0
        var missesInRow = 0
        /// When probes may begin; nil while it is closed.
        var openUntil: Duration?
        /// When it first opened since the last answer.
        var openSince: Duration?
        var timesOpened = 0
        var probesInFlight = 0
        /// Whether it is open because what the provider was asked for is missing.
        var isMissing = false
        var isFinal = false
    }

    private let policy: Policy
    private let time: TimeSource
    private let state = Locked(State())

    package init(_ policy: Policy = Policy(), time: TimeSource) {
        self.policy = policy
        self.time = time
    }

    package var condition: Condition {
        let now = time.now()
        return state.withLock { state in
            guard let until = state.openUntil else { return .closed }
            return state.isFinal || now < until ? .open : .probing
        }
    }

    /// Whether, and when, the provider may be called.
    package enum Availability: Sendable, Hashable {
        /// A call may be made, possibly as a probe.
        case ready
        /// The provider is not called before this much time has passed; `downFor` is how long it has not answered.
        case resting(Duration, downFor: Duration)
        /// The provider refuses the key, has no credit or lacks the model. That lasts until a person resolves it.
        case refusing

        /// Whether the wait that the provider has asked for is longer than a whole outage may last, so that waiting is of no
        /// use.
        package func outlasts(_ patience: Duration) -> Bool {
            guard case .resting(let rest, _) = self else { return false }
            return rest > max(patience, Policy().longestPause)
        }
    }

    package var availability: Availability {
        let now = time.now()
        return state.withLock { state in
            guard let until = state.openUntil else { return .ready }
            if state.isFinal { return .refusing }
            guard now < until else { return .ready }
            return state.isMissing ? .refusing : .resting(until - now, downFor: now - (state.openSince ?? now))
        }
    }

    /// Whether a call may be made now. Each call that is let through is followed by ``record(_:)``.
    package func admit() -> Bool {
        let now = time.now()
        return state.withLock { state in
            guard let until = state.openUntil else { return true }
            guard !state.isFinal, now >= until, state.probesInFlight < policy.probes else { return false }
            state.probesInFlight += 1
            return true
        }
    }

    /// Records the failure of a call that was let through. A call that was cut while its answer came is no outage.
    package func record(_ error: ProviderError) {
        error.failure == .timeout && error.hadBegun ? forget() : record(error.failure, asked: error.retryAfter)
    }

    /// Records how a call that was let through ended: with a failure of a class, or nil if it was answered.
    ///
    /// - Parameter asked: how long the provider asks not to be called.
    package func record(_ failure: ProviderError.Failure?, asked: Duration? = nil) {
        let now = time.now()
        state.withLock { state in
            state.probesInFlight = max(0, state.probesInFlight - 1)
            guard let failure else { return close(&state, now) }
            switch failure {
            // These describe the request or Verbio, not the provider; and a provider that is starting is not down.
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

    /// Forgets a call that was let through and cancelled: it says nothing about the provider.
    package func forget() { state.withLock { $0.probesInFlight = max(0, $0.probesInFlight - 1) } }

    /// A provider that asks for a wait this long counts as down; ``ProviderPace`` handles shorter waits.
    private static let longAsked = Duration.seconds(300)
    /// No provider is left uncalled for longer than this, whatever it asked for.
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
            state.recent.count >= policy.minimumCalls
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
