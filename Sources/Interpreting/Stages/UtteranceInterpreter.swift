internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// Takes one utterance through recognition, translation and synthesis.
struct UtteranceInterpreter: Sendable {
    let conversation: Conversation
    let providers: ProviderSet
    let configuration: InterpreterConfiguration
    let limiters: [Stage: Limiter]
    let context: ContextWindow
    let store: any ConversationStore
    let time: TimeSource

    /// Interprets the utterance, sending what happens to its lane, and returns what became of it.
    ///
    /// - Throws: only what ends the whole conversation: a store that fails, a listener that is gone, cancellation. A provider
    ///   that fails is an outcome.
    func interpret(_ fed: FedUtterance, lane: OrderedDelivery.Lane) async throws -> Outcome {
        defer {
            context.settle(fed.utterance.sequence, nil)
            lane.close()
        }
        let progress = Progress(fed: fed)
        let outcome: Outcome
        if let reason = fed.dropReason {
            outcome = .dropped(reason: reason)
        } else {
            outcome = try await stages(progress, lane)
        }
        if outcome != progress.record?.outcome {
            try await store.commit([.outcome(fed.utterance.id, outcome)])
        }
        try await lane.send(.event(finished(fed.utterance, outcome)))
        return outcome
    }

    private func stages(_ progress: Progress, _ lane: OrderedDelivery.Lane) async throws -> Outcome {
        do {
            return try await withDeadline(configuration.utteranceDeadline, time: time) {
                try await answerAll(progress, lane)
            }
        } catch let error as ProviderError {
            return .failed(
                StageFailure(
                    stage: error.stage, provider: error.provider, failure: error.failure, message: error.message))
        } catch is DeadlineExceeded {
            let stage = progress.stage
            return .failed(
                StageFailure(
                    stage: stage, provider: providers.descriptors[stage]?.name ?? "", failure: .timeout,
                    message: "the utterance was not done within \(configuration.utteranceDeadline)"))
        }
    }

    private func answerAll(_ progress: Progress, _ lane: OrderedDelivery.Lane) async throws -> Outcome {
        let utterance = progress.utterance
        let recognition = try await recognized(progress, lane)
        guard recognition.text.contains(where: { $0.isLetter || $0.isNumber }) else {
            return .dropped(reason: "no-words")
        }
        try await lane.send(.event(event(recognition, utterance)))
        progress.stage = .translation
        let translation = try await translated(recognition, progress)
        context.settle(
            utterance.sequence,
            ContextPair(
                speaker: utterance.speaker.rawValue, source: recognition.text, translation: translation.text))
        try await lane.send(
            .event(
                Event(
                    .translated(
                        .init(
                            utterance: utterance.sequence, language: translation.language, text: translation.text)),
                    in: conversation.id)))
        guard let synthesizer = providers.synthesizer else { return .textOnly }
        progress.stage = .synthesis
        let speech = try await spoken(translation, by: synthesizer, progress, lane)
        try await lane.send(
            .event(
                Event(
                    .spoken(
                        .init(
                            utterance: utterance.sequence, voice: speech.voice, seconds: speech.seconds,
                            blob: speech.blob)),
                    in: conversation.id)))
        return .spoken
    }

    private func recognized(_ progress: Progress, _ lane: OrderedDelivery.Lane) async throws -> Recognition {
        let utterance = progress.utterance
        if let done = progress.record?.recognition { return done }
        let language = utterance.direction.pair.from
        let journal = journal(
            .recognition, progress,
            .recognition(
                audioHash: utterance.audioHash, language: language, provider: providers.recognizer.descriptor))
        if case .recognition(let done)? = try await journal.reuse() { return done }
        let request = RecognitionRequest(
            audio: progress.samples.map { Float($0) / 32_768 }, language: language, context: call(utterance))
        return try await RecordedRecognizer(
            base: providers.recognizer.deadline(limit(.recognition), time: time), journal: journal
        )
        .limited(by: limiter(.recognition))
        .retrying(configuration.retry, time: time)
        .recognize(request) { try await lane.offer($0) }
    }

    private func translated(_ recognition: Recognition, _ progress: Progress) async throws -> Translation {
        let utterance = progress.utterance
        if let done = progress.record?.translation { return done }
        let pair = utterance.direction.pair
        let earlier = await context.pairs(for: utterance.sequence)
        let journal = journal(
            .translation, progress,
            .translation(
                text: recognition.text, pair: pair, earlier: earlier, provider: providers.translator.descriptor))
        if case .translation(let done)? = try await journal.reuse() { return done }
        let request = TranslationRequest(
            text: recognition.text, pair: pair, earlier: earlier, context: call(utterance))
        return try await RecordedTranslator(
            base: providers.translator.deadline(limit(.translation), time: time), journal: journal
        )
        .limited(by: limiter(.translation))
        .retrying(configuration.retry, time: time)
        .translate(request) { _ in }
    }

