internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

extension UtteranceInterpreter {
    /// A synthesis that has been stored.
    struct StoredSpeech: Sendable {
        var speech: SpokenAudio
        /// What it is stored under.
        var key: ContentKey
        /// As they are heard: at the rate of the clauses before it, whatever its own is.
        var samples: [Int16]
        var timing: StageTiming?
    }

    /// What is to be said in one call.
    struct SpeechTask: Sendable {
        var clause: Clause
        var tag: LanguageTag
        /// Whether it is all of the utterance's translation.
        var isWhole = false
    }

    func line(_ work: Work) -> SpokenLine {
        let sequence = work.utterance.sequence
        return SpokenLine(
            trySend: { audio in
                let isSent = work.lane.trySend(.audio(utterance: sequence, audio))
                if isSent { work.isHeard.set() }
                return isSent
            },
            send: { audio in
                try await work.send(.audio(utterance: sequence, audio))
                work.isHeard.set()
            })
    }

    /// The translation, spoken in one call, its audio sent to the lane; nil where no synthesis is asked for.
    func spoken(_ translation: Translation, _ work: Work) async throws -> SpokenAudio? {
        if let done = spokenBefore(work), let voice = try await store.voice(of: done) {
            // Delivered as if it had just been spoken, so a listener cannot tell a resumed run.
            try await work.send(.audio(utterance: work.utterance.sequence, voice))
            return done
        }
        guard let synthesizers = providers.synthesizers else { return nil }
        let line = line(work)
        let task = SpeechTask(
            clause: Clause(index: 0, text: translation.text, previous: nil), tag: translation.tag, isWhole: true)
        // Half a sentence in one voice is not followed by the whole in another.
        let stored = try await firstAnswer(of: synthesizers, .synthesis, unless: line.delivered) { _, place, hedge in
            try await speech(of: task, by: synthesizers.links[place], place, hedge, line, work)
        }
        try await line.end(0)
        return stored.speech
    }

    /// - Parameters:
    ///   - place: the synthesizer's place among those of the stage.
    ///   - chosen: told with the first audio that this synthesizer's is what is heard.
    func speech(
        of task: SpeechTask, by link: ProviderChain<any SpeechSynthesizer>.Link, _ place: Int, _ hedge: HedgedCall,
        _ line: SpokenLine, _ work: Work, chosen: @escaping @Sendable () -> Void = {}
    ) async throws -> StoredSpeech {
        let (synthesizer, index) = (link.provider, task.clause.index)
        let request = request(for: task, by: synthesizer, place, work)
        let isHeardMeanwhile = configuration.isHeardMeanwhile
        // Whether it is heard as it comes, once that is decided.
        let isComing = Locked<Bool?>(nil)
        @Sendable func handOn(_ audio: VoiceAudio) -> Bool {
            guard line.take(audio, of: index) else { return false }
            chosen()
            return true
        }
        // What has another rate than the clauses before it is heard when all of it is there, at theirs.
        @Sendable func hear(_ chunk: VoiceAudio) throws {
            guard isHeardMeanwhile, isComing.withLock({ $0 }) ?? true else { return }
            let isTaken = handOn(chunk)
            let wasComing = isComing.withLock { coming in
                defer { coming = coming ?? isTaken }
                return coming ?? false
            }
            if wasComing, !isTaken { throw otherRate(synthesizer) }
        }
        func heard(_ speech: StoredSpeech) throws -> StoredSpeech {
            guard !(isComing.withLock { $0 } ?? false) else { return speech }
            var speech = speech
            let voice = VoiceAudio(sampleRate: speech.speech.sampleRate, samples: speech.samples)
            guard let heard = try? VoiceResampler.resample(voice, to: line.sampleRate ?? voice.sampleRate),
                handOn(heard)
            else { throw otherRate(synthesizer) }
            speech.samples = heard.samples
            return speech
        }
        func inParts(longest: Int) async throws -> StoredSpeech {
            try heard(
                try await spokenInParts(
                    request, longest: longest, isWhole: task.isWhole, isPinned: { line.isHeard(index) }, by: link,
                    place,
                    hedge, work, heard: hear))
        }
        if synthesizer.capabilities.isTooLong(request.text) { return try await inParts(longest: .max) }
        let stored = Locked<StoredSpeech?>(nil)
        let timing = Locked<StageTiming?>(nil)
        let part: @Sendable (StageTiming) -> Void = { part in timing.withLock { $0 = part } }
        let key = try await key(of: request, by: synthesizer)
        let journal = journal(
            .synthesis, place, link, hedge, work, key, part: task.isWhole ? nil : part)
        let whole = RecordedSynthesizer(
            base: synthesizer, journal: journal, limit: limit(.synthesis), time: time, store: store,
            stored: { speech, samples in
                stored.withLock { $0 = StoredSpeech(speech: speech, key: key, samples: samples) }
            }
        )
        .retrying(
            retry(.synthesis, place), time: time, limit: retryLimit(.synthesis, place, work),
            budget: link.retries, outage: outage(.synthesis, place, link),
            pinned: Retry.Pinned(retry(.synthesis, place, isPinned: true)) { line.isHeard(index) }
        )
        let synthesis: Synthesis
        do {
            synthesis = try await whole.synthesize(request) { chunk in
                try hedge.mustClaim()
                try hear(chunk)
            }
        } catch let error as ProviderError where error.failure == .tooLarge {
            guard !line.isHeard(index), let smaller = PartedSynthesizer.smaller(than: request.text) else { throw error }
            return try await inParts(longest: smaller)
        }
        guard var speech = stored.withLock({ $0 }) else {
            throw ProviderError(
                .unusable, stage: .synthesis, provider: synthesizer.descriptor.name,
                "\(synthesis.sampleCount) samples came and none were kept")
        }
        speech.timing = timing.withLock { $0 }
        return try heard(speech)
    }

