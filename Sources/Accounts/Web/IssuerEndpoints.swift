internal import Plumbing

/// The addresses at which an issuer signs people in: configured ones, or those of its discovery document, kept for an hour.
actor IssuerEndpoints {
    struct Found: Sendable {
        var endpoints: IssuerClient.Endpoints
        /// Whether the client's secret goes into the header `Authorization` and not into the form.
        var usesBasic: Bool
    }

    static let freshFor = Duration.seconds(3_600)
    /// How long an old document is used if a new one cannot be fetched.
    static let usableFor = Duration.seconds(86_400)

    private let issuer: IdentityIssuer
    private let source: any DocumentSource
    private let time: TimeSource
    private var cached: (found: Found, fetched: Duration)?
    private var running: Task<Found, any Error>?

    init(_ issuer: IdentityIssuer, source: any DocumentSource, time: TimeSource) {
        self.issuer = issuer
        self.source = source
        self.time = time
    }

    /// - Throws: ``IdentityRefusal/issuerUnavailable(_:)``.
    func found() async throws(IdentityRefusal) -> Found {
        if let endpoints = issuer.client.endpoints { return Found(endpoints: endpoints, usesBasic: false) }
        if let cached, time.now() - cached.fetched < Self.freshFor { return cached.found }
        switch await fetch().result {
        case .success(let found): return found
        case .failure(let error):
            if let cached, time.now() - cached.fetched < Self.usableFor { return cached.found }
            throw .issuerUnavailable("\(error)")
        }
    }

    /// The fetch that is in progress, or a new one.
    private func fetch() -> Task<Found, any Error> {
        if let running { return running }
        let task = Task {
            defer { running = nil }
            let found = try await read()
            cached = (found, time.now())
            return found
        }
        running = task
        return task
    }

    private func read() async throws -> Found {
        let document = try await DiscoveryDocument.fetched(of: issuer, from: source)
        guard let authorization = document.authorization, let token = document.token,
            [authorization, token, document.revocation ?? token].allSatisfy(IdentityIssuer.isSafeAddress)
        else { throw DocumentFailure("\(issuer.discoveryURL) does not say over https where people sign in") }
        let ways = document.authentications ?? ["client_secret_post"]
        return Found(
            endpoints: IssuerClient.Endpoints(
                authorization: authorization, token: token, revocation: document.revocation),
            usesBasic: !ways.contains("client_secret_post") && ways.contains("client_secret_basic"))
    }
}
