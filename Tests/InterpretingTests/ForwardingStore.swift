import ConversationTesting
import Conversations
import Plumbing
import VerbioTesting

/// A store that does what another one does, except for the functions that it has itself.
protocol ForwardingStore: ContentStore {
    var base: InMemoryStore { get }
}

extension ForwardingStore {
    var scope: Scope { base.scope }

    func commit(_ changes: [StoreChange]) async throws { try await base.commit(changes) }
    func begin(_ attempt: Attempt, after changes: [StoreChange]) async throws -> StageAnswer? {
        try await base.begin(attempt, after: changes)
    }
    func synchronize() async throws { await base.synchronize() }
    func delete(_ id: ConversationID) async throws -> Bool { try await base.delete(id) }
    func claim(_ id: ConversationID) async throws -> ConversationClaim? { await base.claim(id) }
    func owner(of id: ConversationID) async throws -> ConversationOwner? { await base.owner(of: id) }
    func spool(of id: ConversationID) async throws -> any SpeechSpool { await base.spool(of: id) }
    func conversation(_ id: ConversationID) async throws -> Conversation? { await base.conversation(id) }
    func conversations(after place: ConversationPlace?, limit: Int) async throws -> [ConversationSummary] {
        await base.conversations(after: place, limit: limit)
    }
    func utterances(of id: ConversationID, after: Int, limit: Int) async throws -> [UtteranceRecord] {
        await base.utterances(of: id, after: after, limit: limit)
    }
    func utterance(_ id: UtteranceID) async throws -> UtteranceRecord? { await base.utterance(id) }
    func answer(for key: ContentKey) async throws -> StageAnswer? { await base.answer(for: key) }
    func events(of id: ConversationID, after: Int, limit: Int) async throws -> [LoggedEvent] {
        await base.events(of: id, after: after, limit: limit)
    }
    func matches(for words: SearchWords, before position: Int?, limit: Int) async throws -> [TextMatch] {
        await base.matches(for: words, before: position, limit: limit)
    }
    func usage(since first: CalendarDay) async throws -> [UsageDay] { await base.usage(since: first) }
    func count(_ calls: UsedCalls, at start: Int64) async throws { await base.count(calls, at: start) }
    func put(_ bytes: [UInt8]) async throws -> BlobID { await base.put(bytes) }
    func blob(_ id: BlobID) async throws -> [UInt8]? { try await base.blob(id) }
}