    private func otherRate(_ synthesizer: any SpeechSynthesizer) -> ProviderError {
        ProviderError(
            .unusable, stage: .synthesis, provider: synthesizer.descriptor.name,
            "the audio came at another sample rate than that of the clause before")
    }

    /// A text that is longer than the synthesizer takes, or turned out to be: it is asked for part after part. Each part's audio is finished work
    /// under a key of its own, written down before the next part is asked for.
    ///
    /// - Parameters:
    ///   - longest: how many characters a part may have, if that is less than the synthesizer says to take.
    ///   - isWhole: whether it is all of the utterance's translation, so that the whole becomes its speech.
    ///   - isPinned: whether nobody else can say what is left, as for what follows a part that was heard.
    ///   - heard: takes the audio as it comes.
    private func spokenInParts(
        _ request: SynthesisRequest, longest: Int, isWhole: Bool, isPinned: @escaping @Sendable () -> Bool,
        by link: ProviderChain<any SpeechSynthesizer>.Link, _ place: Int, _ hedge: HedgedCall, _ work: Work,
        heard: @escaping @Sendable (VoiceAudio) throws -> Void
    ) async throws -> StoredSpeech {
        let synthesizer = link.provider
        let timings = Locked<[StageTiming]>([])
        let parts = Locked<[StoredSpeech]>([])
        _ = try await PartedSynthesizer(synthesizer, longest: longest) { part in
            let isBegun = isPinned()
            let key = try await key(of: part, by: synthesizer)
            let journal = journal(
                .synthesis, place, link, hedge, work, key, isPinned: isBegun,
                part: { timing in timings.withLock { $0.append(timing) } })
            return RecordedSynthesizer(
                base: synthesizer, journal: journal, limit: limit(.synthesis), time: time, store: store,
                stored: { speech, samples in
                    parts.withLock { $0.append(StoredSpeech(speech: speech, key: key, samples: samples)) }
                }
            )
            .retrying(
                retry(.synthesis, place), time: time, limit: retryLimit(.synthesis, place, work), budget: link.retries,
                outage: outage(.synthesis, place, link),
                pinned: Retry.Pinned(retry(.synthesis, place, isPinned: true), isSo: isPinned))
        }
        .synthesize(request) { chunk in
            try hedge.mustClaim()
            try heard(chunk)
        }
        let spoken = parts.withLock { $0 }
        guard let first = spoken.first, let timing = StageTiming(ofParts: timings.withLock({ $0 }), inTurn: true) else {
            throw ProviderError(
                .unusable, stage: .synthesis, provider: synthesizer.descriptor.name, "no audio came for the text")
        }
        let samples = spoken.flatMap(\.samples)
        let whole = SpokenAudio(
            blob: try await store.put(PCM16.littleEndianBytes(samples)), voice: first.speech.voice,
            sampleRate: first.speech.sampleRate, sampleCount: samples.count,
            usage: spoken.map(\.speech.usage).reduce(Usage()) { $0.adding($1) })
        let wholeKey = try await key(of: request, by: synthesizer)
        if isWhole {
            work.journal.conclude(with: .answered(work.utterance.id, wholeKey, .speech(whole), timing))
        }
        return StoredSpeech(speech: whole, key: wholeKey, samples: samples, timing: isWhole ? nil : timing)
    }

