internal import Access
internal import Accounts
internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing
internal import Providers
internal import VerbioService

/// The usage of the last days, in total, by day and by provider.
struct UsageRoute: Route {
    static let name = RouteName(.get, "/api/usage")
    static let parameters = ["days"]

    private let store: any ConversationStore
    private let time: TimeSource

    init(_ parts: RouteParts) {
        store = parts.service.store
        time = parts.work.time
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let count = try query.number("days", in: 1...366, otherwise: 30)
        let today = CalendarDay(at: time.wallClockMilliseconds())
        let first = CalendarDay(number: today.number - count + 1)
        return try .json(Report(from: first, to: today, days: try await store.usage(since: first)))
    }

    /// The usage of some days.
    struct Report: Encodable {
        private var from: CalendarDay
        private var to: CalendarDay
        private var total: Sum
        private var days: [Sum]

        init(from first: CalendarDay, to last: CalendarDay, days: [UsageDay]) {
            var total = UsageDay(first)
            for day in days {
                total.conversations += day.conversations
                total.utterances += day.utterances
                total.seconds += day.seconds
                for calls in day.calls { total.add(calls) }
            }
            (from, to) = (first, last)
            self.total = Sum(total, on: nil)
            self.days = days.map { Sum($0, on: $0.day) }
        }
    }

    private struct Sum: Encodable {
        var date: CalendarDay?
        var conversations: Int
        var utterances: Int
        var seconds: Double
        var money: Cost
        var providers: [ProviderSum]

        init(_ day: UsageDay, on date: CalendarDay?) {
            self.date = date
            conversations = day.conversations
            utterances = day.utterances
            seconds = (day.seconds * 1_000).rounded() / 1_000
            money = Cost(day.calls)
            providers = day.calls.map(ProviderSum.init)
        }

        private enum CodingKeys: CodingKey {
            case date, conversations, utterances, seconds, providers
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(date, forKey: .date)
            try container.encode(conversations, forKey: .conversations)
            try container.encode(utterances, forKey: .utterances)
            try container.encode(seconds, forKey: .seconds)
            try container.encode(providers, forKey: .providers)
            try money.encode(to: encoder)
        }
    }

    private struct ProviderSum: Encodable {
        var used: UsedCalls

        init(_ used: UsedCalls) { self.used = used }

        private enum CodingKeys: CodingKey {
            case provider, stage
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(used.provider, forKey: .provider)
            try container.encode(used.stage, forKey: .stage)
            try Cost([used]).encode(to: encoder)
        }
    }

    private struct Cost: Encodable {
        /// Answered calls, and those of them whose price is not known.
        var calls: Int
        var unpricedCalls: Int
        /// The cost of the others, as a number for people and exactly.
        var dollars: Double
        var nanodollars: Int64
        /// The maximum additional cost of calls without an answer.
        var possibleNanodollars: Int64

        init(_ used: [UsedCalls]) {
            let cost = used.map(\.cost).reduce(.zero, +)
            calls = used.map(\.calls).reduce(0, +)
            unpricedCalls = used.map(\.unpriced).reduce(0, +)
            (dollars, nanodollars) = (cost.dollars, cost.nanodollars)
            possibleNanodollars = used.map(\.possibleCost).reduce(.zero, +).nanodollars
        }
    }
}

/// Returns what the tier of the account allows, and the usage.
struct LimitsRoute: Route {
    static let name = RouteName(.get, "/api/user/limits")
    static let access = RouteAccess.account

    /// Nil is no limit, in each field.
    private struct Answer: Encodable {
        var tier: String
        var minutesPerMonth: Double?
        /// The audio of this month.
        var minutesUsed: Double
        var longestRecordingMinutes: Double?
        var liveSessions: Int?
        var providers: [String]?
        var voices: [String]?
        var historyDays: Int?
        var requestsPerMinute: Int?
    }

    private let shared: SharedParts
    private let work: ScopedWork

    init(_ parts: RouteParts) {
        shared = parts.shared
        work = parts.work
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let (account, session) = try context.account()
        guard let principal = context.principal else { throw Refusal.keyMissing }
        let tier: Tier
        do {
            tier = try await shared.requireAccounts().rights(of: account, in: session).tier
        } catch let refusal as AccessRefusal {
            throw Refusal.token(refusal)
        }
        let used = try await work.minutesOfMonth(of: principal)
        return try .json(
            Answer(
                tier: tier.name, minutesPerMonth: tier.minutesPerMonth,
                minutesUsed: (used * 100).rounded() / 100, longestRecordingMinutes: tier.longestFile,
                liveSessions: tier.sessions, providers: tier.providers.names?.sorted(),
                voices: tier.voices.names?.sorted(), historyDays: tier.historyDays,
                requestsPerMinute: tier.requestsPerMinute))
    }
}
