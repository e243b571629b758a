internal import Access
internal import Conversations
internal import Coordination
internal import FoundationEssentials
internal import Hummingbird
internal import Interpreting
internal import Language
internal import Plumbing
internal import Providers
internal import VerbioService

/// Saved phrases, the oldest first.
struct PhraseListRoute: Route {
    static let name = RouteName(.get, "/api/phrases")
    static let parameters = ["tag", "q", "limit", "cursor"]

    private let store: any PhraseStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        var filter = PhraseFilter(tag: query["tag"])
        if let text = query["q"] {
            do { filter.words = try SearchWords(text) } catch { throw error.at("q") }
        }
        filter.place = try query.cursor(PhrasePlace.init(cursor:))
        let limit = try query.number("limit", in: 1...1_000, otherwise: 100)
        let found = try await store.phrases(filter, limit: limit + 1)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { PhrasePlace($0).cursor } : nil
        return try .json(Listing(phrases: page.map(PhraseEntry.init), nextCursor: NextCursor(next)))
    }

    private struct Listing: Encodable {
        var phrases: [PhraseEntry]
        var nextCursor: NextCursor

        enum CodingKeys: String, CodingKey {
            case phrases
            case nextCursor = "next_cursor"
        }
    }
}

extension PhrasePlace {
    /// The place as a cursor, such as `1700000000000-p4k2m9x1`.
    fileprivate var cursor: String { "\(createdAt)-\(id)" }

    fileprivate init?(cursor: String) {
        let parts = cursor.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let createdAt = Int64(digits: parts[0]) else { return nil }
        self.init(createdAt: createdAt, id: PhraseID(rawValue: String(parts[1])))
    }
}

/// Translates and speaks a phrase and stores it, or makes one of an utterance.
struct AddPhraseRoute: Route {
    static let name = RouteName(.post, "/api/phrases")

    private let service: any ConversationService
    private let work: ScopedWork
    private let places: WorkPlaces
    private let turns: any WorkTurns

    init(_ parts: RouteParts) {
        turns = parts.shared.coordination
        service = parts.service
        work = parts.work
        places = parts.shared.speeches
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
        let order = try await JSONBody.read(Order.self, keys: Order.keys, from: request)
        try await places.take(for: work.owner.scope)
        defer { places.release(of: work.owner.scope) }
        guard let key = try RequestKey(request.headers) else {
            return try .json(PhraseEntry(try await added(order).phrase))
        }
        let repeats = RequestRepeats(key: key, store: service.store, turns: turns, time: work.time)
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

/// One phrase for each calendar day.
struct PhraseOfTheDayRoute: Route {
    static let name = RouteName(.get, "/api/phrases/today")
    static let parameters = ["date"]

    private let store: any PhraseStore
    private let time: TimeSource

    init(_ parts: RouteParts) {
        store = parts.service.store
        time = parts.work.time
    }

    private struct Answer: Encodable {
        var date: String
        var phrase: PhraseEntry?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(date, forKey: .date)
            // JSON's null if there is none.
            try container.encode(phrase, forKey: .phrase)
        }

        private enum CodingKeys: CodingKey {
            case date, phrase
        }
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let day = try query.day("date") ?? CalendarDay(at: time.wallClockMilliseconds())
        return try .json(Answer(date: day.text, phrase: try await store.phrase(of: day).map(PhraseEntry.init)))
    }
}

extension QueryParameters {
    /// A day of the calendar; nil if the parameter is absent.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
    func day(_ name: String) throws(Problem) -> CalendarDay? {
        guard let text = self[name] else { return nil }
        guard let day = CalendarDay(text) else { throw bad(name, ["a date such as 2026-11-26"]) }
        return day
    }
}

/// Removes a phrase with its voice.
struct DeletePhraseRoute: Route {
    static let name = RouteName(.delete, "/api/phrases/{id}")

    private let store: any ScopeStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let phrase = try await store.phrase(named: context)
        guard try await store.delete(phrase.id) else { throw Refusal.unknownPhrase }
        try await store.synchronize()
        return Response(status: .noContent)
    }
}

/// The voice of a phrase. No engine is called.
struct PhraseAudioRoute: Route {
    static let name = RouteName(.get, "/api/phrases/{id}/audio")
    static let parameters = [VoiceParameter.name]
    static let isBrief = false
    static let endsWithClient = true

    private let store: any ScopeStore
    private let files: AnswerFiles

    init(_ parts: RouteParts) { (store, files) = (parts.service.store, parts.files) }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let format = try VoiceParameter.read(query)
        let phrase = try await store.phrase(named: context)
        guard let speech = phrase.speech, let voice = try await store.voice(of: speech) else {
            throw Refusal(
                .notFound,
                Problem(.usage, "phrase.silent", "the phrase has not been spoken", cure: "add it again"))
        }
        return try await VoiceFile.response(
            voice, as: format, to: request, named: "\(phrase.id).\(phrase.pair.target)", from: files)
    }
}
