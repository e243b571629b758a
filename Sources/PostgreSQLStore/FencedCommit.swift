internal import ConversationTables
internal import Conversations
internal import Plumbing
internal import SQL

/// The statements of a commit. Those of its owner carry the fences of its conversations.
struct FencedCommit: Sendable {
    private let prepared: PreparedCommit
    private let before: [SQLStatement]
    private let fences: [Leases.Fence]
    /// The conversations that this process does not own: their commits take turns.
    private let unowned: [String]

    /// - Parameter others: conversations that are changed beside the changes.
    init(
        _ changes: [StoreChange], and others: [ConversationID] = [], of scope: Scope, _ leases: Leases
    ) throws {
        prepared = try PreparedCommit(changes)
        var fences: [Leases.Fence] = []
        var unowned: [String] = []
        // Always in the same order, so that two commits never wait for each other.
        let ids = Set(changes.compactMap(\.conversation) + others).sorted { $0.rawValue < $1.rawValue }
        for id in ids {
            let name = Leases.Name(id, in: scope)
            if let fence = leases.fence(of: name) {
                fences.append(fence)
            } else {
                unowned.append("conversation/" + scope.name + "/" + id.rawValue)
            }
        }
        self.fences = fences
        self.unowned = unowned
        let blobs = Set(prepared.blobs).sorted { $0.rawValue < $1.rawValue }
        before = fences.map(\.statement) + blobs.map(StoredBlobs.settling)
    }

    func run(_ db: any SQLConnection) throws {
        for name in unowned { try db.lock(name) }
        try prepared.run(db, after: before) { index, changes in
            if index < fences.count { try fences[index].check(changes) }
        }
    }
}

extension StoreChange {
    /// The conversation that it changes.
    var conversation: ConversationID? {
        switch self {
        case .conversation(let conversation), .ordered(let conversation): conversation.id
        case .conversationState(let id, _), .filesWritten(let id), .succeeded(let id, _), .lost(let id, _),
            .persons(let id, _):
            id
        case .utterance(let utterance, _), .reheard(let utterance): utterance.conversation
        case .attemptBegan(let attempt): attempt.id.utterance.conversation
        case .attemptFailed(let id, _, _, _, _), .attemptAnswered(let id, _, _, _): id.utterance.conversation
        case .charged(let id, _), .answered(let id, _, _, _), .directed(let id, _), .reopened(let id, _),
            .corrected(let id, _), .flagged(let id, _, _), .doubted(let id, _), .outcome(let id, _),
            .summarized(let id, _, _, _):
            id.conversation
        case .event(let event): event.conversation
        }
    }
}
