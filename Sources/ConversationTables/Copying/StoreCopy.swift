internal import Audio
package import Conversations
internal import Plumbing
package import SQL

/// A store of one scope whose rows are in tables.
package protocol TableStore: ScopeStore {
    /// The tables of the scope.
    var tables: any SQLDatabase { get }
}

/// Copies everything of one store into another one, which may be of another kind.
///
/// Nothing may be stored in either of them in the meantime. What is there already stays as it is. So a copy that was cut off can be made
/// again, and continues.
package struct StoreCopy: Sendable {
    /// What has been copied so far.
    package struct Progress: Sendable, Hashable {
        package var conversations = 0
        package var utterances = 0
        package var rows = 0
    }

    let source: any TableStore
    let target: any TableStore

    package init(from source: any TableStore, to target: any TableStore) {
        self.source = source
        self.target = target
    }

    /// - Parameter progress: called after each page.
    /// - Throws: what a store throws; `store.corrupt-blob` if audio is damaged.
    package func run(progress: (Progress) -> Void) async throws -> Progress {
        var state = Progress()
        for table in StoredTable.all {
            try await table.copy.run(
                from: source.tables, to: target.tables, needing: table.blob,
                preparing: { names in try await copy(Set(names)) },
                copied: { rows in
                    state.rows += rows
                    if table.copy.table == "conversation" { state.conversations += rows }
                    if table.copy.table == "utterance" { state.utterances += rows }
                    progress(state)
                })
        }
        try await copySpools()
        try await target.synchronize()
        return state
    }

    /// Compares all rows, and reads all audio of the copy.
    ///
    /// - Returns: the first table with a row that is not in the copy; nil if nothing is missing.
    /// - Throws: also `store.corrupt-blob`, or `copy.audio` if audio is missing.
    package func firstDifference() async throws -> String? {
        for table in StoredTable.all {
            guard try await table.copy.isComplete(from: source.tables, in: target.tables) else {
                return table.copy.table
            }
            guard let blob = table.blob else { continue }
            try await checkBlobs(table.copy.table, blob)
        }
        return nil
    }

    private func checkBlobs(_ table: String, _ column: String) async throws {
        var last = ""
        while true {
            let names = try await target.tables.read { [last] db in
                try db.texts(
                    "SELECT DISTINCT \(column) FROM \(table) WHERE \(column) > ? ORDER BY \(column) LIMIT 256",
                    [last.value])
            }
            guard let end = names.last else { return }
            for name in names where try await target.blob(BlobID(rawValue: name)) == nil {
                // The first store may not have it either.
                guard try await source.blob(BlobID(rawValue: name)) != nil else { continue }
                throw Problem(
                    .store, "copy.audio", "the audio \(name) has not arrived", cure: "run the same command again")
            }
            last = end
        }
    }

    private func copy(_ names: Set<String>) async throws {
        for name in names.sorted() {
            guard let bytes = try await source.blob(BlobID(rawValue: name)) else { continue }
            _ = try await target.put(bytes)
        }
    }

    // MARK: Spools

    private static let conversationsAtOnce = 256
    private static let samplesAtOnce = 160_000

    private func copySpools() async throws {
        var last = ""
        while true {
            let ids = try await source.tables.read { [last] db in
                try db.texts(
                    """
                    SELECT id FROM conversation WHERE state <> 'complete' AND id > ?
                    ORDER BY id LIMIT \(Self.conversationsAtOnce)
                    """, [last.value])
            }
            for id in ids { try await copySpool(of: ConversationID(rawValue: id)) }
            guard let end = ids.last else { return }
            last = end
        }
    }

    private func copySpool(of id: ConversationID) async throws {
        let (old, new) = (try await source.spool(of: id), try await target.spool(of: id))
        let (kept, there) = (try await old.kept(), try await new.kept())
        guard kept.count > 0 else { return }
        var place = there.count == 0 ? kept.start : there.end
        while place < kept.end, let block = try await old.read(from: place, most: Self.samplesAtOnce) {
            try await new.append(block)
            place += block.lanes[0].count
        }
        let known = try await new.events().count
        for event in try await old.events().dropFirst(known) { try await new.append(event) }
    }
}
