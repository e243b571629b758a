import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

/// Another provider under a name and its own price, which may fail.
private struct Disguised: Translator {
    let base: any Translator
    let name: String
    var price: Price? = .free
    var failure: ProviderError.Failure?
    /// How long a failure takes.
    var pause: (TimeSource, Duration)?
    /// The usage that it reports instead of its actual usage.
    var usage: Usage?
    let calls = Counter()

    var descriptor: ProviderDescriptor { ProviderDescriptor(name: name, model: "1") }
    var capabilities: TranslatorCapabilities {
        var capabilities = base.capabilities
        capabilities.price = price
        return capabilities
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        calls.add()
        if let failure {
            if let (time, length) = pause { try await time.sleep(length) }
            throw ProviderError(failure, stage: .translation, provider: name, "scripted")
        }
        var translation = try await base.translate(request, piece: piece)
        if let usage { translation.usage = usage }
        return translation
    }
}

private final class Counter: Sendable {
    private let value = Locked(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}

@Suite("Others stand in for a provider that fails, and money has its limit", .timeLimit(.minutes(5)))
struct StandInTests {
    private let store = InMemoryStore()
    private let rehearsal = Rehearsal()

    private func run(
        _ translators: [Disguised], budget: Budget = Budget(), retry: RetryPolicy = RetryPolicy(attempts: 1),
        anew: Bool = false, isLive: Bool = false, time: TimeSource = .system
    ) async throws -> (finished: Event.ConversationFinished, records: [UtteranceRecord]) {
        var providers = try rehearsal.providers()
        providers.translators = ProviderChain(translators, time: time)
        var configuration = InterpreterConfiguration()
        configuration.retry = retry
        // One utterance after the other, so that what the first teaches the next one knows.
        configuration.utterancesInFlight = 1
        var conversation = try rehearsal.conversation(providers)
        if isLive { conversation.origin = .stream }
        if anew { conversation.id = ConversationID(rawValue: "c00000000000000000002") }
        let interpreter = Interpreter(
            providers: providers, store: store, configuration: configuration, budget: budget)
        let finished = try await interpreter.interpret(
            conversation, from: try ScriptedSource([SpeechFixtures.speech()], blockSize: 16_000)
        ) { _ in }
        return (finished, await store.utterances(of: conversation.id, after: 0, limit: 100))
    }

    @Test("Given utterances that wait for a provider, when it refuses the key, then they go to the next one at once")
    func queued() async throws {
        let clock = ManualTime()
        let refusing = Disguised(
            base: try translator(), name: "refusing", failure: .unauthorized, pause: (clock.source, .seconds(1)))
        let up = Disguised(base: try translator(), name: "up")
        var rehearsal = rehearsal
        rehearsal.time = clock.source
        var providers = try rehearsal.providers()
        providers.translators = ProviderChain([refusing, up], time: clock.source)
        var configuration = InterpreterConfiguration()
        configuration.utterancesInFlight = 8
        configuration.concurrency[.translation] = 2
        let interpreter = Interpreter(
            providers: providers, store: store, configuration: configuration, time: clock.source)
        let conversation = try rehearsal.conversation(providers)
        let finished = try await clock.run {
            try await interpreter.interpret(
                conversation, from: try ScriptedSource([SpeechFixtures.speech()], blockSize: 16_000)
            ) { _ in }
        }
        #expect(finished.state == .complete)
        #expect(refusing.calls.count == 2 && up.calls.count == 6)
    }

    private func translator() throws -> any Translator {
        try SimulatedProviders.translator("sim:instant", in: Rehearsal.scenarios)
    }

    @Test("Given a provider that fails, when utterances are translated, then the fallback does it and is named")
    func standsIn() async throws {
        let down = Disguised(base: try translator(), name: "down", failure: .transient)
        let up = Disguised(base: try translator(), name: "up")
        // A breaker pauses for five seconds, which a busy machine may take over one utterance.
        let (finished, records) = try await run([down, up], time: .patient)
        #expect(finished.state == .complete)
        #expect(records.count == 6)
        let timings = records.flatMap(\.timings).filter { $0.stage == .translation }
        #expect(timings.map(\.provider) == Array(repeating: "up", count: 6))
        #expect(up.calls.count == 6)
        // The breaker opens after five.
        #expect(down.calls.count == 5)
        #expect(records.map { $0.attempts[.translation] } == [2, 2, 2, 2, 2, 1])
    }

