internal import Accounts
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Takes the answer of an issuer in a form, such as Apple's.
struct PostedSignInAnswerRoute: Route {
    static let name = RouteName(.post, RouteName.signInAnswer.path)
    static let access = RouteAccess.open
    static let isPaced = true

    /// The name that Apple sends at the first sign-in.
    private struct User: Decodable {
        struct Name: Decodable {
            var firstName: String?
            var lastName: String?
        }
        var name: Name?
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        _ = try QueryParameters(request.uri.query, known: [])
        guard request.headers.mediaType == "application/x-www-form-urlencoded" else {
            throw Refusal(
                .unsupportedMediaType,
                Problem(
                    .usage, "body.content-type", "the body must be a form",
                    cure: "send it with Content-Type: application/x-www-form-urlencoded"))
        }
        let bytes = try await JSONBody.bytes(of: request, limit: JSONBody.limit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JSONBody.malformed("it is not a form in UTF-8")
        }
        let form = try QueryParameters(anyOf: text)
        let user = form["user"].flatMap { try? JSONDecoder().decode(User.self, from: Data($0.utf8)) }
        let name = [user?.name?.firstName, user?.name?.lastName].compactMap { $0 }.filter { !$0.isEmpty }
            .joined(separator: " ")
        return try await PageSignIn(accounts: accounts, issuer: context.parameters.get("issuer") ?? "")
            .end(WebSignIn.Answer(form), name: name.isEmpty ? nil : name, request, context)
    }
}
