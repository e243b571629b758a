import Audio
import Conversations
import Foundation
import Guards
import Interpreting
import Language
import Plumbing
import Providers
import SQLiteStore
import SimulatedProviders
import VerbioTesting

/// The latency that the pipeline adds between stages if the translation streams and its clauses are spoken as they
/// become certain. Three times are measured: from the recognizer's answer to the translator's request, from each
/// certain clause to the synthesizer's request, and from audio to the listener. The store is on.
///
/// A clause is certain with the piece of the translation with which the splitter can tell its end. The last ones are
/// certain with the end of the translation. The clock starts when the translator hands that piece over.
enum StageLatency {
    static let rounds = 40

    static func measure() async throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-stages-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await SQLiteStore.open(at: folder.path)
        let times = StageTimes()
        // Fast enough that no clause waits for the one before, which is another matter: two are made at once, no more.
        let scenario = Scenario(
            name: "clauses",
            translation: .init {
                $0.tokenPace = .milliseconds(1)
                $0.pieces = 40
            },
            synthesis: .init { $0.pieces = 8 })
        let time = TimeSource.system
        let providers = ProviderSet(
            recognizer: WatchedRecognizer(base: SimulatedRecognizer(scenario, time: time), times: times),
            translator: WatchedTranslator(base: SimulatedTranslator(scenario, time: time), times: times),
            synthesizer: WatchedSynthesizer(base: SimulatedSynthesizer(scenario, time: time), times: times))
        let interpreter = Interpreter(
            providers: providers, store: store, configuration: InterpreterConfiguration(utterancesInFlight: 1))
        let conversation = Conversation(
            id: .random(), title: "bench", createdAt: 0, origin: .file(path: "/bench", sha256: "00"),
            source: SourceDescription(name: "bench", container: "raw", codec: "pcm", sampleRate: 16_000, channels: 1),
            settings: ConversationSettings(
                pair: try LanguagePair(from: .en, to: .es), segmentation: "bench", providers: providers.descriptors
            ) { $0.speech.isEarly = true })
        let once = try SpeechFixtures.speech()
        // Each time with another gain, so that no two utterances are the same.
        let speech = (0..<rounds).flatMap { round in once.map { $0 * (1 - Float(round) * 0.01) } }
        let slowness = try await MachineSpeed.slowness {
            _ = try await interpreter.interpret(
                conversation, from: ScriptedSource([speech], blockSize: AddedLatency.block)
            ) { item in
                if case .audio(let utterance, _) = item { times.heard(utterance) }
            }
        }
        let guards = try guardMilliseconds()
        return [
            ("STT answer → translation request", times.translations, 0.4),
            ("certain clause → TTS request", times.clauses, 0.4), ("TTS audio in → audio out", times.audio, 0.2),
        ].flatMap { name, latencies, target in
            [(0.5, target), (0.9, 2 * target)].map { share, target in
                let raw = latencies.percentile(share)
                return Figure(
                    name: "\(name) p\(Int(share * 100))", value: raw / slowness, unit: "ms", target: target,
                    note:
                        "at the reference machine's speed; as measured \(raw.brief), on a machine \(slowness.brief) × as slow; "
                        + "all \(latencies.count) of them, store on; the guards that a language model's clause waits for: \(guards.brief)"
                )
            }
        }
    }

    /// How long it takes to look at one clause before it is spoken.
    private static func guardMilliseconds() throws -> Double {
        let pair = try LanguagePair(from: .en, to: .es)
        let guards = TranslationGuards()
        return (0..<200).map { round in
            let began = ContinuousClock.now
            _ = guards.isSafeToSpeak(
                clause: "Mañana por la mañana llegan los \(round) invitados a la casa del médico, ",
                source: "Tomorrow morning the \(round) guests come to the doctor's house, and they bring a book.",
                pair: pair)
            return began.duration(to: .now).milliseconds
        }.percentile(0.5)
    }
}

/// When what was handed over, and how long after it came out again.
private final class StageTimes: Sendable {
    private struct State {
        var recognized: [Int: ContinuousClock.Instant] = [:]
        var certain: [String: ContinuousClock.Instant] = [:]
        var given: [Int: [ContinuousClock.Instant]] = [:]
        var translations: [Double] = []
        var clauses: [Double] = []
        var audio: [Double] = []
    }

    private let state = Locked(State())
    var translations: [Double] { state.withLock { $0.translations } }
    var clauses: [Double] { state.withLock { $0.clauses } }
    var audio: [Double] { state.withLock { $0.audio } }

    func recognized(_ utterance: Int) { state.withLock { $0.recognized[utterance] = .now } }

    func translates(_ utterance: Int) {
        let now = ContinuousClock.now
        state.withLock { state in
            guard let since = state.recognized.removeValue(forKey: utterance) else { return }
            state.translations.append((now - since).milliseconds)
        }
    }

    func certain(_ clauses: [TextSegment], _ utterance: Int) {
        state.withLock { state in
            for clause in clauses { state.certain[Self.key(clause.text, utterance)] = .now }
        }
    }

    func speaks(_ text: String, _ utterance: Int) {
        let now = ContinuousClock.now
        state.withLock { state in
            guard let since = state.certain.removeValue(forKey: Self.key(text, utterance)) else { return }
            state.clauses.append((now - since).milliseconds)
        }
    }

    func gives(_ utterance: Int) { state.withLock { $0.given[utterance, default: []].append(.now) } }

    func heard(_ utterance: Int) {
        let now = ContinuousClock.now
        state.withLock { state in
            guard let since = state.given[utterance]?.first else { return }
            state.given[utterance]?.removeFirst()
            state.audio.append((now - since).milliseconds)
        }
    }

    private static func key(_ text: String, _ utterance: Int) -> String {
        "\(utterance) " + text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// Hears sentences of several clauses, with a number in each so that no two are the same.
private struct WatchedRecognizer: SpeechRecognizer {
    let base: any SpeechRecognizer
    let times: StageTimes
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: RecognizerCapabilities { base.capabilities }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        var answer = try await base.recognize(request, hypothesis: hypothesis)
        let utterance = request.context.utterance
        answer.text =
            "Tomorrow the doctor family market \(utterance)1 price number, good friend coffee water street \(utterance)2 city work. "
            + "Night music book house answer \(utterance)3 question help, small new train station \(utterance)4 child today."
        times.recognized(utterance)
        return answer
    }
}

private struct WatchedTranslator: Translator {
    let base: any Translator
    let times: StageTimes
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: TranslatorCapabilities { base.capabilities }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let utterance = request.context.utterance
        times.translates(utterance)
        let splitter = Locked(SentenceSplitter(language: request.pair.to, granularity: .clause, minimumLength: 30))
        let answer = try await base.translate(request) { text in
            times.certain(splitter.withLock { $0.append(text) }, utterance)
            try await piece(text)
        }
        times.certain(splitter.withLock { $0.finish() }, utterance)
        return answer
    }
}

private struct WatchedSynthesizer: SpeechSynthesizer {
    let base: any SpeechSynthesizer
    let times: StageTimes
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: SynthesizerCapabilities { base.capabilities }

    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        times.speaks(request.text, request.context.utterance)
        return try await base.synthesize(request) { chunk in
            times.gives(request.context.utterance)
            try await audio(chunk)
        }
    }
}
