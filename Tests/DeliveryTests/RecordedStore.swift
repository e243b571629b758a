import Audio
import ConversationTesting
import Conversations
import Language
import Plumbing
import Providers
import VerbioTesting

/// A store that plays back what a test put into it. It hands out no more than is asked for and remembers the largest
/// request.
actor RecordedStore: ContentStore {
    nonisolated let scope = Scope.local
    private var recorded: Conversation
    private var records: [UtteranceRecord]
    private var blobs: [BlobID: [UInt8]]
    private(set) var largestPage = 0

    init(_ conversation: Conversation, records: [UtteranceRecord], blobs: [BlobID: [UInt8]] = [:]) {
        recorded = conversation
        self.records = records
        self.blobs = blobs
    }

    func conversation(_ id: ConversationID) -> Conversation? { id == recorded.id ? recorded : nil }

    func utterances(of id: ConversationID, after: Int, limit: Int) -> [UtteranceRecord] {
        largestPage = max(largestPage, limit)
        return Array(records.drop { $0.utterance.sequence <= after }.prefix(limit))
    }

    func utterance(_ id: UtteranceID) -> UtteranceRecord? { records.first { $0.utterance.id == id } }

    func blob(_ id: BlobID) -> [UInt8]? { blobs[id] }

    func put(_ bytes: [UInt8]) -> BlobID {
        let id = BlobID(rawValue: "blob-\(blobs.count)")
        blobs[id] = bytes
        return id
    }

    func spool(of id: ConversationID) -> any SpeechSpool { InMemorySpool() }
    func remove(_ id: BlobID) { blobs[id] = nil }
    func commit(_ changes: [StoreChange]) {}
    func begin(_ attempt: Attempt, after changes: [StoreChange]) -> StageAnswer? { nil }
    func synchronize() {}
    func conversations(after place: ConversationPlace?, limit: Int) -> [ConversationSummary] { [] }
    func usage(since first: CalendarDay) -> [UsageDay] { [] }
    func count(_ calls: UsedCalls, at start: Int64) {}
    func matches(for words: SearchWords, before position: Int?, limit: Int) -> [TextMatch] { [] }
    func answer(for key: ContentKey) -> StageAnswer? { nil }
    func events(of id: ConversationID, after: Int, limit: Int) -> [LoggedEvent] { [] }
    func claim(_ id: ConversationID) -> ConversationClaim? { nil }
    func owner(of id: ConversationID) -> ConversationOwner? { nil }
    func delete(_ id: ConversationID) -> Bool { false }
}
