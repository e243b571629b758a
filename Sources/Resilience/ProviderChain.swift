public import Plumbing
public import Providers

/// Providers of one stage in the order in which they are tried: the first is wanted, the others stand in for it.
public struct ProviderChain<Provider: Sendable>: Sendable {
    /// One provider, and what is known of how it does.
    public struct Link: Sendable {
        public let provider: Provider
        public let breaker: CircuitBreaker
        /// What it has said of how often it may be called.
        public let pace: ProviderPace
        /// How many of its calls may be made again.
        public let retries: RetryBudget
        /// Which of its calls are under way.
        public let calls = CallsUnderWay()
        /// What went wrong with it.
        public let failures = FailureLog()
    }

    public let links: [Link]

    /// - Parameter providers: at least one.
    public init(_ providers: [Provider], time: TimeSource) {
        precondition(!providers.isEmpty, "a chain has at least one provider")
        links = providers.map { provider in
            Link(
                provider: provider, breaker: CircuitBreaker(time: time), pace: ProviderPace(time: time),
                retries: RetryBudget(time: time))
        }
    }

    /// The one that is wanted.
    public var first: Provider { links[0].provider }
    public var providers: [Provider] { links.map(\.provider) }

    /// What can be expected of the stage: the best that can be of any of its providers.
    public var standing: CircuitBreaker.Standing {
        var best = CircuitBreaker.Standing.refusing
        for link in links {
            switch (link.breaker.standing, best) {
            case (.ready, _): return .ready
            case (.resting(let wait, let time), .resting(let shortest, let shortestTime)):
                best = .resting(min(wait, shortest), downFor: min(time, shortestTime))
            case (let resting, .refusing): best = resting
            case (.refusing, _), (_, .ready): continue
            }
        }
        return best
    }

    /// Whether one that comes after this place may be called, as far as is known.
    public func isReady(behind place: Int) -> Bool {
        links.dropFirst(place + 1).contains { $0.breaker.standing == .ready }
    }

    /// Calls the providers in order until one answers. One whose breaker is open is passed over while there is another;
    /// the last one is always tried, so that there is a failure to tell of.
    ///
    /// - Parameters:
    ///   - begun: the place of one who goes on with what it has begun, and before whom nobody is called. It is not passed over
    ///     for want of a probe's place.
    ///   - isFinished: whether it has its answer already, so that it is asked whatever its breaker says.
    ///   - mark: once it is set, nobody stands in any more.
    ///   - call: gets the provider and its place in the chain, from 0.
    /// - Throws: what the last provider that was called throws, if it is a ``ProviderError``; anything else at once.
    public func firstAnswer<Answer>(
        from begun: Int? = nil, isFinished: Bool = false, unless mark: DeliveryMark? = nil,
        _ call: (Provider, _ place: Int) async throws -> Answer
    ) async throws -> Answer {
        var failure: (any Error)?
        for (place, link) in links.enumerated().dropFirst(begun ?? 0) {
            let isLast = place == links.count - 1
            let goesOn = place == begun && (isFinished || link.breaker.standing == .ready)
            guard link.breaker.admit() || goesOn || isLast else { continue }
            do {
                let answer = try await call(link.provider, place)
                link.breaker.record(nil)
                return answer
            } catch let error as ProviderError {
                link.breaker.record(error)
                let isLeft = !isLast && !(mark?.isSet ?? false)
                link.failures.note(error, isPassedOn: isLeft)
                failure = error
                if mark?.isSet ?? false { throw error }
            } catch {
                link.breaker.forget()
                throw error
            }
        }
        throw failure ?? CancellationError()
    }

    /// Calls one provider of the chain and nobody else, for what only this one can go on with.
    public func answer<Answer>(
        by place: Int, _ call: (Provider) async throws -> Answer
    ) async throws -> Answer {
        let link = links[place]
        do {
            let answer = try await call(link.provider)
            link.breaker.record(nil)
            return answer
        } catch {
            if let error = error as? ProviderError {
                link.breaker.record(error)
            } else {
                link.breaker.forget()
            }
            throw error
        }
    }
}

/// Set once something of an answer has reached a listener, so that another answer would come on top of it.
public final class DeliveryMark: Sendable {
    private let state = Locked(false)

    public init() {}

    public var isSet: Bool { state.withLock { $0 } }
    public func set() { state.withLock { $0 = true } }
}

/// How often a provider gave no answer, so that another one was asked where there was one, and why it did not at first.
public final class FailureLog: Sendable {
    private let state = Locked<(first: ProviderError?, count: Int, isPassedOn: Bool)>((nil, 0, false))

    init() {}

    public var first: ProviderError? { state.withLock { $0.first } }
    public var count: Int { state.withLock { $0.count } }

    /// Whether another provider was asked instead at least once.
    public var isPassedOn: Bool { state.withLock { $0.isPassedOn } }

    func note(_ error: ProviderError, isPassedOn: Bool) {
        state.withLock { state in
            state.first = state.first ?? error
            state.count += 1
            state.isPassedOn = state.isPassedOn || isPassedOn
        }
    }
}
