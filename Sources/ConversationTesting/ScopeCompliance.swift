package import Conversations
internal import Plumbing
internal import Providers
internal import VerbioTesting

/// The promises of the stores of several scopes, as checks that any test target can run; the counterpart of ``StoreCompliance``.
///
///     @Test("keeps scopes apart", arguments: ScopeCompliance.Check.allCases)
///     func complies(_ check: ScopeCompliance.Check) async throws {
///         try await ScopeCompliance { MyStores() }.run(check)
///     }
package struct ScopeCompliance: Sendable {
    /// One promise; the raw value states it.
    package enum Check: String, Sendable, CaseIterable, CustomStringConvertible {
        case knowsItsScope = "a store says which scope it is for, and makes the keys of that scope"
        case separatesConversations = "the conversations, utterances and events of a scope do not exist in another"
        case separatesWork = "finished work of a scope is not reused in another, not even under the same key"
        case separatesAudio = "the audio of a scope does not exist in another"
        case separatesPhrases = "the phrases of a scope do not exist in another"
        case separatesDeletion = "deleting in a scope leaves the same in another"
        case separatesOwners = "the same conversation has an owner of its own in each scope"
        case givesTheSameStore = "a scope that is asked for again has what was stored"
        case listsScopes = "scopes are listed in the order of their names, the local one included"
        case removesCompletely = "a scope that is removed leaves nothing, and other scopes stay"
        case keepsWhatIsInUse = "a scope that is in use, and the local one, are not removed"
        case movesCompletely = "a scope that is moved is in the other one with everything, and is gone itself"
        case movesBeside = "what the other scope has stays as it is when a scope is moved into it"
        case movesNothingInUse = "a scope that is in use, and the local one, are not moved"

        package var description: String { rawValue }
    }

    private let makeStores: @Sendable () async throws -> any ScopedStores

    /// - Parameter makeStores: gives stores without any scope other than the local one, others each time.
    package init(makeStores: @escaping @Sendable () async throws -> any ScopedStores) { self.makeStores = makeStores }

    /// Runs one check.
    ///
    /// - Throws: ``ComplianceFailure``, or an error of the store if it fails when it should not.
    package func run(_ check: Check) async throws {
        let stores = try await makeStores()
        switch check {
        case .knowsItsScope: try await knowsItsScope(stores)
        case .separatesConversations: try await separatesConversations(stores)
        case .separatesWork: try await separatesWork(stores)
        case .separatesAudio: try await separatesAudio(stores)
        case .separatesPhrases: try await separatesPhrases(stores)
        case .separatesDeletion: try await separatesDeletion(stores)
        case .separatesOwners: try await separatesOwners(stores)
        case .givesTheSameStore: try await givesTheSameStore(stores)
        case .listsScopes: try await listsScopes(stores)
        case .removesCompletely: try await removesCompletely(stores)
        case .keepsWhatIsInUse: try await keepsWhatIsInUse(stores)
        case .movesCompletely: try await movesCompletely(stores)
        case .movesBeside: try await movesBeside(stores)
        case .movesNothingInUse: try await movesNothingInUse(stores)
        }
        try await stores.close()
    }

    private func require(_ condition: Bool, _ promise: @autoclosure () -> String) throws {
        try ComplianceCheck.require(condition, promise())
    }

    // MARK: What a scope has

    private static let conversation = StoreSamples.conversation(ConversationID(rawValue: "c0123456789abcdefghjk"))
    private static let utterance = StoreSamples.utterance(1, of: conversation.id)
    private static let key = StoreSamples.key("heard")
    private static let answer = StageAnswer.recognition(StoreSamples.recognition("hello"))
    private static let audio: [UInt8] = [1, 2, 3, 4]
    private static let phrase = Phrase(
        text: "Good morning", translation: "Buenos días", pair: StoreSamples.pair, createdAt: 1)

    /// Stores one of everything in a scope.
    ///
    /// - Returns: the name of the audio.
    @discardableResult
    private func fill(_ scope: Scope, of stores: any ScopedStores) async throws -> BlobID {
        let store = try await stores.store(for: scope)
        let blob = try await store.put(Self.audio)
        try await store.commit([
            .conversation(Self.conversation), .utterance(Self.utterance, audio: blob),
            .answered(Self.utterance.id, Self.key, Self.answer, StoreSamples.timing(.recognition)),
            .event(StoreSamples.started(Self.conversation.id)),
        ])
        try await store.save(Self.phrase)
        try await store.synchronize()
        return blob
    }

    /// Requires that a scope has all of what ``fill(_:of:)`` stores, or nothing of it.
    private func require(_ isThere: Bool, in scope: Scope, of stores: any ScopedStores) async throws {
        let store = try await stores.store(for: scope)
        let id = Self.conversation.id
        var hash = ContentHash()
        hash.update(Self.audio)
        let found: [(String, Bool)] = [
            ("conversation", try await store.conversation(id) != nil),
            ("conversation in the list", try await !store.conversations(limit: 9).isEmpty),
            ("utterance", try await store.utterance(Self.utterance.id) != nil),
            ("utterance in the page", try await !store.utterances(of: id, after: 0, limit: 9).isEmpty),
            ("event", try await !store.events(of: id, after: 0, limit: 9).isEmpty),
            ("answer", try await store.answer(for: Self.key) != nil),
            ("audio", try await store.blob(BlobID(rawValue: hash.hexadecimal())) != nil),
            ("phrase", try await store.phrase(Self.phrase.id) != nil),
            ("phrase in the list", try await !store.phrases(PhraseFilter(), limit: 9).isEmpty),
        ]
        for (what, isFound) in found {
            try require(isFound == isThere, "the \(what) of \(scope) is \(isFound ? "there" : "not there")")
        }
    }

    private func scope(_ name: String) throws -> Scope { try Scope(name) }

    // MARK: The checks

    private func knowsItsScope(_ stores: any ScopedStores) async throws {
        for scope in [Scope.local, try scope("acme")] {
            let store = try await stores.store(for: scope)
            try require(store.scope == scope, "the store for \(scope) is for \(store.scope)")
            try require(store.keys == ContentKeys(scope), "the keys of \(scope) are those of \(store.keys.scope)")
        }
    }

    private func separatesConversations(_ stores: any ScopedStores) async throws {
        try await fill(try scope("acme"), of: stores)
        try await require(true, in: try scope("acme"), of: stores)
        for other in [Scope.local, try scope("acme2"), try scope("a")] {
            try await require(false, in: other, of: stores)
        }
    }

    private func separatesWork(_ stores: any ScopedStores) async throws {
        try await fill(.local, of: stores)
        let store = try await stores.store(for: try scope("acme"))
        try await store.commit([.conversation(Self.conversation), .utterance(Self.utterance, audio: nil)])
        let attempt = StoreSamples.attempt(.recognition, 1, of: Self.utterance.id, key: Self.key)
        let reused = try await store.begin(attempt, after: [])
        try require(reused == nil, "finished work of the local scope took the place of a call of another scope")
        let own = try await stores.store(for: .local).begin(attempt, after: [])
        try require(own == Self.answer, "finished work is not reused in its own scope")
    }

    private func separatesAudio(_ stores: any ScopedStores) async throws {
        let blob = try await fill(try scope("acme"), of: stores)
        let other = try await stores.store(for: try scope("other"))
        try require(try await other.blob(blob) == nil, "the audio of a scope is found in another")
        let own = try await stores.store(for: try scope("acme"))
        try require(try await own.blob(blob) == Self.audio, "the audio of a scope is not found in it")
    }

    private func separatesPhrases(_ stores: any ScopedStores) async throws {
        var other = Self.phrase
        other.translation = "Muy buenas"
        try await stores.store(for: .local).save(Self.phrase)
        try await stores.store(for: try scope("acme")).save(other)
        let texts = [
            try await stores.store(for: .local).phrase(Self.phrase.id)?.translation,
            try await stores.store(for: try scope("acme")).phrase(Self.phrase.id)?.translation,
        ]
        try require(texts == ["Buenos días", "Muy buenas"], "a phrase of one scope replaced that of another: \(texts)")
        try require(
            try await stores.store(for: try scope("b")).phrase(Self.phrase.id) == nil,
            "a phrase is found in a scope without one")
    }

    private func separatesDeletion(_ stores: any ScopedStores) async throws {
        for scope in [Scope.local, try scope("acme")] { try await fill(scope, of: stores) }
        let store = try await stores.store(for: try scope("acme"))
        try require(try await store.delete(Self.conversation.id), "the conversation was not there")
        try require(try await store.delete(Self.phrase.id), "the phrase was not there")
        try await require(false, in: try scope("acme"), of: stores)
        try await require(true, in: .local, of: stores)
    }

    private func separatesOwners(_ stores: any ScopedStores) async throws {
        let (first, second) = (
            try await stores.store(for: .local), try await stores.store(for: try scope("acme"))
        )
        let claim = try await first.claim(Self.conversation.id)
        try require(try await second.owner(of: Self.conversation.id) == nil, "a claim is seen in another scope")
        let other = try await second.claim(Self.conversation.id)
        try require(claim != nil && other != nil, "a claim in one scope prevents one in another")
        try require(try await second.claim(Self.conversation.id) == nil, "a conversation has two owners in one scope")
        claim?.release()
        other?.release()
    }

    private func givesTheSameStore(_ stores: any ScopedStores) async throws {
        try await fill(try scope("acme"), of: stores)
        // Others in between, so that it may have been closed.
        for number in 1...5 { try await fill(try scope("other-\(number)"), of: stores) }
        try await require(true, in: try scope("acme"), of: stores)
    }

    private func listsScopes(_ stores: any ScopedStores) async throws {
        try require(try await stores.scopes() == [.local], "there are scopes without a store")
        for name in ["zoo", "acme", "m_1"] { try await fill(try scope(name), of: stores) }
        let names = try await stores.scopes().map(\.name)
        try require(names == ["acme", "local", "m_1", "zoo"], "the scopes are listed as \(names)")
    }

    private func removesCompletely(_ stores: any ScopedStores) async throws {
        for scope in [Scope.local, try scope("acme"), try scope("zoo")] { try await fill(scope, of: stores) }
        try require(try await stores.remove(try scope("acme")), "the scope was not there")
        try require(try await !stores.remove(try scope("acme")), "the scope is removed twice")
        try require(try await !stores.remove(try scope("nowhere")), "a scope without a store is removed")
        try require(try await stores.scopes() == [.local, try scope("zoo")], "the removed scope is listed")
        try await require(false, in: try scope("acme"), of: stores)
        for scope in [Scope.local, try scope("zoo")] { try await require(true, in: scope, of: stores) }
    }

    private func keepsWhatIsInUse(_ stores: any ScopedStores) async throws {
        try await expectProblem("scope.local") { _ = try await stores.remove(.local) }
        try await fill(try scope("acme"), of: stores)
        let store = try await stores.store(for: try scope("acme"))
        let claim = try await store.claim(Self.conversation.id)
        try await expectProblem("scope.busy") { _ = try await stores.remove(try scope("acme")) }
        claim?.release()
        withExtendedLifetime(store) {}
        try await require(true, in: try scope("acme"), of: stores)
    }

    private func movesCompletely(_ stores: any ScopedStores) async throws {
        let (old, new) = (try scope("guest"), try scope("acme"))
        try await fill(old, of: stores)
        try require(try await stores.move(old, into: new), "the scope was not there")
        try await require(true, in: new, of: stores)
        try require(try await stores.scopes() == [new, .local], "the moved scope is listed")
        try require(try await !stores.move(old, into: new), "the scope is moved twice")
        try require(try await !stores.move(new, into: new), "a scope is moved into itself")
        try await require(true, in: new, of: stores)
        try await require(false, in: old, of: stores)
        // The sound of what was moved goes with the conversation.
        let store = try await stores.store(for: new)
        try require(try await store.delete(Self.conversation.id), "the moved conversation is not there")
        try require(try await store.delete(Self.phrase.id), "the moved phrase is not there")
        try await require(false, in: new, of: stores)
    }

    private func movesBeside(_ stores: any ScopedStores) async throws {
        let (old, new) = (try scope("guest"), try scope("acme"))
        try await fill(old, of: stores)
        let store = try await stores.store(for: new)
        var own = Self.phrase
        own.translation = "Muy buenas"
        try await store.save(own)
        let other = StoreSamples.conversation(ConversationID(rawValue: "cabcdefghjk0123456789"))
        try await store.commit([.conversation(other)])
        let found = try await store.put([7])
        _ = try await stores.move(old, into: new)
        try require(
            try await store.phrase(own.id)?.translation == "Muy buenas", "a moved phrase took the place of another")
        let all = Set(try await store.conversations(limit: 9).map(\.conversation.id))
        try require(all == [other.id, Self.conversation.id], "the conversations are now \(all)")
        try require(try await store.blob(found) == [7], "the audio that was there is gone")
        let words = try await store.matches(for: SearchWords("hello"), before: nil, limit: 9)
        try require(words.map(\.conversation.id) == [Self.conversation.id], "the moved text is not found")
    }

    private func movesNothingInUse(_ stores: any ScopedStores) async throws {
        let new = try scope("acme")
        try await expectProblem("scope.local") { _ = try await stores.move(.local, into: new) }
        let old = try scope("guest")
        try await fill(old, of: stores)
        let store = try await stores.store(for: old)
        let claim = try await store.claim(Self.conversation.id)
        try await expectProblem("scope.busy") { _ = try await stores.move(old, into: new) }
        claim?.release()
        withExtendedLifetime(store) {}
        try await require(true, in: old, of: stores)
        try await require(false, in: new, of: stores)
    }

    private func expectProblem(_ code: String, _ operation: () async throws -> Void) async throws {
        do { try await operation() } catch let problem as Problem {
            return try require(problem.code == code, "the problem is \(problem.code), not \(code)")
        }
        throw ComplianceFailure("it was not refused with \(code)")
    }
}
