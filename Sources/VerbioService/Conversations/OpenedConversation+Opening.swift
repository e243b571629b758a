package import Audio
import Captions
import Configuration
package import Conversations
import Hearing
package import Interpreting
import Language
import Plumbing
import Providers
import Resilience

extension OpenedConversation {
    /// Checks whether the engines of the settings can do what a request asks for.
    ///
    /// - Throws: `Problem` of kind `usage` or `provider`.
    package static func check(_ request: ConversationRequest, assembly: Assembly) async throws {
        let assembly = assembly.prepared(for: request)
        try await assembly.requireEngines()
        let request = try await check(request, with: assembly.providers(), assembly)
        if request.glossary == nil, !request.pair.isOne { _ = try assembly.terms.glossary(for: request.pair) }
    }

    /// Finds out the language of live sound by its first speech.
    ///
    /// - Parameter note: takes one sentence on the language.
    /// - Returns: the request with the language, and the input to be heard from its beginning.
    /// - Throws: `Problem`: `recognizer.detection`, or an engine is missing; `ProviderError`, or `CancellationError`.
    package static func findLanguage(
        of input: AudioInput, _ request: ConversationRequest, _ assembly: Assembly, note: (String) -> Void
    ) async throws -> (ConversationRequest, AudioInput) {
        try await assembly.requireEngines()
        let spoken = SpokenLanguage(assembly: assembly, recognizer: try assembly.providers().recognizers.first)
        try spoken.check(at: "--from auto")
        let (found, all) = try await spoken.find(in: input, request.listening, live: true)
        note(SpokenLanguage.sentence(on: found))
        return (request.spoken(in: found ?? LanguageTag(.en)), all)
    }

    /// Checks a request with these engines, and with what the server of the translator has installed.
    ///
    /// - Returns: the request with languages as the engines know them.
    private static func check(
        _ request: ConversationRequest, with providers: ProviderSet, _ assembly: Assembly
    ) async throws -> ConversationRequest {
        var request = providers.translates ? request : request.transcribed
        request.pair = providers.withSupportedVarieties(request.pair, bothWays: request.hasBothSides)
        try assembly.check(
            providers, speaker: request.speaker, pair: request.pair, channels: request.listening.channels,
            twoWay: request.isTwoWay, namesSpeakers: request.speakerEvents != nil)
        try await assembly.languages.checkOffer(of: providers, request.directions)
        return request
    }

    /// Opens the audio or the text, and finds or names its conversation. The identifier of a file's conversation depends on its
    /// bytes and the settings only, so the same request continues that conversation.
    ///
    /// - Parameter providers: engines that are already running, or nil to start those of the settings.
    package static func open(
        _ request: ConversationRequest, from input: ConversationInput, assembly: Assembly,
        store: any ContentStore, providers: ProviderSet? = nil
    ) async throws -> OpenedConversation {
        if case .recording(let path) = input, let captions = request.captions {
            return try await open(request, captionsAt: captions, beside: path, assembly, store)
        }
        if case .recording(let path) = input, CaptionArgument.isCaptions(path) {
            return try await open(request, captionsAt: path, assembly, store)
        }
        if case .text(let text) = input {
            let (assembly, providers) = try await engines(for: request, assembly, providers, written: true)
            return try await open(request, writtenIn: text, assembly, store, providers)
        }
        if case .upload(let upload) = input, let captions = upload.captionPath {
            return try await open(
                request, captionsAt: captions, beside: upload.captions.map { _ in upload.path }, assembly, store,
                providers: providers, as: upload)
        }
        let (assembly, providers) = try await engines(for: request, assembly, providers)
        switch input {
        case .recording(let path):
            return try await open(
                request, heardFrom: AudioInput(argument: path), regularFile(path), assembly, store, providers)
        case .audio(let audio):
            return try await open(request, heardFrom: audio, nil, assembly, store, providers)
        case .text(let text):
            return try await open(request, writtenIn: text, assembly, store, providers)
        case .upload(let upload):
            guard upload.kind == .audio else {
                return try await open(request, writtenIn: .file(upload.path), as: upload, assembly, store, providers)
            }
            return try await open(
                request, heardFrom: .file(upload.path), nil, as: upload, assembly, store, providers)
        }
    }

