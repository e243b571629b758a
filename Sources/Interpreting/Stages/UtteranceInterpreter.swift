internal import Audio
internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers

/// Takes one utterance through recognition, translation and synthesis.
struct UtteranceInterpreter: Sendable {
    let conversation: Conversation
    let providers: ProviderSet
    let configuration: InterpreterConfiguration
    /// For each provider of a stage, how many calls it takes at once.
    let limiters: [Stage: [Limiter]]
    let windows: Windows
    let guards: TranslationGuards
    let terms: ConversationTerms
    let budget: Budget
    /// Whether the end has been asked for, and why.
    let control: RunControl
    let store: any ConversationStore
    let time: TimeSource

    /// Interprets the utterance, sending what happens to its lane, and returns what became of it.
    ///
    /// - Throws: only what ends the whole conversation: a store that fails, a listener that is gone, cancellation. A provider
    ///   that fails is an outcome.
    func interpret(_ given: UtteranceInput, lane: OrderedDelivery.Lane) async throws -> Outcome {
        let fed = given.followingItsCorrection
        windows.begin(fed)
        var isLeftPending = false
        defer {
            windows.close(fed, isLeftPending: isLeftPending)
            lane.close()
        }
        if fed.isLeft, let record = fed.record {
            windows.keep(record)
            return record.outcome
        }
        let work = Work(
            fed: fed, lane: lane, deadline: configuration.utteranceDeadline, store: store)
        defer { work.journal.releasePlaces() }
        do {
            let outcome: Outcome
            if let reason = fed.dropReason ?? work.record?.outcome.dropReason {
                outcome = .dropped(reason: reason)
            } else {
                outcome = try await stages(work)
            }
            if case .failed = outcome {
                work.journal.discardConclusions()
            } else {
                work.journal.releaseConclusions()
            }
            guard outcome != .pending else {
                isLeftPending = true
                try await work.journal.flush()
                return outcome
            }
            try await work.journal.commit(
                outcome == work.record?.outcome ? [] : [.outcome(fed.utterance.id, outcome)])
            windows.close(fed, isLeftPending: false)
            // The event says that the utterance is stored, so it waits for the disk. Utterances that end at about the same
            // time share the wait, and no call waits for it.
            try await store.synchronize()
            try await lane.send(.event(finished(work, outcome)))
            return outcome
        } catch {
            windows.abandon(with: error)
            // What was answered is kept even where the run ends here; where the store itself failed, so does this.
            await Task { try? await work.journal.flush() }.value
            throw error
        }
    }

    /// - Returns: `pending` where it is left to the run that goes on.
    private func stages(_ work: Work) async throws -> Outcome {
        do {
            return try await answerAll(work)
        } catch let error as ProviderError {
            // Nothing is kept of that as the utterance's speech, but who was listening has heard it.
            let heard = work.isHeard.isSet ? "; some of it was spoken before" : ""
            return .failed(
                StageFailure(
                    stage: error.stage, provider: error.provider, failure: error.failure,
                    message: error.message + heard, cure: error.cure))
        }
    }

    private func answerAll(_ work: Work) async throws -> Outcome {
        let utterance = work.utterance
        let answer = try await recognized(work)
        windows.carried?.settle(utterance, answer)
        work.flags.withLock { $0 = answer?.flags.map(\.name) ?? [] }
        guard let answer, utterance.hasWords(answer.recognition) else { return .dropped(reason: "no-words") }
        if answer.isDropped { return .dropped(reason: "hallucination") }
        let way = try await way(of: answer, work)
        let heard = way.recognition
        let recognition = corrected(heard, way.pair, work)
        try await work.send(.event(event(recognition, heard, way, utterance)))
        guard let pair = way.pair else { return .dropped(reason: "other-language") }
        guard providers.translates else { return .textOnly }
        var saying = Saying(recognition: recognition, speaker: way.speaker, pair: pair)
        guard let coming = try await coming(after: saying, work) else { return .pending }
        (saying.later, saying.batched, saying.refusal) = (coming.later, coming.line, coming.refusal)
        if conversation.settings.speaksEarly ?? false, spokenBefore(work) == nil,
            let synthesizers = providers.synthesizers
        {
            return try await answerInClauses(saying, synthesizers, work)
        }
        let checked = try await answered(saying, work)
        defer { flag(checked, of: recognition, pair, work) }
        return try await voiced(checked.translation, work)
    }

