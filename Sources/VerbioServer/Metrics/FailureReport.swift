internal import Conversations
internal import Logging
internal import Plumbing
internal import Providers

/// Writes to the log that a provider fails, and whether another one answers in its place.
///
/// The answers themselves would not show this. If no provider answers for an utterance, only the client that asked would know.
///
/// There is one line when a failure begins or changes. For the same failure there is at most one a minute, however
/// often it comes and goes. The line has the stage, the provider and the class of the failure. If no provider answers,
/// it also has the providers that were called before, with their classes. The providers' own words are left out,
/// because they may contain some of what was said.
///
/// Long waits that a provider asks for are logged with the same limit. So are impossible amounts of use that a provider reports.
final class FailureReport: Sendable {
    private struct Place: Hashable {
        var stage: Stage
        var provider: String
    }

    private struct Failing: Hashable {
        var failure: ProviderError.Failure
        var isReplaced: Bool
    }

    private struct State {
        /// How the providers fail that have not answered since.
        var failing: [Place: Failing] = [:]
        /// How the last call of each provider ended that has not answered since, in the order in which they began to fail.
        var unanswered: [(place: Place, failure: ProviderError.Failure)] = []
        /// When each failure was last written to the log.
        var written: [Place: [Failing: Duration]] = [:]
        /// When each other message was last written to the log.
        var told: [Place: [String: Duration]] = [:]
    }

    private static let pause = Duration.seconds(60)
    /// The largest number of providers in `unanswered`.
    private static let maximumUnanswered = 24

    private let logger: Logger
    private let time: TimeSource
    private let state = Locked(State())

    init(logger: Logger, time: TimeSource) {
        self.logger = logger
        self.time = time
    }

    func answered(_ stage: Stage, _ provider: String) {
        let place = Place(stage: stage, provider: provider)
        state.withLock { state in
            state.failing[place] = nil
            state.unanswered.removeAll { $0.place == place }
        }
    }

    /// Notes that a call gave no answer; its utterance may still get one.
    func noted(_ stage: Stage, _ provider: String, _ failure: ProviderError.Failure) {
        let place = Place(stage: stage, provider: provider)
        state.withLock { state in
            if let known = state.unanswered.firstIndex(where: { $0.place == place }) {
                state.unanswered[known].failure = failure
            } else {
                state.unanswered.append((place, failure))
                state.unanswered.removeFirst(max(0, state.unanswered.count - Self.maximumUnanswered))
            }
        }
    }

    /// Reports that another provider answered in place of this one.
    func replaced(_ stage: Stage, _ provider: String, _ failure: ProviderError.Failure) {
        write(Place(stage: stage, provider: provider), Failing(failure: failure, isReplaced: true))
    }

    /// Reports that an utterance continues without an answer.
    func failed(_ failure: StageFailure) {
        write(
            Place(stage: failure.stage, provider: failure.provider),
            Failing(failure: failure.failure, isReplaced: false))
    }

    /// Reports that a provider asks not to be called for this time.
    func held(_ stage: Stage, _ provider: String, _ wait: Duration) {
        guard wait >= .longWait else { return }
        tell(
            "a provider requests a pause", Place(stage: stage, provider: provider),
            ["seconds": "\(Int(wait.seconds.rounded(.up)))"])
    }

    /// Reports that a provider says that a call has consumed an impossible amount.
    func disbelieved(_ stage: Stage, _ provider: String) {
        tell(
            "a provider reported an impossible usage; the estimate is used instead",
            Place(stage: stage, provider: provider))
    }

    private func tell(_ what: String, _ place: Place, _ more: Logger.Metadata = [:]) {
        let now = time.now()
        let isNew = state.withLock { state in
            if let last = state.told[place]?[what], now - last < Self.pause { return false }
            state.told[place, default: [:]][what] = now
            return true
        }
        guard isNew else { return }
        logger.warning(
            "\(what)",
            metadata: more.merging(["stage": "\(place.stage.rawValue)", "provider": "\(place.provider)"]) { $1 })
    }

    private func write(_ place: Place, _ way: Failing) {
        let now = time.now()
        let others: [String]? = state.withLock { state in
            guard state.failing.updateValue(way, forKey: place) != way else { return nil }
            if let last = state.written[place]?[way], now - last < Self.pause { return nil }
            state.written[place, default: [:]][way] = now
            return state.unanswered.filter { $0.place.stage == place.stage && $0.place != place }
                .map { "\($0.place.provider): \($0.failure.rawValue)" }
        }
        guard let others else { return }
        var metadata: Logger.Metadata = [
            "stage": "\(place.stage.rawValue)", "provider": "\(place.provider)", "failure": "\(way.failure.rawValue)",
        ]
        if !way.isReplaced, !others.isEmpty { metadata["others"] = "\(others.joined(separator: ", "))" }
        logger.warning(
            way.isReplaced ? "a provider fails, another one answers" : "a provider fails, and no other one answers",
            metadata: metadata)
    }
}
