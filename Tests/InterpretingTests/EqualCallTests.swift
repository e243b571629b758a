import ConversationTesting
import Conversations
import Interpreting
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

/// A translator that takes its time, and counts.
private struct Slow: Translator {
    let base: any Translator
    let time: TimeSource
    /// What the first calls end with.
    var refusals: [ProviderError] = []
    private let begun = Locked<[String]>([])

    init(_ base: any Translator, time: TimeSource) {
        self.base = base
        self.time = time
    }

    /// The texts it was given.
    var calls: [String] { begun.withLock { $0 } }
    var descriptor: ProviderDescriptor { ProviderDescriptor(name: "slow", model: "1") }
    var capabilities: TranslatorCapabilities {
        var capabilities = base.capabilities
        capabilities.price = Price(millionCharacters: 20, asOf: "2026-11-21")
        return capabilities
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let number = begun.withLock { begun in
            begun.append(request.text)
            return begun.count
        }
        try await time.sleep(.seconds(5))
        if refusals.indices.contains(number - 1) { throw refusals[number - 1] }
        return try await base.translate(request, piece: piece)
    }
}

@Suite("Equal calls at the same time are made once", .timeLimit(.minutes(5)))
struct EqualCallTests {
    private let clock = ManualTime()
    private let store = InMemoryStore()

    private func slow() throws -> Slow {
        Slow(
            try SimulatedProviders.translator("sim:instant", in: Rehearsal.scenarios, time: clock.source),
            time: clock.source)
    }

    private func providers(_ slow: Slow) throws -> ProviderSet {
        var providers = try Rehearsal(time: clock.source).providers()
        providers.translators = ProviderChain([slow], time: clock.source)
        return providers
    }

    private func conversation(_ number: Int, _ providers: ProviderSet) throws -> Conversation {
        var conversation = try Rehearsal(time: clock.source).conversation(providers)
        conversation.id = ConversationID(rawValue: "c0000000000000000000\(number)")
        return conversation
    }

    private func interpret(
        _ number: Int, with providers: ProviderSet
    ) async throws -> Event.ConversationFinished {
        let interpreter = Interpreter(
            providers: providers, store: store, configuration: InterpreterConfiguration(), time: clock.source)
        return try await interpreter.interpret(
            try conversation(number, providers), from: ScriptedSource([SpeechFixtures.speech()])
        ) { _ in }
    }

    private func timings(_ number: Int) async -> [StageTiming] {
        let id = ConversationID(rawValue: "c0000000000000000000\(number)")
        return await store.utterances(of: id, after: 0, limit: 100).flatMap(\.timings).filter {
            $0.stage == .translation
        }
    }

    @Test("Given three equal conversations, when they run at once, then each call is paid once and shared")
    func once() async throws {
        let slow = try slow()
        let providers = try providers(slow)
        let finished = try await clock.run { [self] in
            try await withThrowingTaskGroup { group in
                for number in 1...3 { group.addTask { try await interpret(number, with: providers) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(finished.map(\.state) == [.complete, .complete, .complete])
        #expect(slow.calls.count == Set(slow.calls).count, "\(slow.calls)")
        var reused: [StageTiming] = []
        for number in 1...3 { reused += await timings(number).filter(\.reused) }
        #expect(reused.count == 2 * slow.calls.count)
        // They have waited for it all the while.
        #expect(reused.contains { $0.queuedMilliseconds > 4_000 })
    }

    @Test("Given equal calls, when the first one fails, then each of the others calls for itself without waiting again")
    func failing() async throws {
        var slow = try slow()
        slow.refusals = Array(
            repeating: ProviderError(.rejected, stage: .translation, provider: "slow", "it does not like that"),
            count: 4)
        let providers = try providers(slow)
        let finished = try await clock.run { [self] in
            async let first = interpret(1, with: providers)
            try await clock.source.sleep(.seconds(1))
            async let second = interpret(2, with: providers)
            async let third = interpret(3, with: providers)
            return try await [first, second, third].map(\.state)
        }
        #expect(finished == [.partial, .complete, .complete])
        #expect(clock.now < .seconds(60), "\(clock.now)")
    }

    @Test("Given equal calls, when the first one is cancelled, then the next one takes over and the others wait for it")
    func cancelled() async throws {
        let slow = try slow()
        let providers = try providers(slow)
        let states = try await clock.run { [self] in
            async let first: Void = withThrowingTaskGroup { group in
                group.addTask { _ = try await interpret(1, with: providers) }
                group.addTask { try await clock.source.sleep(.seconds(2)) }
                try await group.next()
                group.cancelAll()
            }
            try await clock.source.sleep(.seconds(1))
            async let second = interpret(2, with: providers)
            async let third = interpret(3, with: providers)
            let states = try await [second, third].map(\.state)
            try await first
            return states
        }
        #expect(states == [.complete, .complete])
        // Calls in progress when the first one was cancelled were made a second time, and none a third time.
        let counts = Dictionary(grouping: slow.calls) { $0 }.mapValues(\.count)
        #expect(counts.values.contains(2) && counts.values.allSatisfy { $0 <= 2 }, "\(counts)")
    }
}
