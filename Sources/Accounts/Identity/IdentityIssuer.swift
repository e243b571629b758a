internal import FoundationEssentials
package import Plumbing

/// An issuer whose identity tokens sign people in, as the operator lists it.
package struct IdentityIssuer: Sendable, Hashable {
    /// How a token is bound to the sign-in that asked for it.
    package enum NonceRule: String, Sendable, Hashable, CaseIterable {
        /// The token has the nonce itself.
        case plain
        /// The token has the SHA-256 of the nonce in hexadecimal digits, as apps ask Apple for it.
        case sha256
        /// The issuer has no nonces, as Firebase. Then each token signs in only once.
        case none
    }

    /// Where the issuer's keys are.
    package enum KeyPlace: Sendable, Hashable {
        /// The discovery document names it.
        case discovery
        case url(String)
    }

    /// The name in addresses and settings, such as `google`.
    package var name: String
    /// The exact value of `iss`. It may have ``tenantMark`` in place of a tenant, as Microsoft Entra publishes it for all tenants.
    package var issuer: String
    /// The identifiers of the operator's applications; each audience of a token must be one of them.
    package var audiences: Set<String>
    /// The values of `azp` that are accepted in addition to the audiences.
    package var authorizedParties: Set<String>
    /// The only algorithms with which a token may be signed.
    package var algorithms: Set<SignatureAlgorithm>
    package var nonce: NonceRule
    package var keys: KeyPlace
    /// How this server acts as a client of the issuer.
    package var client = IssuerClient()

    /// - Throws: ``Problem`` of kind `usage`, code `accounts.issuer`, that names the wrong value.
    package init(
        name: String, issuer: String, audiences: Set<String>, authorizedParties: Set<String> = [],
        algorithms: Set<SignatureAlgorithm> = [.rs256], nonce: NonceRule = .plain, keys: KeyPlace = .discovery
    ) throws(Problem) {
        self.name = name
        self.issuer = issuer
        self.audiences = audiences
        self.authorizedParties = authorizedParties
        self.algorithms = algorithms
        self.nonce = nonce
        self.keys = keys
        try check()
    }

    /// Sign in with Apple. Its values are from Apple's "Verifying a user" and its published discovery document.
    ///
    /// - Parameter audiences: the bundle identifiers of apps and the service identifiers of web pages.
    package static func apple(audiences: Set<String>) throws(Problem) -> IdentityIssuer {
        var apple = try IdentityIssuer(
            name: "apple", issuer: "https://appleid.apple.com", audiences: audiences, nonce: .sha256,
            keys: .url("https://appleid.apple.com/auth/keys"))
        apple.client = IssuerClient(endpoints: IssuerClient.appleEndpoints)
        return apple
    }

    func check() throws(Problem) {
        guard DeclarationFile.isName(name) else {
            throw fault("'\(name.prefix(40))' is not a name for an issuer", "use up to 32 of a-z, 0-9 and -")
        }
        guard !Self.reservedNames.contains(name) else {
            throw fault("the server has an address of this name", "give the issuer another name")
        }
        guard Self.isSafeAddress(issuer.replacing(Self.tenantMark, with: Self.allTenants)) else {
            throw fault("the issuer's address is not an https URL", "write it exactly as in its tokens")
        }
        if let (start, end) = tenantParts,
            !start.hasSuffix("/") || !Self.isSafeAddress(start) || !(end.isEmpty || end.hasPrefix("/"))
                || end.contains(Self.tenantMark)
        {
            throw fault("\(Self.tenantMark) is not one part of the path", "write it as the discovery document does")
        }
        if case .url(let url) = keys, !Self.isSafeAddress(url) {
            throw fault("the address of its keys is not an https URL", "leave it out to use the discovery document")
        }
        guard !audiences.isEmpty else {
            throw fault("it has no audience", "list the client identifiers of your applications")
        }
        guard !audiences.union(authorizedParties).contains(where: \.isEmpty) else {
            throw fault("an audience is empty", "remove it")
        }
        for address in [client.endpoints?.authorization, client.endpoints?.token, client.endpoints?.revocation] {
            guard address.map(Self.isSafeAddress) ?? true else {
                throw fault("one of its addresses is not an https URL", "correct authorization, token or revocation")
            }
        }
        guard client.page.map({ audiences.contains($0.client) }) ?? true else {
            throw fault("the client of the page is not one of its audiences", "add it to audiences")
        }
        guard !algorithms.isEmpty else { throw fault("it has no algorithm", "RS256 is the usual one") }
    }

    /// Parts of addresses that begin with `/api/auth/`.
    private static let reservedNames: Set<String> = ["device", "link", "oidc", "sessions"]

    private func fault(_ what: String, _ cure: String) -> Problem {
        Problem(.usage, "accounts.issuer", what, at: "accounts.issuers \(name.prefix(40))", cure: cure)
    }

    /// The address of OpenID Connect Discovery 1.0, section 4.
    var discoveryURL: String {
        let address = issuer.replacing(Self.tenantMark, with: Self.allTenants)
        return (address.hasSuffix("/") ? String(address.dropLast()) : address) + "/.well-known/openid-configuration"
    }

    // MARK: Issuers with tenants

    /// What stands for the tenant in the address of Microsoft Entra.
    static let tenantMark = "{tenantid}"
    /// The tenant whose document counts for all.
    private static let allTenants = "common"

    /// What is before and behind the tenant; nil if the issuer has none.
    private var tenantParts: (start: Substring, end: Substring)? {
        issuer.firstRange(of: Self.tenantMark).map { (issuer[..<$0.lowerBound], issuer[$0.upperBound...]) }
    }

    /// Whether the issuer of an answer or of a token is this one.
    ///
    /// - Parameter tenant: the tenant that a token names in addition; nil leaves it open, if there is no token.
    func isIssuer(_ text: String, tenant: String?) -> Bool {
        guard let (start, end) = tenantParts else { return text == issuer }
        guard text.utf8.count == start.utf8.count + Self.tenantLength + end.utf8.count, text.hasPrefix(start),
            text.hasSuffix(end)
        else { return false }
        let found = text.dropFirst(start.count).prefix(Self.tenantLength)
        return found.utf8.allSatisfy(Self.tenantDigits.contains) && (tenant ?? String(found)) == found
    }

    /// A tenant is a UUID.
    private static let tenantLength = 36
    private static let tenantDigits = Set("0123456789abcdef-".utf8)

    /// Whether what is read there cannot be changed on the way: `https`, or this machine itself.
    package static func isSafeAddress(_ text: some StringProtocol) -> Bool {
        let text = String(text)
        guard text.utf8.count <= 1_024, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let url = URLComponents(string: text), let host = url.host, !host.isEmpty, url.user == nil,
            url.password == nil, url.fragment == nil
        else { return false }
        switch url.scheme {
        case "https": return true
        case "http": return ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
        default: return false
        }
    }
}
