import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

@Suite(.timeLimit(.minutes(10)))
struct HedgeTests {
    /// What one provider does: waits, gives a sign, waits again, and ends.
    private struct Course: Sendable {
        var sign: Duration?
        var end: Duration
        var failure: ProviderError.Failure?
        /// Before the call itself is made.
        var queue = Duration.zero
    }

    private let time = ManualTime()

    private struct Ended {
        var answer: Result<Int, any Error>
        /// When each provider was called, in order.
        var calls: [Int: Duration]
        var cancelled: Set<Int>
        var took: Duration
    }

    private func race(_ courses: [Course], delay: Duration = .seconds(2), mark: DeliveryMark? = nil) async throws
        -> Ended
    {
        let chain = ProviderChain(courses, time: time.source)
        let calls = Locked<[Int: Duration]>([:])
        let cancelled = Locked<Set<Int>>([])
        let clock = time.source
        return try await time.run {
            let answer: Result<Int, any Error>
            do {
                answer = .success(
                    try await chain.firstAnswer(hedgingAfter: delay, time: clock, unless: mark) {
                        course, place, hedge in
                        do {
                            if course.queue > .zero { try await clock.sleep(course.queue) }
                            calls.withLock { $0[place] = clock.now() }
                            hedge.begin()
                            let begun = clock.now()
                            if let sign = course.sign {
                                try await clock.sleep(sign)
                                try hedge.requireClaim()
                                mark?.set()
                            }
                            try await clock.sleep(begun + course.end - clock.now())
                            if let failure = course.failure { throw failureOf(failure) }
                            try hedge.requireClaim()
                            return place
                        } catch is CancellationError {
                            cancelled.withLock { _ = $0.insert(place) }
                            throw CancellationError()
                        }
                    })
            } catch { answer = .failure(error) }
            return Ended(
                answer: answer, calls: calls.withLock { $0 }, cancelled: cancelled.withLock { $0 }, took: clock.now())
        }
    }

    @Test("Given hedging, when the first provider answers in time, then no other is called")
    func inTime() async throws {
        let ended = try await race([Course(end: .seconds(2) - .milliseconds(1)), Course(end: .zero)])
        #expect(try ended.answer.get() == 0)
        #expect(ended.calls == [0: .zero])
    }

    @Test(
        "Given hedging, when the first provider begins to answer in time, then no other is called, however long it takes"
    )
    func signInTime() async throws {
        let ended = try await race([Course(sign: .seconds(1), end: .seconds(60)), Course(end: .zero)])
        #expect(try ended.answer.get() == 0)
        #expect(ended.calls == [0: .zero])
        #expect(ended.took == .seconds(60))
    }

    @Test("Given hedging, when the delay passes, then the next is called too, and the slower call is cancelled")
    func hedged() async throws {
        let second = try await race([Course(end: .seconds(10)), Course(end: .seconds(3)), Course(end: .zero)])
        #expect(try second.answer.get() == 1)
        #expect(second.calls == [0: .zero, 1: .seconds(2)], "never three")
        #expect(second.cancelled == [0])
        #expect(second.took == .seconds(5))
    }

    @Test(
        "Given a hedge, when the first provider answers first, then its answer counts and the other call is cancelled")
    func firstWins() async throws {
        let ended = try await race([Course(end: .seconds(4)), Course(end: .seconds(3))])
        #expect(try ended.answer.get() == 0)
        #expect(ended.cancelled == [1])
        #expect(ended.took == .seconds(4))
    }

    @Test("Given a hedge, when one gives the first sign, then it counts, and the other is cancelled at its own sign")
    func signs() async throws {
        let ended = try await race(
            [Course(sign: .seconds(6), end: .seconds(7)), Course(sign: .seconds(1), end: .seconds(20))])
        #expect(try ended.answer.get() == 1)
        #expect(ended.cancelled == [0])
        #expect(ended.took == .seconds(22))
    }

    @Test("Given a call that waits for a slot, when the delay passes during the wait, then no hedge begins")
    func queue() async throws {
        let ended = try await race([Course(end: .seconds(1), queue: .seconds(30)), Course(end: .zero)])
        #expect(try ended.answer.get() == 0)
        #expect(ended.calls == [0: .seconds(30)])
    }