    /// The conversation that a request for a recording will begin. Nothing of the recording is decoded.
    ///
    /// - Returns: nil if the recording can be read only once, so that it has no conversation before it is read.
    static func ordered(
        _ request: ConversationRequest, from path: String, assembly: Assembly, in scope: Scope
    ) async throws -> Conversation? {
        guard let file = regularFile(path) else { return nil }
        if let captions = request.captions {
            return try await CaptionOpening(request, path: captions, beside: path, assembly, nil, in: scope).ordered
        }
        if CaptionArgument.isCaptions(path) {
            return try await CaptionOpening(request, path: path, assembly, nil, in: scope).ordered
        }
        let (assembly, providers) = try await engines(for: request, assembly, nil)
        let request = try await check(request, with: providers, assembly)
        let speech = try OrderedSpeech(request, file, isRepeatable: true, assembly, providers)
        if speech.settings.sides.persons != nil { try PersonSearch(assembly).requireModel() }
        let (id, origin) = try await speech.identity(in: scope)
        let name = try AudioInput(argument: path).name
        return Conversation(
            id: id, title: request.title ?? name, createdAt: assembly.time.wallClockMilliseconds(), origin: origin,
            source: SourceDescription(
                name: name, container: "", codec: "", sampleRate: speechSampleRate, channels: 1),
            settings: speech.settings, state: .interrupted)
    }

    /// The engines for a request, and the assembly with what the request and they decide.
    ///
    /// - Parameter running: engines that are already running, or nil to make those of the settings.
    static func engines(
        for request: ConversationRequest, _ assembly: Assembly, _ running: ProviderSet?, written: Bool = false
    ) async throws -> (Assembly, ProviderSet) {
        let assembly =
            running == nil
            ? assembly.prepared(for: request).resolvingTranslators(for: request.directions, written: written)
            : assembly.applying(request)
        if running == nil { try await assembly.requireEngines() }
        var providers = try running ?? assembly.providers(written: written)
        if !written || request.isOfCaptions {
            if !request.isTranslated, providers.translates {
                providers.translators = ProviderChain([NoTranslation()], time: .system)
            }
            if !request.isSpoken || !providers.translates { providers.synthesizers = nil }
        }
        return (assembly.applyingPreferredVoice(of: request, with: providers), providers)
    }

    private static func open(
        _ request: ConversationRequest, heardFrom input: AudioInput, _ path: String?,
        as upload: StoredUpload? = nil, _ assembly: Assembly, _ store: any ContentStore, _ providers: ProviderSet
    ) async throws -> OpenedConversation {
        let request = try await check(request, with: providers, assembly)
        let live = request.delivery == .live
        let speech = try OrderedSpeech(
            request, path, isRepeatable: !live && (path != nil || upload != nil || input.isKept), assembly, providers)
        let settings = speech.settings
        let name = upload == nil ? input.name : request.title ?? "upload"
        let own = try await speech.identity(in: store.scope)
        let (id, origin) = upload?.identity ?? own
        var reading = request.listening.options(ffmpeg: assembly.settings.string(.ffmpeg))
        reading.spokenLanguage = settings.namedPair.from
        let (claim, known) = try await store.claimLatest(id, called: name, by: assembly)
        if settings.sides.persons != nil, known?.persons?.turns == nil { try PersonSearch(assembly).requireModel() }
        var source: (any SpeechSource)?
        var description: SourceDescription
        if let known, known.state == .complete {
            // A complete conversation is read from the store, and its recording is not opened.
            description = known.source
        } else {
            let opened = try await input.explained(reading, openSpeechSource(_:options:))
            (source, description) = (opened, opened.source)
        }
        description.name = name
        var conversation = Conversation(
            id: known?.id ?? id, title: request.title ?? description.name,
            createdAt: known?.createdAt ?? assembly.time.wallClockMilliseconds(), origin: origin,
            source: description, settings: settings, state: source == nil ? .complete : .running)
        conversation.persons = known?.persons ?? (settings.sides.followsPersons ? Persons(turns: []) : nil)
        if settings.sides.persons != nil { conversation.name(request.personNames) }
        // Live sound cannot be read again, so a full disk does not end the run.
        let isOnce = live && path == nil
        var opened = OpenedConversation(
            assembly: assembly,
            store: isOnce ? BacklogStore(store, of: conversation.id, time: assembly.time) : store,
            providers: providers, conversation: conversation,
            hearing: Hearing(source: source, segmentation: speech.segmentation, model: speech.model))
        if settings.sides.persons != nil {
            opened.hearing.again = { [reading] in try await openSpeechSource(input, options: reading) }
        }
        opened.claim = claim
        opened.speakers = request.speakerEvents?.coming
        opened.streamsSpeech = request.delivery != .atEnd
        opened.isSpooled = isOnce
        if live { try opened.recognizeWhileSpoken() }
        return opened
    }

