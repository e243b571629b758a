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

    @Test("Five failures in a row open it, four do not, and an answer in between begins anew")
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

    @Test("Half of ten calls within ten seconds open it; the same spread over a minute do not")
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

    @Test("After its pause two probes are let through; one answer closes it")
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

    @Test("Each probe that fails doubles the pause, up to a minute")
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

    @Test("A refused key and used-up credit are final", arguments: [ProviderError.Failure.unauthorized, .quota])
    func final(failure: ProviderError.Failure) {
        let breaker = breaker
        #expect(breaker.admit())
        breaker.record(failure)
        time.advance(by: .seconds(86_400))
        #expect(!breaker.admit())
    }

    @Test("What is asked for twice in vain, a model or a page that is not there, is not asked for again for a minute")
    func missing() {
        let breaker = breaker
        fail(breaker, 1, .missing)
        #expect(breaker.standing == .ready)
        fail(breaker, 1, .missing)
        #expect(breaker.standing == .refusing && breaker.condition == .open)
        time.advance(by: .seconds(59))
        #expect(!breaker.admit())
        time.advance(by: .seconds(1))
        #expect(breaker.standing == .ready)
        #expect(breaker.admit())
        breaker.record(.missing)
        #expect(breaker.standing == .refusing)
        time.advance(by: .seconds(60))
        #expect(breaker.admit())
        breaker.record(nil)
        #expect(breaker.condition == .closed)
        fail(breaker, 1, .missing)
        #expect(breaker.standing == .ready, "two in a row again")
    }

    @Test("One that asks to be left alone for five minutes or more is, a day at most")
    func asked() {
        for (asked, rest) in [(299, nil), (300, 300), (9_999, 9_999), (1_000_000, 86_400)] as [(Int, Int?)] {
            let breaker = CircuitBreaker(time: time.source)
            #expect(breaker.admit())
            breaker.record(.throttled, asked: .seconds(asked))
            guard let rest else {
                #expect(breaker.standing == .ready)
                continue
            }
            #expect(breaker.standing == .resting(.seconds(rest), downFor: .zero))
            #expect(breaker.standing.outlasts(.seconds(300)) == (rest > 300))
            time.advance(by: .seconds(rest))
            #expect(breaker.admit())
        }
    }

    @Test(
        "What says something of the request says nothing of the provider",
        arguments: [ProviderError.Failure.rejected, .unsupported, .unusable])
    func requests(failure: ProviderError.Failure) {
        let breaker = breaker
        fail(breaker, 50, failure)
        #expect(breaker.condition == .closed)
    }

    @Test("A probe that is cancelled makes room for another")
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

    @Test("The first that answers is taken, and no other is called")
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

    @Test("When all fail, the last one's failure is told")
    func allFail() async throws {
        let chain = ProviderChain(["a", "b"], time: ManualTime().source)
        let error = await #expect(throws: ProviderError.self) {
            try await chain.firstAnswer { (_: String, place: Int) -> Int in
                throw failure(place == 0 ? .quota : .unsupported)
            }
        }
        #expect(error?.failure == .unsupported)
    }

    @Test("Anything but a provider's failure ends it at once")
    func otherErrors() async throws {
        let chain = ProviderChain(["a", "b"], time: ManualTime().source)
        await #expect(throws: Failing.self) {
            try await chain.firstAnswer { (name: String, _: Int) -> Int in
                #expect(name == "a")
                throw Failing()
            }
        }
    }

    @Test("One that is down is passed over; alone it is tried all the same")
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
