internal import Conversations
internal import Coordination
internal import HTTPTypes
internal import Plumbing

/// Does a request with a key once: what it has begun is found again if it is sent again.
struct RequestRepeats: Sendable {
    let key: RequestKey
    let store: any ScopeStore
    /// Lets one of all servers do a request at a time.
    let turns: any WorkTurns
    let time: TimeSource

    /// How long a key is remembered, in milliseconds: a day.
    static let lifetime: Int64 = 86_400_000
    /// The states of conversations that are not begun again.
    var finals: Set<ConversationState> = [.complete, .partial]
    /// The most keys that a scope has.
    private static let most = 10_000

    /// The name of the request among those of all scopes.
    var name: String { "\(store.scope) \(key.text)" }

    /// - Parameters:
    ///   - fingerprint: see ``RequestKey/fingerprint(_:_:)``.
    ///   - again: answers with the conversation that the request has begun before and that is finished.
    ///   - begin: does the request. It calls its argument with the conversation as soon as there is one.
    /// - Throws: ``Refusal``: 422 if the key belongs to another request, 409 if the request is being done.
    func perform<Answer>(
        _ fingerprint: String, again: (Conversation) async throws -> Answer,
        begin: (@escaping @Sendable (ConversationID) async throws -> Void) async throws -> Answer
    ) async throws -> Answer {
        try await alone { now in
            if let id = try await known(among: [fingerprint], at: now)?.conversation,
                let conversation = try await store.conversation(id)
            {
                guard try await store.owner(of: id) == nil else { throw Refusal.requestIsOpen }
                if finals.contains(conversation.state) { return try await again(conversation) }
            }
            // A conversation that was interrupted is begun again, and finished work is found by its content.
            try await remember(fingerprint, at: now)
            return try await begin { try await remember(fingerprint, of: $0, at: now) }
        }
    }

    /// Does a request that leaves no conversation. What it does finds by itself what is done already.
    ///
    /// - Parameter work: does it; its argument states whether the request was sent before.
    /// - Throws: see ``perform(_:again:begin:)``.
    func perform<Answer>(
        _ fingerprint: String, work: (_ isRepeated: Bool) async throws -> Answer
    ) async throws -> Answer {
        try await alone { now in
            let isRepeated = try await known(among: [fingerprint], at: now) != nil
            try await remember(fingerprint, at: now)
            return try await work(isRepeated)
        }
    }

    /// Does a request that would mean something else if it were sent again, such as to turn an utterance round. It then means
    /// what it meant at first.
    ///
    /// - Parameters:
    ///   - meanings: what the request can mean.
    ///   - fingerprint: of the request with a meaning.
    ///   - first: what it means if it has not been sent before.
    ///   - again: answers if it has been begun before; what is missing is done.
    ///   - begin: does the request. It calls its argument with the conversation as soon as the request is done or will be.
    /// - Throws: see ``perform(_:again:begin:)``.
    func perform<Meaning, Answer>(
        among meanings: [Meaning], _ fingerprint: (Meaning) -> String, first: () async throws -> Meaning,
        again: (Meaning) async throws -> Answer,
        begin: (Meaning, @escaping @Sendable (ConversationID) async throws -> Void) async throws -> Answer
    ) async throws -> Answer {
        try await alone { now in
            let known = try await known(among: meanings.map(fingerprint), at: now)
            let before = meanings.first { fingerprint($0) == known?.fingerprint }
            if let before, known?.conversation != nil { return try await again(before) }
            let meaning = if let before { before } else { try await first() }
            let fingerprint = fingerprint(meaning)
            try await remember(fingerprint, at: now)
            return try await begin(meaning) { try await remember(fingerprint, of: $0, at: now) }
        }
    }

    /// Refuses the request while one with its key is being done.
    private func alone<Answer>(_ work: (_ now: Int64) async throws -> Answer) async throws -> Answer {
        let answer = try await turns.run("request \(name)") { try await work(time.wallClockMilliseconds()) }
        guard let answer else { throw Refusal.requestIsOpen }
        return answer
    }

    /// The earlier request with the key; nil if there is none.
    private func known(among fingerprints: [String], at now: Int64) async throws -> StoredRequest? {
        guard let known = try await store.request(key.text), known.createdAt > now - Self.lifetime else { return nil }
        guard fingerprints.contains(known.fingerprint) else { throw Refusal.keyOfOtherRequest }
        return known
    }

    private func remember(_ fingerprint: String, of conversation: ConversationID? = nil, at now: Int64) async throws {
        let request = StoredRequest(
            key: key.text, fingerprint: fingerprint, conversation: conversation, createdAt: now)
        try await store.remember(request, forgettingBefore: now - Self.lifetime, keeping: Self.most)
    }
}

extension Refusal {
    fileprivate static let requestIsOpen = Refusal(
        .conflict,
        Problem(
            .usage, "idempotency.open", "the request with this key is in progress", cure: "send it again in a moment"),
        headers: [.retryAfter: "1"])

    static let keyOfOtherRequest = Refusal(
        .unprocessableContent,
        Problem(
            .usage, "idempotency.other", "the key was used for another request", at: RequestKey.field,
            cure: "make a new key for each request"))
}
