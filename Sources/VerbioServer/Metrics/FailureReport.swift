internal import Conversations
internal import Logging
internal import Plumbing
internal import Providers

/// Writes to the log that a provider fails, and whether others answer in its place: nobody would see that from the answers,
/// and of an utterance that nobody answers for, only who asked would know.
///
/// One line when that begins or when it fails in another way, and for the same failure no more than one a minute, however often
/// it comes and goes. It has the stage, the provider and the class of the failure, and where nobody answers, the same of those
/// who were asked before: a provider's own words may have some of what was said in them.
///
/// So it is with long waits that a provider asks for, and with sums of its that cannot be.
final class FailureReport: Sendable {
    private struct Place: Hashable {
        var stage: Stage
        var provider: String
    }

    private struct Way: Hashable {
        var failure: ProviderError.Failure
        var isReplaced: Bool
    }

    private struct State {
        /// How those fail that have not answered since.
        var failing: [Place: Way] = [:]
        /// How calls ended last, of those who have not answered since; who began to fail first is first.
        var unanswered: [(place: Place, failure: ProviderError.Failure)] = []
        /// When a failure was written down.
        var written: [Place: [Way: Duration]] = [:]
        /// When something else was.
        var told: [Place: [String: Duration]] = [:]
    }

    private static let pause = Duration.seconds(60)
    /// Of how many providers it is known how their calls ended.
    private static let mostUnanswered = 24

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

    /// A call gave no answer, which need not be its utterance's end.
    func noted(_ stage: Stage, _ provider: String, _ failure: ProviderError.Failure) {
        let place = Place(stage: stage, provider: provider)
        state.withLock { state in
            if let known = state.unanswered.firstIndex(where: { $0.place == place }) {
                state.unanswered[known].failure = failure
            } else {
                state.unanswered.append((place, failure))
                state.unanswered.removeFirst(max(0, state.unanswered.count - Self.mostUnanswered))
            }
        }
    }

    /// Another provider answered in its place.
    func replaced(_ stage: Stage, _ provider: String, _ failure: ProviderError.Failure) {
        write(Place(stage: stage, provider: provider), Way(failure: failure, isReplaced: true))
    }

    /// An utterance goes on without an answer.
    func failed(_ failure: StageFailure) {
        write(
            Place(stage: failure.stage, provider: failure.provider), Way(failure: failure.failure, isReplaced: false))
    }

    /// A provider asks not to be called for so long.
    func held(_ stage: Stage, _ provider: String, _ wait: Duration) {
        guard wait >= .longWait else { return }
        tell(
            "a provider asks not to be called", Place(stage: stage, provider: provider),
            ["seconds": "\(Int(wait.seconds.rounded(.up)))"])
    }

    /// A provider says that a call has consumed what cannot be.
    func disbelieved(_ stage: Stage, _ provider: String) {
        tell(
            "a provider says that a call has consumed what cannot be, what was expected is reckoned with",
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

    private func write(_ place: Place, _ way: Way) {
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
