internal import ConversationTables
package import Conversations
internal import SQLiteFile

extension SQLiteStore {
    package func save(_ phrase: Phrase) async throws {
        let command = try PhraseTable.upsert(phrase)
        let kept = phrase.speech?.blob
        let replaced = try await write(referringTo: [kept].compactMap(\.self)) { db in
            let former = try PhraseTable.blob(of: phrase.id, in: db)
            try command.run(db)
            return former == kept ? nil : former
        }
        settle([kept].compactMap(\.self))
        try await removeOrphans([replaced].compactMap(\.self))
    }

    package func phrase(_ id: PhraseID) async throws -> Phrase? {
        let phrase = try lookUp { db in try PhraseTable.find(id, in: db) }
        return phrase
    }

    package func phrases(_ filter: PhraseFilter, limit: Int) async throws -> [Phrase] {
        guard limit > 0 else { return [] }
        return try await read { db in try PhraseTable.list(filter, limit: limit, in: db) }
    }

    package func delete(_ id: PhraseID) async throws -> Bool {
        try await erasing { [self] in
            let (wasThere, blob) = try await write { db in
                let blob = try PhraseTable.blob(of: id, in: db)
                return (try PhraseTable.remove(id, in: db), blob)
            }
            try await removeOrphans([blob].compactMap(\.self))
            return wasThere
        } then: { [self] in
            try await emptyLog()
        }
    }
}
