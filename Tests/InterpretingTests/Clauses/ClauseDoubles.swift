import Audio
import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import VerbioTesting

/// Hears a number.
struct Counting: SpeechRecognizer {
    var text: @Sendable (Int) -> String = { "Utterance number \($0)." }
    var descriptor: ProviderDescriptor { ProviderDescriptor(name: "counting", model: "1") }
    var capabilities: RecognizerCapabilities { RecognizerCapabilities(languages: [.en]) }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        Recognition(text: text(request.context.utterance), language: .en)
    }
}

/// Translates by a script, a piece at a time.
final class Scripted: Translator {
    /// What one call gives: its pieces, and how it ends.
    struct Reply: Sendable {
        var pieces: [String]
        var failure: ProviderError.Failure?

        var text: String { pieces.joined() }

        init(_ pieces: [String], failure: ProviderError.Failure? = nil) {
            self.pieces = pieces
            self.failure = failure
        }
    }

    let name: String
    let streams: Bool
    let takesHints: Bool
    let gap: Duration
    let time: TimeSource
    let script: @Sendable (_ utterance: Int, _ call: Int, _ hint: String?) -> Reply
    let requests = Locked<[TranslationRequest]>([])
    let endedAt = Locked<[Int: Duration]>([:])

    init(
        name: String = "scripted", streams: Bool = true, takesHints: Bool = false, gap: Duration = .zero,
        time: TimeSource = .system,
        script: @escaping @Sendable (_ utterance: Int, _ call: Int, _ hint: String?) -> Reply
    ) {
        self.name = name
        self.streams = streams
        self.takesHints = takesHints
        self.gap = gap
        self.time = time
        self.script = script
    }

    var descriptor: ProviderDescriptor { ProviderDescriptor(name: name, model: "1") }
    var capabilities: TranslatorCapabilities {
        TranslatorCapabilities(pairs: [StoreSamples.pair]) {
            $0.streams = streams
            $0.takesHints = takesHints
        }
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let utterance = request.context.utterance
        let call = requests.withLock { requests in
            requests.append(request)
            return requests.count { $0.context.utterance == utterance }
        }
        let answer = script(utterance, call, request.hint)
        for text in answer.pieces {
            if gap > .zero { try await time.sleep(gap) }
            if streams { try await piece(text) }
        }
        if let failure = answer.failure {
            throw ProviderError(failure, stage: .translation, provider: name, "scripted")
        }
        endedAt.withLock { $0[utterance] = time.now() }
        return Translation(text: answer.text, language: .es)
    }
}

/// Speaks a text as its letters: one sample a scalar, so that what is heard can be read.
final class Speller: SpeechSynthesizer {
    struct Call: Sendable, Hashable {
        var utterance: Int
        var text: String
        var at: Duration
    }

    private struct State {
        var calls: [Call] = []
        var running: [Int: Int] = [:]
        var peakAtOnce = 0
    }

    let name: String
    let time: TimeSource
    let price: Price
    let delay: @Sendable (_ text: String) -> Duration
    /// What goes wrong with a call for a text, and whether its first half is given before.
    let failure: @Sendable (_ text: String, _ call: Int) -> (ProviderError.Failure, isHalfway: Bool)?
    let rate: @Sendable (_ text: String) -> Int
    /// The voice it is configured with, if any.
    let voice: String?
    let tellsVoice: Bool
    /// The longest text it takes, in scalars.
    let longest: Int?
    private let state = Locked(State())

    init(
        name: String = "speller", voice: String? = nil, tellsVoice: Bool = true, longest: Int? = nil,
        time: TimeSource = .system,
        price: Price = .free,
        delay: @escaping @Sendable (String) -> Duration = { _ in .zero },
        rate: @escaping @Sendable (String) -> Int = { _ in 16_000 },
        failure: @escaping @Sendable (String, Int) -> (ProviderError.Failure, isHalfway: Bool)? = { _, _ in nil }
    ) {
        self.name = name
        self.time = time
        self.price = price
        self.delay = delay
        self.rate = rate
        self.voice = voice
        self.tellsVoice = tellsVoice
        self.longest = longest
        self.failure = failure
    }

    var calls: [Call] { state.withLock { $0.calls } }
    var peakAtOnce: Int { state.withLock { $0.peakAtOnce } }
    func texts(of utterance: Int) -> [String] { calls.filter { $0.utterance == utterance }.map(\.text) }

