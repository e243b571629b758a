import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

@Suite(.timeLimit(.minutes(10)))
struct RetryTests {
    private let time = ManualTime()

    /// Fails as configured, one after the other, and then succeeds with the number of the attempt.
    private func run(
        _ failures: [ProviderError], _ policy: RetryPolicy = RetryPolicy(), limit: Duration? = nil,
        random: Double = 0.5
    ) async -> (result: Result<Int, any Error>, calls: Int) {
        let calls = Locked(0)
        let retry = Retry(policy, time: time.source, limit: limit, random: { random })
        let result: Result<Int, any Error>
        do {
            result = .success(
                try await time.run {
                    try await retry.run { attempt in
                        calls.withLock { $0 += 1 }
                        if failures.indices.contains(attempt - 1) { throw failures[attempt - 1] }
                        return attempt
                    }
                })
        } catch { result = .failure(error) }
        return (result, calls.withLock { $0 })
    }

    @Test(
        "Given a failure of each class, when it repeats, then temporary ones are tried again and permanent ones are not",
        arguments: ProviderError.Failure.allCases)
    func classes(_ kind: ProviderError.Failure) async {
        let always = Array(repeating: failure(kind), count: 10)
        let (result, calls) = await run(always)
        if kind != .starting { #expect(throws: failure(kind)) { try result.get() } }
        switch kind {
        case .starting: #expect(calls == 11, "waited for until it answers")
        case .transient, .throttled, .timeout: #expect(calls == 4)
        case .unusable: #expect(calls == 2)
        case .quota, .unauthorized, .rejected, .unsupported, .missing, .tooLarge, .unavailable, .unaffordable:
            #expect(calls == 1)
        }
    }

    @Test("Given a fallback, when a provider hangs, then it is not called again")
    func hangs() async throws {
        let hung = await run(Array(repeating: failure(.timeout), count: 10), RetryPolicy().withFallback)
        #expect(hung.calls == 1)
        let other = await run(Array(repeating: failure(.transient), count: 10), RetryPolicy().withFallback)
        #expect(other.calls == 4)
    }

    @Test(
        "Given a server that is starting, when it is called, then the wait uses neither attempts nor the retry budget")
    func starting() async throws {
        let calls = Locked(0)
        let budget = RetryBudget(reserve: 1, time: time.source)
        let retry = Retry(RetryPolicy(attempts: 2), time: time.source, budget: budget, random: { 0.5 })
        let answered = try await time.run {
            try await retry.run { attempt in
                let call = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                // It is down for a moment when it has loaded.
                if time.now < .seconds(10) { throw failure(.starting) }
                if call == 7 { throw failure(.transient) }
                return attempt
            }
        }
        #expect(answered == 8)
        #expect(time.waits.map(\.milliseconds) == [500, 500, 1_000, 2_000, 4_000, 5_000, 250])
        #expect(!budget.spend(), "the one retry that there was")
    }

    @Test(
        "Given a server that never starts, when five minutes have passed, then the call fails; with a fallback, at once"
    )
    func startingForEver() async {
        let always = Array(repeating: failure(.starting), count: 500)
        let patient = await run(always)
        #expect(throws: failure(.starting)) { try patient.result.get() }
        #expect((300..<306).contains(time.now.seconds))
        for policy in [RetryPolicy().withFallback, .never] {
            #expect(await run(always, policy).calls == 1)
        }
        let limited = await run(always, limit: .seconds(3))
        #expect(limited.calls == 4)
    }

    @Test("Given unusable answers among other failures, when a second one comes, then the call fails")
    func unusableAmongOthers() async throws {
        let recovered = await run([failure(.unusable), failure(.transient), failure(.timeout)])
        #expect(try recovered.result.get() == 4)
        let twice = await run([failure(.transient), failure(.unusable), failure(.unusable)])
        #expect(twice.calls == 3)
        #expect(throws: failure(.unusable)) { try twice.result.get() }
    }

    @Test(
        "Given repeated failures, when retries wait, then each wait is drawn below a ceiling that doubles up to the cap"
    )
    func backoff() async {
        let transient = Array(repeating: failure(.transient), count: 9)
        _ = await run(transient, RetryPolicy(attempts: 9), random: 0.5)
        #expect(time.waits.map(\.milliseconds) == [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
    }

    @Test("Given extreme draws, when retries wait, then a wait is between zero and its ceiling")
    func draws() async {
        let transient = Array(repeating: failure(.transient), count: 4)
        #expect(await run(transient, random: 0).calls == 4)
        #expect(time.waits.isEmpty)
        _ = await run(transient, random: 17)
        #expect(time.waits.map(\.milliseconds) == [500, 1_000, 2_000])
    }

    @Test(
        "Given a wait that the provider asks for, when the call is retried, then the longer of it and the drawn wait applies"
    )
    func retryAfter() async throws {
        let failures = [
            failure(.throttled, retryAfter: .seconds(60)), failure(.throttled, retryAfter: .milliseconds(1)),
            failure(.transient, retryAfter: .seconds(-5)),
        ]
        #expect(try await run(failures).result.get() == 4)
        #expect(time.waits.map(\.milliseconds) == [60_000, 500, 1_000])
    }

    @Test("Given a provider that asks for a pause of more than a minute, when it fails, then it is not called again")
    func tooLong() async {
        let (result, calls) = await run([failure(.throttled, retryAfter: .milliseconds(60_001))])
        #expect(calls == 1)
        #expect(throws: failure(.throttled, retryAfter: .milliseconds(60_001))) { try result.get() }
        #expect(time.waits.isEmpty)
    }

    @Test("Given a deadline, when the next wait would exceed it, then the failure is thrown at once")
    func deadline() async {
        let transient = Array(repeating: failure(.transient), count: 4)
        let (result, calls) = await run(transient, limit: .milliseconds(1_000))
        #expect(throws: failure(.transient)) { try result.get() }
        // 250 and 500 ms fit in, another 1,000 ms does not.
        #expect(calls == 3)
        #expect(time.now == .milliseconds(750))
    }

    @Test("Given a wait before a retry, when the task is cancelled, then the wait ends and no call follows")
    func cancelled() async throws {
        let calls = Locked(0)
        let retry = Retry(RetryPolicy(), time: time.source, random: { 0.5 })
        let task = Task {
            try await retry.run { _ in
                calls.withLock { $0 += 1 }
                throw failure(.transient)
            }
        }
        try await time.waitForSleepers(count: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("Given a cancelled task, when its call fails, then the cancellation is thrown instead of a retry")
    func failureOfCancellation() async {
        let retry = Retry(RetryPolicy(), time: time.source)
        let task = Task {
            try await retry.run { _ in
                withUnsafeCurrentTask { $0?.cancel() }
                throw failure(.transient)
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Given an error that is no provider's failure, when it is thrown, then it passes through without a retry")
    func otherErrors() async {
        struct Other: Error {}
        let retry = Retry(RetryPolicy(), time: time.source)
        await #expect(throws: Other.self) { try await retry.run { _ in throw Other() } }
    }
}
