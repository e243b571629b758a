import Audio
import Captions
import Configuration
import Conversations
import Films
import Interpreting
import Language
import Plumbing
import Providers

/// What is known of a caption file's conversation before it begins.
struct CaptionOpening {
    let assembly: Assembly
    let providers: ProviderSet
    let script: CaptionScript
    let conversation: Conversation
    private let recording: String?

    /// - Parameters:
    ///   - recording: the path of the recording to which the captions belong; nil if they are for themselves.
    ///   - running: engines that are already running, or nil to start those of the settings.
    /// - Throws: `Problem`: the file cannot be read as captions, or the engines cannot do what is asked for.
    init(
        _ request: ConversationRequest, path: String, beside recording: String? = nil, _ assembly: Assembly,
        _ running: ProviderSet?, as upload: StoredUpload? = nil, in scope: Scope
    ) async throws {
        var request = request
        request.isOfCaptions = true
        self.recording = recording
        script = try CaptionScript(path: path, language: request.pair.source.code)
        (self.assembly, providers) = try await OpenedConversation.engines(
            for: request, assembly, running, written: true)
        if !providers.translates { request = request.transcribed }
        request.pair = providers.withSupportedVarieties(
            request.pair, bothWays: request.isTwoWay || request.speaker == .other)
        try self.assembly.check(
            providers, speaker: request.speaker, pair: request.pair, channels: .mix, twoWay: request.isTwoWay,
            written: true)
        try await self.assembly.languages.checkOffer(of: providers, request.directions)
        let settings = try self.assembly.pipeline.conversation(
            of: request, segmentation: Self.segmentation, providers: providers, isComplete: true)
        var identity = try await CaptionIdentity(path, beside: recording, of: request, settings, in: scope)
        // An upload has other bytes at its path after its job, so its conversation is not found by them.
        if let upload { (identity.id, identity.origin) = upload.identity }
        let place = recording ?? path
        let name = place.split(separator: "/").last.map(String.init) ?? place
        var conversation = Conversation(
            id: identity.id, title: request.title ?? name, createdAt: assembly.time.wallClockMilliseconds(),
            origin: identity.origin,
            source: SourceDescription(
                name: upload == nil ? name : request.title ?? "captions", container: script.format,
                codec: script.encoding, sampleRate: speechSampleRate, channels: 1),
            settings: settings)
        conversation.kind = .captions
        conversation.captionHead = script.head
        conversation.captionFile = identity.captionFile
        self.conversation = conversation
    }

    /// The conversation as it is stored before it begins.
    var ordered: Conversation {
        var ordered = conversation
        ordered.state = .interrupted
        ordered.source.container = ""
        return ordered
    }

    /// Reads the captions, and finds or names their conversation.
    func opened(in store: any ContentStore) async throws -> OpenedConversation {
        var conversation = conversation
        let claim = try await store.claimInTurn(conversation.id, called: conversation.source.name, by: assembly)
        let known = try await store.conversation(conversation.id)
        conversation.createdAt = known?.createdAt ?? conversation.createdAt
        var opened = OpenedConversation(
            assembly: assembly, store: store, providers: providers, conversation: conversation)
        opened.script = script
        opened.claim = claim
        if let recording { try await opened.describe(recording) }
        return opened
    }

    /// Continues a conversation from captions: with its file, or with the stored passages.
    static func resumed(_ stored: OpenedConversation) async throws -> OpenedConversation {
        var opened = stored
        let conversation = stored.conversation
        let language = conversation.settings.namedPair.source.code
        let captions = conversation.captionFile.map { AudioOrigin.file(path: $0.path, sha256: $0.sha256) }
        switch (conversation.origin, captions) {
        // It is there until its job has ended.
        case (.upload(let upload), _):
            let path = conversation.captionFile?.path ?? upload
            if FileState(following: path) != nil { opened.script = try CaptionScript(path: path, language: language) }
        case (.file, .file(let path, let sha256)), (.file(let path, let sha256), _):
            opened.script = try CaptionScript(path: path, language: language)
            guard try await FileHash.sha256(of: path) == sha256 else {
                throw Problem(
                    .input, "captions.changed",
                    "the captions differ from those with which \(conversation.id) was begun", at: path,
                    cure: "restore them, or translate them as a new conversation")
            }
        case (.stream, _): break
        }
        // A conversation that was only ordered does not know its format yet.
        if let script = opened.script {
            opened.conversation.source.container = script.format
            opened.conversation.source.codec = script.encoding
            opened.conversation.captionHead = script.head
        }
        guard captions != nil, case .file(let path, let sha256) = conversation.origin else { return opened }
        guard try await FileHash.sha256(of: path) == sha256 else {
            throw OpenedConversation.changed(conversation, at: path)
        }
        try await opened.describe(path)
        return opened
    }

    /// How the text is cut into utterances. Another way gives other conversations.
    static let segmentation = "captions 1"
}

/// The files of which a conversation from captions is made, and its name, which follows from them.
private struct CaptionIdentity {
    var id: ConversationID
    /// The recording, or the caption file if there is none.
    var origin: AudioOrigin
    let captionFile: CaptionFileOrigin?

    init(
        _ captions: String, beside recording: String?, of request: ConversationRequest,
        _ settings: ConversationSettings, in scope: Scope
    ) async throws {
        let file = regularFile(captions) ?? captions
        let sha256 = try await FileHash.sha256(of: file)
        guard let recording else {
            id = try ConversationID(fileSHA256: request.identity(of: sha256), settings: settings, in: scope)
            origin = .file(path: file, sha256: sha256)
            captionFile = nil
            return
        }
        let film = regularFile(recording) ?? recording
        let filmSHA256 = try await FileHash.sha256(of: film)
        id = try ConversationID(
            fileSHA256: request.identity(of: "\(filmSHA256) \(sha256)"), settings: settings, in: scope)
        origin = .file(path: film, sha256: filmSHA256)
        captionFile = CaptionFileOrigin(path: file, sha256: sha256)
    }
}

/// The recording to which a caption file belongs. Its sound is not recognized.
struct CaptionedRecording {
    let source: SourceDescription
    /// The length; nil if the recording does not say it.
    let seconds: Double?

    /// Opens the recording of a conversation for what it says about itself.
    ///
    /// - Throws: `Problem` of kind `input` if it has no sound or cannot be read.
    init(of conversation: Conversation, at path: String, ffmpeg: String) async throws {
        let settings = conversation.settings
        let options = ReadingOptions(
            track: try settings.listening.track.map { (name) throws(Problem) in try TrackChoice(parsing: name) }
                ?? .automatic,
            spokenLanguage: settings.namedPair.from, ffmpegPath: ffmpeg)
        let opened = try await openSpeechSource(.file(path), options: options)
        opened.stop()
        source = opened.source
        if let seconds = opened.expectedSeconds {
            self.seconds = seconds
        } else {
            seconds = try await WorkerThread("film").run { Film.seconds(of: path, ffmpeg: ffmpeg) }
        }
    }
}

extension OpenedConversation {
    /// Takes the description and the length of the recording to which the captions belong.
    fileprivate mutating func describe(_ path: String) async throws {
        let recording = try await CaptionedRecording(
            of: conversation, at: path, ffmpeg: assembly.settings.string(.ffmpeg))
        let name = conversation.source.name
        conversation.source = recording.source
        conversation.source.name = name
        recordingSeconds = recording.seconds
    }
}