    var descriptor: ProviderDescriptor { ProviderDescriptor(name: name, model: "1") }
    var capabilities: SynthesizerCapabilities {
        SynthesizerCapabilities(languages: [.es]) {
            $0.streams = true
            $0.maximumCharacters = longest
            $0.price = price
            $0.configuredVoices = tellsVoice ? voice.map { [.es: $0] } ?? [:] : [:]
        }
    }

    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        let utterance = request.context.utterance
        let number = state.withLock { state in
            state.calls.append(Call(utterance: utterance, text: request.text, at: time.now()))
            state.running[utterance, default: 0] += 1
            state.peakAtOnce = max(state.peakAtOnce, state.running[utterance] ?? 0)
            return state.calls.count { $0.text == request.text }
        }
        defer { state.withLock { $0.running[utterance, default: 1] -= 1 } }
        guard !capabilities.isTooLong(request.text) else {
            throw ProviderError(.unsupported, stage: .synthesis, provider: name, "the text is too long")
        }
        let wait = delay(request.text)
        let samples = request.text.unicodeScalars.map { Int16(truncatingIfNeeded: $0.value) }
        let rate = rate(request.text)
        let half = samples.count / 2
        if let (failure, isHalfway) = failure(request.text, number) {
            if isHalfway { try await audio(VoiceAudio(sampleRate: rate, samples: Array(samples[..<half]))) }
            throw ProviderError(failure, stage: .synthesis, provider: name, "scripted")
        }
        try await audio(VoiceAudio(sampleRate: rate, samples: Array(samples[..<half])))
        if wait > .zero { try await time.sleep(wait) }
        try await audio(VoiceAudio(sampleRate: rate, samples: Array(samples[half...])))
        return Synthesis(
            voice: voice ?? name, sampleRate: rate, sampleCount: samples.count,
            usage: Usage(characters: request.text.count))
    }
}

/// A conversation over the bundled sample's six utterances, its translations spoken in clauses.
struct ClauseRehearsal {
    var store: any ContentStore = InMemoryStore()
    var translators: [Scripted]
    var synthesizers: [Speller]
    var recognizer = Counting()
    var speaksEarly = true
    var origin = AudioOrigin.file(path: "/nowhere", sha256: "00")
    var time = TimeSource.system
    var configuration = InterpreterConfiguration(retry: RetryPolicy(attempts: 1))
    var budget = Budget()

    static let id = ConversationID(rawValue: "c00000000000000000001")

    func run(
        sink: @escaping DeliverySink = { _ in }
    ) async throws -> (finished: Event.ConversationFinished, delivered: [Delivered]) {
        let providers = ProviderSet(
            recognizers: ProviderChain([recognizer], time: time), translators: ProviderChain(translators, time: time),
            synthesizers: ProviderChain(synthesizers, time: time))
        let conversation = Conversation(
            id: Self.id, title: "clauses", createdAt: 0, origin: origin,
            source: SourceDescription(name: "clauses", container: "wav", codec: "pcm", sampleRate: 16_000, channels: 1),
            settings: ConversationSettings(
                pair: StoreSamples.pair, segmentation: "test", providers: providers.descriptors
            ) { $0.speech.isEarly = speaksEarly })
        let interpreter = Interpreter(
            providers: providers, store: store, configuration: configuration, budget: budget, time: time)
        let delivered = Locked<[Delivered]>([])
        let finished = try await interpreter.interpret(
            conversation, from: try ScriptedSource([SpeechFixtures.speech()], blockSize: 16_000)
        ) { item in
            delivered.withLock { $0.append(item) }
            try await sink(item)
        }
        return (finished, delivered.withLock { $0 })
    }

    func records() async throws -> [UtteranceRecord] {
        try await store.utterances(of: Self.id, after: 0, limit: 100)
    }

    /// What is stored as the utterance's speech, read.
    func spelled(_ record: UtteranceRecord) async throws -> String? {
        guard let speech = record.speech, let bytes = try await store.blob(speech.blob) else { return nil }
        return ClauseRehearsal.read(PCM16.samples(fromLittleEndian: bytes))
    }

    static func read(_ samples: [Int16]) -> String {
        String(String.UnicodeScalarView(samples.compactMap { Unicode.Scalar(UInt32(UInt16(bitPattern: $0))) }))
    }

    /// Without the white space between clauses, which is not heard.
    static func heard(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}

extension [Delivered] {
    /// What a listener hears of an utterance, read.
    func spelled(_ utterance: Int) -> String {
        ClauseRehearsal.read(
            flatMap { item -> [Int16] in
                if case .audio(utterance, let audio) = item { audio.samples } else { [] }
            })
    }
}
