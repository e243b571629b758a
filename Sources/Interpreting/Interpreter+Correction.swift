package import Audio
package import Conversations
internal import Language
internal import Plumbing
internal import Providers

extension Interpreter {
    /// The samples of one utterance of a recording, decoded again; nil if they differ from the stored ones now.
    ///
    /// - Throws: `Problem` of kind `input`.
    package func audio(
        of utterance: Utterance, in conversation: Conversation, from source: any SpeechSource
    ) async throws -> [Int16]? {
        let feed = HeardFeed(
            conversation: conversation, source: source, hearing: hearing,
            control: RunControl())
        defer { source.stop() }
        while let fed = try await feed.next() {
            guard fed.utterance.sequence == utterance.sequence else { continue }
            return fed.utterance.audioHash == utterance.audioHash ? fed.samples : nil
        }
        return nil
    }

    /// Reverses the direction of an utterance, and repeats only the work that depends on it (``DirectionCorrection``).
    ///
    /// The corrected direction and the list of repeated utterances are stored before the first call. So a run that ends early
    /// can be resumed, and no later run changes the direction.
    ///
    /// - Parameters:
    ///   - samples: the audio, if the utterance has to be recognized again. If the audio no longer exists, this is nil, and the
    ///     earlier recognition is translated in the new direction.
    ///   - ending: how the conversation ended before.
    /// - Returns: the last event of the run, and the numbers of the utterances that were worked on.
    /// - Throws: as `interpret`.
    package func correct(
        _ conversation: Conversation, _ correction: DirectionCorrection, samples: [Int16]?,
        ending: Event.ConversationFinished, control: RunControl = RunControl(), deliver: @escaping DeliverySink
    ) async throws -> (finished: Event.ConversationFinished, reopened: [Int]) {
        let id = correction.record.utterance.id
        let settings = conversation.settings
        let later = try await records(after: id) { later in
            let count = correction.followers(among: later).count
            let pairs = later.dropFirst(count).count { $0.contextPair != nil }
            return count < later.count && pairs > usablePairs(settings) + settings.context.lag
        }
        let followers = correction.followers(among: later)
        let reversed = [id.sequence] + followers.map(\.utterance.sequence)
        let shown = DirectionCorrection.dependents(
            of: reversed, among: later, count: usablePairs(settings), lag: max(1, settings.context.lag))
        let dependents = try await withTheirBatches(
            records(looking: usableLookAhead(conversation), aheadTo: reversed, id), shown, reversed, conversation)
        var changes: [StoreChange] = [.conversationState(conversation.id, .running)]
        changes += correction.changes(hears: samples != nil, store.keys) + [.event(correction.event)]
        for other in followers {
            let utterance = other.utterance
            let direction = correction.direction(ofFollower: other)
            changes += [
                .directed(utterance.id, direction), .reopened(utterance.id, from: .translation),
                .event(Event(reopening: utterance.id, direction.speaker, correction.pair, .direction)),
            ]
        }
        for other in dependents {
            let utterance = other.utterance
            changes += [
                .reopened(utterance.id, from: .translation),
                .event(Event(reopening: utterance.id, other.speaker, other.pair, .context)),
            ]
        }
        try await store.commit(changes)
        for case .event(let event) in changes { try await deliver(.event(event)) }
        let sequences = reversed + dependents.map(\.utterance.sequence)
        let feed = CorrectionFeed(
            conversation.id, store: store, reopened: Set(sequences), corrected: id.sequence, samples: samples ?? [],
            ending: ending,
            control: control)
        let finished = try await run(conversation, feed, control, canWait: false, deliver)
        return (finished, sequences)
    }

    /// The records whose translators get a reversed utterance as later text.
    private func records(
        looking count: Int, aheadTo reversed: [Int], _ id: UtteranceID
    ) async throws -> [UtteranceRecord] {
        guard count > 0, let last = reversed.last else { return [] }
        let first = max(0, id.sequence - count - 1)
        return try await store.utterances(of: id.conversation, after: first, limit: last - first).filter { record in
            let sequence = record.utterance.sequence
            return record.isToBeRedone && !reversed.contains(sequence)
                && reversed.contains { $0 > sequence && $0 <= sequence + count }
        }
    }

    /// Adds the batches that depend on a reversed utterance, if utterances are translated in batches.
    ///
    /// These are the batch of the utterance, batches that got it as later text, and batches that got it as context.
    ///
    /// - Parameters:
    ///   - before: the utterances that got a reversed one as later text.
    ///   - after: the utterances that got a reversed one as context, if each were translated separately.
    private func withTheirBatches(
        _ before: [UtteranceRecord], _ after: [UtteranceRecord], _ reversed: [Int], _ conversation: Conversation
    ) async throws -> [UtteranceRecord] {
        var found = Dictionary((before + after).map { ($0.utterance.sequence, $0) }, uniquingKeysWith: { $1 })
        let size = usableBatch(conversation)
        func window(of sequence: Int) async throws -> [UtteranceRecord] {
            let window = TranslationBatches.window(of: sequence, size: size)
            return try await store.utterances(of: conversation.id, after: window.lowerBound - 1, limit: size)
                .filter { window.contains($0.utterance.sequence) && $0.isToBeRedone }
        }
        if size > 0 {
            for sequence in before.map(\.utterance.sequence) + reversed {
                for record in try await window(of: sequence) { found[record.utterance.sequence] = record }
            }
            let shown = Set(after.map(\.utterance.sequence))
            for sequence in shown {
                // A batch was shown the text before its first line.
                let all = try await window(of: sequence)
                let pair = TranslationBatches.direction(of: all.map(\.pair))
                let batch = all.filter { $0.pair == pair }
                guard let first = batch.first, shown.contains(first.utterance.sequence) else { continue }
                for record in batch { found[record.utterance.sequence] = record }
            }
        }
        for sequence in reversed { found[sequence] = nil }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The records after an utterance, page by page until there are enough.
    private func records(
        after id: UtteranceID, until isEnough: ([UtteranceRecord]) -> Bool
    ) async throws -> [UtteranceRecord] {
        var records: [UtteranceRecord] = []
        var pages = store.pages(of: id.conversation, after: id.sequence).makeAsyncIterator()
        while !isEnough(records), let page = try await pages.next() { records += page }
        return records
    }
}
