internal import Conversations
internal import FoundationEssentials
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// One phrase for each calendar day.
struct PhraseOfTheDayRoute: Route {
    static let name = RouteName(.get, "/api/phrases/today")

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
        let query = try QueryParameters(request.uri.query, known: ["date"])
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