    /// What is to be translated.
    struct Saying: Sendable {
        var recognition: Recognition
        var speaker: Speaker
        var pair: LanguagePair
        /// What is said next.
        var later: [LaterLine] = []
        /// Its translation, where that came with those of others.
        var batched: BatchedLine?
        /// Why the wanted translator need not be asked: for all of its batch together it has no credit, or we have not.
        var refusal: ProviderError?
    }

    /// The translation, which those who are translated next and the listener are told.
    ///
    /// - Parameter queue: where its clauses go while it is still coming; nil where it is spoken as a whole.
    func answered(_ saying: Saying, to queue: ClauseQueue? = nil, _ work: Work) async throws -> CheckedTranslation {
        let checked = try await translated(saying, to: queue, work)
        let translation = checked.translation
        windows.settle(
            work.utterance.sequence,
            ContextPair(
                speaker: saying.speaker.rawValue, source: saying.recognition.text, translation: translation.text))
        try await work.send(
            .event(
                Event(
                    .translated(
                        .init(
                            utterance: work.utterance.sequence, language: translation.tag, text: translation.text)),
                    in: conversation.id)))
        return checked
    }

    /// Speaks a translation as a whole.
    func voiced(_ translation: Translation, _ work: Work) async throws -> Outcome {
        guard let speech = try await spoken(translation, work) else { return .textOnly }
        return try await announced(speech, work)
    }

    func announced(_ speech: SpokenAudio, _ work: Work) async throws -> Outcome {
        try await work.send(
            .event(
                Event(
                    .spoken(
                        .init(
                            utterance: work.utterance.sequence, voice: speech.voice, seconds: speech.seconds,
                            blob: speech.blob)),
                    in: conversation.id)))
        return .spoken
    }

    /// What was said; nil where speech seems clear and every recognizer has been asked and has heard no words in it.
    private func recognized(_ work: Work) async throws -> CheckedRecognition? {
        let wordless = Locked<Set<Int>>([])
        do {
            return try await recognized(work) { place in wordless.withLock { _ = $0.insert(place) } }
        } catch let error as ProviderError where error.failure == .unusable {
            // Where nobody waits they have not been asked as often as that takes.
            guard wordless.withLock({ $0.count }) == providers.recognizers.links.count, !control.isUnattended
            else { throw error }
            return nil
        }
    }

    /// - Parameter wordless: told the place of a recognizer that has heard no words in clear speech.
    private func recognized(
        _ work: Work, wordless: @escaping @Sendable (_ place: Int) -> Void
    ) async throws -> CheckedRecognition {
        let utterance = work.utterance
        if let done = CheckedRecognition(of: work.record) { return done }
        guard !work.lacksAudio else {
            throw ProviderError(
                .unusable, stage: .recognition, provider: "store", "its audio is not in the store any more",
                cure: "restore the store's folder 'blobs' from a backup, then resume it")
        }
        let pair = utterance.direction.pair
        let isCorrected = work.record?.isCorrected ?? false
        let candidates =
            windows.directions == nil || isCorrected || utterance.direction.isGiven ? [] : [pair.from, pair.to]
        // The guards may ask a second question, and the direction may choose another answer. Until both are decided, a run
        // that goes on must not take the first answer for the utterance's: it finds it under its key, and asks on.
        work.journal.withholdConclusions()
        let prompt = try await windows.carried?.text(before: utterance) { try await work.journal.flush() }
        let request = RecognitionRequest(
            audio: PCM16.floats(work.samples), language: pair.from, candidates: candidates,
            varieties: pair.varieties, prompt: prompt,
            context: call(utterance))
        let answer = try await firstAnswer(of: providers.recognizers, .recognition) { recognizer, place, hedge in
            var request = request
            if isCorrected, try await hasFound(request, by: recognizer, utterance) {
                request.candidates = [pair.from, pair.to]
            }
            let answer = try await heard(request, by: recognizer, place, hedge, work) { wordless(place) }
            work.recognizer.withLock { $0 = place }
            return answer
        }
        // With candidates the direction is decided next, and releases them.
        if candidates.isEmpty { work.journal.releaseConclusions() }
        return answer
    }

