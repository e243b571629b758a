internal import Access
internal import Conversations
internal import Hummingbird
internal import Language
internal import Plumbing
internal import Providers
internal import VerbioService

/// Translates and speaks a phrase and stores it, or makes one of an utterance.
struct AddPhraseRoute: Route {
    static let name = RouteName(.post, "/api/phrases")

    private let service: any ConversationService
    private let work: ScopedWork
    private let places: FairLimiter<Scope>
    private let limit: Int
    private let open: OpenRequests

    init(_ parts: RouteParts) {
        open = parts.shared.openRequests
        service = parts.service
        work = parts.work
        places = parts.shared.speeches
        limit = parts.configuration.concurrentTranslations
    }

    private struct Order: Decodable {
        static let keys = ["text", "from", "to", "translation", "conversation", "utterance", "tags", "voice"]

        var text: String?
        var from: String?
        var to: String?
        var translation: String?
        var conversation: String?
        var utterance: Int?
        var tags: [String]?
        var voice: String?

        var fingerprint: String {
            var fields = [text, from, to, translation, conversation, utterance.map(String.init)]
            if let voice { fields.append(voice) }
            return RequestKey.fingerprint(
                AddPhraseRoute.name, fields.map { $0.map { "=\($0)" } ?? "" } + (tags ?? []))
        }
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let order = try await JSONBody.read(Order.self, keys: Order.keys, from: request)
        guard places.tryAcquire(work.owner.scope) else { throw Refusal.busy(limit: limit, retryAfter: 2) }
        defer { places.release(work.owner.scope) }
        guard let key = try RequestKey(request.headers) else {
            return try .json(PhraseEntry(try await added(order).phrase))
        }
        let repeats = RequestRepeats(key: key, store: service.store, open: open, time: work.time)
        return try await repeats.perform(order.fingerprint) { isRepeated in
            // A phrase is found by its text, so doing it again costs nothing. What failed before or was deleted since is made.
            let added = try await added(order)
            let response = try Response.json(PhraseEntry(added.phrase))
            return isRepeated && added.isUnchanged ? response.replayed : response
        }
    }

    private func added(_ order: Order) async throws -> PhraseBook.Added {
        try await work.permitted { permit in try await added(order, permit) }
    }

    private func added(_ order: Order, _ permit: UsePermit?) async throws -> PhraseBook.Added {
        if order.conversation != nil || order.utterance != nil { return try await kept(order, permit) }
        guard let text = order.text else { throw Self.incomplete(#"{"text": "…", "from": "en", "to": "es"}"#) }
        var addition = PhraseBook.Addition(text, try Self.pair(order))
        (addition.translation, addition.tags) = (order.translation, order.tags ?? [])
        addition.voice = try voice(order, permit)
        if addition.voice == nil, work.owner.limits.voices != nil {
            addition.voice = work.owner.preferredVoice(for: addition.pair.to, among: service.voices)
        }
        return try await service.add(addition, within: permit)
    }

    private func kept(_ order: Order, _ permit: UsePermit?) async throws -> PhraseBook.Added {
        guard let name = order.conversation, let number = order.utterance else {
            throw Self.incomplete(#"{"conversation": "c…", "utterance": 1}"#)
        }
        for (field, value) in [
            ("text", order.text), ("from", order.from), ("to", order.to), ("translation", order.translation),
            ("voice", order.voice),
        ] where value != nil {
            throw Problem(
                .usage, "phrase.utterance", "the utterance has it", at: field,
                cure: "leave it out, or send no utterance")
        }
        guard ConversationID.isWellFormed(name),
            let conversation = try await service.store.conversation(ConversationID(rawValue: name))
        else { throw Refusal.unknownConversation }
        guard number > 0,
            let record = try await service.store.utterance(
                UtteranceID(conversation: conversation.id, sequence: number))
        else { throw Refusal.unknownUtterance }
        return try await service.keep(record, tags: order.tags ?? [], within: permit)
    }

    private func voice(_ order: Order, _ permit: UsePermit?) throws -> String? {
        guard let voice = order.voice else { return nil }
        try ConversationRequest.check(voice: voice)
        for name in NamedVoices(voice).names { try permit?.check(voice: name) }
        return voice
    }

    private static func pair(_ order: Order) throws(Problem) -> LanguagePair {
        let (from, to) = (try tag(order.from, "from"), try tag(order.to, "to"))
        do { return try LanguagePair(from, to: to) } catch {
            throw Problem(.usage, error.code, error.what, at: "to", cure: "give two different languages")
        }
    }

    private static func tag(_ text: String?, _ field: String) throws(Problem) -> LanguageTag {
        guard let text else { throw Problem(.usage, "query.missing", "it is missing", at: field, cure: "add it") }
        do { return try LanguageTag(parsing: String(text.prefix(40))) } catch { throw error.at(field) }
    }

    private static func incomplete(_ example: String) -> Refusal {
        JSONBody.malformed("it names neither a text nor an utterance", cure: "send \(example)")
    }
}
