import Audio
import Configuration
import Conversations
import Delivery
import FoundationEssentials
import Glibc
import Hearing
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import SQLiteStore

/// One conversation to be interpreted, however it was asked for: its engines, its store and its audio.
struct Session: Sendable {
    let assembly: Assembly
    let store: any ConversationStore
    let providers: ProviderSet
    var conversation: Conversation
    /// Keeps other processes from working on the conversation for as long as the session is there.
    var claim: ConversationClaim?
    /// Nil if the utterances in the store are gone on with: the audio is gone, or all of it has been heard.
    let source: (any SpeechSource)?
    let segmentation: SegmentationConfiguration
    let model: SpeechModel?
    /// The lines, where it is written.
    var lines: TextLines?
    /// Where it is said meanwhile who speaks.
    var speakers: SpeakerLine?
    /// Whether somebody may hear a voice before all of it is there.
    var isHeardMeanwhile = false
    /// What this and other sessions may cost together; nil if it has a limit of its own.
    var sharedBudget: Budget?
    /// What the last run was allowed to spend, and what came of it.
    let budget = Locked(Budget())

    /// What is to be interpreted.
    struct Request {
        var input: AudioInput
        /// The file's absolute path, or nil for a pipe.
        var path: String?
        var title: String?
        var pair: LanguagePair
        var speaker = Speaker.user
        /// Whether either side may speak at any time.
        var twoWay = false
        /// Where it is said who speaks when.
        var speakers: SpeakerEventInput?
        var reading = ReadingOptions()
        /// Whether somebody waits for each utterance.
        var live = false
        /// Whether somebody may hear a voice before all of it is there.
        var isHeardMeanwhile = false
        /// Terms and form of address in the place of those of the settings.
        var glossary: Glossary?
        var formality: Formality?

        /// Every direction that will be translated in.
        var directions: [LanguagePair] {
            hearsBothSides ? [pair, pair.reversed] : [speaker == .user ? pair : pair.reversed]
        }

        /// Whether both languages are heard, or translated into.
        var hasBothSides: Bool { speaker == .other || hearsBothSides }

        /// Whether each side may speak.
        private var hearsBothSides: Bool {
            twoWay || speakers != nil || reading.channels == .speakersByChannel
        }

        /// The same for what is only transcribed: the language that is spoken is the only one, unless both sides are heard.
        var transcribed: Request {
            var request = self
            if !hearsBothSides { request.pair = LanguagePair(only: speaker == .user ? pair.source : pair.target) }
            return request
        }

        /// As it is done with these settings.
        func heard(by settings: Settings) -> Request { settings.translates ? self : transcribed }
    }

    /// Looks whether a request can be done at all.
    ///
    /// - Throws: `Problem` of kind `usage` or `provider`.
    static func check(_ request: Request, assembly: Assembly) async throws {
        try await assembly.requireEngines()
        let request = try check(request, with: assembly.providers(), assembly)
        if request.glossary == nil, !request.pair.isOne { _ = try assembly.glossary(for: request.pair) }
    }

    /// The same with these engines.
    ///
    /// - Returns: the request with languages as the engines know them.
    private static func check(
        _ request: Request, with providers: ProviderSet, _ assembly: Assembly
    ) throws -> Request {
        var request = providers.translates ? request : request.transcribed
        request.pair = providers.told(request.pair, bothWays: request.hasBothSides)
        try assembly.check(
            providers, speaker: request.speaker, pair: request.pair, channels: request.reading.channels,
            twoWay: request.twoWay, namesSpeakers: request.speakers != nil)
        return request
    }

