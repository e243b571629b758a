internal import Conversations
internal import FoundationEssentials
internal import Language
internal import Plumbing
internal import Providers

extension UtteranceInterpreter {
    /// What is known of an utterance's surroundings before its translation is asked for.
    struct Coming: Sendable {
        /// What its translator may be shown of what comes next.
        var later: [LaterLine] = []
        /// Its part of a batch's translation; nil where there is none.
        var line: BatchedLine?
        var refusal: ProviderError?
    }

    /// Tells those before it what is said in an utterance, and waits for those behind it.
    ///
    /// - Returns: nil where the run ends before that is known: the utterance is left to the one that goes on.
    func coming(after saying: Saying, _ work: Work) async throws -> Coming? {
        guard let sources = windows.sources else { return Coming() }
        let sequence = work.utterance.sequence
        let isToBeTranslated = work.record?.translation == nil
        sources.settle(
            sequence,
            SourceText(
                speaker: saying.speaker.rawValue, text: saying.recognition.text, pair: saying.pair,
                isToBeTranslated: isToBeTranslated))
        guard isToBeTranslated else { return Coming() }
        let range =
            windows.batches?.range(for: sequence) ?? (sequence + 1)...(sequence + max(1, windows.lookAhead.count))
        let lines = try await sources.lines(in: range) { try await work.journal.flush() }
        guard let lines else { return nil }
        let later = windows.lookAhead.later(after: sequence, of: lines)
        guard let batches = windows.batches, let batch = batches.batch(with: sequence, of: lines) else {
            return Coming(later: later)
        }
        if batch.leader == sequence {
            batches.publish(try await answers(to: batch, work), of: batch)
        } else {
            try await work.journal.flush()
        }
        let answers = try await batches.answers(to: batch)
        return Coming(later: later, line: answers.lines[sequence], refusal: answers.refusal)
    }

    /// What a language model makes of the lines of a batch, asked with one call.
    ///
    /// Where an earlier run has got as far as that answer, it is found. Else only those lines are asked for that have no
    /// translation yet. Where an answer does not have the lines it was asked for, each half is asked for by itself, once, and
    /// what is missing then is asked for line by line, like any other utterance; so are all where no answer can be had. The
    /// answer is stored as the leader's call, under a key of its own, before anybody is told.
    private func answers(to batch: TranslationBatch, _ work: Work) async throws -> TranslationBatches.Answers {
        guard let batcher = providers.translators.first.batcher else { return .init() }
        let summary = try await windows.summaries?.summary(for: batch.first) { try await work.journal.flush() }
        let takesLater = providers.translators.first.capabilities.takesLater
        let besides = (summary.map(Summary.tokens) ?? 0) + (takesLater ? batch.later.reduce(0) { $0 + $1.tokens } : 0)
        let earlier = try await windows.context.pairs(for: batch.first, besides: besides) {
            try await work.journal.flush()
        }
        let most = providers.translators.first.capabilities.contextPairs
        var asking = BatchAsking(
            batcher: batcher, batch: batch, summary: summary, takesLater: takesLater,
            earlier: Array(earlier.suffix(most)), mostEarlier: most)
        var places = Array(batch.lines.indices)
        if batch.open.count < places.count {
            let whole = ContentKey.batch(request(for: places, asking, work), provider: batcher.descriptor)
            if try await store.answer(for: whole) == nil { places = batch.open }
        }
        do {
            return .init(lines: try await answers(to: places, &asking, halvings: 1, work))
        } catch let error as ProviderError {
            return .init(refusal: error)
        }
    }

    /// A batch while it is asked for.
    private struct BatchAsking {
        let batcher: any BatchTranslator
        let batch: TranslationBatch
        let summary: String?
        let takesLater: Bool
        /// What was said before, with what has been translated of the batch.
        var earlier: [ContextPair]
        let mostEarlier: Int

        func later(after last: Int, count: Int) -> [LaterLine] {
            guard takesLater else { return [] }
            let rest = batch.lines[(last + 1)...].map { LaterLine(speaker: $0.speaker, source: $0.text) }
            return Array((rest + batch.later).prefix(count))
        }

        mutating func note(_ pairs: [ContextPair]) { earlier = Array((earlier + pairs).suffix(mostEarlier)) }
    }

