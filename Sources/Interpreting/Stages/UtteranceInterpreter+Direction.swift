internal import Audio
internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers

/// Who speaks an utterance, and which way that is translated.
extension UtteranceInterpreter {
    struct Way: Sendable {
        /// What was said, as it is translated.
        var recognition: Recognition
        var speaker: Speaker
        /// Nil where it is in neither of the two languages.
        var pair: LanguagePair?
        /// What decided on it.
        var reason: String
        /// How far the language stands out, where it was found out.
        var confidence: Double?

        init(_ recognition: Recognition, _ decision: HeardDirection) {
            self.recognition = recognition
            (speaker, pair, reason) = (decision.speaker, decision.pair, decision.reason.rawValue)
            confidence = decision.confidence
        }

        /// As it was told beforehand.
        init(_ recognition: Recognition, of utterance: Utterance) {
            self.recognition = recognition
            (speaker, pair, reason) = (utterance.speaker, utterance.direction.pair, utterance.direction.reason)
        }
    }

    /// Finds out which way an utterance goes, when those before it have been decided on.
    ///
    /// What seems to be in neither language is recognized once more in each of them before that. So it is as if its recognition
    /// had taken longer: those behind it wait no longer than for a slow answer, and are decided on with what came of it,
    /// whichever call was faster. None of them could have been delivered before it.
    func way(of answer: CheckedRecognition, _ work: Work) async throws -> Way {
        let utterance = work.utterance
        let heard = answer.recognition
        if let known = work.record?.heardDirection {
            return Way(heard, known)
        }
        guard let directions = windows.directions, !utterance.direction.isGiven else {
            return Way(heard, of: utterance)
        }
        var evidence = DirectionTracker.Evidence(heard, expecting: utterance.direction.pair.from)
        let pinned = directions.isOutside(evidence) ? try await pinnedAnswers(work) : []
        evidence.pinned = pinned.map(\.evidence)
        let decision = try await directions.decide(utterance.sequence, evidence) { try await work.journal.flush() }
        work.decided.withLock { $0 = decision.speaker }
        let chosen = decision.reason == .pinned ? pinned.first { $0.evidence.language == decision.pair?.from } : nil
        conclude(pinned, chosen, work)
        if chosen != nil, !answer.flags.isEmpty { work.journal.conclude(with: .doubted(utterance.id, [])) }
        work.journal.conclude(with: .directed(utterance.id, decision))
        work.journal.releaseConclusions()
        if chosen != nil { work.flags.withLock { $0 = [] } }
        return Way(chosen?.recognition ?? heard, decision)
    }

    /// What came of asking a recognizer for one language.
    private struct PinnedAnswer: Sendable {
        var recognition: Recognition
        var key: ContentKey
        /// Nil where no answer came.
        var timing: StageTiming?
        var evidence: PinnedEvidence
    }

    /// What the recognizer that has answered says when it is told each of the two languages, in the order of the pair.
    ///
    /// - Returns: nothing where it cannot be told a language, and nothing for a language it does not take after all; an
    ///   answer without words where it heard none.
    /// - Throws: `ProviderError` where another time may bring an answer.
    private func pinnedAnswers(_ work: Work) async throws -> [PinnedAnswer] {
        let pair = work.utterance.direction.pair
        guard !work.samples.isEmpty, let place = work.recognizer.withLock({ $0 }) else { return [] }
        let capabilities = providers.recognizers.links[place].provider.capabilities
        guard capabilities.detectsLanguage, capabilities.languages.isSuperset(of: [pair.from, pair.to]) else {
            return []
        }
        // Nobody waits while keeping the place of the call before.
        try await work.journal.flush()
        // One that fails does not cancel the other, which is paid for.
        return try await withThrowingTaskGroup(of: Result<PinnedAnswer?, ProviderError>.self) { group in
            for language in [pair.from, pair.to] {
                group.addTask {
                    do { return .success(try await pinnedAnswer(in: language, place, work)) } catch let error
                        as ProviderError
                    {
                        return .failure(error)
                    }
                }
            }
            var results: [Result<PinnedAnswer?, ProviderError>] = []
            for try await result in group { results.append(result) }
            let answers = try results.compactMap { try $0.get() }
            return answers.sorted { $0.evidence.language == pair.from && $1.evidence.language != pair.from }
        }
    }

    private func pinnedAnswer(in language: LanguageCode, _ place: Int, _ work: Work) async throws -> PinnedAnswer? {
        let request = RecognitionRequest(
            audio: PCM16.floats(work.samples), language: language, varieties: work.utterance.direction.pair.varieties,
            context: call(work.utterance))
        let timing = Locked<StageTiming?>(nil)
        do {
            let answer = try await providers.recognizers.answer(by: place) { recognizer in
                try await pinned(request, by: recognizer, place, work) { part in timing.withLock { $0 = part } }
            }
            // Durable before anybody waits, and with it the call gives its place back.
            try await work.journal.flush()
            let recognition = answer.recognition
            return PinnedAnswer(
                recognition: recognition, key: answer.key, timing: timing.withLock { $0 },
                evidence: PinnedEvidence(
                    language: language, text: recognition.text, sureness: recognition.sureness,
                    isDoubted: recognition.language != language || !recognition.hasWords
                        || isDoubted(recognition, request, by: place, work)))
        } catch let error as ProviderError {
            switch error.failure {
            case .unusable:
                // No words came for clear speech: that says something of the language.
                return PinnedAnswer(
                    recognition: Recognition(text: "", language: language), key: ContentKey(rawValue: ""), timing: nil,
                    evidence: PinnedEvidence(language: language, text: "", isDoubted: true))
            case .rejected, .unsupported, .tooLarge: return nil
            case .transient, .throttled, .starting, .timeout, .unavailable, .missing, .quota, .unauthorized,
                .unaffordable:
                throw error
            }
        }
    }

    /// Whether a guard finds anything odd. What is kept of an answer that nothing else speaks against is too little here.
    private func isDoubted(
        _ recognition: Recognition, _ request: RecognitionRequest, by place: Int, _ work: Work
    ) -> Bool {
        let prompt = providers.recognizers.links[place].provider.capabilities.ownPrompt
        let verdict = RecognitionGuards.standard.verdict(
            on: HeardAnswer(recognition, to: work.utterance, in: [request.language], prompt: prompt))
        return verdict.decision != .keep || !verdict.flags.isEmpty
    }

    /// Adds what was asked besides to the recognition's timing, and makes the chosen answer the utterance's.
    private func conclude(_ pinned: [PinnedAnswer], _ chosen: PinnedAnswer?, _ work: Work) {
        guard !pinned.isEmpty else { return }
        work.journal.amendWithheld { key, answer, timing in
            timing = StageTiming(ofParts: [timing] + pinned.compactMap(\.timing), inTurn: false) ?? timing
            guard let chosen else { return }
            (key, answer) = (chosen.key, .recognition(chosen.recognition))
        }
    }
}
