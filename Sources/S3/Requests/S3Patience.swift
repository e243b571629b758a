internal import Plumbing
internal import Resilience

/// Decides how often requests to one store are sent again, for all callers together.
///
/// A store that answers with an error costs a retry of the budget, as a provider does. A store that cannot be reached, but has been
/// before, is waited for: it may be starting again. All callers wait for the same end, and those that come after it fail at once.
final class S3Patience: Sendable {
    private struct State {
        var wasReached = false
        /// When a caller could not reach the store for the first time.
        var awaySince: Duration?
    }

    /// How long a store that does not accept connections is waited for, as a database is.
    private static let outage = Duration.seconds(30)
    private static let attempts = 5
    /// The longest wait that a store may ask for.
    private static let longestAsked = Duration.seconds(20)

    private let budget: RetryBudget
    private let time: TimeSource
    private let random: @Sendable () -> Double
    private let state = Locked(State())

    init(_ time: TimeSource, random: @escaping @Sendable () -> Double) {
        budget = RetryBudget(time: time)
        self.time = time
        self.random = random
    }

    /// Notes a request that is sent for the first time.
    func begin() { budget.earn() }

    /// Notes that the store has answered.
    func reached() { state.withLock { $0 = State(wasReached: true) } }

    /// The wait before the request is sent again; nil if the failure is final.
    ///
    /// - Parameter attempt: which attempt has failed, from 1.
    func wait(after failure: S3Failure, attempt: Int) -> Duration? {
        switch failure.kind {
        case .final: return nil
        case .unreachable:
            let now = time.now()
            let isOver = state.withLock { state in
                guard state.wasReached else { return true }
                let beginning = state.awaySince ?? now
                state.awaySince = beginning
                return now - beginning >= Self.outage
            }
            return isOver ? nil : ceiling(attempt, from: .milliseconds(50), to: .milliseconds(500))
        case .passing:
            let asked = failure.retryAfter ?? .zero
            guard attempt < Self.attempts, asked <= Self.longestAsked, budget.spend() else { return nil }
            return max(asked, ceiling(attempt, from: .milliseconds(200), to: .seconds(5)) * min(1, max(0, random())))
        }
    }

    private func ceiling(_ attempt: Int, from base: Duration, to cap: Duration) -> Duration {
        min(cap, base * (1 << min(max(0, attempt - 1), 10)))
    }
}
