internal import Audio
internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// Takes utterances through recognition, direction, translation and speech. A speech translator may do all of this in one call.
struct UtterancePipeline: Sendable {
    let windows: Windows
    let summaries: SummaryStage
    let calls: ProviderCalls
    private let terms: ConversationTerms
    private let interpretation: InterpretationStage
    private let recognition: RecognitionStage
    private let direction: DirectionStage
    private let batches: BatchStage
    private let translation: TranslationStage
    private let speech: SpeechStage
    /// The speech that Verbio plays; nil if no microphone can hear it.
    private let ownVoice: OwnVoice?

    init(
        _ calls: ProviderCalls, _ windows: Windows, ownVoice: OwnVoice? = nil,
        speculation: SpeculativeRecognition? = nil
    ) {
        self.ownVoice = ownVoice
        self.calls = calls
        self.windows = windows
        terms = ConversationTerms(calls.conversation.settings)
        let recognizers = RecognitionCalls(calls: calls, speculation: speculation)
        interpretation = InterpretationStage(calls: calls, isTwoWay: windows.directions != nil)
        recognition = RecognitionStage(
            recognizers: recognizers, carried: windows.carried, isTwoWay: windows.directions != nil)
        direction = DirectionStage(
            directions: windows.directions, pinnedRecognition: PinnedRecognition(recognizers: recognizers))
        batches = BatchStage(calls: calls, windows: windows, terms: terms)
        let translators = TranslationCalls(
            calls: calls, context: windows.context, summaries: windows.summaries, guards: TranslationGuards(),
            terms: terms)
        translation = TranslationStage(
            translators: translators,
            shortening: windows.rates.map { ShorteningStage(translators: translators, rates: $0) })
        speech = SpeechStage(calls)
        summaries = SummaryStage(calls: calls, summaries: windows.summaries)
    }

    /// A pipeline for utterances that are corrected while the conversation continues.
    func repeating(_ conversation: Conversation) -> UtterancePipeline {
        let settings = conversation.settings
        let directions = windows.directions.map { _ in
            DirectionWindow(DirectionTracker(pair: settings.pair, speaker: settings.sides.speaker))
        }
        return UtterancePipeline(calls, windows.repeating(directions), ownVoice: ownVoice)
    }

    /// Interprets the utterance, and sends its events to its lane.
    ///
    /// - Returns: the utterance with its texts and its outcome.
    /// - Throws: only an error that ends the whole conversation: the store fails, the listener has left, or the task is
    ///   cancelled. The failure of a provider is an outcome.
    func interpret(_ given: UtteranceInput, lane: Lane) async throws -> UtteranceRecord {
        let input = given.withCorrectedDirection
        windows.begin(input)
        var isLeftPending = false
        defer {
            windows.close(input, isLeftPending: isLeftPending)
            lane.close()
        }
        if input.isUnchanged, let record = input.record {
            windows.keep(record)
            return record
        }
        let work = UtteranceWork(
            input, lane: lane,
            journal: UtteranceJournal(
                utterance: input.utterance.id, lastAttempts: input.record?.lastAttempts ?? [:],
                deadline: calls.utteranceLimit, store: calls.store))
        defer { work.journal.releaseSlots() }
        do {
            var report = UtteranceReport(of: work)
            let outcome =
                if let reason = input.dropReason ?? work.record?.outcome.dropReason {
                    Outcome.dropped(reason: reason)
                } else {
                    try await outcome(of: work, &report)
                }
            let texts = report.texts(outcome)
            if outcome != .pending, !lane.isShown { try await work.send(.texts(texts)) }
            lane.closeContent()
            guard outcome != .pending else {
                isLeftPending = true
                try await work.journal.flush()
                return texts
            }
            try await work.journal.commit(
                outcome == work.record?.outcome ? [] : [.outcome(input.utterance.id, outcome)])
            windows.close(input, isLeftPending: false)
            // The event promises that the utterance is on the disk. Utterances that end at about the same time share one
            // synchronization, and no call waits for it.
            try await calls.store.synchronize()
            try await work.send(.measured(work.measurement(of: outcome)))
            try await work.send(report.finished(outcome))
            return texts
        } catch {
            windows.abandon(with: error)
            // Stores the answers so far. If the store has failed, this fails, too.
            await Task { try? await work.journal.flush() }.value
            throw error
        }
    }