    private func spoken(
        _ translation: Translation, by synthesizer: any SpeechSynthesizer, _ progress: Progress,
        _ lane: OrderedDelivery.Lane
    ) async throws -> SpokenAudio {
        let utterance = progress.utterance
        if let done = progress.record?.speech { return try await replayed(done, utterance, lane) }
        let voice = conversation.settings.voice
        let journal = journal(
            .synthesis, progress,
            .synthesis(
                text: translation.text, language: translation.language, voice: voice,
                provider: synthesizer.descriptor))
        if case .speech(let done)? = try await journal.reuse() { return try await replayed(done, utterance, lane) }
        let request = SynthesisRequest(
            text: translation.text, language: translation.language, voice: voice, context: call(utterance))
        let speech = Locked<SpokenAudio?>(nil)
        let synthesis = try await RecordedSynthesizer(
            base: synthesizer.deadline(limit(.synthesis), time: time), journal: journal, store: store,
            stored: { stored in speech.withLock { $0 = stored } }
        )
        .limited(by: limiter(.synthesis))
        .retrying(configuration.retry, time: time)
        .synthesize(request) { try await lane.send(.audio(utterance: utterance.sequence, $0)) }
        guard let stored = speech.withLock({ $0 }) else {
            throw ProviderError(
                .unusable, stage: .synthesis, provider: synthesizer.descriptor.name,
                "\(synthesis.sampleCount) samples came and none were kept")
        }
        return stored
    }

    /// Finished speech is delivered as if it had just been spoken, so a listener cannot tell a resumed run.
    private func replayed(
        _ speech: SpokenAudio, _ utterance: Utterance, _ lane: OrderedDelivery.Lane
    ) async throws -> SpokenAudio {
        guard let bytes = try await store.blob(speech.blob) else {
            throw Problem(
                .store, "store.no-audio", "the spoken audio of utterance \(utterance.sequence) is not in the store",
                cure: "delete the conversation and translate the recording again")
        }
        let samples = PCM16.samples(fromLittleEndian: bytes)
        try await lane.send(
            .audio(utterance: utterance.sequence, VoiceAudio(sampleRate: speech.sampleRate, samples: samples)))
        return speech
    }

    private func call(_ utterance: Utterance) -> CallContext {
        CallContext(conversation: conversation.id.rawValue, utterance: utterance.sequence)
    }

    private func limit(_ stage: Stage) -> Duration { configuration.callDeadline[stage] ?? .seconds(60) }

    private func limiter(_ stage: Stage) -> Limiter { limiters[stage] ?? Limiter(limit: 1) }

    private func journal(_ stage: Stage, _ progress: Progress, _ key: ContentKey) -> StageJournal {
        StageJournal(
            utterance: progress.utterance.id, stage: stage, key: key,
            attempts: progress.record?.attempts[stage] ?? 0, store: store, time: time)
    }
}

extension UtteranceInterpreter {
    /// One utterance and the stage it has come to.
    final class Progress: Sendable {
        let utterance: Utterance
        let samples: [Int16]
        let record: UtteranceRecord?
        private let current = Locked(Stage.recognition)

        init(fed: FedUtterance) {
            utterance = fed.utterance
            samples = fed.samples
            record = fed.record
        }

        var stage: Stage {
            get { current.withLock { $0 } }
            set { current.withLock { $0 = newValue } }
        }
    }

    fileprivate func event(_ recognition: Recognition, _ utterance: Utterance) -> Event {
        Event(
            .recognized(
                .init(
                    utterance: utterance.sequence, speaker: utterance.speaker, start: utterance.speech.startSeconds,
                    end: utterance.speech.endSeconds, language: recognition.language, text: recognition.text,
                    confidence: recognition.confidence)),
            in: conversation.id)
    }

    fileprivate func finished(_ utterance: Utterance, _ outcome: Outcome) -> Event {
        let reason: String? =
            switch outcome {
            case .dropped(let reason): reason
            case .failed(let failure): "\(failure.stage.rawValue): \(failure.message)"
            case .pending, .spoken, .textOnly: nil
            }
        return Event(
            .utteranceFinished(
                .init(
                    utterance: utterance.sequence, speaker: utterance.speaker, start: utterance.speech.startSeconds,
                    end: utterance.speech.endSeconds, outcome: outcome.name, reason: reason)),
            in: conversation.id)
    }
}
