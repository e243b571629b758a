import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

@Suite(.timeLimit(.minutes(10)))
struct PaceTests {
    private let time = ManualTime()

    @Test("Given a provider that has announced no limit, when calls are made, then none waits")
    func unknown() {
        let pace = ProviderPace(time: time.source)
        for _ in 0..<1_000 { #expect(pace.admit() == nil) }
    }

    @Test("Given announced calls, when they are used up, then calls come at the announced interval until the reset")
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

    @Test(
        "Given a provider that asks for pauses, when requests remain, then it is not called, and the longest pause counts"
    )
    func held() {
        let pace = ProviderPace(time: time.source)
        pace.hold(for: .seconds(5))
        pace.hold(for: .seconds(2))
        pace.note(AnnouncedLimit(remaining: 50, interval: .zero, reset: .seconds(60)))
        #expect(pace.admit() == .seconds(5))
        time.advance(by: .seconds(5))
        #expect(pace.admit() == nil)
    }

    @Test("Given refusals without a time, when they repeat, then the pause doubles until a call is answered")
    func refused() {
        let pace = ProviderPace(time: time.source)
        var pauses: [Double] = []
        for _ in 0..<9 {
            pace.refused(for: nil)
            // Calls that were in progress are refused as well.
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

    @Test("Given an announced limit, when a later answer announces another, then the later one counts")
    func replaced() {
        let pace = ProviderPace(time: time.source)
        pace.note(AnnouncedLimit(remaining: 0, interval: .seconds(60), reset: .seconds(60)))
        #expect(pace.admit() == .seconds(60))
        pace.note(AnnouncedLimit(remaining: 1, interval: .seconds(60), reset: .seconds(60)))
        #expect(pace.admit() == nil)
        #expect(pace.admit() == .seconds(60))
    }

    @Test("Given a limit of tokens, when a call needs more than remain, then it waits until they have returned")
    func tokens() {
        let pace = ProviderPace(time: time.source)
        let call = Usage(inputTokens: 300, outputTokens: 100)
        // 6,000 a minute come back: 100 a second.
        pace.note(AnnouncedTokens(.all, remaining: 900, limit: 6_000, reset: .seconds(51)))
        #expect(pace.admit(for: call) == nil)
        #expect(pace.admit(for: call) == nil)
        #expect(pace.admit(for: call) == .seconds(3), "100 are left")
        #expect(pace.admit(for: Usage(inputTokens: 60, outputTokens: 40)) == nil, "a small one has room")
        #expect(pace.admit(for: call) == .seconds(4))
        #expect(pace.admit(for: Usage(audioSeconds: 5)) == nil, "one without tokens is none of their business")
        time.advance(by: .seconds(4))
        #expect(pace.admit(for: call) == nil)
        time.advance(by: .seconds(47))
        for _ in 0..<100 { #expect(pace.admit(for: call) == nil, "all is forgotten") }
    }

    @Test("Given limits for several kinds of tokens, when a call is made, then the scarcest kind decides")
    func kinds() {
        let pace = ProviderPace(time: time.source)
        pace.note(AnnouncedTokens(.input, remaining: 1_000, limit: 1_000, reset: .seconds(60)))
        pace.note(AnnouncedTokens(.output, remaining: 20, limit: 620, reset: .seconds(60)))
        #expect(pace.admit(for: Usage(inputTokens: 900, outputTokens: 50)) == .seconds(3))
        #expect(pace.admit(for: Usage(inputTokens: 900, outputTokens: 20)) == nil)
        // A later answer replaces what an earlier one said of its kind, and leaves the others.
        pace.note(AnnouncedTokens(.output, remaining: 600, limit: 620, reset: .seconds(60)))
        #expect(pace.admit(for: Usage(inputTokens: 200, outputTokens: 20)) == .seconds(60))
    }

    /// What an answer says of calls that return one by one, or all at once.
    private func calls(_ remaining: Int, of limit: Int, reset: Double) -> AnnouncedLimit {
        AnnouncedLimit(
            remaining: remaining, interval: .seconds(reset / Double(limit - remaining)), reset: .seconds(reset))
    }

    @Test(
        "Given a fixed reset, when calls are spent, then none returns before it, and with a sliding one they return evenly"
    )
    func windows() {
        let pace = ProviderPace(time: time.source)
        // Five a minute, counted from the first.
        for (used, reset) in [(1, 60.0), (2, 59), (3, 58), (4, 57), (5, 56)] {
            #expect(pace.admit() == nil)
            pace.note(calls(5 - used, of: 5, reset: reset))
            time.advance(by: .seconds(1))
        }
        #expect(pace.admit() == .seconds(55))
        time.advance(by: .seconds(55))
        // The next minute is like it, though nothing has been seen of that yet.
        #expect(pace.admit() == nil)
        pace.note(calls(0, of: 5, reset: 50))
        #expect(pace.admit() == .seconds(50))
        // One every twelve seconds: the time when all are back is later with each that is made.
        let evenly = ProviderPace(time: time.source)
        for (used, reset) in [(1, 12.0), (2, 23), (3, 34), (4, 45), (5, 56)] {
            #expect(evenly.admit() == nil)
            evenly.note(calls(5 - used, of: 5, reset: reset))
            time.advance(by: .seconds(1))
        }
        #expect(evenly.admit() == .seconds(10.2))
        // If it were mistaken for the other kind, these values would show it.
        for (used, reset) in [(1, 12.0), (2, 24), (4, 48)] { pace.note(calls(5 - used, of: 5, reset: reset)) }
        pace.note(calls(0, of: 5, reset: 60))
        #expect(pace.admit() == .seconds(12))
    }

    @Test("Given no remaining requests, when a bare refusal comes, then requests return one by one")
    func refusedWindow() {
        let pace = ProviderPace(time: time.source)
        pace.note(calls(0, of: 60, reset: 30))
        #expect(pace.admit() == .seconds(0.5))
        time.advance(by: .seconds(0.5))
        #expect(pace.admit() == nil)
        pace.note(calls(0, of: 60, reset: 29.5))
        pace.refused(for: nil)
        #expect(pace.admit() == .seconds(29.5))
        time.advance(by: .seconds(29.5))
        #expect(pace.admit() == nil)
        // How long it says itself comes first, and what remains is no reason for such a refusal.
        pace.note(calls(0, of: 60, reset: 30))
        pace.refused(for: .seconds(2))
        #expect(pace.admit() == .seconds(2))
        let other = ProviderPace(time: time.source)
        other.note(calls(7, of: 60, reset: 30))
        other.refused(for: nil)
        #expect(other.admit() == .milliseconds(500))
    }

    @Test("Given tokens whose reset does not move, when they are used up, then calls wait for the reset")
    func tokenWindows() {
        let pace = ProviderPace(time: time.source)
        let call = Usage(inputTokens: 300)
        for (remaining, reset) in [(900, 60.0), (600, 59), (300, 58), (0, 57)] {
            #expect(pace.admit(for: call) == nil)
            pace.note(AnnouncedTokens(.all, remaining: remaining, limit: 1_200, reset: .seconds(reset)))
            time.advance(by: .seconds(1))
        }
        #expect(pace.admit(for: call) == .seconds(56))
        pace.note(AnnouncedTokens(.input, remaining: 0, limit: 300, reset: .seconds(80)))
        pace.refused(for: nil)
        #expect(pace.admit() == .seconds(80))
    }

    @Test("Given a call that needs more tokens than the limit, when it is made, then it waits for a full bucket")
    func largest() {
        let pace = ProviderPace(time: time.source)
        pace.note(AnnouncedTokens(.all, remaining: 400, limit: 500, reset: .seconds(10)))
        #expect(pace.admit(for: Usage(inputTokens: 9_000)) == .seconds(10))
        time.advance(by: .seconds(10))
        #expect(pace.admit(for: Usage(inputTokens: 9_000)) == nil)
        pace.note(AnnouncedTokens(.all, remaining: 400, limit: nil, reset: .seconds(10)))
        #expect(pace.admit(for: Usage(inputTokens: 401)) == .seconds(10))
        #expect(pace.admit(for: Usage(inputTokens: 400)) == nil)
        #expect(pace.admit(for: Usage(inputTokens: 1)) == .seconds(10))
    }

    @Test("Given limits of calls and tokens, when a call waits for tokens, then it uses none of the remaining calls")
    func both() {
        let pace = ProviderPace(time: time.source)
        pace.note(AnnouncedLimit(remaining: 1, interval: .seconds(30), reset: .seconds(60)))
        pace.note(AnnouncedTokens(.all, remaining: 0, limit: 100, reset: .seconds(10)))
        for _ in 0..<5 { #expect(pace.admit(for: Usage(inputTokens: 10)) == .seconds(1)) }
        time.advance(by: .seconds(1))
        #expect(pace.admit(for: Usage(inputTokens: 10)) == nil)
        #expect(pace.admit(for: Usage()) == .seconds(29))
    }

    @Test("Given a retry budget, when a thousand calls are made, then retries are a fifth of them and ten more")
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

    @Test(
        "Given many calls without retries, when retries are spent, then there are no more than the reserve, which refills"
    )
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

    @Test("Given many calls that fail, when the retry budget is used up, then no call is retried")
    func outage() async throws {
        let budget = RetryBudget(refill: .seconds(1_000_000), time: time.source)
        let retry = Retry(RetryPolicy(), time: time.source, budget: budget, random: { 0 })
        let calls = Locked(0)
        try await time.run {
            for _ in 0..<100 {
                await #expect(throws: failure(.transient)) {
                    try await retry.run { _ in
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
