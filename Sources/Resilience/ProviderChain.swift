package import Plumbing
package import Providers

/// Providers of one stage in the order in which they are tried: the first is preferred, the others are fallbacks.
package struct ProviderChain<Provider: Sendable>: Sendable {
    /// One provider, and what is known of its state.
    package struct Link: Sendable {
        package let provider: Provider
        package let breaker: CircuitBreaker
        /// The rate limits that the provider has announced.
        package let pace: ProviderPace
        /// How many of its calls may be retried.
        package let retries: RetryBudget
        /// The calls of the provider that are in flight.
        package let calls = CallsInFlight()
        /// The failures of its calls.
        package let failures = FailureLog()
        /// How many calls at once its server answers well, if that has to be found out.
        package let found = FoundConcurrency()
    }

    package let links: [Link]

    /// - Parameter providers: at least one.
    package init(_ providers: [Provider], time: TimeSource) {
        precondition(!providers.isEmpty, "a chain has at least one provider")
        links = providers.map { provider in
            Link(
                provider: provider, breaker: CircuitBreaker(time: time), pace: ProviderPace(time: time),
                retries: RetryBudget(time: time))
        }
    }

    /// The preferred provider.
    package var first: Provider { links[0].provider }
    package var providers: [Provider] { links.map(\.provider) }

    /// The availability of the stage: the best availability of any of its providers.
    package var availability: CircuitBreaker.Availability {
        var best = CircuitBreaker.Availability.refusing
        for link in links {
            switch (link.breaker.availability, best) {
            case (.ready, _): return .ready
            case (.resting(let wait, let time), .resting(let shortest, let shortestTime)):
                best = .resting(min(wait, shortest), downFor: min(time, shortestTime))
            case (let resting, .refusing): best = resting
            case (.refusing, _), (_, .ready): continue
            }
        }
        return best
    }

    /// Whether a provider after this index may be called, as far as is known.
    package func isReady(after index: Int) -> Bool {
        links.dropFirst(index + 1).contains { $0.breaker.availability == .ready }
    }

    /// Calls the providers in order until one answers. A provider whose breaker is open is skipped, unless it is the last one. So
    /// there is always a failure to report.
    ///
    /// - Parameters:
    ///   - begun: the index of a provider that continues its work. No provider before it is called, and it is called even if
    ///     the breaker has no probe left.
    ///   - isFinished: whether the store has the answer of this provider, so that its breaker does not matter.
    ///   - mark: once it is set, no fallback is called.
    ///   - call: gets the provider and its index in the chain, from 0.
    /// - Throws: what the last provider that was called throws, if it is a ``ProviderError``; anything else at once.
    package func firstAnswer<Answer>(
        from begun: Int? = nil, isFinished: Bool = false, unless mark: DeliveryMark? = nil,
        _ call: (Provider, _ index: Int) async throws -> Answer
    ) async throws -> Answer {
        var failed: [ProviderError] = []
        for (index, link) in links.enumerated().dropFirst(begun ?? 0) {
            let isLast = index == links.count - 1
            let continues = index == begun && (isFinished || link.breaker.availability == .ready)
            guard link.breaker.admit() || continues || isLast else { continue }
            do {
                let answer = try await call(link.provider, index)
                link.breaker.record(nil)
                Self.report(replaced: failed)
                return answer
            } catch let error as ProviderError {
                link.breaker.record(error)
                link.failures.note(error, isPassedOn: !isLast && !(mark?.isSet ?? false))
                failed.append(error)
                if mark?.isSet ?? false { throw error }
            } catch {
                link.breaker.forget()
                throw error
            }
        }
        throw failed.last ?? CancellationError()
    }

    /// Reports the failures of providers, after another one has answered in their place.
    static func report(replaced failed: [ProviderError]) {
        for error in failed {
            CallWatch.current?.note(.replaced(error.stage, provider: error.provider, error.failure))
        }
    }

    /// Calls one provider of the chain and no other, for work that only this one can continue.
    package func answer<Answer>(
        by index: Int, _ call: (Provider) async throws -> Answer
    ) async throws -> Answer {
        let link = links[index]
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

/// Set once some of an answer has reached a listener, so that another answer would be heard on top of it.
package final class DeliveryMark: Sendable {
    private let state = Locked(false)

    package init() {}

    package var isSet: Bool { state.withLock { $0 } }
    package func set() { state.withLock { $0 = true } }
}

/// Counts the calls without an answer of a provider, after which its fallback, if any, was called, and keeps its first
/// failure.
package final class FailureLog: Sendable {
    private let state = Locked<(first: ProviderError?, count: Int, isPassedOn: Bool)>((nil, 0, false))

    init() {}

    package var first: ProviderError? { state.withLock { $0.first } }
    package var count: Int { state.withLock { $0.count } }

    /// Whether a fallback was called instead at least once.
    package var isPassedOn: Bool { state.withLock { $0.isPassedOn } }

    func note(_ error: ProviderError, isPassedOn: Bool) {
        state.withLock { state in
            state.first = state.first ?? error
            state.count += 1
            state.isPassedOn = state.isPassedOn || isPassedOn
        }
    }
}
