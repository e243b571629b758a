import Audio
import Conversations
import Delivery
import Interpreting
import Plumbing
import Providers
import VerbioServer

/// The pipeline as the server asks for it. Engines are started once and serve all translations; a correction is done by those
/// that its conversation names, started for it.
final class PipelineService: TranslationService {
    let store: any ConversationStore
    private let assembly: Assembly
    private let providers: ProviderSet

    init(assembly: Assembly, store: any ConversationStore) throws {
        self.assembly = assembly
        self.store = store
        providers = try assembly.providers()
    }

    var providerConditions: [ProviderCondition] { providers.conditions }

    func translate(
        _ request: TranslateRequest, audio: BytePipe, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        var providers = providers
        if !request.isTranslated {
            providers.translators = ProviderChain([NoTranslation()], time: .system)
        }
        if !request.isSpoken || !providers.translates { providers.synthesizers = nil }
        let session = try await Session.open(
            Session.Request(
                input: .bytes(audio, name: request.title ?? "request"), path: nil, title: request.title,
                pair: request.pair, speaker: request.speaker, twoWay: request.isTwoWay,
                speakers: request.speakerEvents.map { .known($0) },
                reading: ReadingOptions(
                    channels: request.channels, track: request.track, raw: request.raw,
                    ffmpegPath: assembly.settings.string(.ffmpeg)),
                isHeardMeanwhile: true, glossary: request.glossary, formality: request.formality),
            assembly: assembly, store: store, providers: providers)
        defer { session.claim?.release() }
        let finished = try await session.run(control: control, deliver: deliver)
        return (session.conversation, finished)
    }

    func correct(
        _ request: CorrectionRequest, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        let id = request.conversation.id
        guard let claim = try await store.claim(id) else { throw await store.busy(id) }
        defer { claim.release() }
        let conversation = try await store.conversation(id) ?? request.conversation
        let correction = try await Correction.open(
            request.sequence, of: conversation, to: request.speaker, assembly: assembly, store: store)
        guard let correction else {
            let ending = try await store.ending(of: conversation)
            try await deliver(.event(Event(.conversationFinished(ending), in: conversation.id)))
            return (conversation, ending)
        }
        let finished = try await correction.perform(control: control, deliver: deliver).finished
        try await store.synchronize()
        return (correction.session.conversation, finished)
    }
}
