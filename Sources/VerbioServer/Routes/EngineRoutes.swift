internal import Access
internal import Conversations
internal import Coordination
internal import Hummingbird
internal import Language
internal import Plumbing
internal import ProviderAdapters
internal import Providers
internal import VerbioService

/// The languages and their engines, as `verbio languages --json` prints them.
struct LanguagesRoute: Route {
    static let name = RouteName(.get, "/api/languages")

    private let service: any ConversationService
    private let answer: RecentAnswer

    init(_ parts: RouteParts) {
        service = parts.service
        answer = parts.shared.languages
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        return try await answer.response(to: request, context) { try await service.inspection.languages() }
    }
}

/// The engines of this machine, and the declared providers with the state of their keys.
struct ProvidersRoute: Route {
    static let name = RouteName(.get, "/api/providers")

    private let service: any ConversationService
    private let answer: RecentAnswer

    init(_ parts: RouteParts) {
        service = parts.service
        answer = parts.shared.engines
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        return try await answer.response(to: request, context) { try await service.inspection.engines() }
    }
}

/// Tries an engine or a provider with one small real call for each stage, or for one stage. A provider may charge for it.
struct ProviderCheckRoute: Route {
    static let name = RouteName(.post, "/api/providers/{name}/check")
    static let parameters = ["stage"]
    static let access = RouteAccess.key(.operate)

    private let service: any ConversationService
    private let parts: SharedParts
    private let time: TimeSource

    init(_ parts: RouteParts) {
        service = parts.service
        self.parts = parts.shared
        time = parts.work.time
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try context.query
            .adding(try await JSONFields.parameters(from: request), known: ["stage"])
        let stage = try query.word(
            "stage", among: Stage.allCases.map { ($0.rawValue, Optional($0)) }, otherwise: nil)
        guard let name = context.parameters.get("name"), try await service.inspection.engines().has(name) else {
            throw Refusal.unknownProvider
        }
        func made() async throws -> KeptAnswers.Answer {
            let findings = try await parts.examinations.run(for: context.scope) {
                try await service.inspection.check(name, stage)
            }
            return KeptAnswers.Answer(type: "application/json", bytes: try .json(Answer(findings: findings)))
        }
        guard let key = try RequestKey(request.headers) else { return try await made().response }
        let repeats = RequestRepeats(key: key, store: service.store, turns: parts.coordination, time: time)
        return try await repeats.perform(
            RequestKey.fingerprint(Self.name, [name, stage?.rawValue ?? ""]), keeping: parts.keptAnswers, make: made)
    }

    private struct Answer: Encodable {
        var findings: [ProviderCheck.Finding]
    }
}
