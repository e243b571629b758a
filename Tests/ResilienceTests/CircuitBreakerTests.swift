import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

@Suite("A circuit breaker keeps callers from a provider that is down")
struct CircuitBreakerTests {
    private let time = ManualTime()
    private var breaker: CircuitBreaker { CircuitBreaker(time: time.source) }

    private func fail(_ breaker: CircuitBreaker, _ count: Int, _ failure: ProviderError.Failure = .transient) {
        for _ in 0..<count where breaker.admit() { breaker.record(failure) }
    }

    @Test("Given a closed breaker, when five calls in a row fail, then it opens, and an answer restarts the count")
    func opens() {
        let breaker = breaker
        fail(breaker, 4)
        breaker.record(nil)
        fail(breaker, 4)
        #expect(breaker.condition == .closed)
        fail(breaker, 1)
        #expect(breaker.condition == .open)
        #expect(!breaker.admit())
    }

    @Test(
        "Given two timeouts in a row, when each kept a listener waiting, then the breaker opens, but not with another end between"
    )
    func hangs() {
        let breaker = breaker
        for end in [ProviderError.Failure.transient, nil] {
            fail(breaker, 1, .timeout)
            breaker.record(end)
        }
        fail(breaker, 1, .timeout)
        #expect(breaker.condition == .closed)
        fail(breaker, 1, .timeout)
        #expect(breaker.condition == .open)
    }

    @Test(
        "Given calls of which half fail, when ten come within ten seconds, then the breaker opens, and over a minute it does not"
    )
    func share() {
        let dense = breaker
        for index in 0..<10 { dense.record(index.isMultiple(of: 2) ? nil : .timeout) }
        #expect(dense.condition == .open)
        let sparse = CircuitBreaker(time: time.source)
        for index in 0..<20 {
            sparse.record(index.isMultiple(of: 2) ? nil : .timeout)
            time.advance(by: .seconds(3))
        }
        #expect(sparse.condition == .closed)
    }

    @Test("Given an open breaker, when its pause ends, then two probes are admitted, and one answer closes it")
    func probes() {
        let breaker = breaker
        fail(breaker, 5)
        time.advance(by: .seconds(5))
        #expect(breaker.condition == .probing)
        #expect(breaker.admit())
        #expect(breaker.admit())
        #expect(!breaker.admit())
        breaker.record(nil)
        #expect(breaker.condition == .closed)
        #expect(breaker.admit())
    }

    @Test("Given an open breaker, when a probe fails, then the pause doubles, up to a minute")
    func pauses() {
        let breaker = breaker
        fail(breaker, 5)
        for pause in [5, 10, 20, 40, 60, 60] {
            time.advance(by: .seconds(pause) - .milliseconds(1))
            #expect(!breaker.admit())
            time.advance(by: .milliseconds(1))
            #expect(breaker.admit())
            breaker.record(.transient)
        }
    }

    @Test(
        "Given a refused key or used-up credit, when a day has passed, then the breaker still admits no call",
        arguments: [ProviderError.Failure.unauthorized, .quota])
    func final(failure: ProviderError.Failure) {
        let breaker = breaker
        #expect(breaker.admit())
        breaker.record(failure)
        time.advance(by: .seconds(86_400))
        #expect(!breaker.admit())
    }

    @Test(
        "Given a model or page that is missing twice, when it is requested again, then the breaker refuses for a minute"
    )
    func missing() {
        let breaker = breaker
        fail(breaker, 1, .missing)
        #expect(breaker.availability == .ready)
        fail(breaker, 1, .missing)
        #expect(breaker.availability == .refusing && breaker.condition == .open)
        time.advance(by: .seconds(59))
        #expect(!breaker.admit())
        time.advance(by: .seconds(1))
        #expect(breaker.availability == .ready)
        #expect(breaker.admit())
        breaker.record(.missing)
        #expect(breaker.availability == .refusing)
        time.advance(by: .seconds(60))
        #expect(breaker.admit())
        breaker.record(nil)
        #expect(breaker.condition == .closed)
        fail(breaker, 1, .missing)
        #expect(breaker.availability == .ready, "two in a row again")
    }

