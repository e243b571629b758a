internal import Audio
internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// Translates the speech of an utterance into text and speech with one call, if the preferred translator can do that.
///
/// The call is one attempt of the translation, and is charged as such. What was said and the speech are finished work of their
/// own, under keys that follow from the call's. They are stored in the transaction of the answer, as attempts that cost nothing.
/// So a resumed run finds either all three or none, and makes the call only in the latter case.
///
/// Nothing is heard before the guards have checked the texts.
struct InterpretationStage: Sendable {
    let calls: ProviderCalls
    /// Whether each utterance's language is detected among the two. A speech translator must know it beforehand.
    let isTwoWay: Bool

    private var translators: ProviderChain<any Translator> { calls.providers.translators }

    /// What the speech translator answers; empty if there is none, or if it is not called for this utterance.
    ///
    /// - Throws: only an error that ends the whole conversation. A failure of the engine is a refusal.
    func interpret(_ work: UtteranceWork) async throws -> Interpretation {
        guard let engine = translators.first.speechTranslator, isDirect(work) else { return Interpretation() }
        let call = ProviderCall(stage: .translation, index: 0, link: translators.links[0])
        let pair = work.utterance.direction.pair
        let request = SpeechTranslationRequest(
            speech: UtteranceSpeech(samples: PCM16.floats(work.samples), hash: work.utterance.audioHash), pair: pair,
            context: calls.context(of: work.utterance))
        if let done = work.record?.translation { return try await voice(of: done, request, by: engine, work) }
        do {
            let recorded = try await translators.answer(by: 0) { _ in
                try await ask(request, of: engine, by: call, work)
            }
            return try await parts(of: recorded, pair, work)
        } catch let error as ProviderError {
            return Interpretation(refusal: error)
        }
    }

    /// Whether the engine can translate the utterance, or has translated it in an earlier run.
    private func isDirect(_ work: UtteranceWork) -> Bool {
        let utterance = work.utterance
        guard !work.samples.isEmpty, !work.lacksAudio, !utterance.isGiven, !isTwoWay || utterance.direction.isGiven,
            translators.first.capabilities.pairs.contains(utterance.direction.pair.plain)
        else { return false }
        // A user's text is translated, not the sound.
        guard !(work.record?.isCorrected ?? false) else { return false }
        return work.record?.translation != nil || translators.links.count == 1
            || translators.links[0].breaker.availability == .ready
    }

    // MARK: The call

    private var isSpoken: Bool { calls.providers.synthesizers != nil }

    private func ask(
        _ request: SpeechTranslationRequest, of engine: any SpeechTranslator, by call: ProviderCall<any Translator>,
        _ work: UtteranceWork
    ) async throws -> Recorded<SpeechTranslation> {
        let capabilities = call.provider.capabilities
        let key = calls.store.keys.interpretation(of: request, isSpoken: isSpoken, provider: engine.descriptor)
        let journal = calls.journal(call, key, in: work.journal)
        let planned = PlannedCall(
            provider: engine.descriptor, price: capabilities.price,
            forecast: UsageForecast.recognition(seconds: request.speech.seconds),
            limit: calls.limit(.translation, capabilities.deadline))
        let retry = calls.retry(call, in: work.journal)
        return try await engine.calling { request, heard in
            try await journal.record(planned) { limit in
                let answer = try await engine.deadline(limit, time: calls.time).answer(request) { text in
                    journal.partialArrived()
                    try await heard(text)
                }
                guard answer.hasWords || !work.utterance.evidence.isClearSpeech else {
                    throw ProviderError(
                        .unusable, stage: .translation, provider: engine.descriptor.name,
                        "no words were translated in \(work.utterance.evidence.voicedMilliseconds) ms of clear speech",
                        usage: answer.usage)
                }
                return answer
            } as: { answer in
                try await store(answer, of: request, under: key, planned.provider, work)
            } reusing: { finished in
                try await answer(of: finished, under: key)
            }
        }.retrying(retry).answer(request) { text in work.lane.offer(text) }
    }

    // MARK: The parts of an answer

    /// Holds what was said and the speech for the transaction of the translation.
    ///
    /// - Returns: the translation as it is stored.
    private func store(
        _ answer: SpeechTranslation, of request: SpeechTranslationRequest, under key: ContentKey,
        _ provider: ProviderDescriptor, _ work: UtteranceWork
    ) async throws -> StageAnswer {
        var parts: [StageAnswer] = []
        if let source = answer.source {
            parts.append(
                .recognition(Recognition(text: source, language: request.pair.from).withMissingBlanks))
        }
        if isSpoken, let speech = answer.speech, !speech.samples.isEmpty {
            let blob = try await calls.store.put(PCM16.littleEndianBytes(speech.samples))
            parts.append(
                .speech(
                    SpokenAudio(
                        blob: blob, voice: answer.voice, sampleRate: speech.sampleRate,
                        sampleCount: speech.samples.count)))
        }
        let now = calls.time.wallClockMilliseconds()
        for part in parts {
            let attempt = Attempt(
                id: work.journal.nextAttempt(of: part.stage), provider: provider,
                key: .part(part.stage, of: key), startedAt: now)
            work.journal.hold([
                .attemptBegan(attempt), .attemptAnswered(attempt.id, attempt.key, part, endedAt: now),
            ])
        }
        return .translation(Translation(text: answer.text, tag: request.pair.target, usage: answer.usage))
    }

