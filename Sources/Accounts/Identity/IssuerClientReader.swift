internal import Plumbing

/// Reads how this server is a client of an issuer: from the issuer's entry, and for secrets from the environment.
struct IssuerClientReader {
    let name: String
    let environment: [String: String]
    let field: (IssuerList.Field) -> String?

    private var isApple: Bool { name == "apple" }

    /// Apple sends name and address only with a form.
    private static let appleScopes = ["name", "email"]

    /// What the page needs; nil if there is no client for it.
    var page: IssuerClient.Page? {
        get throws(Problem) {
            guard let client = field(.client) ?? (isApple ? variable("APPLE_SERVICE_ID") : nil) else { return nil }
            let title = field(.title) ?? name.prefix(1).uppercased() + name.dropFirst()
            guard (1...64).contains(title.utf8.count), !client.isEmpty else {
                throw fault("client or title is empty or too long", "write up to 64 bytes")
            }
            return IssuerClient.Page(
                client: client, title: title, postsForm: try postsForm,
                scopes: isApple ? Self.appleScopes : ["openid", "email", "profile"])
        }
    }

    func client(beginningWith usual: IssuerClient) throws(Problem) -> IssuerClient {
        IssuerClient(authentication: try authentication, endpoints: try endpoints ?? usual.endpoints, page: try page)
    }

    private var postsForm: Bool {
        get throws(Problem) {
            switch field(.formPost) {
            case nil: return isApple
            case "true": return true
            case "false": return false
            default: throw fault("form-post is neither true nor false", "use true or false")
            }
        }
    }

    private var endpoints: IssuerClient.Endpoints? {
        get throws(Problem) {
            let given = [field(.authorization), field(.token)]
            guard given.contains(where: { $0 != nil }) || field(.revocation) != nil else { return nil }
            guard let authorization = given[0], let token = given[1] else {
                throw fault("authorization or token is missing", "give both, or leave both out")
            }
            return IssuerClient.Endpoints(
                authorization: authorization, token: token, revocation: field(.revocation))
        }
    }

    private var authentication: IssuerClient.Authentication {
        get throws(Problem) {
            if let name = field(.secret) {
                guard let secret = variable(name) else {
                    throw fault("the environment has no \(name.clipped(to: 40).printableOnOneLine)", "set it")
                }
                return .secret(secret)
            }
            guard isApple else { return .none }
            let names = ["APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"]
            let found = names.compactMap(variable)
            if found.isEmpty, try page == nil { return .none }
            guard found.count == names.count else {
                throw fault("the environment lacks a part of Apple's key", "set \(names.joined(separator: ", "))")
            }
            return .apple(try AppleKey(team: found[0], name: found[1], pem: found[2]))
        }
    }

    private func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private func fault(_ what: String, _ cure: String) -> Problem {
        Problem(.usage, "accounts.issuer", what, at: "accounts.issuers \(name.prefix(40))", cure: cure)
    }
}
