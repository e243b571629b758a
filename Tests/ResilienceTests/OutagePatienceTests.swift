import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

@Suite("A call without a listener is kept through an outage", .timeLimit(.minutes(5)))
struct OutagePatienceTests {
    private let time = ManualTime()

    /// Calls a provider that fails until some moment, whose breaker is open already.
    private func run(
        until: Duration, patience: Duration = .seconds(300), limit: Duration? = nil,
        _ kind: ProviderError.Failure = .transient, stoppedAt: Duration? = nil
    ) async -> (result: Result<Int, any Error>, calls: Int) {
        let breaker = CircuitBreaker(time: time.source)
        for _ in 0..<5 { breaker.record(.transient) }
        let outage = OutagePatience(breaker, patience: patience) { [time] in
            stoppedAt.map { time.now >= $0 } ?? false
        }
        // An empty budget allows no retry.
        let retry = Retry(
            RetryPolicy(), time: time.source, limit: limit, budget: RetryBudget(reserve: 0, time: time.source),
            outage: outage, random: { 0.5 })
        let calls = Locked(0)
        do {
            return (
                .success(
                    try await time.run {
                        try await retry.run { attempt in
                            calls.withLock { $0 += 1 }
                            if time.now < until { throw failure(kind) }
                            return attempt
                        }
                    }), calls.withLock { $0 }
            )
        } catch { return (.failure(error), calls.withLock { $0 }) }
    }

    @Test(
        "Given a short outage, when the breaker admits the call again, then it succeeds without a retry of the budget")
    func outlasts() async throws {
        let short = await run(until: .seconds(5))
        #expect(try short.result.get() == 2)
        #expect(time.now == .seconds(5))
    }

    @Test(
        "Given a provider that stays down, when it is called, then each attempt waits longer, and their number is limited"
    )
    func probes() async throws {
        let long = await run(until: .seconds(1_000))
        #expect(throws: failure(.transient)) { try long.result.get() }
        // At once, then after 5, 10, 20 and 40 s.
        #expect(long.calls == 5 && time.now == .seconds(75))
    }

    @Test("Given an outage, when patience or time runs out or the end is requested, then the call fails")
    func ends() async throws {
        let impatient = await run(until: .seconds(1_000), patience: .seconds(8))
        #expect(throws: failure(.transient)) { try impatient.result.get() }
        #expect(impatient.calls == 2 && (8..<9).contains(time.now.seconds))
        let before = time.now
        let limited = await run(until: .seconds(1_000), limit: .seconds(3))
        #expect(throws: failure(.transient)) { try limited.result.get() }
        #expect(limited.calls == 1 && time.now - before < .seconds(3))
        let start = time.now
        let stopped = await run(until: .seconds(1_000), stoppedAt: start + .seconds(2))
        #expect(throws: failure(.transient)) { try stopped.result.get() }
        #expect(stopped.calls == 1 && time.now - start == .seconds(2))
    }

    @Test(
        "Given a failure that does not concern the provider's health, when it occurs, then there is no wait for an outage",
        arguments: [ProviderError.Failure.unusable, .rejected])
    func others(_ kind: ProviderError.Failure) async throws {
        let other = await run(until: .seconds(1_000), kind)
        #expect(throws: failure(kind)) { try other.result.get() }
        #expect(other.calls == 1 && time.now == .zero)
    }

    @Test("Given no patience, when attempts fail, then each counts for the breaker, except those refused as too many")
    func told() async throws {
        for (kind, condition) in [
            (ProviderError.Failure.transient, CircuitBreaker.Condition.open), (.throttled, .closed),
        ] {
            let breaker = CircuitBreaker(time: time.source)
            let retry = Retry(
                RetryPolicy(attempts: 6, base: .zero), time: time.source,
                outage: OutagePatience(breaker, patience: nil) { false })
            let calls = Locked(0)
            await #expect(throws: failure(kind)) {
                try await retry.run { _ in
                    calls.withLock { $0 += 1 }
                    throw failure(kind)
                }
            }
            #expect(calls.withLock { $0 } == 6 && breaker.condition == condition)
        }
    }
}
