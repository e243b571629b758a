import Audio
import Configuration
import ConversationTesting
import Conversations
import Foundation
import Hearing
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioServer
import VerbioService
import VerbioTesting

/// The pipeline with simulated engines and a store in memory, observed and, if a test needs it, held up.
final class SampleService: ConversationService {
    let store: any ScopeStore
    /// Requests as they reach the pipeline.
    let requests = Locked<[ConversationRequest]>([])
    /// One element for each translation that has been begun, and one for each that has ended, with how.
    let begun = BoundedChannel<Void>(capacity: 1_000)
    let ended = BoundedChannel<Result<Event.ConversationFinished, any Error>>(capacity: 1_000)
    fileprivate let counts = Locked((running: 0, most: 0))
    let hooks: Hooks
    /// What the last translation was made with.
    private let providers = Locked<ProviderSet?>(nil)

    struct Hooks: Sendable {
        /// Before the audio is opened.
        var opening: @Sendable () async throws -> Void = {}
        /// After the first half of each piece of speech, for a client that hears it in the meantime.
        var speaking: @Sendable () async throws -> Void = {}
        /// After the pipeline has ended.
        var closing: @Sendable () async throws -> Void = {}
        /// Around what is delivered.
        var delivering: @Sendable (RunControl) async throws -> Void = { _ in }
        /// Replaces the simulated one.
        var recognizer: (any SpeechRecognizer)?
        /// Called before the simulated one.
        var translator: (any Translator)?
        /// Whether the simulated one is its fallback.
        var isReplaced = true
        /// The language that is detected in a recording.
        var language: LanguageTag? = LanguageTag(.en)
        /// Whether texts are spoken by ``SampleService/program``.
        var speaksAsProgram = false
        /// Whether the simulated recognizer detects languages instead.
        var detects = false
        /// Whether live speech is heard by ``SampleService/program``.
        var livesAsProgram = false
        /// In the place of these two, and of what each request learns of them the next one knows.
        var translators: ProviderChain<any Translator>?
        /// Verbio's folder for the data of users, with models; if it is set, recordings are heard by ``SampleService/program``.
        var data: URL?
        /// The program that writes films; nil if it is the one of the machine.
        var ffmpeg: String?
    }

    /// The service of the program on the same store, with simulated engines whose calls are logged.
    let program: PipelineService
    let assembly: Assembly
    private let callLog: URL

    /// - Parameter offered: engines that requests may choose.
    init(store: any ScopeStore = InMemoryStore(), hooks: Hooks = Hooks(), offered: [String] = []) {
        self.store = store
        self.hooks = hooks
        callLog = FileManager.default.temporaryDirectory.appending(path: "calls-\(UUID().uuidString)")
        var settings = Settings(values: [:])
        for setting in [Setting.recognizer, .translator, .synthesizer] {
            settings.set(setting, .stringArray(["sim:instant"]))
        }
        settings.set(.speechModel, .string("none"))
        if let ffmpeg = hooks.ffmpeg { settings.set(.ffmpeg, .string(ffmpeg)) }
        settings.set(.requestEngines, .stringArray(offered))
        var assembly = Assembly(settings: settings)
        assembly.environment["VERBIO_SIM_CALL_LOG"] = callLog.path
        if let data = hooks.data { assembly.environment["XDG_DATA_HOME"] = data.deletingLastPathComponent().path }
        self.assembly = assembly
        do { program = try PipelineService(assembly: assembly, store: store) } catch { fatalError("\(error)") }
    }

    /// Engines that requests may choose.
    var offered: [String] { assembly.settings.strings(.requestEngines) }

    deinit { try? FileManager.default.removeItem(at: callLog) }

    /// The calls of ``program`` that have begun, one line each.
    var calls: [Substring] {
        ((try? String(contentsOf: callLog, encoding: .utf8)) ?? "").split(separator: "\n").filter {
            $0.hasPrefix("begin")
        }
    }

    var providerConditions: [ProviderCondition] { providers.withLock { $0 }?.conditions ?? [] }

    var running: Int { counts.withLock { $0.running } }
    /// How many ran at once at most.
    var most: Int { counts.withLock { $0.most } }

