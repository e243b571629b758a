package import Conversations
internal import GRDB

extension SQLiteStore {
    package func matches(
        for words: SearchWords, before position: Int?, limit: Int
    ) async throws -> [TextMatch] {
        guard limit > 0 else { return [] }
        return try await read { db in try TextIndex.find(words, before: position, limit: limit, in: db) }
    }

    /// Erases the letters of removed texts from the index, in steps between which others write.
    func eraseRemovedTexts() async throws {
        var isFirst = true
        while try await write({ [isFirst] db in try TextIndex.merge(isFirst: isFirst, in: db) }) {
            isFirst = false
        }
    }
}