    /// Recognizes an utterance before its end, as far as the settings and the recognizer allow.
    mutating func recognizeWhileSpoken() throws(Problem) {
        let recognizer = providers.recognizers.first
        partials = try assembly.partials.schedule(for: recognizer)
        // The direction of an utterance, and so the question, depends on the person that is found out at its end.
        speculates =
            PartialSettings.speculates(with: recognizer) && conversation.settings.sides.personLanguages.isEmpty
    }

    private static func open(
        _ request: ConversationRequest, writtenIn text: TextArgument, as upload: StoredUpload? = nil,
        _ assembly: Assembly, _ store: any ContentStore, _ providers: ProviderSet
    ) async throws -> OpenedConversation {
        var request = request
        request.pair = providers.withSupportedVarieties(
            request.pair, bothWays: request.isTwoWay || request.speaker == .other)
        try assembly.check(
            providers, speaker: request.speaker, pair: request.pair, channels: .mix, twoWay: request.isTwoWay,
            written: true)
        try await assembly.languages.checkOffer(of: providers, request.directions)
        let file = upload == nil ? text.path.flatMap(regularFile) : nil
        let settings = try assembly.pipeline.conversation(
            of: request, segmentation: PipelineSettings.ofLines, providers: providers, isComplete: file != nil)
        let lines =
            switch text {
            case .standardInput: try TextLines(path: nil, remembering: true)
            case .file(let path): try TextLines(path: path, remembering: true)
            case .words(let words): try TextLines(text: words, remembering: true)
            }
        var (id, origin): (ConversationID, AudioOrigin) = upload?.identity ?? (.random(), .stream)
        if let file {
            let hash = try await FileHash.sha256(of: file)
            id = try ConversationID(fileSHA256: hash, settings: settings, in: store.scope)
            origin = .file(path: file, sha256: hash)
        }
        let name =
            upload == nil
            ? text.path.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "-" : request.title ?? "text"
        let claim = try await store.claimInTurn(id, called: name, by: assembly)
        let known = try await store.conversation(id)
        var written = Conversation(
            id: id, title: request.title ?? name,
            createdAt: known?.createdAt ?? assembly.time.wallClockMilliseconds(), origin: origin,
            source: SourceDescription(
                name: name, container: GivenText.container, codec: "utf-8", sampleRate: speechSampleRate, channels: 1),
            settings: settings)
        written.kind = .written
        var opened = OpenedConversation(assembly: assembly, store: store, providers: providers, conversation: written)
        opened.lines = lines
        opened.claim = claim
        opened.streamsSpeech = file == nil
        return opened
    }

    /// Opens a stored conversation to continue it, with its original settings.
    ///
    /// - Parameter engines: other engines for what is not finished.
    package static func resume(
        _ conversation: Conversation, assembly: Assembly, store: any ContentStore, engines: EngineChoice
    ) async throws -> OpenedConversation {
        let settings = conversation.settings
        let stored = try await stored(conversation, assembly: assembly, store: store, engines: engines)
        try stored.assembly.check(
            stored.providers, speaker: settings.sides.speaker, pair: settings.pair,
            channels: ChannelPolicy(settingsName: settings.listening.channels), twoWay: settings.sides.isTwoWay,
            namesSpeakers: settings.sides.events != nil, written: conversation.kind.isGiven)
        let forward = settings.sides.speaker == .user ? settings.pair : settings.pair.reversed
        try await stored.assembly.languages.checkOffer(
            of: stored.providers, settings.hasBothSides ? [settings.pair, settings.pair.reversed] : [forward])
        if conversation.kind == .captions {
            return try await resume(captions: stored.conversation, stored.providers, stored.assembly, store)
        }
        if conversation.isWritten {
            return try await resume(
                written: stored.conversation, stored.providers, assembly: stored.assembly, store: store)
        }
        return conversation.state == .complete ? stored : try await stored.withItsRecording()
    }