    /// Finished work as an answer; nil if a part of it is not in the store any more.
    private func answer(of finished: StageAnswer, under key: ContentKey) async throws -> SpeechTranslation? {
        guard case .translation(let translation) = finished else { return nil }
        var answer = SpeechTranslation(
            source: nil, text: translation.text, speech: nil, voice: "", usage: translation.usage)
        if case .recognition(let recognition)? = try await calls.store.answer(for: .part(.recognition, of: key)) {
            answer.source = recognition.text
        }
        if case .speech(let speech)? = try await calls.store.answer(for: .part(.synthesis, of: key)) {
            guard let voice = try await calls.store.voice(of: speech) else { return nil }
            (answer.speech, answer.voice) = (voice, speech.voice)
        }
        return answer
    }

    /// The speech of a translation that an earlier run has concluded, if the engine made both. There is no call.
    private func voice(
        of done: Translation, _ request: SpeechTranslationRequest, by engine: any SpeechTranslator,
        _ work: UtteranceWork
    ) async throws -> Interpretation {
        var interpretation = Interpretation()
        guard isSpoken, work.record?.speech == nil else { return interpretation }
        let key = calls.store.keys.interpretation(of: request, isSpoken: true, provider: engine.descriptor)
        let part = ContentKey.part(.synthesis, of: key)
        guard case .translation(let made)? = try await calls.store.answer(for: key), made.text == done.text,
            case .speech(let speech)? = try await calls.store.answer(for: part),
            let voice = try await calls.store.voice(of: speech)
        else { return interpretation }
        func timing(_ stage: Stage) -> StageTiming {
            StageTiming(
                stage: stage, queuedMilliseconds: 0, firstPartialMilliseconds: nil, totalMilliseconds: 0, reused: true,
                provider: engine.descriptor.name, model: engine.descriptor.model)
        }
        interpretation.translation = BatchedLine(translation: made, key: key, timing: timing(.translation))
        interpretation.speech = StoredSpeech(
            speech: speech, key: part, samples: voice.samples, timing: timing(.synthesis))
        return interpretation
    }

    private func parts(
        of recorded: Recorded<SpeechTranslation>, _ pair: LanguagePair, _ work: UtteranceWork
    ) async throws -> Interpretation {
        let answer = recorded.answer
        var interpretation = Interpretation()
        if !answer.hasWords {
            // Whatever the engine has heard, there is nothing to say.
            interpretation.recognized = recognized(
                Recognition(text: "", language: pair.from),
                under: .cut(.part(.recognition, of: recorded.key), to: ""), recorded, work)
            return interpretation
        }
        if case .translation(let translation) = recorded.stored {
            interpretation.translation = BatchedLine(
                translation: translation, key: recorded.key, timing: recorded.timing)
        }
        if let source = answer.source {
            let recognition = Recognition(text: source, language: pair.from).withMissingBlanks
            if recognition.hasWords {
                interpretation.recognized = recognized(
                    recognition, under: .part(.recognition, of: recorded.key), recorded, work)
            }
        }
        let key = ContentKey.part(.synthesis, of: recorded.key)
        if let speech = answer.speech, case .speech(let stored)? = try await stored(key, work) {
            interpretation.speech = StoredSpeech(
                speech: stored, key: key, samples: speech.samples, timing: timing(.synthesis, of: recorded))
        }
        return interpretation
    }

    /// The stored speech. It may still be held for the next transaction.
    private func stored(_ key: ContentKey, _ work: UtteranceWork) async throws -> StageAnswer? {
        guard isSpoken else { return nil }
        try await work.journal.flush()
        return try await calls.store.answer(for: key)
    }

    private func recognized(
        _ recognition: Recognition, under key: ContentKey, _ recorded: Recorded<SpeechTranslation>,
        _ work: UtteranceWork
    ) -> Recognized {
        let verdict = RecognitionGuards.standard.verdict(
            on: HeardAnswer(recognition, to: work.utterance, in: [recognition.language], prompt: nil))
        let flags = verdict.flags.map { flag in
            var flag = flag
            // The engine cannot be called again with another request, and its translation is not cut.
            if flag.verdict != .dropped { flag.verdict = .kept }
            return flag
        }
        return Recognized(
            checked: CheckedRecognition(recognition, flags: flags),
            recorded: Recorded(
                answer: recognition, stored: .recognition(recognition), key: key,
                timing: timing(.recognition, of: recorded)))
    }

    /// The timing of a part that came with the translation, without a call of its own.
    private func timing(_ stage: Stage, of recorded: Recorded<SpeechTranslation>) -> StageTiming {
        StageTiming(
            stage: stage, queuedMilliseconds: 0, firstPartialMilliseconds: nil, totalMilliseconds: 0, reused: true,
            provider: recorded.timing.provider, model: recorded.timing.model)
    }
}

extension SpeechTranslation {
    fileprivate var hasWords: Bool { text.contains { $0.isLetter || $0.isNumber } }
}
