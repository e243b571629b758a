import Audio
import Conversations
import Hearing
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioTesting

/// Writes down what it was asked about: a text that depends on every sample.
private final class Scribe: SpeechRecognizer {
    private let asked = Locked<[String]>([])

    var calls: [String] { asked.withLock { $0 } }
    var descriptor: ProviderDescriptor { ProviderDescriptor(name: "scribe", model: "1") }
    var capabilities: RecognizerCapabilities {
        RecognizerCapabilities(languages: Set(LanguageCode.tested)) {
            ($0.isDeterministic, $0.repeatsCheaply) = (true, true)
        }
    }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        let hash = ContentHash.of(samples: PCM16.quantized(request.audio))
        asked.withLock { $0.append(hash) }
        for _ in 0..<5 { await Task.yield() }
        let letters = hash.filter(\.isLetter).map(String.init)
        return Recognition(text: "word " + letters.joined(separator: " "), language: .en)
    }
}

@Suite("Recognition at the first silence", .timeLimit(.minutes(5)))
struct SpeculationTests {
    private func run(
        _ lanes: [[Float]], blockSize: Int, speculates: Bool
    ) async throws -> (records: [UtteranceRecord], calls: [String]) {
        var rehearsal = Rehearsal()
        let scribe = Scribe()
        (rehearsal.recognizer, rehearsal.origin, rehearsal.segmentation) = (scribe, .stream, .conversation)
        let providers = try rehearsal.providers()
        var live = LiveHearing()
        live.speculates = speculates
        _ = try await Interpreter(providers: providers, store: rehearsal.store, segmentation: .conversation).interpret(
            try rehearsal.conversation(providers),
            from: ScriptedSource(lanes, blockSize: blockSize) { _ in for _ in 0..<50 { await Task.yield() } },
            live: live
        ) { _ in }
        return (try await rehearsal.records(), scribe.calls)
    }

    /// Speech with pauses of random lengths, of which some end an utterance and some do not.
    private func speech(_ seed: UInt64) throws -> [Float] {
        var random = SplitMix64(seed: seed)
        let words = try SpeechFixtures.speech()
        var sound: [Float] = []
        for _ in 0..<12 {
            let start = Int(random.next() % UInt64(words.count - 40_000))
            sound += words[start..<start + 8_000 + Int(random.next() % 24_000)]
            sound += [Float](repeating: 0, count: Int(random.next() % 20_000))
        }
        return sound
    }

    @Test("given speech with any pauses, when it is recognized early, then the results are those without that")
    func same() async throws {
        var (early, needed, all) = (0, 0, 0)
        for seed in 1...12 {
            let sound = try speech(UInt64(seed))
            let block = [160, 320, 1_600, 7_777][seed % 4]
            let plain = try await run([sound], blockSize: block, speculates: false)
            let guessed = try await run([sound], blockSize: block, speculates: true)
            #expect(guessed.records == plain.records)
            #expect(plain.records.allSatisfy { $0.attempts[.recognition] ?? 0 <= 1 })
            let recognized = Set(plain.calls)
            needed += plain.calls.count
            all += guessed.calls.count
            // There is one call for each utterance, whether it was guessed or not.
            #expect(guessed.calls.filter { recognized.contains($0) }.sorted() == plain.calls.sorted())
            early += guessed.calls.filter { !recognized.contains($0) }.count
        }
        #expect(needed > 20)
        #expect(early > 0, "some silences were no ends")
        #expect(all < 3 * needed)
    }

    @Test(
        "given silence that ends speech, when it has lasted half a second, then the utterance has its end",
        arguments: [false, true])
    func placed(hasModel: Bool) throws {
        let model = hasModel ? try InstalledModel.path.map { try SpeechModel(path: $0) } : nil
        if hasModel, model == nil { try Test.cancel(Comment(rawValue: InstalledModel.missing)) }
        let configuration = model.map(SegmentationConfiguration.conversation.listening) ?? .conversation
        var (known, ended) = (0, 0)
        for seed in 1...6 {
            var segmenter = UtteranceSegmenter(configuration: configuration, model: model)
            var expected: SampleRange?
            let sound = try speech(UInt64(seed))
            for start in stride(from: 0, to: sound.count - 160, by: 160) {
                for heard in segmenter.push(Array(sound[start..<start + 160])) where heard.end == .silence {
                    ended += 1
                    if heard.range == expected { known += 1 }
                }
                if segmenter.isInSound { expected = nil }
                if expected == nil, (segmenter.silence ?? 0) >= 500 { expected = segmenter.endedBySilence() }
            }
        }
        #expect(ended > 10)
        #expect(known == ended)
    }

    @Test("given two lanes, when they are heard, then no recognition begins early")
    func lanes() async throws {
        let sound = try speech(5)
        let plain = try await run([sound, sound.reversed()], blockSize: 1_600, speculates: false)
        let both = try await run([sound, sound.reversed()], blockSize: 1_600, speculates: true)
        #expect(both.records == plain.records && both.calls.sorted() == plain.calls.sorted())
    }
}