    /// - Returns: `pending` if the utterance is left to the resumed run.
    private func outcome(of work: UtteranceWork, _ report: inout UtteranceReport) async throws -> Outcome {
        do {
            return try await process(work, &report)
        } catch let error as ProviderError {
            // A listener has heard some speech that is not stored.
            let heard = work.isHeard.isSet ? "; some of it was spoken before" : ""
            return .failed(
                StageFailure(
                    stage: error.stage, provider: error.provider, failure: error.failure,
                    message: error.message + heard, cure: error.cure))
        }
    }

    private func process(_ work: UtteranceWork, _ report: inout UtteranceReport) async throws -> Outcome {
        let utterance = work.utterance
        let interpreted = try await interpretation.interpret(work)
        let recognized =
            if let heard = interpreted.recognized { heard } else { try await recognition.recognize(work) }
        windows.carried?.settle(utterance, recognized?.checked)
        report.flags = recognized?.checked.flags.map(\.name) ?? []
        guard let recognized, utterance.hasWords(recognized.checked.recognition) else {
            recognized?.conclude(in: work.journal)
            return .dropped(reason: "no-words")
        }
        if recognized.checked.isDropped {
            recognized.conclude(in: work.journal)
            return .dropped(reason: "hallucination")
        }

        if isEcho(recognized, work) {
            recognized.conclude(in: work.journal)
            return .dropped(reason: "echo")
        }

        let direction = try await direction.resolve(recognized, work)
        let (recognition, correction) = corrected(direction, work)
        report.take(direction, correction)
        let person = calls.person(of: utterance)
        try await work.send(UtteranceReport.recognized(recognition, direction, utterance, person: person))
        guard let pair = direction.pair else { return .dropped(reason: "other-language") }
        guard calls.providers.translates else { return .textOnly }

        var said = TranslationInput(recognition: recognition, speaker: direction.speaker, pair: pair)
        (said.batched, said.refusal) = (interpreted.translation, interpreted.refusal)
        guard let input = try await batches.prepare(said, work) else { return .pending }
        if interpreted.speech == nil, let speaker = speech.clauseSpeaker(for: pair.target, work) {
            return try await translateAndSpeak(input, by: speaker, work, &report)
        }
        let checked = try await translated(input, work, &report)
        defer { note(checked, of: input, work, &report) }
        return try await speak(checked.translation, as: interpreted.speech(of: checked.translation), work)
    }

    /// Whether a microphone has heard Verbio's own voice.
    private func isEcho(_ recognized: Recognized, _ work: UtteranceWork) -> Bool {
        // A user corrects only what people have said.
        guard let ownVoice, recognized.recorded != nil, !(work.record?.isCorrected ?? false) else { return false }
        let (utterance, recognition) = (work.utterance, recognized.checked.recognition)
        return ownVoice.isEcho(
            recognition.text, in: recognition.language, speech: utterance.speech, samples: work.samples,
            from: utterance.range.start)
    }

    /// The recognition with misrecognized terms of the glossary corrected. The record keeps the recognized text. Written text is
    /// not corrected.
    private func corrected(
        _ direction: ResolvedDirection, _ work: UtteranceWork
    ) -> (Recognition, CorrectedText?) {
        var recognition = direction.recognition
        var correction = work.record?.correction
        if correction == nil, !calls.conversation.kind.isGiven, let pair = direction.pair {
            correction = terms.corrected(recognition.text, pair)
            correction.map { work.journal.conclude(.corrected(work.utterance.id, $0)) }
        }
        if let correction { recognition.text = correction.text }
        return (recognition, correction)
    }

