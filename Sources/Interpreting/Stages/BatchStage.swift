internal import Audio
internal import Conversations
internal import FoundationEssentials
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// Waits for the later text that a translation needs, and requests the lines of a batch in one call.
struct BatchStage: Sendable {
    let calls: ProviderCalls
    let windows: Windows
    let terms: ConversationTerms

    /// Publishes the text of an utterance for earlier ones, and waits for the text of later ones.
    ///
    /// - Returns: the input with the later text, with its line of the batch's translation, and with the time for its voice. Nil if
    ///   the run ends before these are known. Then the utterance is left to the resumed run.
    func prepare(_ input: TranslationInput, _ work: UtteranceWork) async throws -> TranslationInput? {
        guard let sources = windows.sources else { return input }
        let sequence = work.utterance.sequence
        let isToBeTranslated = work.record?.translation == nil
        sources.settle(
            sequence,
            SourceText(
                speaker: input.speaker.rawValue, text: input.recognition.text, pair: input.pair,
                start: work.utterance.speech.start, isToBeTranslated: isToBeTranslated))
        guard isToBeTranslated else { return input }
        let range =
            windows.batches?.range(for: sequence) ?? (sequence + 1)...(sequence + max(1, windows.lookAhead.count))
        let lines = try await sources.lines(in: range) { try await work.journal.flush() }
        guard let lines else { return nil }
        var input = input
        input.later = windows.lookAhead.later(after: sequence, of: lines)
        if let batches = windows.batches, let batch = batches.batch(with: sequence, of: lines) {
            try await take(batch, of: batches, into: &input, work)
        }
        guard let places = windows.places else { return input }
        let around = try await sources.lines(in: places.range(around: sequence)) { try await work.journal.flush() }
        guard let around else { return nil }
        input.place = places.place(of: work.utterance, among: around)
        return input
    }

    /// Gives an utterance its line of the translation of its batch.
    private func take(
        _ batch: TranslationBatch, of batches: TranslationBatches, into input: inout TranslationInput,
        _ work: UtteranceWork
    ) async throws {
        let sequence = work.utterance.sequence
        if batch.leader == sequence {
            batches.publish(try await answers(to: batch, work), of: batch)
        } else {
            try await work.journal.flush()
        }
        let answers = try await batches.answers(to: batch)
        (input.batched, input.refusal) = (answers.lines[sequence], answers.refusal)
    }

    /// The translations of the lines of a batch, requested from a language model in one call.
    ///
    /// An answer of an earlier run is found in the store. Otherwise only the lines without a translation are requested. If the
    /// answer lacks lines, each half is requested separately, once. Lines that are still missing, or all lines after a failure,
    /// are translated one by one. The answer is stored as the leader's call, under its own key, before the others get it.
    private func answers(to batch: TranslationBatch, _ work: UtteranceWork) async throws -> TranslationBatches.Answers {
        let wanted = calls.providers.translators.first
        guard let batcher = wanted.batcher else { return .init() }
        let summary = try await windows.summaries?.summary(for: batch.first) { try await work.journal.flush() }
        let takesLater = wanted.capabilities.takesLater
        let reserved = (summary.map(Summary.tokens) ?? 0) + (takesLater ? batch.later.reduce(0) { $0 + $1.tokens } : 0)
        let earlier = try await windows.context.pairs(for: batch.first, reserving: reserved) {
            try await work.journal.flush()
        }
        let most = wanted.capabilities.contextPairs
        var batchCall = BatchCall(
            batcher: batcher, batch: batch, summary: summary, takesLater: takesLater,
            earlier: Array(earlier.suffix(most)), maximumEarlier: most)
        var indices = Array(batch.lines.indices)
        if batch.open.count < indices.count {
            let whole = calls.store.keys.batch(request(for: indices, batchCall, work), provider: batcher.descriptor)
            if try await calls.store.answer(for: whole) == nil { indices = batch.open }
        }
        do {
            return .init(lines: try await answers(to: indices, &batchCall, halvings: 1, work))
        } catch let error as ProviderError {
            return .init(refusal: error)
        }
    }

