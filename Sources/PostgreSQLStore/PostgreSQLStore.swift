internal import ConversationTables
package import Conversations
internal import Language
package import Plumbing
internal import PostgreSQL
internal import Providers
package import SQL

/// The store of one scope in a PostgreSQL database that all scopes and any number of machines share.
///
/// The rows are those of `SQLiteStore`, written by the same tables. Row security keeps the scopes apart. Audio is in the database, too,
/// or in S3, where it is before a row refers to it. What a commit has stored is on the disk of the server when the call returns.
///
/// Every error is a `Problem` of kind `store`, or of kind `usage` with the code `conversation.busy`. If another process has taken over a
/// conversation because this one was stopped or cut off, further commits of it are refused with `store.taken-over`.
package final class PostgreSQLStore: TableStore {
    package let scope: Scope
    /// Keeps the connections and leases that all scopes of this process share.
    private let stores: PostgreSQLStores
    private let database: PostgreSQLDatabase
    private let leases: Leases
    private let blobs: StoredBlobs

    init(_ scope: Scope, of stores: PostgreSQLStores, leases: Leases, objects: AudioObjects?) {
        self.scope = scope
        self.stores = stores
        database = stores.database.scoped(scope.name)
        self.leases = leases
        blobs = StoredBlobs(scope: scope, database: self.database, objects: objects)
    }

    package var tables: any SQLDatabase { database }

    /// Waits until the conversations that were released are free for others. The connections belong to the stores of all scopes.
    package func close() async throws { await leases.settle() }

    // MARK: Writing

    package func commit(_ changes: [StoreChange]) async throws {
        guard !changes.isEmpty else { return }
        let commit = try FencedCommit(changes, of: scope, leases)
        try await database.write { db in try commit.run(db) }
    }

    package func begin(_ attempt: Attempt, after changes: [StoreChange]) async throws -> StageAnswer? {
        let beginning = StoreChange.attemptBegan(attempt).conversation
        let commit = try FencedCommit(changes, and: [beginning].compactMap(\.self), of: scope, leases)
        let command = AttemptTable.beginUnlessFinished(attempt)
        let finished = try await database.write { db -> StageAnswer? in
            try commit.run(db)
            guard try command.run(db) == 0 else { return nil }
            return try AnswerTables.find(attempt.key, of: attempt.id.stage, in: db)
        }
        return try await expected(finished)
    }

    /// Each commit is durable already.
    package func synchronize() async throws {}

    /// Fails if audio could not be stored: the conversation would end with the first utterance.
    package func claim(_ id: ConversationID) async throws -> ConversationClaim? {
        try await blobs.objects?.requireUsable()
        return try await leases.claim(name(id))
    }

    package func takeOver(_ id: ConversationID) async throws -> ConversationClaim? {
        try await blobs.objects?.requireUsable()
        return try await leases.takeOver(name(id))
    }

    package func owner(of id: ConversationID) async throws -> ConversationOwner? {
        try await leases.owner(of: name(id))
    }

    package func delete(_ id: ConversationID) async throws -> Bool {
        guard let claim = try await claim(id) else { throw await busy(id) }
        defer { claim.release() }
        let orphans = try await database.erase { db in
            let orphans = try Deletion.remove(id, in: db)
            try StoredBlobs.leave(orphans ?? [], in: db)
            return orphans
        }
        guard let orphans else { return false }
        try await blobs.removeOrphans(orphans)
        try await spool(of: id).remove()
        return true
    }

    package func spool(of id: ConversationID) async throws -> any SpeechSpool {
        let name = name(id)
        return StoredSpool(of: id, in: database) { [leases] in leases.fence(of: name) }
    }

    package func put(_ bytes: [UInt8]) async throws -> BlobID { try await blobs.put(bytes) }

    private func name(_ id: ConversationID) -> Leases.Name { Leases.Name(id, in: scope) }

    /// Marks conversations as interrupted if they are stored as running and have no owner: a process that has ended left them. Removes
    /// audio that such a process has left, too.
    func repair() async throws {
        try await database.write { [scope] db in
            _ = try db.run(
                """
                UPDATE conversation SET state = 'interrupted' WHERE state = 'running' AND NOT EXISTS (
                    SELECT 1 FROM lease WHERE lease.scope = ? AND lease.subject = conversation.id
                        AND lease.expires_at > clock_timestamp())
                """, [scope.name.value])
        }
        try await blobs.removeAbandoned()
    }

    // MARK: Reading

    package func conversation(_ id: ConversationID) async throws -> Conversation? {
        try await database.read { db in try ConversationTable.find(id, in: db) }
    }

    package func conversations(
        after place: ConversationPlace?, limit: Int
    ) async throws -> [ConversationSummary] {
        guard limit > 0 else { return [] }
        return try await database.read { db in try ConversationTable.list(after: place, limit: limit, in: db) }
    }

    package func utterances(of id: ConversationID, after: Int, limit: Int) async throws -> [UtteranceRecord] {
        guard limit > 0 else { return [] }
        return try await database.read { db in try UtteranceTable.page(of: id, after: after, limit: limit, in: db) }
    }

    package func utterance(_ id: UtteranceID) async throws -> UtteranceRecord? {
        guard id.sequence >= 1 else { return nil }
        return try await utterances(of: id.conversation, after: id.sequence - 1, limit: 1)
            .first { $0.utterance.sequence == id.sequence }
    }

    package func events(of id: ConversationID, after: Int, limit: Int) async throws -> [LoggedEvent] {
        guard limit > 0 else { return [] }
        return try await database.read { db in try EventTable.page(of: id, after: after, limit: limit, in: db) }
    }

    package func matches(for words: SearchWords, before position: Int?, limit: Int) async throws -> [TextMatch] {
        guard limit > 0 else { return [] }
        return try await database.read { db in
            try TextSearchQuery.find(words, before: position, limit: limit, in: db)
        }
    }

    package func usage(since first: CalendarDay) async throws -> [UsageDay] {
        try await database.read { db in try UsageQuery.days(since: first, in: db) }
    }

    package func count(_ calls: UsedCalls, at start: Int64) async throws {
        try await database.write { db in try SingleCallTable.insert(calls, at: start, in: db) }
    }

    package func answer(for key: ContentKey) async throws -> StageAnswer? {
        try await expected(try await database.read { db in try AnswerTables.find(key, in: db) })
    }

    /// The caller is about to refer to the audio of this answer.
    private func expected(_ answer: StageAnswer?) async throws -> StageAnswer? {
        if case .speech(let speech) = answer { try await blobs.expect(speech.blob) }
        return answer
    }

    package func blob(_ id: BlobID) async throws -> [UInt8]? { try await blobs.bytes(of: id) }

    // MARK: Phrases and requests

    package func save(_ phrase: Phrase) async throws {
        let command = try PhraseTable.upsert(phrase)
        let kept = phrase.speech?.blob
        let replaced = try await database.write { db in
            try db.lock("phrase/" + phrase.id.rawValue)
            let former = try PhraseTable.blob(of: phrase.id, in: db)
            if let kept { try db.run(StoredBlobs.settling(kept)) }
            try command.run(db)
            let replaced = [former].compactMap(\.self).filter { $0 != kept }
            try StoredBlobs.leave(replaced, in: db)
            return replaced
        }
        try await blobs.removeOrphans(replaced)
    }

    package func phrase(_ id: PhraseID) async throws -> Phrase? {
        try await database.read { db in try PhraseTable.find(id, in: db) }
    }

    package func phrases(_ filter: PhraseFilter, limit: Int) async throws -> [Phrase] {
        guard limit > 0 else { return [] }
        return try await database.read { db in try PhraseTable.list(filter, limit: limit, in: db) }
    }

    package func delete(_ id: PhraseID) async throws -> Bool {
        let (wasThere, orphans) = try await database.erase { db in
            try db.lock("phrase/" + id.rawValue)
            let orphans = [try PhraseTable.blob(of: id, in: db)].compactMap(\.self)
            let wasThere = try PhraseTable.remove(id, in: db)
            try StoredBlobs.leave(orphans, in: db)
            return (wasThere, orphans)
        }
        try await blobs.removeOrphans(orphans)
        return wasThere
    }

    package func request(_ key: String) async throws -> StoredRequest? {
        try await database.read { db in try RequestTable.find(key, in: db) }
    }

    package func remember(_ request: StoredRequest, forgettingBefore limit: Int64, keeping most: Int) async throws {
        try await database.write { db in
            try RequestTable.upsert(request, forgettingBefore: limit, keeping: most, in: db)
        }
    }
}
