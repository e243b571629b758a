internal import Access
internal import Accounts
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

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
        _ = try QueryParameters(request.uri.query, known: [])
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
