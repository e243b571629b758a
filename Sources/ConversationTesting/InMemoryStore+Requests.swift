package import Conversations

extension InMemoryStore {
    package func request(_ key: String) -> StoredRequest? { contents.requests[key] }

    package func remember(_ request: StoredRequest, forgettingBefore limit: Int64, keeping most: Int) {
        contents.requests[request.key] = request
        let newest = contents.requests.values.filter { $0.createdAt >= limit }
            .sorted { ($1.createdAt, $1.key) < ($0.createdAt, $0.key) }.prefix(most)
        contents.requests = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0) })
    }

    /// Adds all that another store has.
    package func takeOver(_ other: InMemoryStore) async {
        contents.takeOver(await other.contents)
        spools.merge(await other.spools) { own, _ in own }
    }
}