    /// - Parameter places: which of the batch's lines, in order; at least one.
    private func request(for places: [Int], _ asking: BatchAsking, _ work: Work) -> BatchRequest {
        let pair = asking.batch.pair
        let lines = places.map { asking.batch.lines[$0] }
        var present: [GlossaryTerm] = []
        for line in lines {
            for term in terms.terms(in: line.text, pair) where !present.contains(term) { present.append(term) }
        }
        return BatchRequest(
            pair: pair, lines: lines, earlier: asking.earlier,
            later: places.last.map { asking.later(after: $0, count: windows.lookAhead.count) } ?? [],
            summary: asking.summary,
            terms: present, formality: terms.formality(into: pair.to, by: providers.translators.first),
            isWritten: conversation.isWritten, context: call(work.utterance))
    }

    /// - Parameter halvings: how often they may be divided.
    /// - Throws: `ProviderError` where the same would be said to each line; else only what ends the whole conversation.
    private func answers(
        to places: [Int], _ asking: inout BatchAsking, halvings: Int, _ work: Work
    ) async throws -> [Int: BatchedLine] {
        let link = providers.translators.links[0]
        guard places.count > 1, link.breaker.standing == .ready else { return [:] }
        let request = request(for: places, asking, work)
        let sequences = places.map { asking.batch.sequences[$0] }
        let (key, lines) = (ContentKey.batch(request, provider: asking.batcher.descriptor), request.lines)
        let timing = Locked<StageTiming?>(nil)
        let journal = journal(.translation, 0, link, .alone, work, key) { part in timing.withLock { $0 = part } }
        // As long as so many tokens take, and as long again where the first call fails.
        let limit = limit(.translation) * (10 + lines.count) / 10
        let recorded = RecordedBatcher(
            base: asking.batcher, price: link.provider.capabilities.price, journal: journal, limit: limit, time: time,
            utterances: sequences.map { UtteranceID(conversation: conversation.id, sequence: $0) })
        var retry = retry(.translation, 0)
        retry.attempts = min(retry.attempts, 2)
        // Of many lines the next answer would hardly be better than this one.
        retry.unusableAttempts = 1
        do {
            let answer = try await work.journal.apart(limit * 2) { [retry] in
                try await providers.translators.answer(by: 0) { _ in
                    try await Retry(retry, time: time, limit: limit, budget: link.retries)
                        .run(request.context) { _ in try await recorded.translate(request) }
                }
            }
            try await work.journal.flush()
            guard let timing = timing.withLock({ $0 }) else { return [:] }
            asking.note(
                zip(lines, answer.texts).compactMap { line, text in
                    text.map { ContextPair(speaker: line.speaker, source: line.text, translation: $0) }
                })
            let parts = BatchShares(of: answer, lines).lines(timing, key, in: request.pair)
            return Dictionary(
                uniqueKeysWithValues: zip(sequences, parts).compactMap { sequence, part in
                    part.map { (sequence, $0) }
                })
        } catch let error as ProviderError {
            switch error.failure {
            case .unaffordable, .quota, .unauthorized: throw error
            case .unusable, .rejected, .unsupported, .tooLarge:
                guard halvings > 0 else { return [:] }
                let middle = places.count / 2
                let first = try await answers(to: Array(places[..<middle]), &asking, halvings: halvings - 1, work)
                let second = try await answers(to: Array(places[middle...]), &asking, halvings: halvings - 1, work)
                return first.merging(second) { one, _ in one }
            case .transient, .throttled, .starting, .timeout, .unavailable, .missing: return [:]
            }
        }
    }
}

/// What each line of a batch has to bear of what all of them cost together, by the letters of its source and its translation,
/// to the last token and the last billionth.
struct BatchShares {
    private let answer: TranslatedBatch
    private let weights: [Int]

    /// A line that did not come bears nothing, unless none did: then the first bears all.
    init(of answer: TranslatedBatch, _ lines: [BatchRequest.Line]) {
        self.answer = answer
        let weights = zip(lines, answer.texts).map { line, text in
            text.map { line.text.unicodeScalars.count + $0.unicodeScalars.count } ?? 0
        }
        self.weights = weights.contains { $0 > 0 } ? weights : weights.indices.map { $0 == 0 ? 1 : 0 }
    }

