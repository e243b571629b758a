import Access
import Accounts
import Coordination
import Glibc
import Plumbing
import VerbioServer
import VerbioService

/// The HTTP service as the settings configure it.
struct ServerSetup {
    private let assembly: Assembly

    init(_ assembly: Assembly) { self.assembly = assembly }

    /// The address and the limits.
    ///
    /// - Throws: `Problem` of kind `usage`.
    func configuration(version: String) throws(Problem) -> ServerConfiguration {
        var configuration = ServerConfiguration(
            port: try assembly.settings.int(.port, in: 0...65_535), version: version)
        let wyoming = try assembly.settings.int(.wyomingPort, in: 0...65_535)
        configuration.wyomingPort = wyoming == 0 ? nil : wyoming
        configuration.concurrentTranslations = try assembly.settings.int(.translations, in: 1...10_000)
        configuration.waitingTranslations = try assembly.settings.int(.waiting, in: 0...10_000)
        configuration.longestWait = .seconds(try assembly.settings.int(.longestWait, in: 1...3_600))
        configuration.connections = min(try wantedConnections(), Self.mostConnections)
        configuration.maximumBodyBytes = try assembly.settings.int(.largestUpload, in: 1...1_000_000) << 20
        configuration.ffmpeg = assembly.settings.string(.ffmpeg)
        let idle = try assembly.settings.int(.sessionIdle, in: 0...86_400)
        configuration.sessionIdle = idle == 0 ? nil : .seconds(idle)
        let longest = try assembly.settings.int(.longestSession, in: 0...10_080)
        configuration.longestSession = longest == 0 ? nil : .seconds(longest * 60)
        configuration.host = assembly.settings.string(.host)
        configuration.names = assembly.settings.strings(.serverNames)
        for text in assembly.settings.strings(.origins) { configuration.origins.append(try Self.origin(text)) }
        for text in assembly.settings.strings(.proxies) {
            guard let range = AddressRange(text) else {
                throw Self.wrong("serve.proxies", text, "no address", "use one such as 127.0.0.1 or 10.0.0.0/8")
            }
            configuration.proxies.append(range)
        }
        configuration.tls = try tls()
        return configuration
    }

    /// The rest of the files that may be open is for the work. Beyond the limit no connection would be accepted, and none would
    /// give way.
    private static var mostConnections: Int { max(16, mostFiles / 2) }

    private static var mostFiles: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return OpenFiles.least }
        return Int(exactly: limit.rlim_cur) ?? .max
    }

    private func wantedConnections() throws(Problem) -> Int {
        try assembly.settings.int(.connections, in: 16...16_000)
    }

    /// Why fewer connections are kept than the settings allow; nil if as many are.
    func connectionNotice() throws(Problem) -> String? {
        let wanted = try wantedConnections()
        guard wanted > Self.mostConnections else { return nil }
        return
            "at most \(Self.mostConnections) connections are kept open and not \(wanted) (serve.connections), because only "
            + "\(Self.mostFiles) files may be open at once; raise that limit with 'ulimit -n'"
    }

    /// Where answers are written before they are sent.
    ///
    /// - Throws: `Problem` of kind `usage` if the settings name no store.
    var answerFolder: String {
        get throws(Problem) { try assembly.storePath() + "/verbio.answers" }
    }

    private func tls() throws(Problem) -> ServerConfiguration.TLSFiles? {
        let (certificate, key) = (assembly.settings.string(.tlsCertificate), assembly.settings.string(.tlsKey))
        guard certificate.isEmpty == key.isEmpty else {
            throw Problem(
                .usage, "server.tls", "HTTPS needs a certificate and its key, and one of them is missing",
                cure: "give both --tls-certificate and --tls-key")
        }
        return certificate.isEmpty ? nil : ServerConfiguration.TLSFiles(certificate: certificate, key: key)
    }

    /// The origin in lower case, as browsers send it.
    private static func origin(_ text: String) throws(Problem) -> String {
        let origin = text.lowercased()
        guard origin.wholeMatch(of: /https?:\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?/) != nil else {
            throw wrong("serve.origins", text, "no origin", "write it as https://app.example.com")
        }
        return origin
    }

    private static func wrong(_ setting: String, _ text: String, _ what: String, _ cure: String) -> Problem {
        Problem(
            .usage, "config.value", "\(setting): '\(text.clipped(to: 60).printableOnOneLine)' is \(what)", cure: cure)
    }

    /// Whether requests need a key.
    ///
    /// - Parameters:
    ///   - services: those of all scopes; that of an erased account is removed.
    ///   - coordination: what all servers know of each other.
    ///   - isInsecure: whether other machines may use the service without a key.
    /// - Throws: `Problem`: `server.insecure` if they could, and that was not asked for; what opening keys and accounts throws.
    func policy(
        for configuration: ServerConfiguration, services: any ScopedServices, _ coordination: any Coordination,
        isInsecure: Bool
    ) async throws -> AccessPolicy {
        let demand = assembly.settings.string(.keys)
        guard ["auto", "always"].contains(demand) else {
            let shown = demand.clipped(to: 40).printableOnOneLine
            throw Problem(.usage, "config.value", "serve.keys is '\(shown)'", cure: "use auto or always")
        }
        let ring = try await KeySetup(assembly).ring()
        let hasKeys = try await ring.store.hasKeys()
        let meter = try await KeySetup(assembly).meter(coordination)
        let setup = AccountSetup(assembly)
        let accounts =
            setup.isOn
            ? try await setup.services(
                with: AccountContents(scopes: services, meter: meter, answers: try answerFolder), coordination)
            : nil
        // If a key is always needed, the first one may be made later, as in a container.
        guard configuration.isLoopback || hasKeys || demand == "always" || accounts != nil || isInsecure else {
            throw Problem(
                .usage, "server.insecure",
                "other machines would reach the service at \(configuration.host) without a key",
                cure: "make one with 'verbio keys create NAME', or add --insecure if every machine there may use it")
        }
        return AccessPolicy(
            ring: ring, meter: meter, isRequired: demand == "always" || hasKeys && !configuration.isLoopback,
            accounts: accounts)
    }
}
