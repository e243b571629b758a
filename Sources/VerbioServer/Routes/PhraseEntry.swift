internal import Conversations
internal import Hummingbird
internal import Language
internal import Providers
internal import VerbioService

/// A phrase as the routes answer it.
struct PhraseEntry: Encodable {
    private var id: PhraseID
    private var text: String
    private var translation: String
    private var from: LanguageTag
    private var to: LanguageTag
    private var tags: [String]
    /// The names of what guards found in the translation.
    private var flags: [String]
    private var createdAt: String
    /// Where the voice can be fetched, and how long it is; nil if the phrase has not been spoken.
    private var audio: String?
    private var seconds: Double?

    init(_ phrase: Phrase) {
        id = phrase.id
        text = phrase.text
        translation = phrase.translation
        from = phrase.pair.source
        to = phrase.pair.target
        tags = phrase.tags
        flags = phrase.flags.map(\.name)
        createdAt = Timestamp.text(phrase.createdAt)
        audio = phrase.speech.map { _ in "/api/phrases/\(phrase.id)/audio" }
        seconds = phrase.speech.map { ($0.seconds * 1_000).rounded() / 1_000 }
    }
}

extension PhraseStore {
    /// The phrase that the address names.
    ///
    /// - Throws: ``Refusal`` with status 404 if there is none.
    func phrase(named context: ServerContext) async throws -> Phrase {
        let id = context.parameters.get("id") ?? ""
        guard let found = try await phrase(PhraseID(rawValue: id)) else { throw Refusal.unknownPhrase }
        return found
    }
}
