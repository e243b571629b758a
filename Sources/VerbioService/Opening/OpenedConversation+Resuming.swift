import Audio
import Configuration
package import Conversations
import Hearing
import Interpreting
import Language
package import Plumbing
import Providers

extension OpenedConversation {
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
        return switch conversation.kind {
        case .captions: try await CaptionOpening.resumed(stored)
        case .written: try await TextOpening.resumed(stored)
        case .heard: conversation.state == .complete ? stored : try await stored.withItsRecording()
        }
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

    // MARK: Live speech

    /// How long an owner may take to hand over live speech: the calls in flight end first.
    private static let handOverPatience = Duration.seconds(20)

    /// Opens interrupted live speech, so that more sound follows.
    ///
    /// Its client has lost the connection to the server that worked on it, and has come here. That server is asked to hand over, and is
    /// replaced if it gives no sign of life.
    ///
    /// - Parameters:
    ///   - id: the conversation.
    ///   - input: the sound that follows what is safe.
    ///   - position: takes the sample from which on the input is expected, before the input is read.
    /// - Throws: `Problem` of kind `usage`, code `live.session`, if it has ended, or `conversation.busy`; as ``open(_:from:assembly:store:providers:)``.
    static func continueLive(
        _ id: ConversationID, hearing input: AudioInput, for request: ConversationRequest, assembly: Assembly,
        store: any ContentStore, from position: (Int) async throws -> Void
    ) async throws -> OpenedConversation {
        guard let claim = try await takeOver(id, of: store, time: assembly.time) else { throw await store.busy(id) }
        do {
            guard let known = try await store.conversation(id), known.origin == .stream, known.kind == .heard,
                known.state == .running || known.state == .interrupted
            else { throw Problem.sessionOver }
            let end = try await store.spool(of: id).kept().end
            if end == 0, try await hasUtterances(id, store) { throw Problem.sessionOver }
            try await position(end)
            let resumed = try await resume(known, assembly: assembly, store: store, engines: EngineChoice())
            var reading = request.listening.options(ffmpeg: assembly.settings.string(.ffmpeg))
            reading.channels = ChannelPolicy(settingsName: known.settings.listening.channels)
            reading.spokenLanguage = known.settings.namedPair.from
            let source = try await input.explained(reading, openSpeechSource(_:options:))
            var opened = OpenedConversation(
                assembly: resumed.assembly, store: BacklogStore(store, of: id, time: assembly.time),
                providers: resumed.providers, conversation: resumed.conversation,
                hearing: Hearing(
                    source: LaterSource(source, after: end), segmentation: resumed.hearing.segmentation,
                    model: resumed.model))
            (opened.isSpooled, opened.continuesSpool, opened.streamsSpeech) = (true, true, true)
            opened.claim = claim
            opened.speakers = request.speakerEvents?.coming
            try opened.recognizeWhileSpoken()
            return opened
        } catch {
            claim.release()
            throw error
        }
    }

    private static func takeOver(
        _ id: ConversationID, of store: any ContentStore, time: TimeSource
    ) async throws -> ConversationClaim? {
        let end = time.now() + handOverPatience
        while time.now() < end {
            if let claim = try await store.takeOver(id) { return claim }
            try await time.sleep(.milliseconds(200))
        }
        return nil
    }

    private static func hasUtterances(_ id: ConversationID, _ store: any ContentStore) async throws -> Bool {
        for try await page in store.pages(of: id) where !page.isEmpty { return true }
        return false
    }
}

extension Problem {
    /// Live speech cannot go on.
    package static let sessionOver = Problem(
        .usage, "live.session", "there is no such session; it has ended, or the server was started again",
        cure: "begin a new one")
}
