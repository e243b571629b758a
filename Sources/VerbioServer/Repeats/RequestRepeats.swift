internal import Conversations
internal import HTTPTypes
internal import Plumbing

/// Requests with a key that are being done now, by scope and key.
final class OpenRequests: Sendable {
    private let names = Locked<Set<String>>([])

    /// - Returns: whether the request was not open.
    func open(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }

    func close(_ name: String) { names.withLock { _ = $0.remove(name) } }
}

/// Does a request with a key once: what it has begun is found again if it is sent again.
struct RequestRepeats: Sendable {
    let key: RequestKey
    let store: any ScopeStore
    let open: OpenRequests
    let time: TimeSource

    /// How long a key is remembered, in milliseconds: a day.
    static let lifetime: Int64 = 86_400_000
    /// The states of conversations that are not begun anew.
    var finals: Set<ConversationState> = [.complete, .partial]
    /// The most keys that a scope has.
    private static let most = 10_000

    /// - Parameters:
    ///   - fingerprint: see ``RequestKey/fingerprint(_:_:)``.
    ///   - again: answers with the conversation that the request has begun before and that is finished.
    ///   - begin: does the request. It calls its argument with the conversation as soon as there is one.
    /// - Throws: ``Refusal``: 422 if the key belongs to another request, 409 if the request is being done.
    func perform<Answer>(
        _ fingerprint: String, again: (Conversation) async throws -> Answer,
        begin: (@escaping @Sendable (ConversationID) async throws -> Void) async throws -> Answer
    ) async throws -> Answer {
        let name = "\(store.scope) \(key.text)"
        guard open.open(name) else { throw Refusal.requestIsOpen }
        defer { open.close(name) }
        let now = time.wallClockMilliseconds()
        if let known = try await store.request(key.text), known.createdAt > now - Self.lifetime {
            guard known.fingerprint == fingerprint else { throw Refusal.keyOfOtherRequest }
            if let id = known.conversation, let conversation = try await store.conversation(id) {
                guard try await store.owner(of: id) == nil else { throw Refusal.requestIsOpen }
                if finals.contains(conversation.state) { return try await again(conversation) }
            }
        }
        // A conversation that was interrupted is begun anew, and finished work is found by its content.
        let store = store
        let request = StoredRequest(key: key.text, fingerprint: fingerprint, createdAt: now)
        try await store.remember(request, forgettingBefore: now - Self.lifetime, keeping: Self.most)
        return try await begin { id in
            var begun = request
            begun.conversation = id
            try await store.remember(begun, forgettingBefore: now - Self.lifetime, keeping: Self.most)
        }
    }
}

extension Refusal {
    fileprivate static let requestIsOpen = Refusal(
        .conflict,
        Problem(
            .usage, "idempotency.open", "the request with this key is being done", cure: "send it again in a moment"),
        headers: [.retryAfter: "1"])

    static let keyOfOtherRequest = Refusal(
        .unprocessableContent,
        Problem(
            .usage, "idempotency.other", "the key was used for another request", at: RequestKey.field,
            cure: "make a new key for each request"))
}
