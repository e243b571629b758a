import Access
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
        configuration.host = assembly.settings.string(.host)
        configuration.names = assembly.settings.strings(.serverNames)
        return configuration
    }

    /// Whether requests need a key.
    ///
    /// - Parameters:
    ///   - services: those of all scopes; that of an erased account is removed.
    ///   - isInsecure: whether other machines may use the service without a key.
    /// - Throws: `Problem`: `server.insecure` if they could, and that was not asked for; what opening keys and accounts throws.
    func policy(
        for configuration: ServerConfiguration, services: any ScopedServices, isInsecure: Bool
    ) async throws -> AccessPolicy {
        let demand = assembly.settings.string(.keys)
        guard ["auto", "always"].contains(demand) else {
            let shown = demand.clipped(to: 40).printableOnOneLine
            throw Problem(.usage, "config.value", "serve.keys is '\(shown)'", cure: "use auto or always")
        }
        let ring = try await KeySetup(assembly).ring()
        let hasKeys = try ring.store.hasKeys()
        let setup = AccountSetup(assembly)
        let accounts = setup.isOn ? try await setup.services { try await services.remove($0) } : nil
        guard configuration.isLoopback || hasKeys || accounts != nil || isInsecure else {
            throw Problem(
                .usage, "server.insecure",
                "other machines would reach the service at \(configuration.host) without a key",
                cure: "make one with 'verbio keys create NAME', or add --insecure if every machine there may use it")
        }
        return AccessPolicy(
            ring: ring, meter: try KeySetup(assembly).meter(),
            isRequired: demand == "always" || hasKeys && !configuration.isLoopback, accounts: accounts)
    }
}
