import Audio
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import SimulatedProviders
import Testing
import VerbioTesting

/// Hears one more word with every half second; every second hypothesis has another last word.
private final class Counter: SpeechRecognizer {
    private let words: [String]
    private let asked = Locked<[Int]>([])

    init(_ words: [String]) { self.words = words }

    /// The lengths of its requests, in samples.
    var lengths: [Int] { asked.withLock { $0 } }
    var descriptor: ProviderDescriptor { ProviderDescriptor(name: "counter", model: "1") }
    var capabilities: RecognizerCapabilities {
        RecognizerCapabilities(languages: Set(LanguageCode.tested)) { $0.repeatsCheaply = true }
    }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        let number = asked.withLock { asked in
            asked.append(request.audio.count)
            return asked.count
        }
        var heard = Array(words.prefix(max(1, request.audio.count / 8_000)))
        if number % 2 == 0 { heard[heard.count - 1] = "uncertain" }
        return Recognition(text: heard.joined(separator: " "), language: .en)
    }
}

/// Fails unless it is given a whole utterance.
private struct Impatient: SpeechRecognizer {
    let base: Counter
    let lengths: Set<Int>

    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: RecognizerCapabilities { base.capabilities }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        guard lengths.contains(request.audio.count) else {
            throw ProviderError(.transient, stage: .recognition, provider: "counter", "it is not over yet")
        }
        return try await base.recognize(request, hypothesis: hypothesis)
    }
}

/// Answers about an utterance that is still being said only when that utterance has been recognized.
private struct Late: SpeechRecognizer {
    let base: Counter
    let lengths: Set<Int>
    /// The utterances that were recognized.
    let recognized: BoundedChannel<Int>

    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: RecognizerCapabilities { base.capabilities }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        if !lengths.contains(request.audio.count) {
            // An earlier utterance may have been recognized without any such call.
            while let known = try await recognized.next(), known < request.context.utterance {}
            for _ in 0..<50 { await Task.yield() }
        }
        return try await base.recognize(request, hypothesis: hypothesis)
    }
}

/// Lets others work between two blocks, as a microphone does.
private struct Unhurried: SpeechSource {
    let base: ScriptedSource

    var source: SourceDescription { base.source }
    var laneCount: Int { base.laneCount }
    var expectedSeconds: Double? { base.expectedSeconds }
    var damage: [AudioDamage] { base.damage }

    func next() async throws -> SpeechBlock? {
        for _ in 0..<300 { await Task.yield() }
        return try await base.next()
    }

    func stop() { base.stop() }
}

@Suite("Words while they are spoken", .timeLimit(.minutes(5)))
struct PartialTests {
    private func run(
        _ recognizer: some SpeechRecognizer, partials: PartialSchedule?, blockSize: Int = 1_600,
        onDelivery: @escaping @Sendable (Delivered) -> Void = { _ in }
    ) async throws -> (delivered: [Delivered], records: [UtteranceRecord]) {
        var rehearsal = Rehearsal(recognizer: recognizer)
        rehearsal.origin = .stream
        let providers = try rehearsal.providers()
        let delivered = Locked<[Delivered]>([])
        let interpreter = Interpreter(providers: providers, store: rehearsal.store)
        let source = Unhurried(base: ScriptedSource([try SpeechFixtures.speech()], blockSize: blockSize))
        _ = try await interpreter.interpret(
            rehearsal.conversation(providers), from: source, live: LiveHearing(partials: partials)
        ) { item in
            delivered.withLock { $0.append(item) }
            onDelivery(item)
        }
        return (delivered.withLock { $0 }, try await rehearsal.records())
    }

    private static let words = (1...40).map { "word\($0)" }

    @Test("Given partials, when the same recording is heard with and without them, then the utterances are equal")
    func sameFinals() async throws {
        let without = try await run(Counter(Self.words), partials: nil)
        let with = try await run(Counter(Self.words), partials: PartialSchedule())
        #expect(without.records.map(\.utterance) == with.records.map(\.utterance))
        #expect(without.records.count == with.records.count)
        #expect(!without.delivered.contains { if case .partial = $0 { true } else { false } })
    }

    @Test(
        "Given hypotheses that change, when partials come, then no stable word is ever changed",
        arguments: [800, 1_600])
    func stability(blockSize: Int) async throws {
        let partials = try await run(
            Counter(Self.words), partials: PartialSchedule(interval: 300, least: 300), blockSize: blockSize
        ).delivered.compactMap { if case .partial(let partial) = $0 { partial } else { nil } }
        #expect(!partials.isEmpty)
        for (one, next) in zip(partials, partials.dropFirst()) where one.utterance == next.utterance {
            #expect(next.stable.hasPrefix(one.stable))
            #expect(next.end > one.end)
            #expect(next.start == one.start)
        }
    }

    @Test("Given an utterance that was recognized, then no partial of it comes behind its recognition")
    func order() async throws {
        let delivered = try await run(Counter(Self.words), partials: PartialSchedule(interval: 300, least: 300))
            .delivered
        var recognized = 0
        for item in delivered {
            switch item {
            case .partial(let partial): #expect(partial.utterance > recognized)
            case .event(let event): if case .recognized(let body) = event.body { recognized = body.utterance }
            default: break
            }
        }
        #expect(recognized == 6)
    }

    @Test("Given an answer that comes after its utterance was recognized, then it is no partial any more")
    func lateAnswer() async throws {
        let lengths = Set(try await run(Counter(Self.words), partials: nil).records.map(\.utterance.range.count))
        let recognized = BoundedChannel<Int>(capacity: 16)
        let recognizer = Late(base: Counter(Self.words), lengths: lengths, recognized: recognized)
        let (delivered, records) = try await run(recognizer, partials: PartialSchedule(interval: 300, least: 300)) {
            if case .event(let event) = $0, case .recognized(let body) = event.body {
                _ = recognized.trySend(body.utterance)
            }
        }
        #expect(records.allSatisfy { $0.recognition != nil })
        #expect(!delivered.contains { if case .partial = $0 { true } else { false } })
    }

    @Test("Given a recognizer that fails while an utterance is said, then the utterances are still recognized")
    func failures() async throws {
        let whole = try await run(Counter(Self.words), partials: nil).records
        let lengths = Set(whole.map(\.utterance.range.count))
        let recognizer = Impatient(base: Counter(Self.words), lengths: lengths)
        let (delivered, records) = try await run(recognizer, partials: PartialSchedule(interval: 300, least: 300))
        #expect(records.map(\.utterance) == whole.map(\.utterance))
        #expect(records.allSatisfy { $0.recognition != nil })
        #expect(!delivered.contains { if case .partial = $0 { true } else { false } })
    }

    @Test("Given a schedule, then its cost is the seconds that are sent for each second of speech")
    func cost() {
        #expect(PartialSchedule(interval: 1_000, least: 1_000).costFactor(seconds: 4) == 2.5)
        #expect(PartialSchedule(interval: 1_000, least: 1_000).costFactor(seconds: 0.5) == 1)
    }
}