    @Test(
        "Given a listener, when a provider fails, then it is called twice before the fallback, and its breaker counts each call"
    )
    func listenedTo() async throws {
        let retry = RetryPolicy(attempts: 4, base: .zero)
        for (isLive, attempts) in [(true, [3, 3, 3, 1, 1, 1]), (false, [5, 5, 1, 1, 1, 1])] {
            let test = StandInTests()
            let down = Disguised(base: try translator(), name: "down", failure: .transient)
            let up = Disguised(base: try translator(), name: "up")
            let (finished, records) = try await test.run([down, up], retry: retry, isLive: isLive, time: .patient)
            #expect(finished.state == .complete)
            #expect(records.map { $0.attempts[.translation] } == attempts, "live: \(isLive)")
        }
        // The last one has all its attempts.
        let (one, two) = (
            Disguised(base: try translator(), name: "one", failure: .transient),
            Disguised(base: try translator(), name: "two", failure: .transient)
        )
        let (_, records) = try await run([one, two], retry: retry, isLive: true, time: .patient)
        #expect(records.first?.attempts[.translation] == 6)
    }

    @Test("Given a refused key, when more utterances come, then that provider is not called again")
    func refusedKey() async throws {
        let refused = Disguised(base: try translator(), name: "refused", failure: .unauthorized)
        let (finished, _) = try await run([refused, Disguised(base: try translator(), name: "up")])
        #expect(finished.state == .complete)
        #expect(refused.calls.count == 1)
    }

    @Test("Given providers that all fail, when a later run has one that works, then the utterance is finished")
    func allFail() async throws {
        let one = Disguised(base: try translator(), name: "one", failure: .transient)
        let two = Disguised(base: try translator(), name: "two", failure: .unsupported)
        let (finished, records) = try await run([one, two])
        #expect(finished.state == .partial)
        #expect(records.allSatisfy { $0.recognition != nil })
        let (again, _) = try await run([one, Disguised(base: try translator(), name: "up")])
        #expect(again.state == .complete)
    }

    @Test("Given a provider with a price, when it answers, then each cost is stored and counted in the budget")
    func cost() async throws {
        let price = Price(millionCharacters: 10, asOf: "2026-11-20")
        let priced = Disguised(base: try translator(), name: "priced", price: price)
        let budget = Budget()
        let (_, records) = try await run([priced], budget: budget)
        let costs = records.compactMap { $0.cost(of: .translation) }
        let expected = records.compactMap(\.translation).map { price.cost(of: $0.usage) }
        #expect(costs == expected)
        #expect(costs.allSatisfy { $0 > .zero })
        #expect(budget.spent == costs.reduce(.zero, +))
    }

    @Test("Given a spending limit, when it is reached, then it is not exceeded, and a higher one finishes the rest")
    func limit() async throws {
        let price = Price(millionCharacters: 1_000, asOf: "2026-11-20")
        let priced = Disguised(base: try translator(), name: "priced", price: price)
        let budget = Budget(limit: Money(dollars: 0.1))
        let (finished, records) = try await run([priced], budget: budget)
        #expect(finished.state == .partial)
        #expect(budget.spent <= Money(dollars: 0.1))
        let paid = records.compactMap(\.translation).count
        #expect(paid > 0 && paid < 6)
        #expect(priced.calls.count == paid)
        let (again, _) = try await run([priced], budget: Budget(limit: Money(dollars: 5)))
        #expect(again.state == .complete)
        #expect(priced.calls.count == 6)
    }