    /// Opens the audio and finds or names its conversation.
    ///
    /// - Parameter providers: engines that are already running, or nil to start those of the settings.
    static func open(
        _ request: Request, assembly: Assembly, store: any ConversationStore, providers: ProviderSet? = nil
    ) async throws -> Session {
        let assembly = providers == nil ? assembly.choosing(for: request.directions) : assembly
        if providers == nil { try await assembly.requireEngines() }
        let providers = try providers ?? assembly.providers()
        var request = try check(request, with: providers, assembly)
        let model = try assembly.speechModel()
        let segmentation = try assembly.segmentation(live: request.live, model: model)
        let settings = try assembly.conversationSettings(
            pair: request.pair, speaker: request.speaker, reading: request.reading,
            segmentation: segmentation, providers: providers, twoWay: request.twoWay, live: request.live,
            isComplete: request.path != nil && !request.live,
            glossary: request.glossary, formality: request.formality, speakerEvents: request.speakers?.known)
        var (id, origin): (ConversationID, AudioOrigin) = (.random(), .stream)
        if let path = request.path {
            let hash = try await FileHash.sha256(of: path)
            origin = .file(path: path, sha256: hash)
            id = try ConversationID(fileSHA256: hash, settings: settings)
        }
        request.reading.spokenLanguage = settings.namedPair.from
        let (claim, known) = try await store.claimLatest(id, called: request.input.name, time: assembly.time)
        var source: (any SpeechSource)?
        var description: SourceDescription
        if let known, known.state == .complete {
            // It is told from the store: no decoder has to be there, nor to decode as it did.
            description = known.source
            description.name = request.input.name
        } else {
            let opened = try await request.input.explained(request.reading, openSpeechSource(_:options:))
            (source, description) = (opened, opened.source)
        }
        let conversation = Conversation(
            id: known?.id ?? id, title: request.title ?? description.name,
            createdAt: known?.createdAt ?? assembly.time.wallClockMilliseconds(), origin: origin,
            source: description, settings: settings, state: source == nil ? .complete : .running)
        return Session(
            assembly: assembly, store: store, providers: providers, conversation: conversation, claim: claim,
            source: source, segmentation: segmentation, model: model, speakers: request.speakers?.coming,
            isHeardMeanwhile: request.live || request.isHeardMeanwhile)
    }

    /// Opens a stored conversation to go on with it, with the settings it was begun with.
    ///
    /// - Parameter engines: other engines for what is not finished.
    static func resume(
        _ conversation: Conversation, assembly: Assembly, store: any ConversationStore, engines: EngineOptions
    ) async throws -> Session {
        let settings = conversation.settings
        let stored = try await stored(conversation, assembly: assembly, store: store, engines: engines)
        try stored.assembly.check(
            stored.providers, speaker: settings.speaker, pair: settings.pair,
            channels: ChannelPolicy(settingsName: settings.channels), twoWay: settings.twoWay ?? false,
            namesSpeakers: settings.speakerEvents != nil)
        if conversation.isWritten {
            return try await resume(
                written: stored.conversation, stored.providers, assembly: stored.assembly, store: store)
        }
        return conversation.state == .complete ? stored : try await stored.withItsRecording()
    }

    /// A stored conversation with engines for what is to be done in it, and without its audio.
    static func stored(
        _ conversation: Conversation, assembly: Assembly, store: any ConversationStore, engines: EngineOptions?
    ) async throws -> Session {
        var resumed = try assembly.settings(of: conversation.settings)
        engines?.apply(to: &resumed)
        guard resumed.translates == conversation.settings.isTranslated else {
            throw Problem(
                .usage, "conversation.translated",
                "\(conversation.id) was begun \(resumed.translates ? "to be transcribed only" : "with a translation")",
                at: "--mt", cure: "leave it out, or run 'verbio translate' on its recording")
        }
        let pair = conversation.settings.pair
        let assembly = Assembly(settings: resumed, time: assembly.time)
            .choosing(for: conversation.settings.hasBothSides ? [pair, pair.reversed] : [pair])
        try await assembly.requireEngines()
        let providers = try assembly.providers(written: conversation.isWritten)
        // An engine may have been installed or updated since. What is finished stays; the rest is done with what is there.
        var conversation = conversation
        conversation.settings.providers = providers.descriptors
        conversation.settings.standIns = providers.standIns.isEmpty ? nil : providers.standIns
        conversation.settings.voice = resumed.text(.voice)
        let segmentation: SegmentationConfiguration =
            conversation.isWritten
            ? .file : try SegmentationConfiguration(settingsText: conversation.settings.segmentation)
        return Session(
            assembly: assembly, store: store, providers: providers, conversation: conversation, source: nil,
            segmentation: segmentation, model: nil)
    }

    /// The same with the recording opened, where it was one.
    ///
    /// - Throws: `Problem` of kind `input` where it is not there any more, or is another one.
    func withItsRecording() async throws -> Session {
        guard case .file(let path, let sha256) = conversation.origin else { return self }
        let settings = conversation.settings
        var options = ReadingOptions(
            channels: ChannelPolicy(settingsName: settings.channels),
            track: try settings.track.map { try TrackChoice(parsing: $0) } ?? .automatic,
            spokenLanguage: settings.namedPair.from,
            raw: try settings.raw.map { try RawFormat(parsing: $0) }, ffmpegPath: assembly.settings.string(.ffmpeg))
        options.part = try settings.part.map { (name) throws(Problem) in try RecordingPart(settingsName: name) }
        // Whoever began it had the choice.
        options.allowsCrosstalk = true
        let model = try assembly.speechModel(of: segmentation)
        let source = try await openSpeechSource(.file(path), options: options)
        guard try await FileHash.sha256(of: path) == sha256 else {
            throw Problem(
                .input, "audio.changed", "the recording is not the one \(conversation.id) was begun with",
                at: path, cure: "restore it, or translate it as a new conversation")
        }
        return Session(
            assembly: assembly, store: store, providers: providers, conversation: conversation, source: source,
            segmentation: segmentation, model: model)
    }