    /// The first answer of the stage's providers, who are called one after the other, or two at once where hedging is asked
    /// for.
    ///
    /// - Parameter begun: the place of one who goes on with what it has begun: with it no other one competes.
    func firstAnswer<Provider: Sendable, Answer: Sendable>(
        of chain: ProviderChain<Provider>, _ stage: Stage, from begun: Int? = nil, isFinished: Bool = false,
        unless mark: DeliveryMark? = nil,
        _ call: @escaping @Sendable (Provider, _ place: Int, HedgedCall) async throws -> Answer
    ) async throws -> Answer {
        let failures = Locked<[ProviderError]>([])
        let noted: @Sendable (Provider, Int, HedgedCall) async throws -> Answer = { provider, place, hedge in
            do {
                return try await call(provider, place, hedge)
            } catch let error as ProviderError {
                failures.withLock { $0.append(error) }
                throw error
            }
        }
        let answer =
            if let delay = configuration.hedgeAfter[stage], chain.links.count > 1, begun == nil {
                try await chain.firstAnswer(hedgingAfter: delay, time: time, unless: mark, noted)
            } else {
                try await chain.firstAnswer(from: begun, isFinished: isFinished, unless: mark) {
                    try await noted($0, $1, .alone)
                }
            }
        for error in failures.withLock({ $0 }) {
            CallWatch.current?.note(.replaced(stage, provider: error.provider, error.failure))
        }
        return answer
    }

    func call(_ utterance: Utterance) -> CallContext {
        CallContext(conversation: conversation.id.rawValue, utterance: utterance.sequence)
    }

    func limit(_ stage: Stage) -> Duration { configuration.callDeadline[stage] ?? .seconds(60) }

    private func isLast(_ place: Int, of stage: Stage) -> Bool { place >= (limiters[stage]?.count ?? 1) - 1 }

    private func isReady(behind place: Int, of stage: Stage) -> Bool {
        switch stage {
        case .recognition: providers.recognizers.isReady(behind: place)
        case .translation: providers.translators.isReady(behind: place)
        case .synthesis: providers.synthesizers?.isReady(behind: place) ?? false
        }
    }

    /// How often one of the stage's providers is asked, and how long it is waited for. A recording waits as long as through an
    /// outage for the last one that is told when to come again; where somebody listens, the next one is asked soon.
    ///
    /// - Parameter isPinned: whether only this one can go on with what it has begun, so that nobody stands in for it.
    func retry(_ stage: Stage, _ place: Int, isPinned: Bool = false) -> RetryPolicy {
        guard isLast(place, of: stage) else {
            let policy = configuration.retry.withStandIn
            return isPinned || conversation.isOfFile || !isReady(behind: place, of: stage) ? policy : policy.listenedTo
        }
        var policy = configuration.retry
        policy.longestRetryAfter = max(policy.longestRetryAfter, configuration.outagePatience ?? .zero)
        return policy
    }

    /// Until when one is asked again: what is waited for at its own request is not the utterance's time.
    func retryLimit(_ stage: Stage, _ place: Int, _ work: Work) -> Duration {
        let patience = isLast(place, of: stage) ? configuration.outagePatience : nil
        return work.journal.remaining + (patience ?? .zero)
    }

    /// Tells the breaker of attempts, and keeps a recording's utterance through an outage of the last one.
    func outage<Provider>(_ stage: Stage, _ place: Int, _ link: ProviderChain<Provider>.Link) -> OutagePatience {
        OutagePatience(
            link.breaker, patience: isLast(place, of: stage) ? configuration.outagePatience : nil,
            isStopped: { [control] in control.isDraining }, isGivenUp: { [control] in control.outage != nil },
            isUnattended: { [control] in control.isUnattended })
    }

    func journal<Provider>(
        _ stage: Stage, _ place: Int, _ link: ProviderChain<Provider>.Link, _ hedge: HedgedCall, _ work: Work,
        _ key: ContentKey,
        isPinned: Bool = false, part: (@Sendable (StageTiming) -> Void)? = nil
    ) -> StageJournal {
        StageJournal(
            stage: stage, key: key, in: work.journal, limiter: limiters[stage]?[place] ?? Limiter(limit: 1),
            pace: link.pace, calls: link.calls, hedge: hedge,
            longestWait: retry(stage, place, isPinned: isPinned).longestRetryAfter,
            budget: budget, part: part,
            givenUp: givenUp(stage, place, link.breaker, isPinned: isPinned), time: time)
    }

    /// Why what has waited for its turn with a provider does not call it, as it would be in vain.
    private func givenUp(
        _ stage: Stage, _ place: Int, _ breaker: CircuitBreaker, isPinned: Bool
    ) -> @Sendable () -> String? {
        let hasStandIn = !isPinned && !isLast(place, of: stage)
        return { [control] in
            if control.outage != nil, breaker.condition != .closed {
                return "the run ended before its turn came, as nobody answered any more"
            }
            return hasStandIn && breaker.standing == .refusing ? "it had refused other calls before its turn came" : nil
        }
    }
}
