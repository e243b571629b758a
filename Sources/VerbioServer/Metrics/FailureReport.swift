internal import Logging
internal import Plumbing
internal import Providers

/// Writes to the log that a provider fails while others answer in its place, which nobody would see from the answers.
///
/// One line when that begins or when it fails in another way, and for the same failure no more than one a minute, however often
/// it comes and goes. It has the stage, the provider and the class of the failure: a provider's own words may have some of what
/// was said in them.
final class FailureReport: Sendable {
    private struct Place: Hashable {
        var stage: Stage
        var provider: String
    }

    private struct State {
        /// How those fail that have not answered since.
        var failing: [Place: ProviderError.Failure] = [:]
        /// When a failure was written down.
        var written: [Place: [ProviderError.Failure: Duration]] = [:]
    }

    private static let pause = Duration.seconds(60)

    private let logger: Logger
    private let time: TimeSource
    private let state = Locked(State())

    init(logger: Logger, time: TimeSource) {
        self.logger = logger
        self.time = time
    }

    func answered(_ stage: Stage, _ provider: String) {
        state.withLock { $0.failing[Place(stage: stage, provider: provider)] = nil }
    }

    func replaced(_ stage: Stage, _ provider: String, _ failure: ProviderError.Failure) {
        let (now, place) = (time.now(), Place(stage: stage, provider: provider))
        let isNews = state.withLock { state in
            guard state.failing.updateValue(failure, forKey: place) != failure else { return false }
            if let last = state.written[place]?[failure], now - last < Self.pause { return false }
            state.written[place, default: [:]][failure] = now
            return true
        }
        guard isNews else { return }
        logger.warning(
            "a provider fails, another one answers",
            metadata: ["stage": "\(stage.rawValue)", "provider": "\(provider)", "failure": "\(failure.rawValue)"])
    }
}
