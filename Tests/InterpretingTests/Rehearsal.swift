import Audio
import ConversationTesting
import Conversations
import Hearing
import Interpreting
import Language
import Plumbing
import Providers
import SimulatedProviders
import VerbioTesting

/// A conversation over the bundled sample, with its results.
struct Rehearsal {
    var store: any ContentStore = InMemoryStore()
    var scenario = "sim:instant"
    var configuration = InterpreterConfiguration()
    var blockSize = 16_000
    var origin = AudioOrigin.file(path: "/nowhere/welcome.wav", sha256: "00")
    var time = TimeSource.system
    var lanes: [[Float]]?
    var channels = "mix"
    var twoWay = false
    var speakerEvents: [SpeakerEvent]?
    var segmentation = SegmentationConfiguration.file
    var model: SpeechModel?
    var lookAhead: Int?
    /// In the place of the scenario's.
    var recognizer: (any SpeechRecognizer)?
    var translator: (any Translator)?
    var synthesizer: (any SpeechSynthesizer)?
    /// What is spoken, and what it is translated into.
    var spoken = LanguageTag.en
    var target = LanguageTag.es
    var id = ConversationID(rawValue: "c00000000000000000001")

    static let scenarios = [SpeechFixtures.packageRoot + "/config/scenarios"]

    func providers() throws -> ProviderSet {
        ProviderSet(
            recognizer: try recognizer ?? SimulatedProviders.recognizer(scenario, in: Self.scenarios, time: time),
            translator: try translator ?? SimulatedProviders.translator(scenario, in: Self.scenarios, time: time),
            synthesizer: try synthesizer ?? SimulatedProviders.synthesizer(scenario, in: Self.scenarios, time: time))
    }

    func conversation(_ providers: ProviderSet) throws -> Conversation {
        Conversation(
            id: id, title: "welcome", createdAt: 0, origin: origin,
            source: SourceDescription(name: "welcome", container: "wav", codec: "pcm", sampleRate: 16_000, channels: 1),
            settings: ConversationSettings(
                pair: try LanguagePair(spoken, to: target), segmentation: "test", providers: providers.descriptors
            ) {
                $0.sides.isTwoWay = twoWay
                $0.sides.events = speakerEvents
                $0.listening.channels = channels
                $0.context.lookAhead = lookAhead
            })
    }

    /// Runs it and returns what was delivered.
    func run(
        control: RunControl = RunControl(), live: LiveHearing = LiveHearing(),
        sink: @escaping DeliverySink = { _ in }
    ) async throws -> (finished: Event.ConversationFinished, delivered: [Delivered]) {
        let providers = try providers()
        let delivered = Locked<[Delivered]>([])
        let interpreter = Interpreter(
            providers: providers, store: store, configuration: configuration, segmentation: segmentation, model: model,
            time: time)
        let source = ScriptedSource(try lanes ?? [SpeechFixtures.speech()], blockSize: blockSize)
        let finished = try await interpreter.interpret(
            conversation(providers), from: source, live: live, control: control
        ) { item in
            delivered.withLock { $0.append(item) }
            try await sink(item)
        }
        return (finished, delivered.withLock { $0 })
    }

    /// The stored records without what depends on the clock.
    func records() async throws -> [UtteranceRecord] {
        try await store.utterances(of: id, after: 0, limit: 1_000).map {
            var record = $0
            record.timings = []
            return record
        }
    }
}

extension [Delivered] {
    var events: [Event] {
        compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    /// The events of each utterance together, between those of the conversation. Their order among utterances depends on the
    /// time that the calls take.
    var eventsByUtterance: [Event] {
        events.enumerated().map { place, event in
            let isLast = event.name == "conversation.finished"
            return (event.utterance ?? (isLast ? Int.max : 0), place, event)
        }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Whether the events of each kind and the speech come in the order of the utterances.
    var isInOrder: Bool {
        Dictionary(grouping: events.filter { $0.utterance != nil }, by: \.name).values.map {
            $0.compactMap(\.utterance)
        }
        .allSatisfy { $0 == $0.sorted() } && audio.map(\.utterance) == audio.map(\.utterance).sorted()
    }

    /// Samples of spoken audio by utterance, in the order of delivery.
    var audio: [(utterance: Int, samples: Int)] {
        compactMap { if case .audio(let utterance, let audio) = $0 { (utterance, audio.samples.count) } else { nil } }
    }
}

extension TimeSource {
    /// A clock on which a wait is over as soon as others had a turn.
    static let hurried = TimeSource(
        now: TimeSource.system.now,
        sleep: { _ in
            try Task.checkCancellation()
            for _ in 0..<20 { await Task.yield() }
        }, wallClockMilliseconds: { 0 })
}
