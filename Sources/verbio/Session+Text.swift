import Audio
import Conversations
import Hearing
import Interpreting
import Language
import Plumbing
import Providers

extension Session {
    /// A conversation that is written.
    struct TextRequest {
        var text: TextArgument
        var title: String?
        var pair: LanguagePair
        var speaker = Speaker.user
        var twoWay = false
    }

    /// Opens the text and finds or names its conversation: a file's is named after its bytes and the settings, so the
    /// same command goes on with it.
    static func open(
        _ request: TextRequest, assembly: Assembly, store: any ConversationStore
    ) async throws -> Session {
        let forward = request.speaker == .user ? request.pair : request.pair.reversed
        let assembly = assembly.choosing(for: request.twoWay ? [forward, forward.reversed] : [forward])
        try await assembly.requireEngines()
        let providers = try assembly.providers(written: true)
        var request = request
        request.pair = providers.told(request.pair, bothWays: request.twoWay || request.speaker == .other)
        try assembly.check(
            providers, speaker: request.speaker, pair: request.pair, channels: .mix, twoWay: request.twoWay)
        let file = request.text.path.flatMap(regularFile)
        var settings = try assembly.conversationSettings(
            pair: request.pair, speaker: request.speaker, reading: ReadingOptions(), segmentation: .file,
            providers: providers, twoWay: request.twoWay, live: false, isComplete: file != nil)
        settings.segmentation = "lines"
        let lines =
            switch request.text {
            case .standardInput: try TextLines(path: nil, remembering: true)
            case .file(let path): try TextLines(path: path, remembering: true)
            case .words(let words): try TextLines(text: words, remembering: true)
            }
        let id: ConversationID
        let origin: AudioOrigin
        if let file {
            let hash = try await FileHash.sha256(of: file)
            id = try ConversationID(fileSHA256: hash, settings: settings)
            origin = .file(path: file, sha256: hash)
        } else {
            id = .random()
            origin = .stream
        }
        let name = request.text.path.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "-"
        let claim = try await store.claimInTurn(id, called: name, time: assembly.time)
        let known = try await store.conversation(id)
        let conversation = Conversation(
            id: id, title: request.title ?? name,
            createdAt: known?.createdAt ?? assembly.time.wallClockMilliseconds(), origin: origin,
            source: SourceDescription(
                name: name, container: GivenText.container, codec: "utf-8", sampleRate: speechSampleRate, channels: 1),
            settings: settings)
        var session = Session(
            assembly: assembly, store: store, providers: providers, conversation: conversation, lines: lines,
            isHeardMeanwhile: file == nil)
        session.claim = claim
        return session
    }

    /// Goes on with a conversation that is written: with its file, or with the lines that are stored.
    static func resume(
        written conversation: Conversation, _ providers: ProviderSet, assembly: Assembly,
        store: any ConversationStore
    ) async throws -> Session {
        var lines: TextLines?
        if case .file(let path, let sha256) = conversation.origin {
            lines = try TextLines(path: path)
            guard try await FileHash.sha256(of: path) == sha256 else {
                throw Problem(
                    .input, "text.changed", "the text is not the one \(conversation.id) was begun with", at: path,
                    cure: "restore it, or translate it as a new conversation")
            }
        }
        return Session(
            assembly: assembly, store: store, providers: providers, conversation: conversation, lines: lines)
    }

    private init(
        assembly: Assembly, store: any ConversationStore, providers: ProviderSet, conversation: Conversation,
        lines: TextLines?, isHeardMeanwhile: Bool = false
    ) {
        self.init(
            assembly: assembly, store: store, providers: providers, conversation: conversation, source: nil,
            segmentation: .file, model: nil, lines: lines, isHeardMeanwhile: isHeardMeanwhile)
    }
}
