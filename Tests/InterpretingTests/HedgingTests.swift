import Audio
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

/// Engines of all stages under a name, with a speed and their own price.
private struct Paced: Sendable {
    let name: String
    let delay: Duration
    let time: TimeSource
    var price = Price.free
    /// Whether it answers although it has been cancelled: its answer was on the way.
    var isStubborn = false
    let cancelled = Counter()

    var descriptor: ProviderDescriptor { ProviderDescriptor(name: name, model: "1") }

    func wait() async throws {
        do {
            try await time.sleep(delay)
        } catch {
            cancelled.add()
            if !isStubborn { throw error }
        }
    }

    struct Recognizer: SpeechRecognizer {
        let paced: Paced
        var descriptor: ProviderDescriptor { paced.descriptor }
        var capabilities: RecognizerCapabilities { RecognizerCapabilities(languages: [.en]) { $0.price = paced.price } }

        func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
            try await paced.wait()
            return Recognition(text: "Heard by \(paced.name) \(request.context.utterance).", language: .en)
        }
    }

    struct Interpreter: Translator {
        let paced: Paced
        var descriptor: ProviderDescriptor { paced.descriptor }
        var capabilities: TranslatorCapabilities {
            TranslatorCapabilities(pairs: [StoreSamples.pair]) {
                $0.streams = true
                $0.price = paced.price
            }
        }

        func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
            try await paced.wait()
            try await piece("Por ")
            return Translation(
                text: "Por \(paced.name) \(request.context.utterance).", language: .es, usage: Usage(characters: 10))
        }
    }

    struct Speaker: SpeechSynthesizer {
        let paced: Paced
        var descriptor: ProviderDescriptor { paced.descriptor }
        var capabilities: SynthesizerCapabilities {
            SynthesizerCapabilities(languages: [.es]) {
                $0.streams = true
                $0.price = paced.price
            }
        }

        func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
            try await paced.wait()
            for _ in 0..<4 {
                try await audio(VoiceAudio(sampleRate: 16_000, samples: Array(repeating: 7, count: 800)))
                try await paced.time.sleep(.milliseconds(50))
            }
            return Synthesis(voice: paced.name, sampleRate: 16_000, sampleCount: 3_200)
        }
    }
}

private final class Counter: Sendable {
    private let value = Locked(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}

@Suite("A slow provider gets company", .timeLimit(.minutes(5)))
struct HedgingTests {
    private let clock = ManualTime()
    private let store = InMemoryStore()

    private func engine(_ name: String, _ delay: Duration, price: Price = .free) -> Paced {
        Paced(name: name, delay: delay, time: clock.source, price: price)
    }

    private func run(
        _ engines: [Paced], hedging stages: Set<Stage> = Set(Stage.allCases), budget: Budget = Budget()
    ) async throws -> (finished: Event.ConversationFinished, records: [UtteranceRecord], delivered: [Delivered]) {
        let providers = ProviderSet(
            recognizers: ProviderChain(engines.map { Paced.Recognizer(paced: $0) }, time: clock.source),
            translators: ProviderChain(engines.map { Paced.Interpreter(paced: $0) }, time: clock.source),
            synthesizers: ProviderChain(engines.map { Paced.Speaker(paced: $0) }, time: clock.source))
        var configuration = InterpreterConfiguration()
        for stage in stages { configuration.hedgeAfter[stage] = .seconds(1) }
        let conversation = try Rehearsal().conversation(providers)
        let interpreter = Interpreter(
            providers: providers, store: store, configuration: configuration, budget: budget, time: clock.source)
        let delivered = Locked<[Delivered]>([])
        let finished = try await clock.run {
            try await interpreter.interpret(conversation, from: ScriptedSource([SpeechFixtures.speech()])) { item in
                delivered.withLock { $0.append(item) }
            }
        }
        return (
            finished, await store.utterances(of: conversation.id, after: 0, limit: 100), delivered.withLock { $0 }
        )
    }

