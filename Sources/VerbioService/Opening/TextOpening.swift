import Audio
import Configuration
import Conversations
import Interpreting
import Language
import Plumbing
import Providers

/// What is known of the conversation of a text before it begins.
struct TextOpening {
    private let assembly: Assembly
    private let providers: ProviderSet
    private let request: ConversationRequest
    private let text: TextArgument
    /// Of the user's own file; nil if the text has another origin.
    private let path: String?
    private let upload: StoredUpload?
    private let settings: ConversationSettings

    /// - Parameter running: engines that are already running, or nil to start those of the settings.
    /// - Throws: `Problem`: the engines cannot do what is asked for.
    init(
        _ request: ConversationRequest, _ text: TextArgument, as upload: StoredUpload? = nil, _ assembly: Assembly,
        _ running: ProviderSet?
    ) async throws {
        (self.assembly, providers) = try await OpenedConversation.engines(
            for: request, assembly, running, written: upload == nil)
        var request = request
        request.pair = providers.withSupportedVarieties(
            request.pair, bothWays: request.isTwoWay || request.speaker == .other)
        try self.assembly.check(
            providers, speaker: request.speaker, pair: request.pair, channels: .mix, twoWay: request.isTwoWay,
            written: true)
        try await self.assembly.languages.checkOffer(of: providers, request.directions)
        (self.request, self.text, self.upload) = (request, text, upload)
        path = upload == nil ? text.path.flatMap(regularFile) : nil
        settings = try self.assembly.pipeline.conversation(
            of: request, segmentation: PipelineSettings.ofLines, providers: providers, isComplete: path != nil)
    }

    /// Opens the text, and finds or names its conversation.
    func opened(in store: any ContentStore) async throws -> OpenedConversation {
        let lines =
            switch text {
            case .standardInput: try TextLines(path: nil, remembering: true)
            case .file(let path): try TextLines(path: path, remembering: true)
            case .words(let words): try TextLines(text: words, remembering: true)
            }
        let (id, origin) = try await identity(in: store.scope)
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
        opened.streamsSpeech = path == nil
        return opened
    }

    /// The name of its conversation, and how its text is found again.
    private func identity(in scope: Scope) async throws -> (ConversationID, AudioOrigin) {
        if let upload { return upload.identity }
        guard let path else { return (.random(), .stream) }
        let hash = try await FileHash.sha256(of: path)
        return (
            try ConversationID(fileSHA256: hash, settings: settings, in: scope), .file(path: path, sha256: hash)
        )
    }

    /// Continues a written conversation: with its file, or with the stored lines.
    static func resumed(_ stored: OpenedConversation) async throws -> OpenedConversation {
        var opened = stored
        let id = stored.conversation.id
        switch stored.conversation.origin {
        case .upload(let path) where FileState(following: path) != nil: opened.lines = try TextLines(path: path)
        case .file(let path, let sha256):
            opened.lines = try TextLines(path: path)
            guard try await FileHash.sha256(of: path) == sha256 else {
                throw Problem(
                    .input, "text.changed", "the text differs from the one with which \(id) was begun", at: path,
                    cure: "restore it, or translate it as a new conversation")
            }
        case .upload, .stream: break
        }
        return opened
    }
}