    @Test(
        "Given a hedged call, when one provider fails, then the other continues, and if both fail the third is called")
    func failures() async throws {
        let first = try await race([Course(end: .seconds(3), failure: .transient), Course(end: .seconds(9))])
        #expect(try first.answer.get() == 1)
        let hedge = try await race([Course(end: .seconds(9)), Course(end: .seconds(1), failure: .quota)])
        #expect(try hedge.answer.get() == 0)
        let both = try await race([
            Course(end: .seconds(3), failure: .transient), Course(end: .seconds(4), failure: .timeout),
            Course(end: .seconds(1)),
        ])
        #expect(try both.answer.get() == 2)
        let all = try await race([
            Course(end: .seconds(3), failure: .transient), Course(end: .seconds(4), failure: .timeout),
        ])
        #expect(throws: failureOf(.timeout)) { try all.answer.get() }
    }

    @Test("Given hedging, when the first fails before the delay, then the next is called at once")
    func earlyFailure() async throws {
        let ended = try await race([Course(end: .seconds(1), failure: .quota), Course(end: .seconds(5))])
        #expect(try ended.answer.get() == 1)
        #expect(ended.calls == [0: .zero, 1: .seconds(1)])
    }

    @Test(
        "Given a hedge, when the leading call fails, then the other one counts, unless the listener has heard something"
    )
    func leaderFails() async throws {
        let courses = [
            Course(end: .seconds(30)), Course(sign: .seconds(1), end: .seconds(5), failure: .transient),
        ]
        let unheard = try await race(courses)
        #expect(try unheard.answer.get() == 0)
        let heard = try await race(courses, mark: DeliveryMark())
        #expect(throws: failureOf(.transient)) { try heard.answer.get() }
        #expect(heard.cancelled == [0])
    }

    @Test("Given a hedge, when the call that is behind fails, then the one that is heard continues")
    func loserFails() async throws {
        let ended = try await race(
            [Course(end: .seconds(4), failure: .transient), Course(sign: .seconds(1), end: .seconds(9))],
            mark: DeliveryMark())
        #expect(try ended.answer.get() == 1)
    }

    @Test("Given a hedge that was turned away, when the leader fails, then the third provider is called")
    func turnedAway() async throws {
        let ended = try await race([
            Course(sign: .seconds(4), end: .seconds(30)),
            Course(sign: .seconds(1), end: .seconds(5), failure: .transient),
            Course(end: .seconds(1)),
        ])
        #expect(try ended.answer.get() == 2)
        #expect(ended.cancelled == [0])
    }

    @Test(
        "Given a provider with an open breaker, when the first is slow, then it is no hedge, but it is called after a failure"
    )
    func breaker() async throws {
        let chain = ProviderChain([0, 1], time: time.source)
        chain.links[1].breaker.record(.unauthorized)
        let clock = time.source
        let calls = Locked<[Int]>([])
        await #expect(throws: failureOf(.timeout)) {
            try await time.run {
                try await chain.firstAnswer(hedgingAfter: .seconds(1), time: clock) { _, place, hedge -> Int in
                    calls.withLock { $0.append(place) }
                    hedge.begin()
                    try await clock.sleep(.seconds(5))
                    throw failureOf(.timeout)
                }
            }
        }
        #expect(calls.withLock { $0 } == [0, 1])
        #expect(time.now == .seconds(10), "one after the other")
    }

    @Test("Given a hedge, when the task is cancelled, then both calls end")
    func cancelled() async throws {
        let chain = ProviderChain([0, 1], time: time.source)
        let clock = time.source
        let task = Task {
            try await chain.firstAnswer(hedgingAfter: .seconds(1), time: clock) { _, place, hedge -> Int in
                hedge.begin()
                try await clock.sleep(.seconds(100))
                return place
            }
        }
        try await time.waitForSleepers(count: 2)
        time.advance(by: .seconds(1))
        try await time.waitForSleepers(count: 2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

/// ``failure(_:retryAfter:stage:)`` under a name that nothing here hides.
private func failureOf(_ kind: ProviderError.Failure) -> ProviderError { failure(kind) }