    @Test(
        "Given a price for tokens, when none are reported, then the expected cost counts against the limit",
        arguments: [Usage(), Usage(inputTokens: 0, outputTokens: 0), Usage(inputTokens: -5, outputTokens: -1)])
    func untold(usage: Usage) async throws {
        let price = Price(millionInputTokens: 1_000, millionOutputTokens: 5_000, asOf: "2026-11-20")
        let priced = Disguised(base: try translator(), name: "priced", price: price, usage: usage)
        let budget = Budget(limit: Money(dollars: 2))
        let (finished, records) = try await run([priced], budget: budget)
        #expect(finished.state == .partial)
        #expect((1..<6).contains(priced.calls.count))
        #expect(budget.spent > .zero && budget.spent <= Money(dollars: 2))
        // What it did cost is not known.
        let charges = records.flatMap { $0.charges(.translation) }
        #expect(!charges.isEmpty && charges.allSatisfy { $0.cost == nil })
    }

    @Test("Given a call far dearer than expected, when the next one is due, then it is expected to cost as much")
    func dearer() async throws {
        let price = Price(millionInputTokens: 1_000, millionOutputTokens: 5_000, asOf: "2026-11-20")
        // It thinks for 20,000 tokens before each answer.
        let thinking = Usage(inputTokens: 300, outputTokens: 20_000)
        let priced = Disguised(base: try translator(), name: "priced", price: price, usage: thinking)
        let budget = Budget(limit: Money(dollars: 250))
        let (finished, _) = try await run([priced], budget: budget)
        #expect(finished.state == .partial)
        #expect(budget.spent == Money(dollars: 200.6))
    }

    @Test("Given a provider that hangs, when there is a fallback, then the provider is soon called no more")
    func hangs() async throws {
        let hung = Disguised(base: try translator(), name: "hung", failure: .timeout)
        let up = Disguised(base: try translator(), name: "up")
        let retry = RetryPolicy(attempts: 4, base: .zero)
        let (finished, records) = try await run([hung, up], retry: retry, time: .patient)
        #expect(finished.state == .complete)
        // The breaker opens after two.
        #expect(records.map { $0.attempts[.translation] } == [2, 2, 1, 1, 1, 1])
        // It is called again for this line alone.
        let alone = Disguised(base: try translator(), name: "alone", failure: .timeout)
        _ = try await run([alone], retry: retry, anew: true)
        #expect(alone.calls.count > 6)
    }

    @Test("Given finished work, when no money is left, then the work is reused, for it costs nothing")
    func finishedWork() async throws {
        let price = Price(millionCharacters: 1_000, asOf: "2026-11-20")
        let priced = Disguised(base: try translator(), name: "priced", price: price)
        _ = try await run([priced])
        let (finished, records) = try await run([priced], budget: Budget(limit: .zero), anew: true)
        #expect(finished.state == .complete)
        #expect(records.flatMap(\.timings).filter { $0.stage == .translation }.allSatisfy { $0.reused })
        #expect(priced.calls.count == records.count)
    }

    @Test("Given a free fallback, when the money does not suffice, then the fallback translates the rest")
    func freeStandsIn() async throws {
        let price = Price(millionCharacters: 1_000, asOf: "2026-11-20")
        let priced = Disguised(base: try translator(), name: "priced", price: price)
        let free = Disguised(base: try translator(), name: "free")
        let (finished, records) = try await run([priced, free], budget: Budget(limit: Money(dollars: 0.1)))
        #expect(finished.state == .complete)
        let names = records.flatMap(\.timings).filter { $0.stage == .translation }.compactMap(\.provider)
        #expect(Set(names) == ["priced", "free"])
    }

    @Test("Given calls that fail, when their cost is counted, then a timeout counts, and a refusal does not")
    func failures() async throws {
        let price = Price(millionCharacters: 1_000, asOf: "2026-11-20")
        var spent = Money.zero
        for (failure, isCounted) in [(ProviderError.Failure.timeout, true), (.throttled, false)] {
            let budget = Budget(limit: Money(dollars: 10))
            let failing = Disguised(base: try translator(), name: "failing", price: price, failure: failure)
            let (_, records) = try await run([failing], budget: budget)
            #expect((budget.spent > .zero) == isCounted)
            // The event of the utterance has the failures of both runs.
            spent = spent + budget.spent
            #expect(records.compactMap { $0.unansweredCosts[.translation] }.reduce(.zero, +) == spent)
        }
    }
}
