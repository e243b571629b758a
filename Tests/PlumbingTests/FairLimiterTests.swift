import Plumbing
import Testing
import VerbioTesting

@Suite("A limiter with turns", .timeLimit(.minutes(10)))
struct FairLimiterTests {
    /// Starts an operation that takes a place, notes its name and waits for `gate`.
    private static func start(
        _ name: String, of key: String, on limiter: FairLimiter<String>, _ begun: BoundedChannel<String>,
        _ gate: BoundedChannel<Void>
    ) -> Task<Void, any Error> {
        Task {
            try await limiter.run(key) {
                try await begun.send(name)
                _ = try await gate.next()
            }
        }
    }

    private static func until(_ isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

    @Test("Given one key with many waiting operations, when another key comes, then it waits for one of these at most")
    func turns() async throws {
        let limiter = FairLimiter<String>(limit: 1)
        let (begun, gate) = (BoundedChannel<String>(capacity: 10), BoundedChannel<Void>(capacity: 1))
        var tasks = [Self.start("a0", of: "a", on: limiter, begun, gate)]
        #expect(try await begun.next() == "a0")
        for number in 1...4 {
            tasks.append(Self.start("a\(number)", of: "a", on: limiter, begun, gate))
            await Self.until { limiter.waiting == number }
        }
        tasks.append(Self.start("b0", of: "b", on: limiter, begun, gate))
        await Self.until { limiter.waiting == 5 }
        var order: [String?] = []
        for _ in 0..<5 {
            try await gate.send(())
            order.append(try await begun.next())
        }
        try await gate.send(())
        for task in tasks { try await task.value }
        #expect(order == ["a1", "b0", "a2", "a3", "a4"])
    }

    @Test("Given a key that has its share, when places are free, then it waits and another key does not")
    func share() async throws {
        let limiter = FairLimiter<String>(limit: 4, share: 2)
        // As long as it is the only one, a key may have all places.
        for _ in 0..<4 { #expect(limiter.tryAcquire("a")) }
        #expect(!limiter.tryAcquire("b"))
        for _ in 0..<4 { limiter.release("a") }
        #expect(limiter.tryAcquire("a") && limiter.tryAcquire("a"))
        #expect(!limiter.tryAcquire("a"))
        let waiting = Task { try await limiter.acquire("a") }
        await Self.until { limiter.waiting(of: "a") == 1 }
        #expect(limiter.tryAcquire("b") && limiter.tryAcquire("c"))
        #expect(!limiter.tryAcquire("d"))
        // A place of another key is none of the first one's share.
        limiter.release("b")
        #expect(limiter.waiting(of: "a") == 1)
        limiter.release("a")
        try await waiting.value
        #expect(limiter.waiting == 0)
    }

    @Test("Given a task that waits for its turn, when it is cancelled, then no place is lost")
    func cancelled() async throws {
        let limiter = FairLimiter<String>(limit: 1)
        try await limiter.acquire("a")
        let waiting = Task { try await limiter.acquire("b") }
        await Self.until { limiter.waiting == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        limiter.release("a")
        #expect(limiter.tryAcquire("c"))
    }

    @Test("Given an action that waits for its turn, when a place is free, then it is called, unless it was withdrawn")
    func actions() {
        let limiter = FairLimiter<String>(limit: 1)
        let called = Locked<[String]>([])
        #expect(limiter.acquire("a") { called.withLock { $0.append("first") } } == nil)
        let second = limiter.acquire("a") { called.withLock { $0.append("second") } }
        let third = limiter.acquire("b") { called.withLock { $0.append("third") } }
        #expect(second.map { limiter.withdraw($0, of: "a") } == true)
        limiter.release("a")
        #expect(called.withLock { $0 } == ["third"])
        #expect(third.map { limiter.withdraw($0, of: "b") } == false)
        limiter.release("b")
        #expect(limiter.tryAcquire("a"))
    }

    @Test("Given many operations of several keys, when they run, then limit and share hold and all complete")
    func many() async throws {
        let limiter = FairLimiter<Int>(limit: 3, share: 2)
        let running = Locked((now: [Int: Int](), most: 0, mostOfOne: 0, done: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<90 {
                group.addTask {
                    try await limiter.run(number % 4) {
                        running.withLock { state in
                            state.now[number % 4, default: 0] += 1
                            state.most = max(state.most, state.now.values.reduce(0, +))
                            state.mostOfOne = max(state.mostOfOne, state.now.values.max() ?? 0)
                        }
                        for _ in 0..<5 { await Task.yield() }
                        running.withLock { state in
                            state.now[number % 4, default: 0] -= 1
                            state.done += 1
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let end = running.withLock { $0 }
        #expect(end.done == 90 && end.most <= 3 && end.mostOfOne <= 2)
    }
}
