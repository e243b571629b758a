import Audio
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import SimulatedProviders
import Testing
import VerbioTesting

/// Streams: settles a word for every second that it hears, and guesses the next one.
private final class Streamer: SpeechRecognizer, StreamingRecognizer {
    private let base: any SpeechRecognizer
    /// After so many samples a stream fails; nil never.
    private let failsAfter: Int?
    /// The samples that each stream was sent, by utterance.
    private let heard = Locked<[Int: [Float]]>([:])
    private let asked = Locked(0)

    init(_ base: any SpeechRecognizer, failsAfter: Int? = nil) {
        self.base = base
        self.failsAfter = failsAfter
    }

    var sounds: [Int: [Float]] { heard.withLock { $0 } }
    var calls: Int { asked.withLock { $0 } }
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: RecognizerCapabilities { base.capabilities }
    var streaming: (any StreamingRecognizer)? { self }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        asked.withLock { $0 += 1 }
        return try await base.recognize(request, hypothesis: hypothesis)
    }

    func hear(
        _ request: RecognitionRequest, _ sound: BoundedChannel<[Float]>,
        take: @escaping @Sendable (HeardWords) async throws -> Void
    ) async throws {
        #expect(request.audio.isEmpty)
        let utterance = request.context.utterance
        while let samples = try await sound.next() {
            let count = heard.withLock { heard in
                heard[utterance, default: []] += samples
                return heard[utterance, default: []].count
            }
            if let failsAfter, count > failsAfter {
                throw ProviderError(.transient, stage: .recognition, provider: "streamer", "it broke")
            }
            let words = (0..<count / 16_000).map { "word\($0)" }
            try await take(
                HeardWords(
                    settled: words.joined(separator: " "), open: (words.isEmpty ? "" : " ") + "guess\(count)",
                    seconds: Double(count) / 16_000))
        }
    }
}

@Suite("Words of a recognizer that streams", .timeLimit(.minutes(5)))
struct StreamedPartialTests {
    private func run(
        _ recognizer: some SpeechRecognizer, partials: PartialSchedule? = PartialSchedule(interval: 300, least: 300),
        twoWay: Bool = false
    ) async throws -> (delivered: [Delivered], records: [UtteranceRecord]) {
        var rehearsal = Rehearsal(recognizer: recognizer)
        rehearsal.origin = .stream
        rehearsal.twoWay = twoWay
        let providers = try rehearsal.providers()
        let delivered = Locked<[Delivered]>([])
        let source = ScriptedSource([try SpeechFixtures.speech()], blockSize: 800) { _ in
            for _ in 0..<100 { await Task.yield() }
        }
        _ = try await Interpreter(providers: providers, store: rehearsal.store).interpret(
            rehearsal.conversation(providers), from: source, live: LiveHearing(partials: partials)
        ) { item in delivered.withLock { $0.append(item) } }
        return (delivered.withLock { $0 }, try await rehearsal.records())
    }

    private static func simulated() throws -> any SpeechRecognizer {
        try SimulatedProviders.recognizer("sim:instant", in: Rehearsal.scenarios, time: .system)
    }

    private func partials(_ delivered: [Delivered]) -> [Partial] {
        delivered.compactMap { if case .partial(let partial) = $0 { partial } else { nil } }
    }

    @Test("Given a stream, when an utterance is said, then its words come, and no settled word is ever changed")
    func words() async throws {
        let streamer = Streamer(try Self.simulated())
        let (delivered, records) = try await run(streamer)
        let shown = partials(delivered)
        #expect(Set(shown.map(\.utterance)).count >= records.count - 1)
        #expect(shown.contains { !$0.stable.isEmpty })
        for (one, next) in zip(shown, shown.dropFirst()) where one.utterance == next.utterance {
            #expect(next.stable.hasPrefix(one.stable))
            #expect(next.start == one.start)
            #expect(next.end > one.end)
        }
        for partial in shown {
            let utterance = try #require(records.first { $0.utterance.sequence == partial.utterance }).utterance
            #expect(partial.end <= utterance.range.endSeconds + 0.001)
        }
        // Each utterance is recognized once as a whole, whatever its stream says.
        #expect(streamer.calls == records.count)
    }

    @Test("Given a stream, then it is sent the sound of its utterance without gaps, and nothing else")
    func sound() async throws {
        let streamer = Streamer(try Self.simulated())
        let (_, records) = try await run(streamer)
        let speech = try SpeechFixtures.speech()
        #expect(!streamer.sounds.isEmpty)
        for (number, sound) in streamer.sounds {
            let utterance = try #require(records.first { $0.utterance.sequence == number }).utterance
            let start = utterance.range.start
            #expect(sound.count <= utterance.range.count)
            let sent = PCM16.quantized(sound)
            let said = PCM16.quantized(Array(speech[start..<start + sound.count]))
            #expect(zip(sent, said).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        }
    }

    @Test("Given streams or none, when the same recording is heard, then the utterances and their results are equal")
    func sameResults() async throws {
        let without = try await run(try Self.simulated(), partials: nil).records
        #expect(try await run(Streamer(try Self.simulated())).records == without)
    }

    @Test("Given streams that break, then the utterances are still recognized, and after three no more are opened")
    func failures() async throws {
        let streamer = Streamer(try Self.simulated(), failsAfter: 0)
        let records = try await run(streamer).records
        #expect(records.count == 6)
        #expect(records.allSatisfy { $0.recognition != nil })
        #expect(streamer.sounds.count == 3)
    }

    @Test("Given two languages, then nothing is streamed, because a stream needs one language")
    func twoWay() async throws {
        let streamer = Streamer(try Self.simulated())
        let records = try await run(streamer, twoWay: true).records
        #expect(streamer.sounds.isEmpty)
        #expect(!records.isEmpty)
    }
}