    /// A batch while it is requested.
    private struct BatchCall {
        let batcher: any BatchTranslator
        let batch: TranslationBatch
        let summary: String?
        let takesLater: Bool
        /// The earlier pairs, with those of the batch that have been translated.
        var earlier: [ContextPair]
        let maximumEarlier: Int

        func later(after last: Int, count: Int) -> [LaterLine] {
            guard takesLater else { return [] }
            let rest = batch.lines[(last + 1)...].map { LaterLine(speaker: $0.speaker, source: $0.text) }
            return Array((rest + batch.later).prefix(count))
        }

        mutating func note(_ pairs: [ContextPair]) { earlier = Array((earlier + pairs).suffix(maximumEarlier)) }
    }

    /// - Parameter indices: the indices of the batch's lines, in order; at least one.
    private func request(for indices: [Int], _ batchCall: BatchCall, _ work: UtteranceWork) -> BatchRequest {
        let pair = batchCall.batch.pair
        let lines = indices.map { batchCall.batch.lines[$0] }
        var present: [GlossaryTerm] = []
        for line in lines {
            for term in terms.terms(in: line.text, pair) where !present.contains(term) { present.append(term) }
        }
        return BatchRequest(pair: pair, lines: lines, context: calls.context(of: work.utterance)) {
            $0.earlier = batchCall.earlier
            $0.later = indices.last.map { batchCall.later(after: $0, count: windows.lookAhead.count) } ?? []
            $0.summary = batchCall.summary
            $0.terms = present
            $0.formality = terms.formality(into: pair.to, by: calls.providers.translators.first)
            $0.isWritten = calls.conversation.kind.isGiven
        }
    }

    /// - Parameter halvings: how often the lines may be halved.
    /// - Throws: `ProviderError` if each line would fail in the same way; otherwise only an error that ends the whole
    ///   conversation.
    private func answers(
        to indices: [Int], _ batchCall: inout BatchCall, halvings: Int, _ work: UtteranceWork
    ) async throws -> [Int: BatchedLine] {
        let link = calls.providers.translators.links[0]
        guard indices.count > 1, link.breaker.availability == .ready else { return [:] }
        let request = request(for: indices, batchCall, work)
        let sequences = indices.map { batchCall.batch.sequences[$0] }
        do {
            let recorded = try await ask(request, of: batchCall.batcher, for: sequences, work)
            try await work.journal.flush()
            batchCall.note(
                zip(request.lines, recorded.answer.texts).compactMap { line, text in
                    text.map { ContextPair(speaker: line.speaker, source: line.text, translation: $0) }
                })
            let parts = BatchShares(of: recorded.answer, request.lines)
                .lines(recorded.timing, recorded.key, in: request.pair)
            return Dictionary(
                uniqueKeysWithValues: zip(sequences, parts).compactMap { sequence, part in
                    part.map { (sequence, $0) }
                })
        } catch let error as ProviderError {
            switch error.failure {
            case .unaffordable, .quota, .unauthorized: throw error
            case .unusable, .rejected, .unsupported, .tooLarge:
                guard halvings > 0 else { return [:] }
                let middle = indices.count / 2
                let first = try await answers(to: Array(indices[..<middle]), &batchCall, halvings: halvings - 1, work)
                let second = try await answers(to: Array(indices[middle...]), &batchCall, halvings: halvings - 1, work)
                return first.merging(second) { one, _ in one }
            case .transient, .throttled, .starting, .timeout, .unavailable, .missing: return [:]
            }
        }
    }

    // MARK: The call

    /// How many tokens the call for one utterance has, for which a provider's deadline is meant: instructions, a sentence and its
    /// translation.
    private static let usualTokens = 400