    private func translate(
        _ request: ConversationRequest, _ audio: BytePipe, _ corrections: CorrectionQueue?, control: RunControl,
        deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        requests.withLock { $0.append(request) }
        counts.withLock { counts in
            counts.running += 1
            counts.most = max(counts.most, counts.running)
        }
        try await begun.send(())
        let result: Result<(Conversation, Event.ConversationFinished), any Error>
        do {
            result = .success(try await interpret(request, audio, corrections, control, deliver))
        } catch {
            result = .failure(error)
        }
        counts.withLock { $0.running -= 1 }
        // A cancelled task may not send; its end is to be seen anyway.
        await Task { try? await ended.send(result.map(\.1)) }.value
        return try result.get()
    }

    func live(_ request: ConversationRequest, control: RunControl) -> LiveRun {
        guard !hooks.livesAsProgram else { return program.live(request, control: control) }
        return LiveRun(request, control: control) { [self] live, deliver in
            try await translate(live.request, live.pipe, live.corrections, control: live.control, deliver: deliver)
        }
    }

    func translate(
        _ request: ConversationRequest, audio: BytePipe, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        guard hooks.data == nil else {
            requests.withLock { $0.append(request) }
            return try await program.translate(request, audio: audio, control: control, deliver: deliver)
        }
        return try await translate(request, audio, nil, control: control, deliver: deliver)
    }

    func translate(
        _ request: ConversationRequest, text: String, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        requests.withLock { $0.append(request) }
        counts.withLock { $0.running += 1 }
        defer { counts.withLock { $0.running -= 1 } }
        try await hooks.opening()
        let providers = ProviderSet(
            recognizer: GivenText(), translator: try SimulatedProviders.translator("sim:instant"),
            synthesizer: request.isSpoken ? try SimulatedProviders.synthesizer("sim:instant") : nil)
        var conversation = Conversation(
            id: .random(), title: request.title ?? "text", createdAt: 1_700_000_000_000, origin: .stream,
            source: SourceDescription(
                name: "text", container: GivenText.container, codec: "utf-8", sampleRate: speechSampleRate, channels: 1),
            settings: ConversationSettings(
                pair: request.pair, segmentation: "lines", providers: providers.descriptors
            ) { $0.sides.speaker = request.speaker })
        conversation.kind = .written
        let finished = try await Interpreter(providers: providers, store: store).interpret(
            conversation, from: try TextLines(text: text), control: control, deliver: deliver)
        return (conversation, finished)
    }

    func translate(
        _ request: ConversationRequest, upload: StoredUpload, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        requests.withLock { $0.append(request) }
        counts.withLock { counts in
            counts.running += 1
            counts.most = max(counts.most, counts.running)
        }
        defer { counts.withLock { $0.running -= 1 } }
        try await begun.send(())
        try await hooks.opening()
        let hooks = hooks
        let result = try await program.translate(request, upload: upload, control: control) { item in
            try await hooks.delivering(control)
            try await deliver(item)
        }
        try await hooks.closing()
        return result
    }

    var films: any FilmService { program.films }

    func seconds(of upload: StoredUpload, _ listening: ConversationRequest.Listening) async throws -> Double? {
        try await program.seconds(of: upload, listening)
    }

    private func interpret(
        _ request: ConversationRequest, _ audio: BytePipe, _ corrections: CorrectionQueue?, _ control: RunControl,
        _ deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        try await hooks.opening()
        var providers = ProviderSet(
            recognizer: try hooks.recognizer ?? SimulatedProviders.recognizer("sim:instant"),
            translator: try SimulatedProviders.translator("sim:instant"),
            synthesizer: request.isSpoken ? try SimulatedProviders.synthesizer("sim:instant") : nil)
        if let translator = hooks.translator {
            providers.translators = ProviderChain(
                [translator] + (hooks.isReplaced ? providers.translators.providers : []), time: .patient)
        }
        if let translators = hooks.translators { providers.translators = translators }
        if !request.isTranslated { providers.translators = ProviderChain([NoTranslation()], time: .patient) }
        self.providers.withLock { [providers] in $0 = providers }
        let source = try await openSpeechSource(
            .bytes(audio, name: "request body"), options: request.listening.options(ffmpeg: ""))
        let conversation = Conversation(
            id: .random(), title: request.title ?? "untitled", createdAt: 1_700_000_000_000, origin: .stream,
            source: source.source,
            settings: ConversationSettings(
                pair: request.pair,
                segmentation: String(decoding: try JSONEncoder().encode(SegmentationConfiguration.file), as: UTF8.self),
                providers: providers.descriptors
            ) { $0.sides.speaker = request.speaker })
        let interpreter = Interpreter(providers: providers, store: store)
        let hooks = hooks
        let isLive = request.delivery == .live
        let live = LiveHearing(
            speakers: request.speakerEvents?.coming,
            partials: isLive ? PartialSchedule(interval: 300, least: 300) : nil,
            spool: isLive ? try await store.spool(of: conversation.id) : nil, corrections: corrections)
        let finished = try await interpreter.interpret(conversation, from: source, live: live, control: control) {
            item in
            try await hooks.delivering(control)
            try await deliver(item)
        }
        try await hooks.closing()
        return (conversation, finished)
    }
}

