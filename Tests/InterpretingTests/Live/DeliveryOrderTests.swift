import Audio
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import SimulatedProviders
import Testing
import VerbioTesting

/// What comes in the order of the utterances, and what must not wait.
@Suite("The order of what is delivered", .timeLimit(.minutes(1)))
struct DeliveryOrderTests {
    /// Closed until something has been delivered.
    private final class Gate: Sendable {
        private let channel = BoundedChannel<Void>(capacity: 1)

        func open() { channel.finish() }

        func pass() async throws { _ = try await channel.next() }
    }

    private struct HeldTranslator: Translator {
        let own: any Translator
        let gate: Gate
        var descriptor: ProviderDescriptor { own.descriptor }
        var capabilities: TranslatorCapabilities { own.capabilities }

        func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
            if request.context.utterance == 1 { try await gate.pass() }
            return try await own.translate(request, piece: piece)
        }
    }

    private struct HeldVoice: SpeechSynthesizer {
        let own: any SpeechSynthesizer
        let gate: Gate
        var fails = false
        var descriptor: ProviderDescriptor { own.descriptor }
        var capabilities: SynthesizerCapabilities { own.capabilities }

        func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
            guard request.context.utterance == 1 else { return try await own.synthesize(request, audio: audio) }
            try await gate.pass()
            guard !fails else {
                throw ProviderError(.unusable, stage: .synthesis, provider: descriptor.name, "no voice today")
            }
            return try await own.synthesize(request, audio: audio)
        }
    }

    private static func translator() throws -> any Translator {
        try SimulatedProviders.translator("sim:instant", in: Rehearsal.scenarios, time: .system)
    }

    private static func voice() throws -> any SpeechSynthesizer {
        try SimulatedProviders.synthesizer("sim:instant", in: Rehearsal.scenarios, time: .system)
    }

    /// The names of the events of one utterance, in the order of delivery; speech counts once.
    private static func way(of utterance: Int, in delivered: [Delivered]) -> [String] {
        var way: [String] = []
        for item in delivered {
            switch item {
            case .event(let event) where event.utterance == utterance: way.append(event.name)
            case .audio(utterance, _) where way.last != "audio": way.append("audio")
            case .texts(let record) where record.utterance.sequence == utterance: way.append("texts")
            default: break
            }
        }
        return way
    }

    private static func expectOrder(_ delivered: [Delivered], voiced: Int) {
        for name in ["utterance.recognized", "utterance.translated", "utterance.finished"] {
            let numbers = delivered.events.filter { $0.name == name }.compactMap(\.utterance)
            #expect(numbers == Array(1...6), "\(name)")
        }
        let voices = delivered.audio.map(\.utterance)
        #expect(voices == voices.sorted() && Set(voices).count == voiced)
        for utterance in 1...6 {
            var wanted = ["utterance.recognized", "utterance.translated", "texts", "audio", "utterance.spoken"]
            if utterance <= 6 - voiced { wanted.removeLast(2) }
            #expect(way(of: utterance, in: delivered) == wanted + ["utterance.finished"])
        }
    }

    @Test(
        "given a voice that comes after all texts, then the texts do not wait for it, and voices keep their order",
        arguments: [false, true])
    func slowVoice(fails: Bool) async throws {
        let gate = Gate()
        var rehearsal = Rehearsal()
        rehearsal.synthesizer = HeldVoice(own: try Self.voice(), gate: gate, fails: fails)
        let (finished, delivered) = try await rehearsal.run { item in
            if case .texts(let record) = item, record.utterance.sequence == 6 { gate.open() }
        }
        #expect(finished.state == (fails ? .partial : .complete))
        Self.expectOrder(delivered, voiced: fails ? 5 : 6)
    }

    /// A stream with two utterances in flight and one voice at a time, which speaks when the gate is open.
    private static func stream(voicedBy gate: Gate) throws -> Rehearsal {
        var rehearsal = Rehearsal()
        rehearsal.origin = .stream
        rehearsal.configuration.utterancesInFlight = 2
        rehearsal.configuration.concurrency[.synthesis] = 1
        rehearsal.synthesizer = HeldVoice(own: try voice(), gate: gate)
        return rehearsal
    }

    @Test("given a live listener and a voice that hangs, when more is said than may be in flight, then all texts come")
    func hangingVoice() async throws {
        let gate = Gate()
        let rehearsal = try Self.stream(voicedBy: gate)
        let live = LiveHearing(
            spool: try await rehearsal.store.spool(of: rehearsal.id), clock: LiveClock(time: rehearsal.time))
        let (finished, delivered) = try await rehearsal.run(live: live) { item in
            if case .texts(let record) = item, record.utterance.sequence == 6 { gate.open() }
        }
        #expect(finished.state == .complete)
        Self.expectOrder(delivered, voiced: 6)
    }

    @Test("given a voice that hangs, when more lines are typed than may be in flight, then all translations come")
    func hangingVoiceOfText() async throws {
        let gate = Gate()
        let rehearsal = try Self.stream(voicedBy: gate)
        let providers = try rehearsal.providers()
        var conversation = try rehearsal.conversation(providers)
        conversation.kind = .written
        let lines = try TextLines(text: (1...6).map { "This is line number \($0)." }.joined(separator: "\n"))
        let interpreter = Interpreter(
            providers: providers, store: rehearsal.store, configuration: rehearsal.configuration)
        let delivered = Locked<[Delivered]>([])
        let finished = try await interpreter.interpret(conversation, from: lines) { item in
            delivered.withLock { $0.append(item) }
            if case .texts(let record) = item, record.utterance.sequence == 6 { gate.open() }
        }
        #expect(finished.state == .complete)
        Self.expectOrder(delivered.withLock { $0 }, voiced: 6)
    }

    @Test("given a translation that comes after all recognized texts, then those do not wait for it")
    func slowTranslation() async throws {
        let gate = Gate()
        var rehearsal = Rehearsal()
        rehearsal.translator = HeldTranslator(own: try Self.translator(), gate: gate)
        let (finished, delivered) = try await rehearsal.run { item in
            if case .event(let event) = item, case .recognized(let body) = event.body, body.utterance == 6 {
                gate.open()
            }
        }
        #expect(finished.state == .complete)
        Self.expectOrder(delivered, voiced: 6)
    }

    @Test("given a slow voice, then the log has the events of each utterance together, in order")
    func log() async throws {
        let gate = Gate()
        var rehearsal = Rehearsal()
        rehearsal.synthesizer = HeldVoice(own: try Self.voice(), gate: gate)
        _ = try await rehearsal.run { item in
            if case .texts(let record) = item, record.utterance.sequence == 6 { gate.open() }
        }
        let logged = try await rehearsal.store.events(of: rehearsal.id, after: 0, limit: 100)
        let numbers = logged.compactMap(\.event.utterance)
        #expect(numbers == numbers.sorted() && Set(numbers).count == 6)
    }
}