    private func request(
        for task: SpeechTask, by synthesizer: any SpeechSynthesizer, _ place: Int, _ work: Work
    ) -> SynthesisRequest {
        SynthesisRequest(
            text: task.clause.text, language: task.tag.code, variety: task.tag.variety,
            voice: voice(of: synthesizer, at: place, for: task.tag.code), previous: task.clause.previous,
            context: call(work.utterance))
    }

    /// The place of the synthesizer that spoke this when the run was begun before; nil where nobody did, or nobody else can.
    ///
    /// - Parameter first: the place before which nobody speaks any more.
    func formerSpeaker(of task: SpeechTask, from first: Int, _ work: Work) async throws -> Int? {
        // What was spoken whole is spoken anew for another voice than was configured then.
        guard let record = work.record, record.attempts[.synthesis] ?? 0 > 0, record.speech == nil,
            let links = providers.synthesizers?.links, links.count > 1
        else { return nil }
        for (place, link) in links.enumerated().dropFirst(first) {
            let request = request(for: task, by: link.provider, place, work)
            if try await store.answer(for: key(of: request, by: link.provider)) != nil { return place }
        }
        return nil
    }

    /// The key of what is asked for. The voice that is configured has not always been part of it: what was spoken with the same
    /// one before keeps the key it has.
    private func key(of request: SynthesisRequest, by synthesizer: any SpeechSynthesizer) async throws -> ContentKey {
        let key = ContentKey.synthesis(request, by: synthesizer)
        guard request.voice == nil, let voice = synthesizer.capabilities.configuredVoice(for: request.tag),
            try await store.answer(for: key) == nil
        else { return key }
        let former = ContentKey.synthesis(withoutVoice: request, by: synthesizer)
        guard case .speech(let speech)? = try await store.answer(for: former), speech.voice == voice else { return key }
        return former
    }

    /// What an earlier run has spoken; nil where another voice has been configured since for who spoke it.
    func spokenBefore(_ work: Work) -> SpokenAudio? {
        guard let record = work.record, let done = record.speech else { return nil }
        let timing = record.timings.first { $0.stage == .synthesis }
        let links = providers.synthesizers?.links ?? []
        let place = links.firstIndex { SpokenBy.begins(timing, with: $0.provider.descriptor) }
        guard let place, let tag = record.translation?.tag,
            voice(of: links[place].provider, at: place, for: tag.code) == nil,
            let voice = links[place].provider.capabilities.configuredVoice(for: tag)
        else { return done }
        return SpokenBy.begins(done.voice, with: voice) ? done : nil
    }

    /// The voice asked for is one of the synthesizer that is wanted, unless it is one for the other side; others choose their
    /// own.
    func voice(of synthesizer: any SpeechSynthesizer, at place: Int, for language: LanguageCode) -> String? {
        guard place == 0, let voice = conversation.settings.voice else { return nil }
        let listed = synthesizer.capabilities.voices.filter { $0.id == voice }
        return listed.isEmpty || listed.contains { $0.language == language } ? voice : nil
    }

    /// Translates, and speaks each clause of the translation as soon as it is certain, while the rest is still coming.
    ///
    /// That is for somebody who waits for each utterance; a file gains nothing by it, so there the whole translation is
    /// looked at before any of it is spoken, and spoken with the melody of whole sentences. Which of the two it is belongs to
    /// the conversation. A translation of one clause is spoken in one call, as without this.
    ///
    /// Where the translation fails after clauses have been spoken, so does the utterance. What was begun is seen through and
    /// stored, and a run that goes on with it makes none of these calls again.
    func answerInClauses(
        _ saying: Saying, _ synthesizers: ProviderChain<any SpeechSynthesizer>, _ work: Work
    ) async throws -> Outcome {
        let speaker = ClauseSpeaker(self, synthesizers, tag: saying.pair.target, work: work)
        async let speaking: Void = speaker.run()
        let checked: CheckedTranslation
        do {
            checked = try await answered(saying, to: speaker.queue, work)
            // The clauses that are being spoken may take long. Until then the translation is durable, and its call has given its
            // place up.
            if speaker.queue.hasBegun { try await work.journal.flush() }
        } catch let error as ProviderError {
            speaker.queue.abandon()
            do { try await speaking } catch is ProviderError {}
            throw error
        }
        defer { flag(checked, of: saying.recognition, saying.pair, work) }
        guard speaker.queue.hasBegun || speaker.queue.cuts(checked.translation.text) else {
            speaker.queue.abandon()
            try await speaking
            return try await voiced(checked.translation, work)
        }
        let clauses = try await speaker.queue.settle(checked.translation.text)
        try await speaking
        return try await announced(try await speaker.join(clauses), work)
    }
}
