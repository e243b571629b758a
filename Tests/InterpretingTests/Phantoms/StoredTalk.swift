import Audio
import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import VerbioTesting

/// A conversation of utterances that wait in the store, each with the evidence that a test gives it.
struct StoredTalk: Sendable {
    struct Turn: Sendable {
        var evidence = SpeechEvidence(
            voicedMilliseconds: 1_500, rmsDBFS: -24, peakDBFS: -8, snrDB: 26, clippedSamples: 0)
        var seconds = 2.0
        /// Seconds of silence before it.
        var gap = 1.0
        var speaker = Speaker.user
        var language = LanguageCode.en
    }

    static let id = ConversationID(rawValue: "c00000000000000000002")

    let store = InMemoryStore()
    var turns: [Turn]
    var promptLag: Int?
    var twoWay = false
    var configuration = InterpreterConfiguration()

    init(_ turns: [Turn], promptLag: Int? = nil) {
        self.turns = turns
        self.promptLag = promptLag
    }

    struct Result: Sendable {
        var records: [UtteranceRecord]
        var finished: Event.ConversationFinished
        var events: [Event]
    }

    /// - Parameters:
    ///   - failure: which commit of the run fails, from 1; nil for none.
    ///   - killed: ends the run as `kill -9` does.
    ///   - time: the system's if a test needs real waits: the default clock multiplies a wait that a provider asks for by
    ///     thirty.
    func interpret(
        by recognizer: any SpeechRecognizer, failingAt failure: Int? = nil, killed: KillSwitch? = nil,
        time: TimeSource = .patient
    ) async throws -> Result {
        var providers = try Rehearsal().providers()
        providers.recognizers = ProviderChain([recognizer], time: .system)
        let conversation = Conversation(
            id: Self.id, title: "talk", createdAt: 0, origin: .stream,
            source: SourceDescription(name: "talk", container: "wav", codec: "pcm", sampleRate: 16_000, channels: 1),
            settings: ConversationSettings(
                pair: try LanguagePair(from: .en, to: .es), segmentation: "test", providers: providers.descriptors
            ) {
                $0.sides.isTwoWay = twoWay
                $0.context.promptLag = promptLag
            })
        try await store.commit([.conversation(conversation)])
        var start = 0
        for (index, turn) in turns.enumerated() {
            start += Int(turn.gap * 16_000)
            let samples = [Int16](repeating: Int16(index + 1), count: Int(turn.seconds * 16_000))
            let range = SampleRange(start: start, end: start + samples.count)
            let utterance = Utterance(
                UtteranceID(conversation: Self.id, sequence: index + 1), speaker: turn.speaker, range: range,
                speech: range,
                direction: Direction(
                    pair: try LanguagePair(from: turn.language, to: turn.language == .es ? .en : .es), reason: "speaker"
                ),
                evidence: turn.evidence, audioHash: ContentHash.of(samples: samples))
            let blob = await store.put(PCM16.littleEndianBytes(samples))
            try await store.commit([.utterance(utterance, audio: blob)])
            start = range.end
        }
        let delivered = Locked<[Delivered]>([])
        var store: any ContentStore = failure.map { FailingStore(base: self.store, failAt: $0) } ?? self.store
        if let killed { store = KillableStore(base: self.store, write: killed.check) }
        let interpreter = Interpreter(providers: providers, store: store, configuration: configuration, time: time)
        let finished = try await interpreter.resume(conversation) { item in
            delivered.withLock { $0.append(item) }
        }
        return Result(
            records: try await store.utterances(of: Self.id, after: 0, limit: 10_000), finished: finished,
            events: delivered.withLock { $0.eventsByUtterance })
    }
}

/// Gives the configured answer for each utterance, and records its requests.
struct ScriptedRecognizer: SpeechRecognizer {
    let answer: @Sendable (RecognitionRequest) -> Recognition
    var takesPrompt = true
    var ownPrompt: String?
    var detectsLanguage = false
    var maximumSeconds: Double?
    let requests = Locked<[RecognitionRequest]>([])
    let descriptor = ProviderDescriptor(name: "scripted", model: "1")
    static let price = Price(audioMinute: 0.6, asOf: "2026-11-21")

    var capabilities: RecognizerCapabilities {
        RecognizerCapabilities(languages: Set(LanguageCode.tested)) {
            $0.maximumSeconds = maximumSeconds
            $0.price = Self.price
            $0.detectsLanguage = detectsLanguage
            $0.takesPrompt = takesPrompt
            $0.ownPrompt = ownPrompt
        }
    }

    init(_ answer: @escaping @Sendable (RecognitionRequest) -> Recognition) { self.answer = answer }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        requests.withLock { $0.append(request) }
        var recognition = answer(request)
        recognition.usage = Usage(audioSeconds: Double(request.audio.count) / 16_000)
        return recognition
    }

    /// What it was shown with the first question about each utterance.
    var prompts: [Int: String] {
        requests.withLock { requests in
            Dictionary(requests.map { ($0.context.utterance, $0.prompt) }, uniquingKeysWith: { first, _ in first })
                .compactMapValues { $0 }
        }
    }
}