    /// Interprets it to its end or to the drain.
    func run(control: RunControl, deliver: @escaping DeliverySink) async throws -> Event.ConversationFinished {
        let interpreter = try interpreter()
        if let lines {
            return try await interpreter.interpret(conversation, from: lines, control: control, deliver: deliver)
        }
        if let source {
            return try await interpreter.interpret(
                conversation, from: source, speakers: speakers, control: control, deliver: deliver)
        }
        let ending = conversation.state == .complete ? try await store.ending(of: conversation) : nil
        return try await interpreter.resume(conversation, ending: ending, control: control, deliver: deliver)
    }

    /// A conversation in the place of this one, whose recording is decoded otherwise than when it was begun. This one stays as
    /// it is.
    func anew() async throws -> Session {
        var next = conversation
        (next.id, next.createdAt, next.state) = (.random(), assembly.time.wallClockMilliseconds(), .interrupted)
        // In one transaction, so that no later run finds the one without the other.
        try await store.commit([.conversation(next), .succeeded(conversation.id, by: next.id)])
        let claim = try await store.claim(next.id)
        let session = Session(
            assembly: assembly, store: store, providers: providers, conversation: next, source: nil,
            segmentation: segmentation, model: model)
        var opened = try await session.withItsRecording()
        opened.claim = claim
        return opened
    }

    func interpreter() throws -> Interpreter {
        let budget = try sharedBudget ?? assembly.budget(for: providers)
        self.budget.withLock { $0 = budget }
        var configuration = try assembly.interpreterConfiguration()
        configuration.isHeardMeanwhile = isHeardMeanwhile
        return Interpreter(
            providers: providers, store: store, configuration: configuration,
            segmentation: segmentation, model: model, budget: budget, time: assembly.time)
    }
}

extension SpeakerEventInput {
    /// The events that are known before; none where they come meanwhile.
    fileprivate var known: [SpeakerEvent] {
        if case .known(let turns) = self { turns.events } else { [] }
    }

    fileprivate var coming: SpeakerLine? {
        if case .coming(let line) = self { line } else { nil }
    }
}

extension Assembly {
    /// The settings with the engines and numbers a conversation was begun with.
    fileprivate func settings(of conversation: ConversationSettings) throws -> Settings {
        var settings = settings
        for (stage, setting) in [
            (Stage.recognition, Setting.recognizer), (.translation, .translator), (.synthesis, .synthesizer),
        ] {
            let wanted = [conversation.providers[stage]].compactMap { $0 } + (conversation.standIns?[stage] ?? [])
            settings.set(setting, .stringArray(wanted.isEmpty ? ["none"] : try wanted.map(name(of:))))
        }
        settings.set(.voice, .string(conversation.voice ?? ""))
        settings.set(.contextPairs, .int(conversation.contextPairs))
        settings.set(.contextTokens, .int(conversation.contextTokens ?? ConversationSettings.usualContextTokens))
        settings.set(.contextLag, .int(conversation.contextLag))
        settings.set(.lookAhead, .int(conversation.lookAhead ?? 0))
        settings.set(.contextBatch, .int(conversation.batchLines ?? 0))
        settings.set(.contextSummary, .int(conversation.summaryBlock ?? 0))
        settings.set(.promptLag, .int(conversation.promptLag ?? 0))
        return settings
    }
}

/// A file's hash, read piece by piece.
enum FileHash {
    static func sha256(of path: String) async throws -> String {
        try await WorkerThread("hash").run {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw Problem(
                    .input, "audio.unreadable", "the file cannot be read (\(String(cString: strerror(errno))))",
                    at: path, cure: "check that it exists and that you may read it")
            }
            defer { close(descriptor) }
            var hash = ContentHash()
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
            defer { buffer.deallocate() }
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count == 0 { return hash.hexadecimal() }
                guard count > 0 else {
                    throw Problem(
                        .input, "audio.unreadable",
                        "the file cannot be read (\(String(cString: strerror(errno))))", at: path)
                }
                hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
    }
}
