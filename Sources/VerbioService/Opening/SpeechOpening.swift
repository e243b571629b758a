import Audio
import Configuration
import Conversations
import Hearing
import Interpreting
import Language
import Plumbing
import Providers

/// What is known of the conversation of a recording, an upload or live sound before it is heard.
struct SpeechOpening {
    let assembly: Assembly
    let providers: ProviderSet
    private let request: ConversationRequest
    private let input: AudioInput
    /// Of the recording; nil if it is not the user's own file.
    private let path: String?
    private let upload: StoredUpload?
    private let model: SpeechModel?
    private let segmentation: SegmentationConfiguration
    /// All that decides the results.
    let settings: ConversationSettings

    private var isLive: Bool { request.delivery == .live }
    private var findsPersons: Bool { settings.sides.persons != nil }

    /// - Parameter running: engines that are already running, or nil to start those of the settings.
    /// - Throws: `Problem`: the engines cannot do what is asked for.
    init(
        _ request: ConversationRequest, _ input: AudioInput, at path: String?, as upload: StoredUpload? = nil,
        _ assembly: Assembly, _ running: ProviderSet?
    ) async throws {
        (self.assembly, providers) = try await OpenedConversation.engines(for: request, assembly, running)
        self.request = try await OpenedConversation.check(request, with: providers, self.assembly)
        (self.input, self.path, self.upload) = (input, path, upload)
        let live = request.delivery == .live
        let isRepeatable = !live && (path != nil || upload != nil || input.isKept)
        model = try self.assembly.speech.model()
        segmentation = try self.assembly.speech.segmentation(live: live, model: model)
        var settings = try self.assembly.pipeline.conversation(
            of: self.request, segmentation: segmentation.settingsText(), providers: providers,
            isComplete: path != nil && !live)
        settings.sides.persons = try PersonSearch(self.assembly).count(request.listening.channels)
        settings.sides.followsPersons = settings.sides.persons != nil && !isRepeatable
        try PersonLanguage.check(request, tellsApart: settings.sides.persons != nil)
        settings.sides.personLanguages = request.personLanguages
        self.settings = settings
    }

    /// The conversation as it is stored before it begins. Nothing of the recording is decoded.
    func ordered(in scope: Scope) async throws -> Conversation {
        if findsPersons { try PersonSearch(assembly).requireModel() }
        let (id, origin) = try await identity(in: scope)
        return Conversation(
            id: id, title: request.title ?? input.name, createdAt: assembly.time.wallClockMilliseconds(),
            origin: origin,
            source: SourceDescription(
                name: input.name, container: "", codec: "", sampleRate: speechSampleRate, channels: 1),
            settings: settings, state: .interrupted)
    }

    /// The name of its conversation, and how its audio is found again.
    private func identity(in scope: Scope) async throws -> (ConversationID, AudioOrigin) {
        if let upload { return upload.identity }
        guard let path else { return (.random(), .stream) }
        let hash = try await FileHash.sha256(of: path)
        let id = try ConversationID(fileSHA256: request.identity(of: hash), settings: settings, in: scope)
        return (id, .file(path: path, sha256: hash))
    }

    /// Opens the sound, and finds or names its conversation.
    func opened(in store: any ContentStore) async throws -> OpenedConversation {
        let name = upload == nil ? input.name : request.title ?? "upload"
        let (id, origin) = try await identity(in: store.scope)
        var reading = request.listening.options(ffmpeg: assembly.settings.string(.ffmpeg))
        reading.spokenLanguage = settings.namedPair.from
        let (claim, known) = try await store.claimLatest(id, called: name, by: assembly)
        if findsPersons, known?.persons?.turns == nil { try PersonSearch(assembly).requireModel() }
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
        if findsPersons { conversation.name(request.personNames) }
        // Live sound cannot be read again, so a full disk does not end the run.
        let isOnce = isLive && path == nil
        var opened = OpenedConversation(
            assembly: assembly,
            store: isOnce ? BacklogStore(store, of: conversation.id, time: assembly.time) : store,
            providers: providers, conversation: conversation,
            hearing: OpenedConversation.Hearing(source: source, segmentation: segmentation, model: model))
        if findsPersons {
            opened.hearing.again = { [input, reading] in try await openSpeechSource(input, options: reading) }
        }
        opened.claim = claim
        opened.speakers = request.speakerEvents?.coming
        opened.streamsSpeech = request.delivery != .atEnd
        opened.isSpooled = isOnce
        if isLive { try opened.recognizeWhileSpoken() }
        return opened
    }
}