    /// The translation. It becomes context for later utterances, and goes to the listener.
    ///
    /// - Parameter queue: receives the clauses while the translation still arrives; nil if it is spoken as a whole.
    private func translated(
        _ input: TranslationInput, to queue: ClauseQueue? = nil, _ work: UtteranceWork, _ report: inout UtteranceReport
    ) async throws -> CheckedTranslation {
        let checked = try await translation.translate(input, to: queue, work)
        let translation = checked.translation
        let sequence = work.utterance.sequence
        windows.settle(
            sequence,
            ContextPair(
                speaker: input.speaker.rawValue, source: input.recognition.text, translation: translation.text))
        ownVoice?.willSay(translation.text, in: translation.language, for: sequence)
        try await work.send(
            .translated(.init(utterance: sequence, language: translation.tag, text: translation.text)))
        report.take(translation)
        try await work.send(.texts(report.texts))
        return checked
    }

    /// Reports the faults of a translation. If the guards have not checked it yet, they do so now.
    private func note(
        _ checked: CheckedTranslation, of input: TranslationInput, _ work: UtteranceWork,
        _ report: inout UtteranceReport
    ) {
        guard work.record?.outcome.isFinal != true else {
            report.flags += work.record?.translation?.flags.map(\.name) ?? []
            report.refused = work.record?.translation?.refused.map(\.name) ?? []
            return
        }
        let checked = translation.flags(on: checked, of: input, work)
        report.flags += checked.flags.map(\.name)
        report.refused = checked.refused.map(\.name)
    }

    private func speak(
        _ translation: Translation, as given: StoredSpeech? = nil, _ work: UtteranceWork
    ) async throws -> Outcome {
        guard let spoken = try await speech.speak(translation, as: given, work) else { return .textOnly }
        windows.rates?.settle(work.utterance, translation, spoken)
        return try await announce(spoken, work)
    }

    private func announce(_ spoken: SpokenAudio, _ work: UtteranceWork) async throws -> Outcome {
        try await work.send(
            .spoken(
                .init(
                    utterance: work.utterance.sequence, voice: spoken.voice, seconds: spoken.seconds,
                    blob: spoken.blob)))
        return .spoken
    }

    /// Translates, and speaks each clause of the translation as soon as it is certain, while the rest still arrives.
    ///
    /// The settings of the conversation choose this for a listener who waits for each utterance. A file gains nothing by it. Its
    /// translations are checked as a whole before they are spoken, and spoken with the intonation of whole sentences.
    ///
    /// A translation of one clause is spoken in one call. If the translation fails after clauses have been spoken, the utterance
    /// fails. Calls in flight are completed and stored, so a resumed run does not repeat them.
    private func translateAndSpeak(
        _ input: TranslationInput, by speaker: ClauseSpeaker, _ work: UtteranceWork, _ report: inout UtteranceReport
    ) async throws -> Outcome {
        async let speaking: Void = speaker.run()
        let checked: CheckedTranslation
        do {
            checked = try await translated(input, to: speaker.queue, work, &report)
            // The speech may take long. So the translation is stored now, and its call releases its slot.
            if speaker.queue.hasBegun { try await work.journal.flush() }
        } catch let error as ProviderError {
            speaker.queue.abandon()
            do { try await speaking } catch is ProviderError {}
            throw error
        }
        defer { note(checked, of: input, work, &report) }
        guard speaker.queue.hasBegun || speaker.queue.cuts(checked.translation.text) else {
            speaker.queue.abandon()
            try await speaking
            return try await speak(checked.translation, work)
        }
        let clauses = try await speaker.queue.settle(checked.translation.text)
        try await speaking
        return try await announce(try await speaker.join(clauses), work)
    }
}
