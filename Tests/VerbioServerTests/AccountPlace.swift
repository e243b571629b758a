import Access
import Accounts
import Conversations
import Coordination
import Crypto
import Foundation
import Plumbing
import VerbioServer
import VerbioTesting

/// Accounts in their own folder, for a server, with an issuer that signs their people in.
final class AccountPlace: Sendable {
    let folder: URL
    let time = ManualTime()
    let services: SampleServices
    let meter: UseMeter
    let accounts: AccountServices
    private let issuer = P256.Signing.PrivateKey()
    private let documents = IssuerDocuments()
    private let forms = IssuerForms()
    /// Whether a translation of the account that is erased still runs.
    let isBusy = Locked(false)

    init(
        guestsPerHour: Int = 3, tiers: TierCatalogue? = nil, signInsPerMinute: Int = 1_000,
        hooks: SampleService.Hooks = .init()
    ) throws {
        let billing = BillingPlan(
            products: ["pro.monthly": .init(tier: "pro"), "pro.yearly": .init(tier: "pro", trialDays: 7)],
            stripeSecret: "whsec_test")
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-server-accounts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        services = SampleServices(SampleService(hooks: hooks))
        meter = UseMeter(store: try UseTable(at: folder.path + "/use.sqlite"), time: time.source)
        let point = Array(issuer.publicKey.rawRepresentation)
        documents.text.withLock {
            $0 = """
                {"keys":[{"kty":"EC","crv":"P-256","kid":"k","x":"\(Base64URL.encode(point.prefix(32)))",\
                "y":"\(Base64URL.encode(point.suffix(32)))"}]}
                """
        }
        var apple = try IdentityIssuer(
            name: "apple", issuer: "https://appleid.apple.com", audiences: ["com.example.app"], algorithms: [.es256],
            nonce: .plain, keys: .url("https://appleid.apple.com/auth/keys"))
        let key = P256.Signing.PrivateKey().pemRepresentation
        apple.client = IssuerClient(
            authentication: .apple(try AppleKey(team: "TEAM", name: "KEY", pem: key)),
            endpoints: IssuerClient.appleEndpoints,
            page: IssuerClient.Page(client: "com.example.app", title: "Apple", postsForm: true))
        var hub = try IdentityIssuer(
            name: "hub", issuer: "https://hub.example.com", audiences: ["page"], algorithms: [.es256],
            keys: .url("https://hub.example.com/keys"))
        hub.client = IssuerClient(
            endpoints: IssuerClient.Endpoints(
                authorization: "https://hub.example.com/authorize", token: "https://hub.example.com/token"),
            page: IssuerClient.Page(client: "page", title: "The Hub"))
        let issuers = IssuerList(issuers: [
            apple,
            try IdentityIssuer(
                name: "keycloak", issuer: "https://login.example.com", audiences: ["app"], algorithms: [.es256],
                nonce: .none, keys: .url("https://login.example.com/keys")),
            hub,
        ])
        accounts = try AccountServices(
            AccountServices.Configuration(
                url: "https://verbio.example.com", issuers: issuers, tiers: try tiers ?? TierCatalogue.builtIn(),
                guestsPerHour: guestsPerHour, signInsPerMinute: signInsPerMinute, billing: billing),
            store: try AccountDatabase(at: folder.path + "/accounts.sqlite"),
            sealing: Sealing(try AccountSecrets(at: folder.path + "/secret")),
            issuers: .init(documents: documents, forms: forms), shared: .init(time: time.source),
            data: PlaceData(
                contents: AccountContents(scopes: services, meter: meter, answers: folder.path + "/answers"),
                isBusy: isBusy))
    }

    private struct PlaceData: AccountData {
        let contents: AccountContents
        let isBusy: Locked<Bool>

        private func check() throws {
            if isBusy.withLock({ $0 }) { throw Problem(.usage, "scope.busy", "the scope is in use") }
        }

        func remove(_ id: AccountID, leaving marks: [String]) async throws {
            try check()
            try await contents.remove(id, leaving: marks)
        }

        func recall(_ marks: [String], for id: AccountID) async throws {
            try await contents.recall(marks, for: id)
        }

        func move(_ id: AccountID, to successor: AccountID) async throws {
            try check()
            try await contents.move(id, to: successor)
        }
    }

    static func with(
        guestsPerHour: Int = 3, tiers: TierCatalogue? = nil, signInsPerMinute: Int = 1_000,
        hooks: SampleService.Hooks = .init(), _ body: (AccountPlace) async throws -> Void
    ) async throws {
        let place = try AccountPlace(
            guestsPerHour: guestsPerHour, tiers: tiers, signInsPerMinute: signInsPerMinute, hooks: hooks)
        defer { try? FileManager.default.removeItem(at: place.folder) }
        try await body(place)
    }

    /// Runs a server with the accounts.
    static func withServer(
        guestsPerHour: Int = 3, tiers: TierCatalogue? = nil, signInsPerMinute: Int = 1_000,
        configuration: ServerConfiguration = .test(), isTimed: Bool = false,
        _ body: (AccountPlace, RunningServer) async throws -> Void
    ) async throws {
        try await with(guestsPerHour: guestsPerHour, tiers: tiers, signInsPerMinute: signInsPerMinute) { place in
            try await VerbioServerTests.withServer(
                services: place.services, time: isTimed ? place.time.source : .patient, configuration: configuration,
                policy: place.policy(), coordination: LocalCoordination(time: place.time.source)
            ) { server in
                try await body(place, server)
            }
        }
    }

