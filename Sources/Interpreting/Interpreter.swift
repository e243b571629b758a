package import Audio
package import Captions
package import Conversations
internal import Guards
package import Hearing
package import Plumbing
internal import Providers
package import Resilience

/// Interprets one conversation: audio in, utterances recognized, translated and spoken out, in order, everything stored.
///
/// A file, a pipe and a socket differ only in their source and in the receiver of what is delivered.
///
/// ```swift
/// let interpreter = Interpreter(providers: providers, store: store)
/// let finished = try await interpreter.interpret(conversation, from: source) { print($0) }
/// ```
package struct Interpreter: Sendable {
    private let providers: ProviderSet
    let store: any ContentStore
    private let configuration: InterpreterConfiguration
    let hearing: InterpreterHearing
    private let budget: Budget
    private let time: TimeSource

    /// - Parameter budget: what the calls of this run may cost together.
    package init(
        providers: ProviderSet, store: any ContentStore,
        configuration: InterpreterConfiguration = InterpreterConfiguration(),
        segmentation: SegmentationConfiguration = .file, model: SpeechModel? = nil, budget: Budget = Budget(),
        time: TimeSource = .system
    ) {
        self.providers = providers
        self.store = store
        self.configuration = configuration
        hearing = InterpreterHearing(segmentation: segmentation, model: model)
        self.budget = budget
        self.time = time
    }

    /// Interprets a conversation from its audio. What an earlier run has finished is delivered again and not repeated.
    ///
    /// - Parameters:
    ///   - live: delivery for a listener who waits for every word; nil if none does.
    /// - Returns: the last event: how the conversation ended and what happened to every voiced millisecond. It is
    ///   stored, and durable, before this returns.
    /// - Throws: `Problem` of kind `input` or `store`, what `deliver` throws, or `CancellationError`. The conversation stays
    ///   resumable.
    package func interpret(
        _ conversation: Conversation, from source: any SpeechSource, live: LiveHearing = LiveHearing(),
        control: RunControl = RunControl(), deliver: @escaping DeliverySink
    ) async throws -> Event.ConversationFinished {
        control.attach(source)
        var metered = source
        if let allowance = control.allowance {
            let counted = try await heardEarlier(of: conversation)
            metered = MeteredSource(source, allowance: allowance, control: control, counted: counted)
        }
        let earlier = try await earlier(of: conversation, in: live)
        let spooled = spooled(metered, after: earlier?.tail, by: live, control)
        // The first utterance of a recording is ready as soon as its connection would be.
        let warmer = conversation.isOfFile ? nil : ConnectionWarmer(providers, time: time)
        let partials = live.partials.map {
            PartialRecognition(
                $0, recognizer: providers.recognizers.first, conversation: conversation, time: time)
        }
        // A speech translator needs no recognition.
        let interprets =
            providers.translators.first.speechTranslator != nil && !conversation.settings.sides.isTwoWay
        let speculation =
            live.speculates && !interprets
            ? SpeculativeRecognition(providers.recognizers.first, conversation: conversation) : nil
        let feed = HeardFeed(
            conversation: conversation, source: spooled ?? metered, hearing: hearing,
            from: earlier?.beginning ?? HeardFeed.Beginning(), control: control,
            with: HeardFeed.LiveParts(
                speakers: live.speakers, warmer: warmer, partials: partials, speculation: speculation,
                clock: live.clock, persons: live.persons, spooled: spooled))
        let shared = SharedSink(deliver).deliver
        // Cancelled when this returns.
        async let _: Void? = warmer?.run()
        async let _: Void? = partials?.run(shared)
        async let _: Void? = spooled?.listen()
        async let _: Void? = spooled?.synchronize { [store] acknowledgement in
            if !acknowledgement.durable { try? await store.commitUrgently([.lost(conversation.id, LostSpeech())]) }
            try await shared(.acknowledged(acknowledgement))
        }
        defer {
            partials?.stop()
            speculation?.stop()
            live.corrections?.abandon()
        }
        async let reading: Void? = live.speakers?.read()
        do {
            let deliver = partials?.following(shared) ?? shared
            let finished =
                earlier == nil
                ? try await run(
                    conversation, feed, control, canWait: conversation.origin != .stream,
                    live: live, speculation: speculation, deliver)
                : try await run(
                    conversation, stored(conversation, then: feed, live, control), control, canWait: false,
                    live: live, speculation: speculation, deliver)
            live.speakers?.stop()
            await reading
            // All of it is in stored utterances now. A spool that stays does no harm: it goes with its conversation.
            if !control.isHandedOver { try? await live.spool?.remove() }
            return finished
        } catch {
            live.speakers?.stop()
            source.stop()
            throw error
        }
    }

    /// The samples up to the end of the last utterance of an earlier run. They were counted then. A stream has no earlier run.
    private func heardEarlier(of conversation: Conversation) async throws -> Int {
        guard conversation.origin != .stream else { return 0 }
        var end = 0
        for try await page in store.pages(of: conversation.id) {
            end = page.reduce(end) { max($0, $1.utterance.range.end) }
        }
        return end
    }

    /// What an earlier run of live speech has left: the sound that is in no utterance, and where the feed goes on; nil if there was none.
    private func earlier(
        of conversation: Conversation, in live: LiveHearing
    ) async throws -> (tail: SpoolTail?, beginning: HeardFeed.Beginning)? {
        guard live.continuesSpool, let spool = live.spool else { return nil }
        var beginning = HeardFeed.Beginning(events: try await spool.events())
        for try await page in store.pages(of: conversation.id) {
            for utterance in page.map(\.utterance) {
                beginning.sequence = max(beginning.sequence, utterance.sequence)
                beginning.heardTo[utterance.lane] = max(beginning.heardTo[utterance.lane] ?? 0, utterance.range.end)
            }
        }
        return (try await SpoolTail(spool, of: conversation, heardTo: beginning.heardTo), beginning)
    }

    /// The stored utterances of live speech, and then those that are heard now.
    private func stored(
        _ conversation: Conversation, then feed: HeardFeed, _ live: LiveHearing, _ control: RunControl
    ) -> SpoolFeed {
        let stored = StoredFeed(
            conversation: conversation, store: store, control: control, needsSound: providers.translatesSound)
        return SpoolFeed(stored) { [store] _, _ in
            try await live.persons?.recall(conversation.id, from: store)
            return feed
        }
    }

    /// The source with its sound written to the spool before it is heard; nil if the sound can be read again.
    private func spooled(
        _ source: any SpeechSource, after tail: SpoolTail?, by live: LiveHearing, _ control: RunControl
    ) -> SpooledSource? {
        guard let spool = live.spool else { return nil }
        return SpooledSource(
            source, spool: spool, after: tail, time: time, clock: live.clock, isHeld: { [store] in store.isBehind },
            isMuted: { control.isPaused })
    }

    /// Interprets lines of text as they come: the text is given, and everything after recognition is as for audio.
    ///
    /// - Throws: as ``interpret(_:from:control:deliver:)``.
    package func interpret(
        _ conversation: Conversation, from lines: TextLines, control: RunControl = RunControl(),
        deliver: @escaping DeliverySink
    ) async throws -> Event.ConversationFinished {
        control.attach { lines.stop() }
        return try await run(
            conversation, TextFeed(conversation: conversation, lines: lines, control: control), control,
            canWait: conversation.origin != .stream, deliver)
    }

    /// Interprets the passages of a caption file: texts and times are given, and everything after recognition is as for audio.
    ///
    /// - Parameter seconds: the length of the recording to which the captions belong; 0 if there is none.
    /// - Throws: as ``interpret(_:from:control:deliver:)``.
    package func interpret(
        _ conversation: Conversation, from passages: [CaptionPassage], lasting seconds: Double = 0,
        control: RunControl = RunControl(), deliver: @escaping DeliverySink
    ) async throws -> Event.ConversationFinished {
        let feed = CaptionFeed(conversation: conversation, passages: passages, lasting: seconds, control: control)
        return try await run(conversation, feed, control, canWait: true, deliver)
    }

    /// Continues a conversation with its stored utterances: its audio came from a pipe or a socket, or it is complete.
    /// So only the rest in its spool has to be heard again.
    ///
    /// - Parameters:
    ///   - ending: how it ended before, if all of it was heard then.
    ///   - spool: the sound that an earlier run did not finish.
    ///   - persons: finds out which persons speak in that sound; nil if that is not asked.
    package func resume(
        _ conversation: Conversation, ending: Event.ConversationFinished? = nil, spool: (any SpeechSpool)? = nil,
        persons: LivePersons? = nil, control: RunControl = RunControl(), deliver: @escaping DeliverySink
    ) async throws -> Event.ConversationFinished {
        var conversation = conversation
        if try await isCutOff(conversation, spool) {
            conversation.lostSpeech = .unheard
            try await store.commit([.lost(conversation.id, .unheard)])
        }
        let stored = StoredFeed(
            conversation: conversation, store: store, ending: ending, control: control,
            needsSound: providers.translatesSound)
        guard let spool else { return try await run(conversation, stored, control, canWait: true, deliver) }
        let hearing = hearing
        let feed = SpoolFeed(stored) { [conversation, store] sequence, heardTo in
            guard let tail = try await SpoolTail(spool, of: conversation, heardTo: heardTo) else { return nil }
            control.attach(tail)
            try await persons?.recall(conversation.id, from: store)
            return HeardFeed(
                conversation: conversation, source: tail, hearing: hearing,
                from: HeardFeed.Beginning(sequence: sequence, events: try await spool.events(), heardTo: heardTo),
                control: control,
                with: HeardFeed.LiveParts(persons: persons))
        }
        var live = LiveHearing()
        live.persons = persons
        let finished = try await run(conversation, feed, control, canWait: true, live: live, deliver)
        // After a drain the rest of the sound is for the next run.
        if feed.reachedEnd { try? await spool.remove() }
        return finished
    }

    /// Whether a run ended before the end of the conversation's input, and no spool has the rest.
    private func isCutOff(_ conversation: Conversation, _ spool: (any SpeechSpool)?) async throws -> Bool {
        guard conversation.state == .interrupted, conversation.lostSpeech == nil else { return false }
        return try await spool?.kept().count ?? 0 == 0
    }

    /// The code of a problem of kind `input`: a recording is decoded otherwise than in an earlier run.
    ///
    /// So the stored utterances are not where they were. The utterances in flight have been finished, and the conversation
    /// stays.
    package static let decodedDifferently = KnownUtterances.decodedDifferently

    func run(
        _ conversation: Conversation, _ feed: some UtteranceFeed, _ control: RunControl, canWait: Bool,
        live: LiveHearing = LiveHearing(), speculation: SpeculativeRecognition? = nil, _ deliver: @escaping DeliverySink
    ) async throws -> Event.ConversationFinished {
        let known = try await KnownUtterances(conversation, store, control: control)
        // A complete conversation stays complete, whatever happens in this run.
        let conversation = conversation.inState(known.isComplete ? .complete : .running)
        let started = Event(
            .conversationStarted(
                .init(title: conversation.title, source: conversation.source, pair: conversation.settings.pair)),
            in: conversation.id)
        try await store.commit([.conversation(conversation), .event(started)])
        try await deliver(.event(started))

        var configuration = configuration
        if !canWait { configuration.outagePatience = nil }
        var calls = ProviderCalls(
            conversation, providers, configuration, budget: budget, control: control, store: store, time: time)
        calls.persons = live.persons
        let inFlight = utterancesInFlight(of: conversation)
        let pipeline = UtterancePipeline(
            calls, windows(of: conversation, inFlight: inFlight), ownVoice: live.ownVoice, speculation: speculation)
        return try await InterpreterRun(pipeline, of: feed, known, inFlight: inFlight, live: live).perform(deliver)
    }

    private func windows(of conversation: Conversation, inFlight: Int) -> Windows {
        let contextTokens = conversation.settings.context.tokens
        let lookAhead = LookAhead(count: usableLookAhead(conversation), longest: contextTokens / Self.laterShare)
        let batch = usableBatch(conversation)
        let pairs = usablePairs(conversation.settings)
        let places = usablePlaces(conversation)
        let known = max(lookAhead.count + batch, places?.reach ?? 0)
        // The call for a window is shown what was said before its first line.
        let kept = inFlight + batch
        return Windows(
            context: ContextWindow(
                count: pairs, lag: conversation.settings.context.lag, inFlight: kept,
                step: providers.translators.first.capabilities.isOwnServer ? pairs / 2 + 1 : 1,
                longest: contextTokens, size: \.tokens),
            sources: known > 0 ? SourceTexts(longest: known, inFlight: inFlight) : nil,
            lookAhead: lookAhead,
            batches: batch > 0
                ? TranslationBatches(
                    size: batch, lookAhead: lookAhead, longest: Self.batchTokens, inFlight: inFlight) : nil,
            summaries: summaries(conversation, inFlight: kept),
            carried: carriedText(conversation.settings, inFlight: inFlight),
            directions: conversation.settings.sides.isTwoWay
                ? DirectionWindow(
                    DirectionTracker(pair: conversation.settings.pair, speaker: conversation.settings.sides.speaker))
                : nil,
            places: places, rates: places == nil ? nil : rates(conversation, inFlight: kept))
    }

    /// Nil if no translation has to fit the time of its original.
    private func usablePlaces(_ conversation: Conversation) -> VoicePlaces? {
        let speech = conversation.settings.speech
        // A clause that is being spoken cannot become shorter.
        guard speech.shortens, !speech.isEarly, conversation.kind != .written, providers.synthesizers != nil else {
            return nil
        }
        return VoicePlaces(reach: VoicePlaces.usualReach)
    }

    private func rates(_ conversation: Conversation, inFlight: Int) -> SpokenRates {
        let listed = providers.synthesizers?.first.capabilities.voices ?? []
        return SpokenRates(inFlight: inFlight) { utterance, language in
            conversation.voice(for: language, of: utterance, conversation.persons, listed: listed)
        }
    }

    /// How many earlier pairs a translator is given at most.
    func usablePairs(_ settings: ConversationSettings) -> Int {
        min(settings.context.pairs, providers.translators.providers.map(\.capabilities.contextPairs).max() ?? 0)
    }

    /// The divisor of the context tokens that later text may use: two utterances of half a minute. Earlier text comes
    /// with its translation, and is more useful.
    private static let laterShare = 4

    /// How many utterances are looked ahead: none if a listener waits for each, or no translator makes use of it.
    func usableLookAhead(_ conversation: Conversation) -> Int {
        guard conversation.isOfFile, providers.translators.providers.contains(where: \.capabilities.takesLater) else {
            return 0
        }
        return max(0, conversation.settings.context.lookAhead ?? 0)
    }

    /// The most tokens that the lines of a batch and their answers may have together: thirty usual utterances. Models
    /// write no more than 4,096 tokens unless a request allows more.
    private static let batchTokens = 3_000

    /// How many utterances a language model translates in one call. It is 0 if each has its own call, because a listener waits for
    /// each, or hears it before it is complete.
    func usableBatch(_ conversation: Conversation) -> Int {
        guard conversation.isOfFile, !conversation.settings.speech.isEarly,
            providers.translators.first.batcher != nil, let lines = conversation.settings.context.batchLines, lines > 1
        else { return 0 }
        return lines
    }

    /// An utterance that waits for later ones needs them in flight. While one batch is translated, the next is recognized.
    private func utterancesInFlight(of conversation: Conversation) -> Int {
        let batch = usableBatch(conversation)
        let known = max(usableLookAhead(conversation), usablePlaces(conversation)?.reach ?? 0)
        return max(configuration.utterancesInFlight, known + max(1, 2 * batch))
    }

    /// Nil if nothing is summarized: summaries are for language models that are shown earlier pairs.
    private func summaries(_ conversation: Conversation, inFlight: Int) -> RollingSummaries? {
        let settings = conversation.settings
        guard let every = settings.context.summaryBlock, usablePairs(settings) > 0,
            providers.translators.first.summarizer != nil
        else { return nil }
        return RollingSummaries(
            every: every, contextLag: settings.context.lag,
            tokens: settings.context.tokens,
            inFlight: inFlight,
            patience: conversation.isOfFile
                ? SummaryStage.patience(of: providers.translators.first) : RollingSummaries.longestWait)
    }

    /// Nil if no recognizer is shown a text. The speaker, and so whose text that would be, is known beforehand only if the
    /// conversation does not go both ways.
    private func carriedText(_ settings: ConversationSettings, inFlight: Int) -> CarriedText? {
        guard let lag = settings.context.promptLag, !settings.sides.isTwoWay,
            providers.recognizers.providers.contains(where: \.capabilities.takesPrompt)
        else { return nil }
        return CarriedText(lag: lag, inFlight: inFlight)
    }
}

extension Conversation {
    /// Whether the audio is complete, so that no listener waits for its next word.
    var isOfFile: Bool {
        switch origin {
        case .file: true
        case .upload, .stream: false
        }
    }

    fileprivate func inState(_ state: ConversationState) -> Conversation {
        var copy = self
        copy.state = state
        return copy
    }
}