    /// The line that the call counts with.
    private var bearer: Int? { weights.firstIndex { $0 > 0 } }

    /// - Parameters:
    ///   - timing: of the call, which counts with one line.
    ///   - key: of the whole.
    func lines(_ timing: StageTiming, _ key: ContentKey, in pair: LanguagePair) -> [BatchedLine?] {
        let usages = usages
        return answer.texts.enumerated().map { index, text in
            guard let text else { return nil }
            var own = timing
            if index != bearer { (own.calls, own.connection) = (0, nil) }
            return BatchedLine(
                translation: Translation(
                    text: text, tag: pair.target, notes: ["batch:\(answer.texts.count)"], usage: usages[index]),
                key: .line(index + 1, of: key), timing: own)
        }
    }

    /// What each line bears of the call's charge; those that bear nothing are left out.
    func charges(_ whole: Charge) -> [(line: Int, Charge)] {
        let (usages, costs) = (usages, whole.cost.map { Self.shares(of: $0.nanodollars, by: weights) })
        return weights.indices.filter { weights[$0] > 0 }.map { index in
            var own = whole
            own.cost = costs.map { Money(nanodollars: $0[index]) }
            own.usage = usages[index]
            own.calls = index == bearer ? whole.calls : 0
            return (index, own)
        }
    }

    private var usages: [Usage] {
        let usage = answer.usage
        let characters = shares(usage.characters)
        let (input, cached, output) = (
            shares(usage.inputTokens), shares(usage.cachedInputTokens), shares(usage.outputTokens)
        )
        return weights.indices.map { index in
            Usage(
                characters: characters?[index], inputTokens: input?[index],
                cachedInputTokens: cached?[index], outputTokens: output?[index])
        }
    }

    private func shares(_ amount: Int?) -> [Int]? {
        amount.map { Self.shares(of: Int64($0), by: weights).map(Int.init) }
    }

    /// An amount in whole parts that come to it together, as nearly as possible by weight: by largest remainder.
    static func shares(of amount: Int64, by weights: [Int]) -> [Int64] {
        let total = Double(max(1, weights.reduce(0, +)))
        let exact = weights.map { Double(amount) * Double($0) / total }
        var parts = exact.map { Int64($0.rounded(.down)) }
        let byRemainder = exact.indices.sorted { left, right in
            let (one, other) = (exact[left] - exact[left].rounded(.down), exact[right] - exact[right].rounded(.down))
            return one == other ? left < right : one > other
        }
        for index in byRemainder.prefix(max(0, Int(amount - parts.reduce(0, +)))) { parts[index] += 1 }
        return parts
    }
}

/// A translator of many lines whose calls wait for their turn, are written down and have a deadline.
private struct RecordedBatcher: Sendable {
    let base: any BatchTranslator
    let price: Price?
    let journal: StageJournal
    let limit: Duration
    let time: TimeSource
    /// Whose lines they are, in order.
    let utterances: [UtteranceID]

    func translate(_ request: BatchRequest) async throws -> TranslatedBatch {
        let forecast = UsageForecast.batch(
            lines: request.lines.count, characters: request.lines.reduce(0) { $0 + $1.text.unicodeScalars.count },
            earlierCharacters: request.surroundingCharacters)
        return try await journal.record(of: base.descriptor, charging: price, for: forecast, limit: limit) { limit in
            let answer = try await CallDeadline(limit, time: time).run(
                stage: .translation, provider: base.descriptor.name
            ) { try await base.translate(request) }
            guard answer.texts.count == request.lines.count else {
                throw ProviderError(
                    .unusable, stage: .translation, provider: base.descriptor.name,
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
            BatchShares(of: answer, request.lines).charges(charge).map { (utterances[$0.line], $0.1) }
        }
    }
}

extension TranslatedBatch {
    /// As it is kept, among the translations: a list of them.
    fileprivate func stored(in tag: LanguageTag) throws -> Translation {
        Translation(
            text: String(decoding: try JSONEncoder().encode(texts), as: UTF8.self), tag: tag, usage: usage)
    }

    fileprivate init?(stored: Translation) {
        guard let texts = try? JSONDecoder().decode([String?].self, from: Data(stored.text.utf8)) else { return nil }
        self.init(texts: texts, usage: stored.usage)
    }
}
