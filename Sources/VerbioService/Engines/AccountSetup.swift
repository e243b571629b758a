package import Accounts
import Conversations
package import Coordination
import CurlHTTP
import FoundationEssentials
package import Plumbing

/// The accounts of the HTTP service, as the settings configure them.
package struct AccountSetup: Sendable {
    private let assembly: Assembly

    package init(_ assembly: Assembly) { self.assembly = assembly }

    /// Whether the operator wants accounts.
    package var isOn: Bool { assembly.settings.text(.accountsURL) != nil }

    /// Opens or makes the store of the accounts, and the secret that seals it.
    ///
    /// - Parameters:
    ///   - data: what the service keeps for accounts.
    ///   - coordination: counts attempts over all servers.
    /// - Throws: `Problem` of kind `usage` for wrong settings, and of kind `store`.
    package func services(
        with data: any AccountData, _ coordination: any Coordination
    ) async throws -> AccountServices {
        let configuration = try configuration()
        let client = HTTPClient(configuration: try assembly.run.clientConfiguration(), time: assembly.time)
        return try AccountServices(
            configuration, store: try await store(), sealing: try await sealing(),
            issuers: .init(documents: HTTPDocuments(client: client), forms: HTTPForms(client: client)),
            shared: .init(coordination: coordination, time: assembly.time), data: data)
    }

    /// The store of the accounts.
    package func store() async throws -> any AccountStore { try await assembly.stores().accounts() }

    /// What seals the data of accounts, with the secrets in the settings' file or in the store's folder. If the file does not
    /// exist, it is made with one secret.
    ///
    /// - Throws: `Problem` of kind `store` if the file cannot be read or made, or is damaged.
    package func sealing() async throws -> Sealing {
        Sealing(try await assembly.stores().accountSecrets(at: assembly.settings.text(.accountSecrets)))
    }

    /// The tiers of the settings.
    package func tiers() throws(Problem) -> TierCatalogue {
        guard let path = assembly.settings.text(.tiersFile) else { return try TierCatalogue.builtIn() }
        return try TierCatalogue(yaml: try Self.text(of: path, .tiersFile), at: path)
    }

    private func configuration() throws(Problem) -> AccountServices.Configuration {
        let url = assembly.settings.string(.accountsURL)
        guard url.isEmpty || IdentityIssuer.isSafeAddress(url) && !url.hasSuffix("/") else {
            throw Problem(
                .usage, "accounts.url", "accounts.url is not an https address without a slash at its end",
                cure: "write it as clients do, such as https://verbio.example.com")
        }
        let issuers = try assembly.settings.text(.issuersFile).map { path throws(Problem) in
            try IssuerList(
                yaml: try Self.text(of: path, .issuersFile), at: path, environment: assembly.environment)
        }
        let tiers = try tiers()
        let billing = try assembly.settings.text(.billingFile).map { path throws(Problem) in
            try BillingPlan(
                yaml: try Self.text(of: path, .billingFile), at: path, tiers: tiers, environment: assembly.environment
            ) { name throws(Problem) in
                try Self.text(of: name.hasPrefix("/") ? name : folder(of: path) + name, .billingFile)
            }
        }
        let day: Int64 = 86_400_000
        return AccountServices.Configuration(
            url: url, issuers: issuers ?? .none, tiers: tiers,
            sessionLimits: Sessions.Limits(
                idle: Int64(try assembly.settings.int(.sessionIdleDays, in: 1...365)) * day,
                longest: Int64(try assembly.settings.int(.sessionDays, in: 1...3_650)) * day),
            guestsPerHour: try assembly.settings.int(.guestsPerHour, in: 0...1_000_000),
            signInsPerMinute: try assembly.settings.int(.signInsPerMinute, in: 0...1_000_000), billing: billing)
    }

    /// The folder of a file, with a slash at its end.
    private func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    private static func text(of path: String, _ setting: Setting) throws(Problem) -> String {
        if let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8) { return text }
        let isThere = FileManager.default.fileExists(atPath: path)
        throw Problem(
            .usage, "accounts.unreadable", isThere ? "the file cannot be read" : "there is no such file",
            at: absolutePath(path), cure: "name another one with \(setting.name)")
    }
}
