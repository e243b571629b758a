import Plumbing
import Testing
import VerbioTesting

@Suite(.timeLimit(.minutes(10)))
struct ManualTimeTests {
    @Test(
        "Given simulated time, when an operation sleeps for hours, then they pass at once, in a fixed order and with deadlines"
    )
    func run() async throws {
        let time = ManualTime()
        let order = Locked<[String]>([])
        let source = time.source
        try await time.run {
            await #expect(throws: DeadlineExceeded.self) {
                try await withDeadline(.seconds(10), time: source) { try await source.sleep(.seconds(3_600)) }
            }
            #expect(source.now() == .seconds(10))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seconds in [3, 1, 2] {
                    group.addTask {
                        try await source.sleep(.seconds(seconds))
                        order.withLock { $0.append("\(seconds) at \(source.now().seconds)") }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(order.withLock { $0 } == ["1 at 11.0", "2 at 12.0", "3 at 13.0"])
        #expect(time.sleeperCount == 0)
    }

    @Test("Given several sleepers, when the clock advances, then only those whose time has come wake")
    func advance() async throws {
        let time = ManualTime()
        let source = time.source
        async let first: Void = source.sleep(.seconds(1))
        async let second: Void = source.sleep(.seconds(5))
        try await time.waitForSleepers(count: 2)
        time.advance(by: .seconds(2))
        try await first
        #expect(time.sleeperCount == 1)
        #expect(time.now == .seconds(2))
        time.advance(by: .seconds(3))
        try await second
    }

    @Test("Given a sleeper, when it is cancelled, then it wakes with CancellationError")
    func cancelled() async throws {
        let time = ManualTime()
        let source = time.source
        let task = Task { try await source.sleep(.seconds(1)) }
        try await time.waitForSleepers(count: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(time.sleeperCount == 0)
    }
}