    @Test(
        "Given a provider that asks for a wait of five minutes or more, when it is recorded, then it rests so long, a day at most"
    )
    func asked() {
        for (asked, rest) in [(299, nil), (300, 300), (9_999, 9_999), (1_000_000, 86_400)] as [(Int, Int?)] {
            let breaker = CircuitBreaker(time: time.source)
            #expect(breaker.admit())
            breaker.record(.throttled, asked: .seconds(asked))
            guard let rest else {
                #expect(breaker.availability == .ready)
                continue
            }
            #expect(breaker.availability == .resting(.seconds(rest), downFor: .zero))
            #expect(breaker.availability.outlasts(.seconds(300)) == (rest > 300))
            time.advance(by: .seconds(rest))
            #expect(breaker.admit())
        }
    }

    @Test(
        "Given failures caused by the request, when many are recorded, then the breaker stays closed",
        arguments: [ProviderError.Failure.rejected, .unsupported, .unusable])
    func requests(failure: ProviderError.Failure) {
        let breaker = breaker
        fail(breaker, 50, failure)
        #expect(breaker.condition == .closed)
    }

    @Test("Given an open breaker, when a probe is cancelled, then another one is admitted")
    func cancelledProbe() {
        let breaker = breaker
        fail(breaker, 5)
        time.advance(by: .seconds(5))
        for _ in 0..<10 {
            #expect(breaker.admit())
            breaker.forget()
        }
    }
}

@Suite("Providers stand in for each other in their order")
struct ProviderChainTests {
    private struct Failing: Error {}

    private func failure(_ kind: ProviderError.Failure) -> ProviderError {
        ProviderError(kind, stage: .translation, provider: "test", "scripted")
    }

    @Test("Given a chain, when a provider answers, then its answer is taken and no later one is called")
    func order() async throws {
        let chain = ProviderChain(["a", "b", "c"], time: ManualTime().source)
        var called: [String] = []
        let answer = try await chain.firstAnswer { name, place in
            called.append(name)
            if place == 0 { throw failure(.transient) }
            return name
        }
        #expect(answer == "b")
        #expect(called == ["a", "b"])
    }

    @Test("Given a chain, when all providers fail, then the last one's failure is thrown")
    func allFail() async throws {
        let chain = ProviderChain(["a", "b"], time: ManualTime().source)
        let error = await #expect(throws: ProviderError.self) {
            try await chain.firstAnswer { (_: String, place: Int) -> Int in
                throw failure(place == 0 ? .quota : .unsupported)
            }
        }
        #expect(error?.failure == .unsupported)
    }

    @Test("Given a chain, when an error is no provider's failure, then the chain ends at once")
    func otherErrors() async throws {
        let chain = ProviderChain(["a", "b"], time: ManualTime().source)
        await #expect(throws: Failing.self) {
            try await chain.firstAnswer { (name: String, _: Int) -> Int in
                #expect(name == "a")
                throw Failing()
            }
        }
    }

    @Test("Given a provider that is down, when a chain calls, then it is skipped, but called if it is the only one")
    func passedOver() async throws {
        let time = ManualTime()
        let chain = ProviderChain(["down", "up"], time: time.source)
        var calls = 0
        for _ in 0..<20 {
            _ = try await chain.firstAnswer { name, _ in
                if name == "down" {
                    calls += 1
                    throw failure(.transient)
                }
            }
        }
        #expect(calls == 5)
        let alone = ProviderChain(["down"], time: time.source)
        var attempts = 0
        for _ in 0..<20 {
            await #expect(throws: ProviderError.self) {
                try await alone.firstAnswer { _, _ in
                    attempts += 1
                    throw failure(.transient)
                }
            }
        }
        #expect(attempts == 20)
    }

    @Test("Given a delivered partial, when the provider fails, then no fallback is called")
    func delivered() async throws {
        let chain = ProviderChain(["a", "b"], time: ManualTime().source)
        var called = 0
        let mark = DeliveryMark()
        await #expect(throws: ProviderError.self) {
            try await chain.firstAnswer(unless: mark) { (_: String, _: Int) -> Int in
                called += 1
                mark.set()
                throw failure(.transient)
            }
        }
        #expect(called == 1)
    }
}
