internal import Audio
internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers

extension UtteranceInterpreter {
    /// What one recognizer makes of an utterance, looked at before anybody else sees it.
    ///
    /// Where it was shown a text and seems to repeat it, it is asked once more without; that answer is the utterance's, and both
    /// are stored and paid for.
    ///
    /// - Parameter wordless: told where no words came for clear speech.
    func heard(
        _ request: RecognitionRequest, by recognizer: any SpeechRecognizer, _ place: Int, _ hedge: HedgedCall,
        _ work: Work, wordless: @escaping @Sendable () -> Void
    ) async throws -> CheckedRecognition {
        try await wholeOrInParts(recognizer, work) {
            try await heardWhole(request, by: recognizer, place, hedge, work, wordless: wordless)
        } inParts: { longest in
            // No part is shown a text: it would have to be that of the part before.
            var request = request
            request.prompt = nil
            let answer = try await recognizedInParts(request, by: recognizer, place, hedge, work, longest: longest)
            return conclude(answer, verdict(on: answer.recognition, after: "", request, work), [], work)
        }
    }

    /// Asks for the whole utterance at once; in parts where that is too long, or turns out to be too large.
    private func wholeOrInParts<Heard>(
        _ recognizer: any SpeechRecognizer, _ work: Work, whole: () async throws -> Heard,
        inParts: (_ longest: Int) async throws -> Heard
    ) async throws -> Heard {
        let samples = work.samples.count
        guard !recognizer.capabilities.isTooLong(samples: samples) else { return try await inParts(.max) }
        do {
            return try await whole()
        } catch let error as ProviderError where error.failure == .tooLarge {
            guard let smaller = PartedRecognizer.smaller(than: samples) else { throw error }
            return try await inParts(smaller)
        }
    }

    private func heardWhole(
        _ request: RecognitionRequest, by recognizer: any SpeechRecognizer, _ place: Int, _ hedge: HedgedCall,
        _ work: Work, wordless: @escaping @Sendable () -> Void
    ) async throws -> CheckedRecognition {
        let capabilities = recognizer.capabilities
        var question = Question(
            recognizer: recognizer, place: place, hedge: hedge, request: request, wordless: wordless)
        if !capabilities.takesPrompt { question.request.prompt = nil }
        let shown = [capabilities.ownPrompt, question.request.prompt].compactMap { $0 }.joined(separator: " ")
        let first = try await ask(question, work)
        let verdict = verdict(on: first.recognition, after: shown, request, work)
        guard verdict.decision == .askAgain else { return conclude(first, verdict, [], work) }
        question.request.prompt = capabilities.ownPrompt == nil ? nil : ""
        let second: RecognizerAnswer
        do {
            second = try await ask(question, work)
        } catch is ProviderError {
            // A second question that the end of the run interrupts is asked again by the next run.
            try Task.checkCancellation()
            // What was heard first is judged as it stands.
            return conclude(first, self.verdict(on: first.recognition, after: "", request, work), [], work)
        }
        return conclude(
            second, self.verdict(on: second.recognition, after: "", request, work), verdict.flags, work)
    }

    /// What one recognizer makes of an utterance in one language, besides what it is known to have said. The answer is stored
    /// under its key and does not become the utterance's, and no hypothesis of it is shown.
    ///
    /// - Parameter aside: told how long that took.
    func pinned(
        _ request: RecognitionRequest, by recognizer: any SpeechRecognizer, _ place: Int, _ work: Work,
        aside: @escaping @Sendable (StageTiming) -> Void
    ) async throws -> RecognizerAnswer {
        try await wholeOrInParts(recognizer, work) {
            try await ask(
                Question(recognizer: recognizer, place: place, hedge: .alone, request: request, wordless: {}), work,
                aside: aside)
        } inParts: { longest in
            try await recognizedInParts(
                request, by: recognizer, place, .alone, work, longest: longest, aside: aside)
        }
    }

