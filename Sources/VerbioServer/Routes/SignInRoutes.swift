internal import Accounts
internal import Coordination
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Signs in with an issuer.
protocol SignInRoute: SharedRoute {
    var shared: SharedParts { get }

    /// The name of the issuer that a request is for.
    static func issuer(_ context: ServerContext) -> String
}

extension SignInRoute {
    static var access: RouteAccess { .open }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        return try await SignIn(accounts: accounts, issuer: Self.issuer(context))
            .respond(to: request, context: context)
    }
}

/// Signs in with Apple.
struct AppleSignInRoute: SignInRoute {
    static let name = RouteName(.post, "/api/auth/apple")
    static let isPaced = true
    let shared: SharedParts

    static func issuer(_ context: ServerContext) -> String { "apple" }
}

/// Signs in with an issuer that the operator lists.
struct IssuerSignInRoute: SignInRoute {
    static let name = RouteName(.post, "/api/auth/oidc/{issuer}")
    static let isPaced = true
    let shared: SharedParts

    static func issuer(_ context: ServerContext) -> String { context.parameters.get("issuer") ?? "" }
}

/// Returns the methods by which people can sign in on the page, and nothing else.
struct SignInMethodsRoute: SharedRoute {
    static let name = RouteName(.get, "/api/auth/ways")
    static let access = RouteAccess.open

    private struct SignInMethod: Encodable {
        var name: String
        /// The issuer's address, as accounts name it.
        var issuer: String
        /// The text for the button.
        var title: String
        /// The address to which the button leads.
        var start: String
    }

    private struct SignInMethods: Encodable {
        var issuers: [SignInMethod]
        var guests: Bool
    }

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let configuration = try shared.requireAccounts().configuration
        let issuers = configuration.issuers.issuers.compactMap { issuer in
            issuer.client.page.map {
                SignInMethod(
                    name: issuer.name, issuer: issuer.issuer, title: $0.title, start: "/api/auth/\(issuer.name)/start")
            }
        }
        return try .json(SignInMethods(issuers: issuers, guests: configuration.guestsPerHour > 0))
    }
}

/// Sends the browser to an issuer, to sign in on the page.
struct StartSignInRoute: SharedRoute {
    static let name = RouteName(.get, "/api/auth/{issuer}/start")
    static let parameters = ["link", "device"]
    static let isBrief = false
    static let access = RouteAccess.open
    static let isPaced = true

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let query = context.query
        let links = try query.word("link", among: [("true", true), ("false", false)], otherwise: false)
        return try await PageSignIn(accounts: accounts, issuer: context.parameters.get("issuer") ?? "")
            .begin(request, links: links, device: query["device"], context)
    }
}

/// Takes the answer of an issuer in the address.
struct SignInAnswerRoute: SharedRoute {
    static let name = RouteName.signInAnswer
    static let isBrief = false
    static let access = RouteAccess.open
    static let isPaced = true
    static let queryRule = QueryRule.accepted

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        return try await PageSignIn(accounts: accounts, issuer: context.parameters.get("issuer") ?? "")
            .end(WebSignIn.Answer(context.query), name: nil, request, context)
    }
}

extension WebSignIn.Answer {
    init(_ fields: QueryParameters) {
        self.init(
            state: fields["state"], code: fields["code"], error: fields["error"], issuer: fields["iss"])
    }
}

/// Takes the answer of an issuer in a form, such as Apple's.
struct PostedSignInAnswerRoute: SharedRoute {
    static let name = RouteName(.post, RouteName.signInAnswer.path)
    static let access = RouteAccess.open
    static let isPaced = true
    static let queryRule = QueryRule.unread

    /// The name that Apple sends at the first sign-in.
    private struct User: Decodable {
        struct Name: Decodable {
            var firstName: String?
            var lastName: String?
        }
        var name: Name?
    }

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
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

/// Begins an account without signing in.
struct GuestRoute: SharedRoute {
    static let name = RouteName(.post, "/api/auth/guest")
    static let access = RouteAccess.open
    static let isPaced = true

    private struct Order: Decodable {
        var device: String?
    }

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        guard accounts.configuration.guestsPerHour > 0 else { throw Refusal.noGuests }
        let order = try await JSONBody.read(Order.self, keys: ["device"], from: request)
        let address = context.findings.values.client
        let ofAddress = shared.guests.pace(of: address)
        if let refused = try await shared.coordination.take([ofAddress, accounts.guestPace].compactMap(\.self)) {
            throw Refusal.tooManyGuests(wait: refused.wait, isOfAddress: ofAddress != nil && refused.index == 0)
        }
        return try await accounts.tokens(
            for: try await accounts.directory.makeGuest(), device: order.device, isNew: true, request)
    }
}
