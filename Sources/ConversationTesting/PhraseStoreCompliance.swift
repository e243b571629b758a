package import Conversations
internal import Language
internal import Providers
internal import VerbioTesting

/// The promises of every phrase book, as checks that any test target can run; the counterpart of ``StoreCompliance``.
package struct PhraseStoreCompliance: Sendable {
    /// One promise; the raw value states it.
    package enum Check: String, Sendable, CaseIterable, CustomStringConvertible {
        case keepsPhrases = "a phrase comes back as it was stored"
        case replacesPhrases = "storing a phrase again keeps its creation time only, and lets go of its former audio"
        case listsTheOldestFirst = "phrases are listed by age, those of a tag or a language"
        case deletes = "deleting removes a phrase and audio that only it refers to"
        case keepsSharedAudio = "audio that another phrase refers to stays"

        package var description: String { rawValue }
    }

    private let makeStore: @Sendable () async throws -> any ContentStore & PhraseStore

    /// - Parameter makeStore: gives an empty store, another one each time.
    package init(makeStore: @escaping @Sendable () async throws -> any ContentStore & PhraseStore) {
        self.makeStore = makeStore
    }

    /// Runs one check.
    ///
    /// - Throws: ``ComplianceFailure``, or an error of the store if it fails when it should not.
    package func run(_ check: Check) async throws {
        let store = try await makeStore()
        switch check {
        case .keepsPhrases: try await keepsPhrases(store)
        case .replacesPhrases: try await replacesPhrases(store)
        case .listsTheOldestFirst: try await listsTheOldestFirst(store)
        case .deletes: try await deletes(store)
        case .keepsSharedAudio: try await keepsSharedAudio(store)
        }
    }

    private func phrase(_ text: String, to: LanguageCode = .es, tags: [String] = [], createdAt: Int64 = 1) throws
        -> Phrase
    {
        Phrase(
            text: text, translation: "(\(text))", pair: try LanguagePair(from: .en, to: to), tags: tags,
            createdAt: createdAt)
    }

    private func audio(_ blob: BlobID) -> SpokenAudio {
        SpokenAudio(blob: blob, voice: "es", sampleRate: 22_050, sampleCount: 2, usage: Usage(characters: 9))
    }

    private func keepsPhrases(_ store: any ContentStore & PhraseStore) async throws {
        var phrase = try phrase("Where is the pharmacy? ¿Eh? 👍\n\"x\"", tags: ["travel", "health", "travel"])
        try ComplianceCheck.require(phrase.tags == ["health", "travel"], "tags are in order, each once")
        phrase.flags = [TranslationFlag(name: "numbers", reason: "\"7\" is missing", evidence: ["7"])]
        phrase.translationKey = ContentKey(rawValue: "ab")
        try ComplianceCheck.require(try await store.phrase(phrase.id) == nil, "a phrase is there before it is stored")
        try await store.save(phrase)
        try ComplianceCheck.require(
            try await store.phrase(phrase.id) == phrase, "a phrase without audio comes back changed")
        phrase.speech = audio(try await store.put([1, 2, 3, 4]))
        phrase.speechKey = ContentKey(rawValue: "cd")
        try await store.save(phrase)
        try ComplianceCheck.require(
            try await store.phrase(phrase.id) == phrase, "a phrase with audio comes back changed")
        try await store.synchronize()
    }

    private func replacesPhrases(_ store: any ContentStore & PhraseStore) async throws {
        var phrase = try phrase("Thanks", tags: ["a"], createdAt: 5)
        phrase.flags = [TranslationFlag(name: "echo", reason: "it is the source")]
        let former = try await store.put([1, 0])
        phrase.speech = audio(former)
        try await store.save(phrase)
        let current = try await store.put([2, 0])
        phrase.speech = audio(current)
        phrase.translation = "Gracias"
        phrase.tags = []
        phrase.flags = []
        phrase.createdAt = 9
        try await store.save(phrase)
        phrase.createdAt = 5
        try ComplianceCheck.require(
            try await store.phrase(phrase.id) == phrase, "the phrase is not the new one of its old age")
        try ComplianceCheck.require(try await store.blob(former) == nil, "audio that was replaced is still there")
        try ComplianceCheck.require(try await store.blob(current) != nil, "the new audio is gone")
    }

    private func listsTheOldestFirst(_ store: any ContentStore & PhraseStore) async throws {
        let first = try phrase("one", to: .fr, tags: ["a"], createdAt: 1)
        let second = try phrase("two", tags: ["a", "b"], createdAt: 2)
        let third = try phrase("three", createdAt: 3)
        for phrase in [third, first, second] { try await store.save(phrase) }
        func require(_ filter: PhraseFilter, _ limit: Int, _ expected: [Phrase]) async throws {
            let found = try await store.phrases(filter, limit: limit)
            try ComplianceCheck.require(found == expected, "\(filter), \(limit): \(found.map(\.text))")
        }
        try await require(PhraseFilter(), 10, [first, second, third])
        try await require(PhraseFilter(), 2, [first, second])
        try await require(PhraseFilter(), 0, [])
        try await require(PhraseFilter(tag: "a"), 10, [first, second])
        try await require(PhraseFilter(tag: "a"), 1, [first])
        try await require(PhraseFilter(language: .es), 10, [second, third])
        try await require(PhraseFilter(language: .en), 10, [first, second, third])
        try await require(PhraseFilter(tag: "b", language: .fr), 10, [])
        let simplified = try phrase("four", to: .zh, createdAt: 4)
        let traditional = Phrase(
            text: "four", translation: "四個", pair: try LanguagePair(.en, to: .zhHant), createdAt: 5)
        for phrase in [simplified, traditional] { try await store.save(phrase) }
        try await require(PhraseFilter(language: .zh), 10, [simplified, traditional])
        try await require(PhraseFilter(language: .zhHant), 10, [traditional])
    }

    private func deletes(_ store: any ContentStore & PhraseStore) async throws {
        var phrase = try phrase("Bye")
        let blob = try await store.put([7, 7])
        phrase.speech = audio(blob)
        try await store.save(phrase)
        try ComplianceCheck.require(try await store.delete(phrase.id), "what is there is not deleted")
        try ComplianceCheck.require(try await store.phrase(phrase.id) == nil, "a deleted phrase is still there")
        try ComplianceCheck.require(try await store.blob(blob) == nil, "a deleted phrase's audio is still there")
        try ComplianceCheck.require(try await !store.delete(phrase.id), "what is not there is deleted")
    }

    private func keepsSharedAudio(_ store: any ContentStore & PhraseStore) async throws {
        let blob = try await store.put([8, 8])
        var (one, other) = (try phrase("Hi"), try phrase("Hello"))
        one.speech = audio(blob)
        other.speech = audio(blob)
        try await store.save(one)
        try await store.save(other)
        _ = try await store.delete(one.id)
        try ComplianceCheck.require(try await store.blob(blob) != nil, "audio went that another phrase refers to")
    }
}
