import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite(.timeLimit(.minutes(10)))
struct PaceTests {
    private let time = ManualTime()

    @Test("a provider that has announced nothing is never waited for")
    func unknown() {
        let pace = ProviderPace(time: time.source)
        for _ in 0..<1_000 { #expect(pace.admit() == nil) }
    }

    @Test("of what remains every call takes one; then they come one by one, until all is forgotten")
    func announced() {
        let pace = ProviderPace(time: time.source)
        pace.note(AnnouncedLimit(remaining: 2, interval: .seconds(3), reset: .seconds(12)))
        #expect(pace.admit() == nil)
        #expect(pace.admit() == nil)
        #expect(pace.admit() == .seconds(3))
        time.advance(by: .seconds(2))
        #expect(pace.admit() == .seconds(1))
        time.advance(by: .seconds(1))
        #expect(pace.admit() == nil)
        #expect(pace.admit() == .seconds(3))
        time.advance(by: .seconds(9))
        for _ in 0..<100 { #expect(pace.admit() == nil) }
    }

    @Test("nobody is called while it wants to be left alone, however much remains; the longest wish counts")
    func held() {
        let pace = ProviderPace(time: time.source)
        pace.hold(for: .seconds(5))
        pace.hold(for: .seconds(2))
        pace.note(AnnouncedLimit(remaining: 50, interval: .zero, reset: .seconds(60)))
        #expect(pace.admit() == .seconds(5))
        time.advance(by: .seconds(5))
        #expect(pace.admit() == nil)
    }

    @Test("one that refuses without saying for how long is left alone, longer each time until a call is answered")
    func refused() {
        let pace = ProviderPace(time: time.source)
        var pauses: [Double] = []
        for _ in 0..<9 {
            pace.refused(for: nil)
            // Calls that were under way are refused as well.
            for _ in 0..<3 { pace.refused(for: nil) }
            let pause = pace.admit() ?? .zero
            pauses.append(pause.seconds)
            time.advance(by: pause)
            #expect(pace.admit() == nil)
        }
        #expect(pauses == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
        pace.answered()
        pace.refused(for: nil)
        #expect(pace.admit() == .milliseconds(500))
        pace.refused(for: .seconds(7))
        #expect(pace.admit() == .seconds(7))
    }

    @Test("a later answer replaces what an earlier one said")
    func replaced() {
        let pace = ProviderPace(time: time.source)
        pace.note(AnnouncedLimit(remaining: 0, interval: .seconds(60), reset: .seconds(60)))
        #expect(pace.admit() == .seconds(60))
        pace.note(AnnouncedLimit(remaining: 1, interval: .seconds(60), reset: .seconds(60)))
        #expect(pace.admit() == nil)
        #expect(pace.admit() == .seconds(60))
    }

    @Test("retries are a fifth of the calls and ten more")
    func budget() {
        let budget = RetryBudget(time: time.source)
        var retries = 0
        for _ in 0..<1_000 {
            budget.earn()
            while budget.spend() { retries += 1 }
        }
        #expect(retries == 209, "the first call finds the reserve full")
    }

    /// How many retries there are.
    private func spent(of budget: RetryBudget) -> Int {
        var count = 0
        while count < 100, budget.spend() { count += 1 }
        return count
    }

    @Test("good times save up no more than the reserve, which comes back with time")
    func reserve() {
        let budget = RetryBudget(time: time.source)
        for _ in 0..<1_000 { budget.earn() }
        #expect(spent(of: budget) == 10)
        time.advance(by: .seconds(9))
        #expect(!budget.spend())
        time.advance(by: .seconds(16))
        #expect(spent(of: budget) == 2)
        time.advance(by: .seconds(100_000))
        #expect(spent(of: budget) == 10)
    }

    @Test("a call is not made again when the budget is used up, and the others' failures count")
    func outage() async throws {
        let budget = RetryBudget(refill: .seconds(1_000_000), time: time.source)
        let retry = Retry(RetryPolicy(), time: time.source, budget: budget, random: { 0 })
        let calls = Locked(0)
        try await time.run {
            for _ in 0..<100 {
                await #expect(throws: failure(.transient)) {
                    try await retry.run(context) { _ in
                        calls.withLock { $0 += 1 }
                        throw failure(.transient)
                    }
                }
            }
        }
        let made = calls.withLock { $0 }
        #expect(made == 129, "100 calls, a fifth of 99 and ten; without the budget there are 400")
    }
}
