import ConversationTesting
import Conversations
import Interpreting
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

/// A translator that writes down when it is called, and says how often it may be.
private struct Limited: Translator {
    let base: any Translator
    let time: TimeSource
    var name = "limited"
    /// What each answer announces.
    var limit: AnnouncedLimit?
    /// What the first calls end with.
    var refusals: [ProviderError] = []
    /// How long an answer takes.
    var pause = Duration.zero
    private let begun = Locked<[Duration]>([])

    init(_ base: any Translator, time: TimeSource, name: String = "limited") {
        self.base = base
        self.time = time
        self.name = name
    }

    /// When calls began.
    var calls: [Duration] { begun.withLock { $0 } }
    var descriptor: ProviderDescriptor { ProviderDescriptor(name: name, model: "1") }
    var capabilities: TranslatorCapabilities { base.capabilities }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let number = begun.withLock { begun in
            begun.append(time.now())
            return begun.count
        }
        if let limit { CallReport.current?.limited(limit) }
        if refusals.indices.contains(number - 1) { throw refusals[number - 1] }
        try await time.sleep(pause)
        return try await base.translate(request, piece: piece)
    }
}

@Suite("Providers are called as often as they say, and no more", .timeLimit(.minutes(5)))
struct PacingTests {
    private let clock = ManualTime()
    private let store = InMemoryStore()

    private func translator(_ name: String = "limited", _ scenario: String = "sim:instant") throws -> Limited {
        Limited(
            try SimulatedProviders.translator(scenario, in: Rehearsal.scenarios, time: clock.source),
            time: clock.source, name: name)
    }

    private func run(
        _ translators: [any Translator], patience: Duration? = nil, isLive: Bool = false, inFlight: Int = 8
    ) async throws -> (finished: Event.ConversationFinished, records: [UtteranceRecord]) {
        var rehearsal = Rehearsal(time: clock.source)
        if isLive { rehearsal.origin = .stream }
        var providers = try rehearsal.providers()
        providers.translators = ProviderChain(translators, time: clock.source)
        let conversation = try rehearsal.conversation(providers)
        // One after the other, so that what one answer says the next call knows.
        var configuration = InterpreterConfiguration()
        configuration.concurrency[.translation] = 1
        configuration.outagePatience = patience
        configuration.utterancesInFlight = inFlight
        let interpreter = Interpreter(
            providers: providers, store: store, configuration: configuration, time: clock.source)
        let finished = try await clock.run {
            try await interpreter.interpret(conversation, from: ScriptedSource([SpeechFixtures.speech()])) { _ in }
        }
        return (finished, await store.utterances(of: conversation.id, after: 0, limit: 100))
    }

    private func refusal(after wait: Duration) -> ProviderError {
        ProviderError(.throttled, stage: .translation, provider: "limited", "asked too often", retryAfter: wait)
    }

    @Test("Given an announced interval, when calls are due, then they keep it, and the wait is time in the queue")
    func apart() async throws {
        var limited = try translator()
        limited.limit = AnnouncedLimit(remaining: 0, interval: .seconds(10), reset: .seconds(50))
        let (finished, records) = try await run([limited])
        #expect(finished.state == .complete)
        #expect(limited.calls.count == 6)
        let pauses = zip(limited.calls, limited.calls.dropFirst()).map { $1 - $0 }
        #expect(pauses.allSatisfy { $0 >= .seconds(10) })
        let timings = records.flatMap(\.timings).filter { $0.stage == .translation }
        #expect(timings.map(\.queuedMilliseconds).max() ?? 0 >= 10_000)
        #expect(timings.allSatisfy { $0.totalMilliseconds < 1 }, "the calls themselves took no time")
    }

    @Test(
        "Given a provider that asks for a pause, when it lasts, then it is not called, and one refusal is one more call"
    )
    func leftAlone() async throws {
        var limited = try translator()
        limited.refusals = [refusal(after: .seconds(30))]
        let (finished, records) = try await run([limited])
        #expect(finished.state == .complete)
        #expect(limited.calls.count == 7)
        #expect(limited.calls[0] == .zero)
        #expect(limited.calls.dropFirst().allSatisfy { $0 >= .seconds(30) }, "\(limited.calls)")
        #expect(records.compactMap { $0.attempts[.translation] }.reduce(0, +) == 7)
    }

