import Audio
import Captions
import Configuration
import Conversations
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

    /// - Parameter running: engines that are already running, or nil to start those of the settings.
    /// - Throws: `Problem`: the file cannot be read as captions, or the engines cannot do what is asked for.
    init(
        _ request: ConversationRequest, path: String, _ assembly: Assembly, _ running: ProviderSet?,
        as upload: StoredUpload? = nil, in scope: Scope
    ) async throws {
        var request = request
        request.isOfCaptions = true
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
        let own: (ConversationID, AudioOrigin)
        if let upload {
            own = upload.identity
        } else {
            let file = regularFile(path) ?? path
            let hash = try await FileHash.sha256(of: file)
            own = (
                try ConversationID(fileSHA256: hash, settings: settings, in: scope), .file(path: file, sha256: hash)
            )
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var conversation = Conversation(
            id: own.0, title: request.title ?? name, createdAt: assembly.time.wallClockMilliseconds(), origin: own.1,
            source: SourceDescription(
                name: upload == nil ? name : request.title ?? "captions", container: script.format,
                codec: script.encoding, sampleRate: speechSampleRate, channels: 1),
            settings: settings)
        conversation.kind = .captions
        conversation.captionHead = script.head
        self.conversation = conversation
    }

    /// The conversation as it is stored before it begins.
    var ordered: Conversation {
        var ordered = conversation
        ordered.state = .interrupted
        ordered.source.container = ""
        return ordered
    }

    /// How the text is cut into utterances. Another way gives other conversations.
    static let segmentation = "captions 1"
}

extension OpenedConversation {
    /// Opens a caption file, and finds or names its conversation.
    static func open(
        _ request: ConversationRequest, captionsAt path: String, _ assembly: Assembly, _ store: any ContentStore,
        providers: ProviderSet? = nil, as upload: StoredUpload? = nil
    ) async throws -> OpenedConversation {
        let opening = try await CaptionOpening(request, path: path, assembly, providers, as: upload, in: store.scope)
        var conversation = opening.conversation
        let claim = try await store.claimInTurn(
            conversation.id, called: conversation.source.name, by: opening.assembly)
        let known = try await store.conversation(conversation.id)
        conversation.createdAt = known?.createdAt ?? conversation.createdAt
        var opened = OpenedConversation(
            assembly: opening.assembly, store: store, providers: opening.providers, conversation: conversation)
        opened.script = opening.script
        opened.claim = claim
        return opened
    }

    /// Continues a conversation from captions: with its file, or with the stored passages.
    static func resume(
        captions conversation: Conversation, _ providers: ProviderSet, _ assembly: Assembly, _ store: any ContentStore
    ) async throws -> OpenedConversation {
        var opened = OpenedConversation(
            assembly: assembly, store: store, providers: providers, conversation: conversation)
        let language = conversation.settings.namedPair.source.code
        switch conversation.origin {
        case .upload(let path) where FileState(following: path) != nil:
            opened.script = try CaptionScript(path: path, language: language)
        case .file(let path, let sha256):
            opened.script = try CaptionScript(path: path, language: language)
            guard try await FileHash.sha256(of: path) == sha256 else {
                throw Problem(
                    .input, "captions.changed",
                    "the captions differ from those with which \(conversation.id) was begun", at: path,
                    cure: "restore them, or translate them as a new conversation")
            }
        case .upload, .stream: break
        }
        // A conversation that was only ordered does not know its format yet.
        if let script = opened.script {
            opened.conversation.source.container = script.format
            opened.conversation.source.codec = script.encoding
            opened.conversation.captionHead = script.head
        }
        return opened
    }
}