    func policy(_ ring: KeyRing? = nil) -> AccessPolicy {
        AccessPolicy(ring: ring, meter: meter, isRequired: false, accounts: accounts)
    }

    /// The issuers' keys cannot be fetched any more.
    func loseKeys() { documents.text.withLock { $0 = nil } }

    /// The issuers do not answer forms any more.
    func loseForms() { forms.token.withLock { $0 = nil } }

    /// From now on, an issuer gives out the token of a person for the code `good`.
    func signsIn(
        _ subject: String, issuer: String = "https://hub.example.com", audience: String = "page", nonce: String,
        granted: String? = nil
    ) {
        let now = 1_700_000_000 + Int(time.now.seconds)
        let token = try? token(
            """
            {"iss":"\(issuer)","sub":"\(subject)","aud":"\(audience)","iat":\(now),"exp":\(now + 600),\
            "email":"\(subject)@example.com","nonce":"\(nonce)"}
            """)
        forms.token.withLock { $0 = token }
        forms.granted.withLock { $0 = granted }
    }

    /// The body of a sign-in.
    func order(
        _ subject: String = "ada", issuer: String = "https://appleid.apple.com", audience: String = "com.example.app",
        nonce: String? = nil, more: String = ""
    ) throws -> [UInt8] {
        let nonce = nonce ?? UUID().uuidString
        let now = 1_700_000_000 + Int(time.now.seconds)
        let hasNonce = issuer.contains("apple")
        let token = try token(
            """
            {"iss":"\(issuer)","sub":"\(subject)","aud":"\(audience)","iat":\(now),"exp":\(now + 600),\
            "email":"\(subject)@example.com"\(hasNonce ? ",\"nonce\":\"\(nonce)\"" : "")}
            """)
        let sent = hasNonce ? #","nonce":"\#(nonce)""# : ""
        return Array(#"{"identityToken":"\#(token)"\#(sent)\#(more)}"#.utf8)
    }

    private func token(_ claims: String) throws -> String {
        let signed = "\(Base64URL.encode(#"{"alg":"ES256","kid":"k"}"#.utf8)).\(Base64URL.encode(claims.utf8))"
        let signature = try issuer.signature(for: Data(signed.utf8)).rawRepresentation
        return "\(signed).\(Base64URL.encode(signature))"
    }
}

private final class IssuerDocuments: DocumentSource {
    let text = Locked<String?>(nil)

    func document(at url: String) throws -> [UInt8] {
        guard let text = text.withLock({ $0 }) else { throw DocumentFailure("\(url) answered 503") }
        return Array(text.utf8)
    }
}

private final class IssuerForms: FormSender {
    /// Empty at first, so that no code is good.
    let token = Locked<String?>("")
    /// The refresh token of the issuer; nil if it gives none.
    let granted = Locked<String?>(nil)

    func post(_ fields: [FormValue], as user: FormUser?, to url: String) throws -> FormReply {
        guard let token = token.withLock({ $0 }) else { throw DocumentFailure("\(url) does not answer") }
        guard fields.contains(FormValue("code", "good")), !token.isEmpty else {
            return FormReply(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8))
        }
        let granted = granted.withLock { $0 }.map { #","refresh_token":"\#($0)""# } ?? ""
        return FormReply(status: 200, body: Array(#"{"id_token":"\#(token)"\#(granted)}"#.utf8))
    }
}

/// What a signed-in client has.
struct SignedIn: Sendable {
    var access: String
    var refresh: String
    var account: String
    var session: String

    /// The header field.
    var field: String { "Authorization: Bearer \(access)" }

    init(_ answer: HTTPConnection.Answer) throws {
        let body = try JSON.object(answer.body)
        access = body["accessToken"] as? String ?? ""
        refresh = body["refreshToken"] as? String ?? ""
        session = body["session"] as? String ?? ""
        account = (body["account"] as? [String: Any])?["id"] as? String ?? ""
    }
}

extension RunningServer {
    func post(_ target: String, _ body: [UInt8], fields: [String] = []) async throws -> HTTPConnection.Answer {
        try await send("POST", target, fields: ["Content-Type: application/json"] + fields, body: body)
    }

    func signIn(_ place: AccountPlace, _ subject: String = "ada", fields: [String] = []) async throws -> SignedIn {
        try SignedIn(try await post("/api/auth/apple", place.order(subject), fields: fields))
    }

    func refresh(_ token: String) async throws -> HTTPConnection.Answer {
        try await post("/api/auth/refresh", Array(#"{"refreshToken":"\#(token)"}"#.utf8))
    }

    func beginAsGuest() async throws -> HTTPConnection.Answer { try await post("/api/auth/guest", Array("{}".utf8)) }
}

extension HTTPConnection.Answer {
    var code: String? { (try? JSON.object(body))?["code"] as? String }
}
