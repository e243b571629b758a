package import Conversations
package import Plumbing

/// Reads everything that a store has of conversations and phrases, and names what is missing or damaged. Nothing is changed.
package struct StoreCheck: Sendable {
    /// What was read of one scope.
    package struct Amount: Sendable, Hashable {
        package var conversations = 0
        package var utterances = 0
        package var events = 0
        package var phrases = 0
        /// Pieces of audio, each counted once as far as ``mostNames`` goes.
        package var audio = 0
        /// Those of the audio.
        package var bytes = 0
    }

    /// How many pieces of audio are remembered, so that those with several references are read once: some 100 MB.
    private static let mostNames = 1_000_000
    private static let pageSize = 200

    private let store: any ScopeStore
    private let tell: (String) throws -> Void

    /// - Parameter tell: takes one sentence for each thing that is missing or damaged.
    package init(_ store: any ScopeStore, tell: @escaping (String) throws -> Void) {
        self.store = store
        self.tell = tell
    }

    /// - Returns: what was read.
    /// - Throws: what `tell` throws, and `Problem` of kind `store` if the store itself cannot be read.
    package func run() async throws -> Amount {
        var (amount, known) = (Amount(), Set<BlobID>())
        var place: ConversationPlace?
        while true {
            let page = try await store.conversations(after: place, limit: Self.pageSize)
            for summary in page {
                amount.conversations += 1
                try await check(summary.conversation, &amount, &known)
            }
            guard page.count == Self.pageSize, let last = page.last else { break }
            place = ConversationPlace(last.conversation)
        }
        var filter = PhraseFilter()
        while true {
            let page = try await store.phrases(filter, limit: Self.pageSize)
            for phrase in page {
                amount.phrases += 1
                if let audio = phrase.speech?.blob { try await check(audio, "phrase \(phrase.id)", &amount, &known) }
            }
            guard page.count == Self.pageSize, let last = page.last else { break }
            filter.place = PhrasePlace(last)
        }
        return amount
    }

    private func check(_ conversation: Conversation, _ amount: inout Amount, _ known: inout Set<BlobID>) async throws {
        let id = conversation.id
        var last = 0
        for try await page in store.pages(of: id, size: Self.pageSize) {
            for record in page {
                let number = record.utterance.sequence
                if number != last + 1 { try tell("\(id): utterances \(last + 1) to \(number - 1) are missing") }
                last = number
                amount.utterances += 1
                if conversation.state == .complete, !record.outcome.isFinal {
                    try tell("\(id): utterance \(number) is not finished, although the conversation is complete")
                }
                for audio in [record.audio, record.synthesis?.blob].compactMap(\.self) {
                    try await check(audio, "\(id): utterance \(number)", &amount, &known)
                }
            }
        }
        var position = 0
        try await store.forEachEvent(of: id) { event in
            if event.position != position + 1 {
                try tell("\(id): events \(position + 1) to \(event.position - 1) are missing")
            }
            position = event.position
            amount.events += 1
        }
    }

    private func check(
        _ audio: BlobID, _ place: String, _ amount: inout Amount, _ known: inout Set<BlobID>
    ) async throws {
        guard !known.contains(audio) else { return }
        if known.count < Self.mostNames { known.insert(audio) }
        do {
            guard let bytes = try await store.blob(audio) else { return try tell("\(place): its audio is missing") }
            amount.audio += 1
            amount.bytes += bytes.count
        } catch let problem as Problem where problem.kind == .store {
            try tell("\(place): its audio cannot be read: \(problem.what)")
        }
    }
}

extension ServiceStores {
    /// Opens each store, which brings its tables to the form of this version.
    ///
    /// - Returns: the number of scopes.
    /// - Throws: `Problem` of kind `store`; `store.newer` if a newer Verbio has changed the tables.
    package func migrate(_ time: TimeSource) async throws -> Int {
        _ = try await keys()
        _ = try await use()
        _ = try await jobs()
        _ = try await accounts()
        _ = try await coordination(time)
        let conversations = conversations()
        let scopes = try await conversations.scopes()
        for scope in scopes { try await conversations.store(for: scope).close() }
        return scopes.count
    }
}
