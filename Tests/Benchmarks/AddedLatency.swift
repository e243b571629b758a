import Audio
import Conversations
import Foundation
import Hearing
import Interpreting
import Language
import Plumbing
import Providers
import SQLiteStore
import SimulatedProviders
import VerbioTesting

/// The latency that the pipeline itself adds between the end of an utterance and the first audio of its translation. The
/// providers answer at once, and the store is on.
///
/// Audio comes in blocks of 20 ms. The clock starts when the segmenter gets the block with which it can tell that the
/// utterance has ended. So the configured silence does not count. The clock stops when the first audio is delivered. The
/// peer is pipecat 1.14.0 with in-process instant providers and no store, on a machine like this one. Its p50 / p99 are 1.5
/// / 6.3 ms in its leanest set-up and 8.9 / 38 ms by default.
enum AddedLatency {
    static let utterances = 1_000
    static let block = 320

    static func measure() async throws -> [Figure] {
        let speech = try manyUtterances()
        let decisions = decisiveBlocks(of: speech)
        let stopwatch = Stopwatch()
        let source = ScriptedSource([speech], blockSize: block) { position in
            try await stopwatch.handingOver(block: position / block, decisions)
        }
        let engines = EngineTime()
        let bench = try await Bench(scenario: "sim:instant", engines: engines)
        defer { bench.remove() }
        let slowness = try await MachineSpeed.slowness {
            _ = try await bench.interpreter.interpret(bench.conversation(), from: source) { item in
                switch item {
                case .audio(let utterance, _): stopwatch.heard(utterance)
                case .event(let event): if case .utteranceFinished = event.body { stopwatch.finished() }
                case .texts, .hypothesis, .partial, .revised, .acknowledged, .refused, .measured: break
                }
            }
        }
        let measured = stopwatch.latencies
        let whole = measured.map(\.milliseconds)
        let latencies = measured.map { $0.milliseconds - engines.milliseconds(of: $0.utterance) }
        func figure(_ percentile: Double, target: Double, peer: String) -> Figure {
            let (raw, all) = (latencies.percentile(percentile), whole.percentile(percentile))
            return Figure(
                name: "added latency p\(Int(percentile * 100))", value: raw / slowness, unit: "ms", target: target,
                note: "at the reference machine's speed; as measured \(raw.brief), on a machine "
                    + "\(slowness.brief) × as slow; with the engines' own time \(all.brief); \(latencies.count) utterances, store on; \(peer)"
            )
        }
        return [
            figure(0.5, target: 0.5, peer: "pipecat 1.5 lean, 8.9 default"),
            figure(0.99, target: 3, peer: "pipecat 6.3 lean, 38 default"),
        ]
    }

    /// The bundled sample again and again, each time with another gain, so that no two utterances are the same.
    private static func manyUtterances() throws -> [Float] {
        let once = try SpeechFixtures.speech()
        let perRound = decisiveBlocks(of: once).count
        let rounds = utterances / max(1, perRound) + 1
        var all: [Float] = []
        all.reserveCapacity(once.count * rounds)
        for round in 0..<rounds {
            let gain = 1 - Float(round) * 0.003
            all += once.map { $0 * gain }
        }
        return all
    }

    /// For each utterance the number of the block with which it is known to have ended.
    private static func decisiveBlocks(of speech: [Float]) -> [Int: Int] {
        var segmenter = UtteranceSegmenter(configuration: .file)
        var decisions: [Int: Int] = [:]
        var sequence = 0
        for (index, start) in stride(from: 0, to: speech.count, by: block).enumerated() {
            let end = min(start + block, speech.count)
            for heard in segmenter.push(Array(speech[start..<end])) {
                sequence += 1
                if heard.gate == .pass { decisions[index] = sequence }
            }
        }
        return decisions
    }

    /// Holds the source back after a decisive block until the utterance is finished. People do not begin the next one
    /// within the millisecond in which the rest of the audio is stored.
    private final class Stopwatch: Sendable {
        private struct State {
            var waiting: (utterance: Int, since: ContinuousClock.Instant)?
            var isHeard = false
            var resume: CheckedContinuation<Void, Never>?
            var latencies: [(utterance: Int, milliseconds: Double)] = []
        }

        private let state = Locked(State())
        var latencies: [(utterance: Int, milliseconds: Double)] { state.withLock { $0.latencies } }

        func handingOver(block: Int, _ decisions: [Int: Int]) async throws {
            // The block before this one was decisive: wait for its utterance.
            if decisions[block - 1] != nil {
                await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                    let done = state.withLock { state in
                        if state.waiting == nil { return true }
                        state.resume = continuation
                        return false
                    }
                    if done { continuation.resume() }
                }
            }
            if let utterance = decisions[block] {
                state.withLock { $0.waiting = (utterance, .now) }
            }
        }

        func heard(_ utterance: Int) {
            let now = ContinuousClock.now
            state.withLock { state in
                guard let waiting = state.waiting, waiting.utterance == utterance, !state.isHeard else { return }
                state.isHeard = true
                state.latencies.append((utterance, (now - waiting.since).milliseconds))
            }
        }

        func finished() {
            let resume = state.withLock { state -> CheckedContinuation<Void, Never>? in
                state.waiting = nil
                state.isHeard = false
                defer { state.resume = nil }
                return state.resume
            }
            resume?.resume()
        }
    }
}

/// A store in a temporary folder and an interpreter with simulated engines.
struct Bench {
    let folder: URL
    let store: SQLiteStore
    let providers: ProviderSet
    let interpreter: Interpreter

    init(
        scenario: String, configuration: InterpreterConfiguration = InterpreterConfiguration(),
        segmentation: SegmentationConfiguration = .file, engines: EngineTime? = nil
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-bench-\(UUID().uuidString)")
        store = try await SQLiteStore.open(at: folder.path)
        let scenarios = [SpeechFixtures.packageRoot + "/config/scenarios"]
        let recognizer = try SimulatedProviders.recognizer(scenario, in: scenarios)
        let translator = try SimulatedProviders.translator(scenario, in: scenarios)
        let synthesizer = try SimulatedProviders.synthesizer(scenario, in: scenarios)
        providers =
            if let engines {
                ProviderSet(
                    recognizer: TimedRecognizer(base: recognizer, time: engines),
                    translator: TimedTranslator(base: translator, time: engines),
                    synthesizer: TimedSynthesizer(base: synthesizer, time: engines))
            } else {
                ProviderSet(recognizer: recognizer, translator: translator, synthesizer: synthesizer)
            }
        interpreter = Interpreter(
            providers: providers, store: store, configuration: configuration, segmentation: segmentation)
    }

    func conversation(origin: AudioOrigin = .file(path: "/bench", sha256: "00")) throws -> Conversation {
        Conversation(
            id: .random(), title: "bench", createdAt: 0, origin: origin,
            source: SourceDescription(name: "bench", container: "raw", codec: "pcm", sampleRate: 16_000, channels: 1),
            settings: ConversationSettings(
                pair: try LanguagePair(from: .en, to: .es), segmentation: "bench", providers: providers.descriptors))
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
