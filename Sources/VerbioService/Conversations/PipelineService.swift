package import Audio
package import Conversations
import Delivery
package import Interpreting
import Language
import Plumbing
import Providers
import Resilience

/// The service with the engines of the settings, which are started once for all conversations. A correction starts the engines
/// that its conversation names.
package final class PipelineService: ConversationService {
    package let store: any ScopeStore
    let assembly: Assembly
    private let engines: SharedEngines

    /// The service for one store, with engines of its own.
    package convenience init(assembly: Assembly, store: any ScopeStore) throws {
        self.init(assembly: assembly, store: store, engines: try SharedEngines(assembly))
    }

    init(assembly: Assembly, store: any ScopeStore, engines: SharedEngines) {
        self.assembly = assembly
        self.store = store
        self.engines = engines
    }

    /// Phrases that are being made, by scope and identifier.
    var turns: Turns<String> { engines.turns }

    /// The providers of the settings, for any languages.
    var providers: ProviderSet { engines.providers }

    package var films: any FilmService { FilmMaker(assembly: assembly, store: store) }

    package var providerConditions: [ProviderCondition] {
        providers.conditions.map { condition in
            var condition = condition
            condition.addresses = assembly.remote.addresses(of: condition.provider.name, condition.stage)
            return condition
        }
    }

    package func translate(
        _ request: ConversationRequest, audio: BytePipe, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        var request = request
        if request.delivery == .atEnd { request.delivery = .meanwhile }
        let opened = try await open(request, hearing: audio, control)
        defer { opened.claim?.release() }
        let finished = try await opened.run(control: control, deliver: deliver)
        return (try await opened.withFoundPersons(), finished)
    }

    package func live(_ request: ConversationRequest, control: RunControl) -> LiveRun {
        var request = request
        request.delivery = .live
        return LiveRun(request, control: control) { [self] live, deliver in
            let opened = try await opened(live, deliver)
            defer { opened.claim?.release() }
            return try await live.run(opened, deliver)
        }
    }

    private func opened(_ live: LiveRun, _ deliver: DeliverySink) async throws -> OpenedConversation {
        guard let id = live.request.continues else {
            return try await open(live.request, hearing: live.pipe, live.control)
        }
        let opened = try await OpenedConversation.continueLive(
            id, hearing: .bytes(live.pipe, name: live.request.title ?? "request"), for: live.request,
            assembly: assembly, store: store
        ) { try await deliver(.acknowledged(Acknowledgement(sample: $0, durable: true))) }
        try assembly.costLimit.check(live.control.allowance, opened.providers)
        try opened.checkVoices(within: live.control.allowance)
        return opened
    }

    private func open(
        _ request: ConversationRequest, hearing audio: BytePipe, _ control: RunControl
    ) async throws -> OpenedConversation {
        let (assembly, providers) = try await engines(of: request)
        try assembly.costLimit.check(control.allowance, providers)
        var input = AudioInput.bytes(audio, name: request.title ?? "request")
        let search = PersonSearch(assembly)
        if request.delivery != .live, try search.count(request.listening.channels) != nil {
            // All of it is heard before the first utterance.
            try search.requireModel()
            input = try await input.kept()
        }
        guard request.findsLanguage else {
            return try await open(request, from: .audio(input), assembly, providers, control)
        }
        let (asked, heard) = try await settled(request, hearing: input, assembly, providers, control)
        let (chosen, engines) = try await engines(of: asked)
        return try await open(asked, from: .audio(heard), chosen, engines, control)
    }

    /// The request with the language that is spoken, and its audio from the beginning.
    private func settled(
        _ request: ConversationRequest, hearing input: AudioInput, _ assembly: Assembly, _ providers: ProviderSet,
        _ control: RunControl
    ) async throws -> (ConversationRequest, AudioInput) {
        let spoken = SpokenLanguage(assembly: assembly, recognizer: providers.recognizers.first)
        try spoken.check(at: "from")
        try spoken.checkAllowed(by: control.allowance)
        let (found, all) = try await spoken.find(in: input, request.listening, live: request.delivery == .live)
        // In silence any language gives the same empty text.
        return (request.spoken(in: found ?? LanguageTag(.en)), all)
    }

    private func open(
        _ request: ConversationRequest, from input: ConversationInput, _ assembly: Assembly, _ providers: ProviderSet,
        _ control: RunControl
    ) async throws -> OpenedConversation {
        do {
            let opened = try await OpenedConversation.open(
                request, from: input, assembly: assembly, store: store, providers: providers)
            try opened.checkVoices(within: control.allowance)
            return opened
        } catch var problem as Problem where problem.code == "synthesizer.voice" {
            // Requests have the parameter `voice`, and not the option of the command line.
            problem.place = "voice"
            throw problem
        }
    }

    package func translate(
        _ request: ConversationRequest, text: String, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        try await translate(request, from: .text(.words(text)), isWritten: true, control, deliver)
    }

    package func translate(
        _ request: ConversationRequest, upload: StoredUpload, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        try await translate(request, from: .upload(upload), isWritten: upload.isWritten, control, deliver)
    }

    private func translate(
        _ request: ConversationRequest, from input: ConversationInput, isWritten: Bool, _ control: RunControl,
        _ deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        let upload: StoredUpload? = if case .upload(let upload) = input { upload } else { nil }
        let areCaptions = upload?.captionPath != nil
        if isWritten, !areCaptions { try assembly.settings.requireTranslator() }
        var request = request
        var (assembly, providers) = try await engines(of: request, written: isWritten)
        if request.findsLanguage {
            request = try await settled(request, from: input, assembly, providers, control)
            (assembly, providers) = try await engines(of: request, written: isWritten)
        }
        if isWritten {
            request.title = request.title ?? (upload?.kind == .audio ? "upload" : areCaptions ? "captions" : "text")
            providers.recognizers = ProviderChain([GivenText()], time: assembly.time)
            if !request.isSpoken { providers.synthesizers = nil }
        }
        try assembly.costLimit.check(control.allowance, providers)
        let opened = try await open(request, from: input, assembly, providers, control)
        defer { opened.claim?.release() }
        return try await finish(opened, control, deliver)
    }

    private func finish(
        _ opened: OpenedConversation, _ control: RunControl, _ deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        try await opened.replacedIfNeeded(note: assembly.note) { opened in
            let finished = try await opened.run(control: control, deliver: deliver)
            if let problem = opened.lines?.problem { throw problem }
            return (try await opened.withFoundPersons(), finished)
        }
    }

    /// The request with the language of an upload. A conversation that was begun keeps the language that was found out then.
    private func settled(
        _ request: ConversationRequest, from input: ConversationInput, _ assembly: Assembly, _ providers: ProviderSet,
        _ control: RunControl
    ) async throws -> ConversationRequest {
        guard case .upload(let upload) = input, upload.kind != .text else {
            throw Problem(
                .usage, "language.automatic", "the language of a text is not found out", at: "from",
                cure: "name it, such as from=en")
        }
        if let known = try await store.conversation(upload.conversation) {
            return request.spoken(in: known.settings.pair.source)
        }
        if let captions = upload.captionPath {
            return request.spoken(in: LanguageTag(try CaptionArgument.language(of: captions)))
        }
        return try await settled(request, hearing: .file(upload.path), assembly, providers, control).0
    }

    /// The engines of the settings for two languages.
    func providers(for pair: LanguagePair) throws -> ProviderSet {
        try engines.providers(of: assembly.resolvingTranslators(forBothWaysOf: pair, written: true))
    }

    /// The engines of a request, and the assembly that names them.
    ///
    /// - Throws: `Problem`: `engine.not-offered`, or the engine is not installed.
    private func engines(
        of request: ConversationRequest, written: Bool = false
    ) async throws -> (Assembly, ProviderSet) {
        let own = try RequestedEngines(assembly: assembly.applying(request), wanted: request.engines).applied()
        let choice = own.resolvingTranslators(forBothWaysOf: request.pair, written: written)
        if request.engines.namesEngines { try await choice.requireEngines() }
        return (own, try engines.providers(of: choice))
    }

    package func correct(
        _ request: CorrectionRequest, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        try await change(request.conversation, deliver: deliver) { conversation in
            let correction = try await Correction.open(
                request.sequence, of: conversation, to: request.speaker, assembly: assembly, store: store)
            guard let correction else { return nil }
            try correction.opened.checkVoices(within: control.allowance)
            let finished = try await correction.perform(control: control, deliver: deliver).finished
            return (correction.opened.conversation, finished)
        }
    }

    package func rewrite(
        _ request: RewritingRequest, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        try await change(request.conversation, deliver: deliver) { conversation in
            let rewriting = try await Rewriting.open(request, of: conversation, assembly: assembly, store: store)
            guard let rewriting else { return nil }
            try rewriting.opened.checkVoices(within: control.allowance)
            let finished = try await rewriting.perform(control: control, deliver: deliver).finished
            return (rewriting.opened.conversation, finished)
        }
    }

    package func resume(
        _ conversation: Conversation, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        let latest = try await store.latest(conversation.id) ?? conversation
        return try await change(latest, deliver: deliver) { conversation in
            guard conversation.state != .complete else { return nil }
            let opened = try await OpenedConversation.resume(
                conversation, assembly: assembly, store: store, engines: EngineChoice())
            try assembly.costLimit.check(control.allowance, opened.providers)
            try opened.checkVoices(within: control.allowance)
            return try await finish(opened, control, deliver)
        }
    }

    /// Works on a stored conversation as its owner. If the work finds nothing to do, the conversation ends as it did before.
    private func change(
        _ known: Conversation, deliver: @escaping DeliverySink,
        _ work: (Conversation) async throws -> (Conversation, Event.ConversationFinished)?
    ) async throws -> (Conversation, Event.ConversationFinished) {
        guard let claim = try await store.claim(known.id) else { throw await store.busy(known.id) }
        defer { claim.release() }
        let conversation = try await store.conversation(known.id) ?? known
        guard let result = try await work(conversation) else {
            let ending = try await store.ending(of: conversation)
            try await deliver(.event(Event(.conversationFinished(ending), in: conversation.id)))
            return (conversation, ending)
        }
        try await store.synchronize()
        return result
    }
}