extension SampleService {
    func add(
        _ addition: PhraseBook.Addition, within allowance: (any Allowance)?
    ) async throws -> PhraseBook.Added {
        try await hooks.opening()
        return try await program.add(addition, within: allowance)
    }

    func rewrite(
        _ request: RewritingRequest, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        counts.withLock { $0.running += 1 }
        defer { counts.withLock { $0.running -= 1 } }
        try await hooks.opening()
        let hooks = hooks
        return try await program.rewrite(request, control: control) { item in
            try await hooks.delivering(control)
            try await deliver(item)
        }
    }

    func resume(
        _ conversation: Conversation, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        try await hooks.opening()
        return try await program.resume(conversation, control: control, deliver: deliver)
    }

    func keep(
        _ record: UtteranceRecord, tags: [String], within allowance: (any Allowance)?
    ) async throws -> PhraseBook.Added {
        try await program.keep(record, tags: tags, within: allowance)
    }

    var inspection: Inspection { Inspection(assembly) }

    var voices: [SynthesizerCapabilities.Voice] { [.init(id: "sim", language: .en)] }

    func language(
        of audio: BytePipe, _ listening: ConversationRequest.Listening, within allowance: (any Allowance)?
    ) async throws -> LanguageTag? {
        guard hooks.detects else { return hooks.language }
        return try await program.language(of: audio, listening, within: allowance)
    }

    func speak(
        _ text: String, in language: LanguageTag, voice: String?, within allowance: (any Allowance)?,
        heard: PartialSink<VoiceAudio>?
    ) async throws -> VoiceAudio {
        if hooks.speaksAsProgram {
            return try await program.speak(text, in: language, voice: voice, within: allowance, heard: heard)
        }
        try await hooks.opening()
        let estimate = Money(nanodollars: 1_000 * Int64(text.count))
        if let allowance {
            guard let reserved = try await allowance.reserve(estimate) else { throw Unaffordable() }
            reserved.settle(spent: estimate)
        }
        let synthesizer = try SimulatedProviders.synthesizer("sim:instant")
        let samples = Locked<[Int16]>([])
        let request = SynthesisRequest(
            text: text, language: language.code, context: CallContext(conversation: "speech", utterance: 1))
        let synthesis = try await synthesizer.synthesize(request) { piece in
            samples.withLock { $0 += piece.samples }
            guard let heard else { return }
            // In halves, so that something can happen between them.
            let middle = piece.samples.count / 2
            try await heard(VoiceAudio(sampleRate: piece.sampleRate, samples: Array(piece.samples[..<middle])))
            try await hooks.speaking()
            try await heard(VoiceAudio(sampleRate: piece.sampleRate, samples: Array(piece.samples[middle...])))
        }
        return VoiceAudio(sampleRate: synthesis.sampleRate, samples: samples.withLock { $0 })
    }

    func correct(
        _ request: CorrectionRequest, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        counts.withLock { $0.running += 1 }
        defer { counts.withLock { $0.running -= 1 } }
        try await begun.send(())
        try await hooks.opening()
        let hooks = hooks
        return try await program.correct(request, control: control) { item in
            try await hooks.delivering(control)
            try await deliver(item)
        }
    }
}

/// Something to wait for that a test lets happen.
final class Gate: Sendable {
    private let state = Locked<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            defer { state = (true, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// A call would cost more than is left.
struct Unaffordable: Error {}