    @Test("Given refusals without a time, when they come, then all calls wait")
    func wordless() async throws {
        var limited = try translator()
        let refusal = ProviderError(.throttled, stage: .translation, provider: "limited", "asked too often")
        limited.refusals = [refusal, refusal, refusal]
        let (finished, _) = try await run([limited])
        #expect(finished.state == .complete)
        #expect(limited.calls.count == 9)
        let pauses = zip(limited.calls, limited.calls.dropFirst()).map { $1 - $0 }
        #expect(pauses[0] >= .milliseconds(500) && pauses[1] >= .seconds(1) && pauses[2] >= .seconds(2), "\(pauses)")
    }

    @Test("Given a pause longer than a call may wait, when it is requested, then the fallback is called at once")
    func tooLong() async throws {
        var limited = try translator()
        limited.refusals = Array(repeating: refusal(after: .seconds(600)), count: 100)
        let standIn = try translator("stand-in")
        let (finished, _) = try await run([limited, standIn])
        #expect(finished.state == .complete)
        #expect(limited.calls.count == 1)
        #expect(standIn.calls.count == 6)
        #expect(clock.now < .seconds(60), "nobody waited for it")
    }

    @Test("Given a listener, when a provider asks for a pause, then a fallback answers at once")
    func liveGoesOn() async throws {
        var limited = try translator()
        limited.refusals = [refusal(after: .seconds(25))]
        let standIn = try translator("stand-in")
        let (finished, _) = try await run([limited, standIn], isLive: true)
        #expect(finished.state == .complete)
        #expect(clock.now < .seconds(2), "nobody waited for it")
        #expect(limited.calls.count == 1 && standIn.calls.count == 6)
    }

    @Test("Given a pause that a provider requested, when it is over, then the provider is called again, and not before")
    func comesBack() async throws {
        var limited = try translator()
        limited.refusals = [refusal(after: .seconds(25))]
        var standIn = try translator("stand-in")
        standIn.pause = .seconds(10)
        let (finished, _) = try await run([limited, standIn], isLive: true, inFlight: 1)
        #expect(finished.state == .complete)
        #expect(standIn.calls.count == 3 && limited.calls.count == 4)
        #expect(limited.calls.dropFirst().allSatisfy { $0 >= .seconds(25) }, "\(limited.calls)")
    }

    @Test("Given a short pause, no fallback or a recording, when a provider asks for a pause, then the call waits")
    func waitedFor() async throws {
        for (wait, isLive, hasStandIn) in [
            (Duration.seconds(2), true, true), (.seconds(25), true, false), (.seconds(25), false, true),
        ] {
            let test = PacingTests()
            var limited = try test.translator()
            limited.refusals = [test.refusal(after: wait)]
            let standIn = try test.translator("stand-in")
            let (finished, _) = try await test.run(hasStandIn ? [limited, standIn] : [limited], isLive: isLive)
            #expect(finished.state == .complete)
            #expect(limited.calls.count == 7 && standIn.calls.isEmpty, "\(wait) \(isLive)")
        }
    }

    @Test("Given a recording and one provider, when it asks for pauses within the patience, then the calls wait")
    func recordingWaits() async throws {
        var limited = try translator()
        limited.refusals = [refusal(after: .seconds(90)), refusal(after: .seconds(250))]
        let (finished, _) = try await run([limited], patience: .seconds(300))
        #expect(finished.state == .complete)
        #expect(limited.calls.count == 8)
        #expect(limited.calls.dropFirst(2).allSatisfy { $0 >= .seconds(340) }, "\(limited.calls)")
    }

    @Test("Given an outage, when calls are repeated, then their number stays bounded")
    func outage() async throws {
        let down = try translator("down", "sim:outage")
        let (finished, records) = try await run([down])
        #expect(finished.state == .partial)
        #expect(down.calls.count > 6, "some are tried again")
        let refilled = Int(clock.now.seconds / 10)
        #expect(down.calls.count <= 6 + 1 + 10 + refilled)
        #expect(records.allSatisfy { $0.attempts[.translation] ?? 0 >= 1 })
    }
}