    @Test("Given a slow provider, when a second one is faster, then the result of the second counts at every stage")
    func fasterCounts() async throws {
        let (slow, fast) = (engine("slow", .seconds(20)), engine("fast", .milliseconds(100)))
        let (finished, records, delivered) = try await run([slow, fast])
        #expect(finished.state == .complete)
        #expect(finished.coverage.spokenMilliseconds == finished.coverage.voicedMilliseconds)
        for record in records {
            #expect(record.attempts == [.recognition: 2, .translation: 2, .synthesis: 2])
            #expect(record.recognition?.text == "Heard by fast \(record.utterance.sequence).")
            #expect(record.translation?.text == "Por fast \(record.utterance.sequence).")
            #expect(record.speech?.voice == "fast")
            #expect(record.timings.map(\.provider) == ["fast", "fast", "fast"])
            let samples = delivered.audio.filter { $0.utterance == record.utterance.sequence }.map(\.samples)
            #expect(samples.reduce(0, +) == 3_200, "nobody hears two voices")
        }
        #expect(slow.cancelled.count == 18)
        #expect(clock.now < .seconds(20), "nobody waited for it")
    }

    @Test("Given no setting for hedges, when a provider is slow, then there is one call")
    func off() async throws {
        let (slow, fast) = (engine("slow", .seconds(5)), engine("fast", .zero))
        let (_, records, _) = try await run([slow, fast], hedging: [])
        #expect(records.allSatisfy { $0.attempts == [.recognition: 1, .translation: 1, .synthesis: 1] })
        #expect(records.allSatisfy { $0.recognition?.text.hasPrefix("Heard by slow") ?? false })
    }

    @Test("Given a cancelled call, when its answer comes too late, then it is neither stored nor heard")
    func tooLate() async throws {
        var slow = engine("slow", .seconds(20))
        slow.isStubborn = true
        let (finished, records, delivered) = try await run([slow, engine("fast", .milliseconds(100))])
        #expect(finished.state == .complete)
        #expect(slow.cancelled.count == 18)
        for record in records {
            #expect(record.recognition?.text == "Heard by fast \(record.utterance.sequence).")
            #expect(record.translation?.text == "Por fast \(record.utterance.sequence).")
            #expect(record.timings.map(\.provider) == ["fast", "fast", "fast"])
            let samples = delivered.audio.filter { $0.utterance == record.utterance.sequence }.map(\.samples)
            #expect(samples.reduce(0, +) == 3_200)
        }
        // Nor is anything left to do, or made again.
        let again = try await run([slow, engine("fast", .milliseconds(100))])
        #expect(again.records.map(\.attempts) == records.map(\.attempts))
    }

    @Test("Given a hedged call, when the faster answer counts, then both calls are paid for")
    func paid() async throws {
        let price = Price(millionCharacters: 100, asOf: "2026-11-20")
        let budget = Budget()
        let (_, records, _) = try await run(
            [engine("slow", .seconds(20), price: price), engine("fast", .milliseconds(100), price: price)],
            hedging: [.translation], budget: budget)
        let answers = records.flatMap(\.charges).compactMap(\.cost).reduce(.zero, +)
        #expect(budget.spent > answers)
    }

    @Test("Given money for one call, when a hedge is due, then one provider is called")
    func oneIsAffordable() async throws {
        let price = Price(audioMinute: 60, asOf: "2026-11-20")
        // Ten dollars are ten seconds of audio; the recognitions of the sample take three to four each.
        let dear = engine("dear", .seconds(20), price: price)
        let (_, records, _) = try await run(
            [engine("slow", .seconds(5)), dear], hedging: [.recognition], budget: Budget(limit: Money(dollars: 1)))
        #expect(records.allSatisfy { $0.recognition?.text.hasPrefix("Heard by slow") ?? false })
        #expect(records.allSatisfy { $0.attempts[.recognition] == 1 })
    }
}
