import Plumbing
import Testing
import VerbioTesting

@Suite("A limiter", .timeLimit(.minutes(10)))
struct LimiterTests {
    @Test(
        "Given more operations than the limit, when they run, then at most the limit run at once and all complete",
        arguments: [1, 3])
    func limit(limit: Int) async throws {
        let limiter = Limiter(limit: limit)
        let running = Locked((now: 0, most: 0, done: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await limiter.run {
                        running.withLock { state in
                            state.now += 1
                            state.most = max(state.most, state.now)
                        }
                        for _ in 0..<5 { await Task.yield() }
                        running.withLock { state in
                            state.now -= 1
                            state.done += 1
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(running.withLock { $0.most } <= limit)
        #expect(running.withLock { $0.done } == 50)
    }

    @Test("Given a waiting task, when it is cancelled, then no slot is lost")
    func cancelled() async throws {
        let limiter = Limiter(limit: 1)
        try await limiter.acquire()
        let waiting = Task { try await limiter.acquire() }
        for _ in 0..<50 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        limiter.release()
        try await limiter.acquire()
    }
}

@Suite("A deadline", .timeLimit(.minutes(10)))
struct DeadlineTests {
    @Test("Given a deadline, when an operation takes longer, then it is cancelled")
    func exceeded() async throws {
        let clock = ManualTime()
        await #expect(throws: DeadlineExceeded.self) {
            try await clock.run {
                try await withDeadline(.seconds(2), time: clock.source) { try await clock.source.sleep(.seconds(3)) }
            }
        }
        #expect(clock.now == .seconds(2))
    }

    @Test("Given work that ignores cancellation, when it answers after the deadline, then the answer is kept")
    func answeredAnyway() async throws {
        let clock = ManualTime()
        let answer = try await clock.run {
            try await withDeadline(.seconds(2), time: clock.source) {
                // Work that does not listen to cancellation ends later, but well.
                try? await clock.source.sleep(.seconds(3))
                return 42
            }
        }
        #expect(answer == 42)
    }

    @Test("Given a deadline, when an operation is faster, then its answer is returned")
    func kept() async throws {
        let clock = ManualTime()
        let answer = try await clock.run {
            try await withDeadline(.seconds(2), time: clock.source) {
                try await clock.source.sleep(.seconds(1))
                return 42
            }
        }
        #expect(answer == 42)
    }
}

@Suite("A problem")
struct ProblemTests {
    @Test("Given a problem, when it is described, then it is one sentence of place, fault and cure")
    func sentence() {
        let problem = Problem(.input, "audio.empty", "the file is empty", cure: "give a recording with speech in it")
        #expect(problem.description == "the file is empty; give a recording with speech in it")
        #expect(problem.at("a.wav").description == "a.wav: the file is empty; give a recording with speech in it")
        #expect(problem.at("a.wav").at("b.wav").place == "a.wav", "the first place is the nearest to the fault")
    }
}

extension LimiterTests {
    @Test(
        "Given waiting callers, when the limit is raised, then as many more run, and when it is lowered, none is stopped"
    )
    func resized() async throws {
        let limiter = Limiter(limit: 1)
        #expect(limiter.tryAcquire() && !limiter.tryAcquire())
        async let second: Void = limiter.acquire()
        async let third: Void = limiter.acquire()
        while limiter.waiting < 2 { await Task.yield() }
        limiter.resize(3)
        _ = try await (second, third)
        #expect(!limiter.tryAcquire() && limiter.limit == 3)
        limiter.resize(1)
        limiter.release()
        #expect(!limiter.tryAcquire())
        limiter.release()
        limiter.release()
        #expect(limiter.tryAcquire() && !limiter.tryAcquire())
    }
}