    /// Writes down what is doubted, and what is left where something was cut.
    private func conclude(
        _ answer: RecognizerAnswer, _ verdict: RecognitionVerdict, _ earlier: [RecognitionFlag], _ work: Work
    ) -> CheckedRecognition {
        var checked = CheckedRecognition(answer.recognition, flags: earlier + verdict.flags)
        guard !checked.flags.isEmpty else { return checked }
        if case .cut(let text) = verdict.decision {
            checked.recognition = answer.recognition.cut(to: text)
            answer.replace(checked.recognition, .cut(answer.key, to: text))
        }
        work.journal.conclude(with: .doubted(work.utterance.id, checked.flags))
        return checked
    }

    private func verdict(
        on recognition: Recognition, after prompt: String, _ request: RecognitionRequest, _ work: Work
    ) -> RecognitionVerdict {
        let languages = request.candidates.isEmpty ? [request.language] : request.candidates
        return RecognitionGuards.standard.verdict(
            on: HeardAnswer(recognition, to: work.utterance, in: languages, prompt: prompt.isEmpty ? nil : prompt))
    }

    /// What one recognizer is asked.
    private struct Question: Sendable {
        var recognizer: any SpeechRecognizer
        var place: Int
        var hedge: HedgedCall
        var request: RecognitionRequest
        var wordless: @Sendable () -> Void
    }

    /// What it has answered.
    struct RecognizerAnswer: Sendable {
        var recognition: Recognition
        /// What it is stored under.
        var key: ContentKey
        /// Makes what was left of it the utterance's, under a key of its own.
        var replace: @Sendable (Recognition, ContentKey) -> Void
    }

    /// - Parameter aside: where the answer does not become the utterance's, told its timing.
    private func ask(
        _ question: Question, _ work: Work, aside: (@Sendable (StageTiming) -> Void)? = nil
    ) async throws -> RecognizerAnswer {
        let (recognizer, request, hedge) = (question.recognizer, question.request, question.hedge)
        let link = providers.recognizers.links[question.place]
        let journal = journal(
            .recognition, question.place, link, hedge, work,
            .recognition(
                of: request, audioHash: work.utterance.audioHash, prompt: request.prompt,
                provider: recognizer.descriptor), isPinned: aside != nil, part: aside)
        var retry = retry(.recognition, question.place, isPinned: aside != nil)
        // It would say the same again; and in a language that was not spoken there may well be nothing to be said.
        if recognizer.capabilities.isDeterministic || aside != nil { retry.unusableAttempts = 1 }
        let recognition = try await RecordedRecognizer(
            base: recognizer, journal: journal, limit: limit(.recognition), time: time,
            evidence: work.utterance.evidence, wordless: question.wordless
        )
        .retrying(
            retry, time: time, limit: retryLimit(.recognition, question.place, work), budget: link.retries,
            outage: outage(.recognition, question.place, link)
        )
        .recognize(request) { text in
            try hedge.mustClaim()
            if aside == nil { work.lane.offer(text) }
        }
        return RecognizerAnswer(recognition: recognition, key: journal.key) { rest, key in
            journal.prefer(.recognition(rest), of: recognizer.descriptor, as: key, over: journal.connection)
        }
    }
}

extension UtteranceInterpreter {
    /// Whether the recognizer, asked which of the two languages it was, has said before what is now known: that answer is as
    /// good as one pinned to it, and finished.
    func hasFound(
        _ request: RecognitionRequest, by recognizer: any SpeechRecognizer, _ utterance: Utterance
    ) async throws -> Bool {
        guard windows.directions != nil else { return false }
        let pair = utterance.direction.pair
        let key = ContentKey.recognition(
            audioHash: utterance.audioHash, language: pair.from, candidates: [pair.from, pair.to],
            varieties: pair.varieties, provider: recognizer.descriptor)
        guard case .recognition(let found)? = try await store.answer(for: key) else { return false }
        return found.languageOfWords(in: pair) == pair.from && found.hasWords
    }
}
