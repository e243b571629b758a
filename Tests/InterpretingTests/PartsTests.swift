import Audio
import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// A recognizer that takes three seconds at once, says what piece of audio it has heard, and records its requests.
private struct Short: SpeechRecognizer {
    let descriptor = ProviderDescriptor(name: "short", model: "1")
    var capabilities: RecognizerCapabilities {
        RecognizerCapabilities(languages: [.en]) {
            $0.confidence = true
            $0.maximumSeconds = isTold ? 3 : nil
            $0.price = Price(audioMinute: 60, asOf: "2026-01-01")
        }
    }
    /// Whether it says so before it is asked.
    var isTold = true
    /// The pieces, by their contents, in order.
    let asked = Locked<[String]>([])
    /// The seconds of audio that were answered.
    let answered = Locked(0.0)
    /// Which calls fail permanently, from 1.
    var failures: Set<Int> = []
    /// Which calls are answered without words.
    var wordless: Set<Int> = []

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        let piece = ContentHash.of(samples: PCM16.quantized(request.audio))
        let number = asked.withLock { asked in
            asked.append(piece)
            return asked.count
        }
        guard request.audio.count <= 48_000 else {
            throw ProviderError(
                isTold ? .unsupported : .tooLarge, stage: .recognition, provider: "short", "too long")
        }
        if failures.contains(number) {
            throw ProviderError(.rejected, stage: .recognition, provider: "short", "it failed")
        }
        let seconds = Double(request.audio.count) / 16_000
        answered.withLock { $0 += seconds }
        return Recognition(
            text: wordless.contains(number) ? "" : "piece\(piece.prefix(6))", language: .en, confidence: 0.5,
            usage: Usage(audioSeconds: seconds))
    }
}

@Suite("Utterances longer than the recognizer takes", .timeLimit(.minutes(5)))
struct PartsTests {
    private let store = InMemoryStore()

    /// Interprets the sample. Most of its utterances last longer than three seconds.
    private func run(_ recognizer: Short, budget: Budget = Budget()) async throws -> [UtteranceRecord] {
        let clock = ManualTime()
        let rehearsal = Rehearsal(store: store, time: clock.source)
        var providers = try rehearsal.providers()
        providers.recognizers = ProviderChain([recognizer], time: clock.source)
        let conversation = try rehearsal.conversation(providers)
        var configuration = InterpreterConfiguration()
        configuration.concurrency[.recognition] = 1
        let interpreter = Interpreter(
            providers: providers, store: store, configuration: configuration, budget: budget, time: clock.source)
        _ = try await clock.run {
            try await interpreter.interpret(conversation, from: ScriptedSource([SpeechFixtures.speech()])) { _ in }
        }
        return await store.utterances(of: conversation.id, after: 0, limit: 100)
    }

    @Test("Given an utterance too long for the recognizer, when it is recognized, then its parts are one answer")
    func inParts() async throws {
        let recognizer = Short()
        let records = try await run(recognizer)
        #expect(records.count == 6 && records.allSatisfy { $0.outcome == .spoken })
        let asked = recognizer.asked.withLock { $0 }
        #expect(asked.count > 6 && Set(asked).count == asked.count)
        #expect(records.reduce(0) { $0 + ($1.attempts[.recognition] ?? 0) } == asked.count)
        for record in records {
            let recognition = try #require(record.recognition)
            let parts = record.attempts[.recognition] ?? 0
            #expect(recognition.text.split(separator: " ").count == parts)
            #expect(recognition.usage.audioSeconds ?? 0 >= record.utterance.range.seconds - 0.001)
            #expect(recognition.confidence == 0.5)
            let timing = try #require(record.timings.first { $0.stage == .recognition })
            // A dollar a second.
            #expect(abs((record.cost(of: .recognition)?.dollars ?? 0) - (recognition.usage.audioSeconds ?? -1)) < 1e-6)
            #expect(record.usage(of: .recognition) == recognition.usage)
            #expect(!timing.reused)
        }
    }

    @Test(
        "Given a limit that only a refusal reveals, when an utterance is refused, then it is cut, and each part is charged once"
    )
    func found() async throws {
        var recognizer = Short()
        recognizer.isTold = false
        let records = try await run(recognizer)
        #expect(records.count == 6 && records.allSatisfy { $0.outcome == .spoken })
        #expect(records.contains { $0.recognition?.text.contains(" ") == true }, "in more than one part")
        let asked = recognizer.asked.withLock { $0 }
        #expect(Set(asked).count == asked.count, "nothing is asked for twice")
        let paid = records.reduce(0) { $0 + ($1.cost(of: .recognition)?.dollars ?? .nan) }
        #expect(abs(paid - recognizer.answered.withLock { $0 }) < 1e-6)
    }

    @Test("Given an utterance whose second part failed, when it is resumed, then no answered part is repeated")
    func resumed() async throws {
        var broken = Short()
        broken.failures = [2]
        let first = try await run(broken)
        #expect(first.filter { !$0.outcome.isFinal }.count == 1)
        let answered = Set(
            broken.asked.withLock { asked in asked.enumerated().filter { $0.offset != 1 }.map(\.element) })
        let whole = Short()
        let second = try await run(whole)
        #expect(second.allSatisfy { $0.outcome == .spoken })
        let asked = whole.asked.withLock { $0 }
        #expect(!asked.isEmpty && answered.isDisjoint(with: asked), "nothing is paid for twice")
        #expect(asked.first == broken.asked.withLock { $0[1] })
        // The result without any failure.
        let smooth = PartsTests()
        #expect(try await smooth.run(Short()).map(\.recognition) == second.map(\.recognition))
    }

    @Test("Given an utterance whose second part failed, when it is resumed, then each answered part is charged once")
    func charged() async throws {
        func sum(_ records: [UtteranceRecord]) -> Money {
            records.flatMap { $0.charges(.recognition) }.compactMap(\.cost).reduce(.zero, +)
        }
        var broken = Short()
        broken.failures = [2]
        let (one, other) = (Budget(), Budget())
        let first = try await run(broken, budget: one)
        #expect(sum(first) == one.spent && one.spent > .zero)
        // The one that failed has no answer, and what parts of it were answered.
        let torn = try #require(first.first { !$0.outcome.isFinal })
        #expect(torn.timings.isEmpty && torn.charges(.recognition).count == (torn.attempts[.recognition] ?? 0) - 1)
        let whole = Short()
        let second = try await run(whole, budget: other)
        #expect(sum(second) == one.spent + other.spent)
        let seconds = broken.answered.withLock { $0 } + whole.answered.withLock { $0 }
        #expect(abs(sum(second).dollars - seconds) < 1e-6, "a dollar a second")
        // What is there already is not paid for.
        let calls = second.flatMap(\.charges)
        #expect(try await run(Short()).flatMap(\.charges) == calls)
    }

    @Test("Given a part with clear speech and no words, when it is answered, then it is requested once more")
    func wordless() async throws {
        var recognizer = Short()
        recognizer.wordless = [1]
        let records = try await run(recognizer)
        #expect(records.allSatisfy { $0.outcome == .spoken })
        let asked = recognizer.asked.withLock { $0 }
        // Others are requested while it waits.
        #expect(asked.filter { $0 == asked[0] }.count == 2)
        #expect(asked.count == Set(asked).count + 1)
    }
}
