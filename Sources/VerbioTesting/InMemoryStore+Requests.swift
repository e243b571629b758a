public import Conversations

extension InMemoryStore {
    public func request(_ key: String) -> StoredRequest? { contents.requests[key] }

    public func remember(_ request: StoredRequest, forgettingBefore limit: Int64, keeping most: Int) {
        contents.requests[request.key] = request
        let newest = contents.requests.values.filter { $0.createdAt >= limit }
            .sorted { ($1.createdAt, $1.key) < ($0.createdAt, $0.key) }.prefix(most)
        contents.requests = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0) })
    }
}
