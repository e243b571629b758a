internal import Audio
package import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// A store in memory, for tests of code that uses a store.
///
/// It is also the second implementation of the protocol, so that the protocol does not depend on details of the first one. It
/// is written to be simple, not fast.
package actor InMemoryStore: ScopeStore {
    package nonisolated let scope: Scope
    var contents = InMemoryContents()
    private let claimed = Locked<Set<ConversationID>>([])
    var spools: [ConversationID: InMemorySpool] = [:]

    package init(scope: Scope = .local) { self.scope = scope }

    /// Whether a conversation has an owner.
    nonisolated var isClaimed: Bool { claimed.withLock { !$0.isEmpty } }

    package func close() {}

    package func commit(_ changes: [StoreChange]) throws {
        var next = contents
        for change in changes { try next.apply(change) }
        contents = next
    }

    package func begin(_ attempt: Attempt, after changes: [StoreChange]) throws -> StageAnswer? {
        var next = contents
        for change in changes { try next.apply(change) }
        let answer = next.answers[attempt.key]
        if answer == nil { try next.apply(.attemptBegan(attempt)) }
        contents = next
        return answer
    }

    package func synchronize() {}

    package func conversation(_ id: ConversationID) -> Conversation? { contents.conversations[id] }

    package func conversations(after place: ConversationPlace?, limit: Int) -> [ConversationSummary] {
        contents.conversations.values
            .filter { one in place.map { (one.createdAt, $0.id) < ($0.createdAt, one.id) } ?? true }
            .sorted { ($1.createdAt, $0.id) < ($0.createdAt, $1.id) }
            .prefix(max(0, limit))
            .map { conversation in
                let records = contents.utterances[conversation.id, default: [:]].values
                let heard = contents.events[conversation.id, default: []].reversed().lazy.compactMap { event in
                    if case .conversationFinished(let body) = event.body { body.seconds } else { nil }
                }
                return ConversationSummary(
                    conversation: conversation, utterances: records.count,
                    failed: records.count { if case .failed = $0.outcome { true } else { false } },
                    seconds: max(heard.first ?? 0, records.map(\.utterance.range.endSeconds).max() ?? 0),
                    beginning: records.sorted { $0.utterance.sequence < $1.utterance.sequence }.lazy
                        .filter { !$0.outcome.hidesText }.compactMap(\.saidText).first { !$0.isEmpty })
            }
    }

    package func utterances(of id: ConversationID, after: Int, limit: Int) -> [UtteranceRecord] {
        let records = contents.utterances[id, default: [:]]
        return records.keys.filter { $0 > after }.sorted().prefix(max(0, limit)).compactMap { records[$0] }
            .map(contents.charged)
    }

    package func utterance(_ id: UtteranceID) -> UtteranceRecord? {
        contents.utterances[id.conversation]?[id.sequence].map(contents.charged)
    }

    package func matches(for words: SearchWords, before position: Int?, limit: Int) -> [TextMatch] {
        contents.texts.sorted { $0.value > $1.value }.lazy.filter { $0.value < position ?? .max }
            .compactMap { [contents] id, position -> TextMatch? in
                guard let record = contents.utterances[id.conversation]?[id.sequence].map(contents.charged),
                    let conversation = contents.conversations[id.conversation], !record.outcome.hidesText,
                    words.match([record.saidText, record.translation?.text].map { SearchText.folded($0 ?? "") })
                else { return nil }
                return TextMatch(position: position, conversation: conversation, record: record)
            }.prefix(max(0, limit)).map { $0 }
    }

    package func answer(for key: ContentKey) -> StageAnswer? { contents.answers[key] }

    package func events(of id: ConversationID, after: Int, limit: Int) -> [LoggedEvent] {
        contents.events[id, default: []].enumerated()
            .map { LoggedEvent(position: $0.offset + 1, event: $0.element) }
            .filter { $0.position > after }.prefix(max(0, limit)).map { $0 }
    }

    package func claim(_ id: ConversationID) -> ConversationClaim? {
        guard claimed.withLock({ $0.insert(id).inserted }) else { return nil }
        return ConversationClaim { [claimed] in claimed.withLock { _ = $0.remove(id) } }
    }

    package func owner(of id: ConversationID) -> ConversationOwner? {
        claimed.withLock { $0.contains(id) } ? ConversationOwner(process: nil) : nil
    }

    package func delete(_ id: ConversationID) async throws -> Bool {
        if owner(of: id) != nil { throw await busy(id) }
        spools[id] = nil
        return contents.delete(id)
    }

    package func spool(of id: ConversationID) -> any SpeechSpool {
        let spool = spools[id] ?? InMemorySpool()
        spools[id] = spool
        return spool
    }

    package func save(_ phrase: Phrase) {
        var phrase = phrase
        let former = contents.phrases[phrase.id]
        phrase.createdAt = former?.createdAt ?? phrase.createdAt
        contents.phrases[phrase.id] = phrase
        if let blob = former?.speech?.blob { contents.remove([blob]) }
    }

    package func phrase(_ id: PhraseID) -> Phrase? { contents.phrases[id] }

    package func phrases(_ filter: PhraseFilter, limit: Int) -> [Phrase] {
        contents.phrases.values.filter(filter.admits)
            .sorted { ($0.createdAt, $0.id.rawValue) < ($1.createdAt, $1.id.rawValue) }
            .prefix(max(0, limit)).map { $0 }
    }

    package func delete(_ id: PhraseID) -> Bool {
        guard let phrase = contents.phrases.removeValue(forKey: id) else { return false }
        if let blob = phrase.speech?.blob { contents.remove([blob]) }
        return true
    }

    package func put(_ bytes: [UInt8]) -> BlobID {
        var hash = ContentHash()
        hash.update(bytes)
        let id = BlobID(rawValue: hash.hexadecimal())
        contents.blobs[id] = bytes
        return id
    }

    package func blob(_ id: BlobID) throws -> [UInt8]? {
        guard id.rawValue.utf8.count == 64, id.rawValue.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
            throw Problem(.store, "store.malformed-blob", "'\(id.rawValue)' is not the name of stored audio")
        }
        return contents.blobs[id]
    }
}

extension Outcome {
    fileprivate var hidesText: Bool {
        if case .dropped(let reason) = self { reason != "other-language" } else { false }
    }
}