    /// A stored conversation, without its audio, with the engines for the work in it.
    package static func stored(
        _ conversation: Conversation, assembly: Assembly, store: any ContentStore, engines: EngineChoice?
    ) async throws -> OpenedConversation {
        var resumed = try settings(of: conversation.settings, assembly)
        engines?.apply(to: &resumed)
        guard resumed.translates == conversation.settings.isTranslated else {
            throw Problem(
                .usage, "conversation.translated",
                "\(conversation.id) was begun \(resumed.translates ? "to be transcribed only" : "with a translation")",
                at: "--mt", cure: "leave it out, or run 'verbio translate' on its recording")
        }
        let pair = conversation.settings.pair
        var renewed = Assembly(settings: resumed, time: assembly.time, note: assembly.note)
        renewed.environment = assembly.environment
        renewed.running = assembly.running
        renewed = renewed.sharingVoices(of: assembly)
        let assembly = renewed.resolvingTranslators(
            for: conversation.settings.hasBothSides ? [pair, pair.reversed] : [pair],
            written: conversation.kind.isGiven)
        try await assembly.requireEngines()
        let providers = try assembly.providers(written: conversation.kind.isGiven)
        // An engine may have been installed or updated since. What is finished stays; the rest is done with the present
        // engines.
        var conversation = conversation
        conversation.settings.providers = providers.descriptors
        conversation.settings.fallbacks = providers.fallbacks.isEmpty ? nil : providers.fallbacks
        conversation.settings.speech.voice = resumed.text(.voice)
        let segmentation: SegmentationConfiguration =
            conversation.kind.isGiven
            ? .file : try SegmentationConfiguration(settingsText: conversation.settings.segmentation)
        return OpenedConversation(
            assembly: assembly, store: store, providers: providers, conversation: conversation,
            hearing: Hearing(segmentation: segmentation))
    }

    /// Continues a written conversation: with its file, or with the stored lines.
    private static func resume(
        written conversation: Conversation, _ providers: ProviderSet, assembly: Assembly,
        store: any ContentStore
    ) async throws -> OpenedConversation {
        var lines: TextLines?
        if case .upload(let path) = conversation.origin, FileState(following: path) != nil {
            lines = try TextLines(path: path)
        } else if case .file(let path, let sha256) = conversation.origin {
            lines = try TextLines(path: path)
            guard try await FileHash.sha256(of: path) == sha256 else {
                throw Problem(
                    .input, "text.changed", "the text differs from the one with which \(conversation.id) was begun",
                    at: path,
                    cure: "restore it, or translate it as a new conversation")
            }
        }
        var opened = OpenedConversation(
            assembly: assembly, store: store, providers: providers, conversation: conversation)
        opened.lines = lines
        return opened
    }

    /// The settings with the engines and numbers that the conversation had at its beginning.
    private static func settings(of conversation: ConversationSettings, _ assembly: Assembly) throws -> Settings {
        var settings = assembly.settings
        for (stage, setting) in [
            (Stage.recognition, Setting.recognizer), (.translation, .translator), (.synthesis, .synthesizer),
        ] {
            let wanted = [conversation.providers[stage]].compactMap { $0 } + (conversation.fallbacks?[stage] ?? [])
            settings.set(setting, .stringArray(wanted.isEmpty ? ["none"] : try wanted.map(assembly.engines.name(of:))))
        }
        for answer in AnswerSetting.all { answer.restore?(conversation, &settings) }
        return settings
    }
}

/// A request for speech with all settings that decide its results.
private struct OrderedSpeech {
    let path: String?
    private let request: ConversationRequest
    let segmentation: SegmentationConfiguration
    let model: SpeechModel?
    let settings: ConversationSettings

    /// - Parameters:
    ///   - path: of the recording; nil if it is not the user's own file.
    ///   - isRepeatable: whether the speech can be heard twice.
    init(
        _ request: ConversationRequest, _ path: String?, isRepeatable: Bool, _ assembly: Assembly,
        _ providers: ProviderSet
    ) throws {
        let live = request.delivery == .live
        (self.path, self.request) = (path, request)
        model = try assembly.speech.model()
        segmentation = try assembly.speech.segmentation(live: live, model: model)
        var settings = try assembly.pipeline.conversation(
            of: request, segmentation: segmentation.settingsText(), providers: providers,
            isComplete: path != nil && !live)
        settings.sides.persons = try PersonSearch(assembly).count(request.listening.channels)
        settings.sides.followsPersons = settings.sides.persons != nil && !isRepeatable
        try PersonLanguage.check(request, tellsApart: settings.sides.persons != nil)
        settings.sides.personLanguages = request.personLanguages
        self.settings = settings
    }

    /// The name of its conversation, and how its audio is found again.
    func identity(in scope: Scope) async throws -> (ConversationID, AudioOrigin) {
        guard let path else { return (.random(), .stream) }
        let hash = try await FileHash.sha256(of: path)
        let id = try ConversationID(fileSHA256: request.identity(of: hash), settings: settings, in: scope)
        return (id, .file(path: path, sha256: hash))
    }
}