    /// - Parameter sequences: the utterances of the lines, in order.
    private func ask(
        _ request: BatchRequest, of batcher: any BatchTranslator, for sequences: [Int], _ work: UtteranceWork
    ) async throws -> Recorded<TranslatedBatch> {
        let translators = calls.providers.translators
        let call = ProviderCall(stage: .translation, index: 0, link: translators.links[0])
        let key = calls.store.keys.batch(request, provider: batcher.descriptor)
        let journal = calls.journal(call, key, in: work.journal)
        // The time that this many tokens take. A retry gets the same time again.
        let tokens = Self.usualTokens + request.lines.reduce(0) { $0 + $1.tokens }
        let limit = calls.limit(.translation, call.provider.capabilities.deadline) * tokens / Self.usualTokens
        var policy = calls.retryPolicy(call)
        policy.attempts = min(policy.attempts, 2)
        // For many lines, a second answer is hardly better than the first.
        policy.unusableAttempts = 1
        let retry = Retry(policy, time: calls.time, limit: limit, budget: call.link.retries)
        return try await work.journal.withSeparateDeadline(limit * 2) {
            try await translators.answer(by: 0) { translator in
                try await batcher.calling { request, _ in
                    try await record(
                        request, of: batcher, charging: translator.capabilities.price, for: sequences, limit, journal)
                }.retrying(retry).answer(request) { _ in }
            }
        }
    }

    private func record(
        _ request: BatchRequest, of batcher: any BatchTranslator, charging price: Price?, for sequences: [Int],
        _ limit: Duration, _ journal: StageJournal
    ) async throws -> Recorded<TranslatedBatch> {
        let descriptor = batcher.descriptor
        let forecast = UsageForecast.batch(
            lines: request.lines.count, characters: request.lines.reduce(0) { $0 + $1.text.unicodeScalars.count },
            tokens: request.lines.reduce(0) { $0 + TokenEstimate.tokens(in: $1.text) },
            surroundings: request.surroundingTokens)
        let planned = PlannedCall(
            provider: descriptor, price: price, forecast: forecast, limit: limit)
        return try await journal.record(planned) { limit in
            let answer = try await answer(to: request, by: batcher, limit)
            guard answer.texts.count == request.lines.count else {
                throw ProviderError(
                    .unusable, stage: .translation, provider: descriptor.name,
                    "\(answer.texts.count) translations came for \(request.lines.count) lines", usage: answer.usage)
            }
            return answer
        } as: {
            .translation(try $0.stored(in: request.pair.target))
        } reusing: { finished in
            guard case .translation(let kept) = finished, let answer = TranslatedBatch(stored: kept),
                answer.texts.count == request.lines.count
            else { return nil }
            return answer
        } sharing: { answer, charge in
            BatchShares(of: answer, request.lines).charges(charge).map { line, charge in
                (UtteranceID(conversation: calls.conversation.id, sequence: sequences[line]), charge)
            }
        }
    }

    /// The answer, or the lines of it that were complete when it was cut.
    private func answer(
        to request: BatchRequest, by batcher: any BatchTranslator, _ limit: Duration
    ) async throws -> TranslatedBatch {
        let came = Locked<[Int: String]>([:])
        do {
            return try await batcher.deadline(limit, time: calls.time).answer(request) { line in
                came.withLock { $0[line.index] = line.text }
            }
        } catch let error as ProviderError where [.timeout, .transient].contains(error.failure) {
            let lines = came.withLock { $0 }
            guard !lines.isEmpty else { throw error }
            return TranslatedBatch(texts: request.lines.indices.map { lines[$0] }, usage: error.usage ?? Usage())
        }
    }
}

extension TranslatedBatch {
    /// The stored form, among the translations: a list of them.
    fileprivate func stored(in tag: LanguageTag) throws -> Translation {
        Translation(
            text: String(decoding: try JSONEncoder().encode(texts), as: UTF8.self), tag: tag, usage: usage)
    }

    fileprivate init?(stored: Translation) {
        guard let texts = try? JSONDecoder().decode([String?].self, from: Data(stored.text.utf8)) else { return nil }
        self.init(texts: texts, usage: stored.usage)
    }
}
