import CurlHTTP
import FoundationEssentials
import Plumbing
import ProviderAdapters

/// The providers reached over the network, made once they are asked for: a run that stays offline opens no client.
final class RemoteProviders: Sendable {
    private let made = Locked<ProviderSetup?>(nil)

    /// - Throws: `Problem` for a list of providers that cannot be read.
    func setup(_ assembly: Assembly) throws -> ProviderSetup {
        if let setup = made.withLock({ $0 }) { return setup }
        var catalog = try ProviderCatalog.builtIn()
        if let path = Self.file(assembly) {
            guard let yaml = try? String(contentsOf: URL(filePath: path), encoding: .utf8) else {
                throw Problem(
                    .usage, "providers.unreadable", "the list of providers cannot be read", at: path,
                    cure: "name another file with providers.file")
            }
            catalog = catalog.adding(try ProviderCatalog(yaml: yaml, at: path))
        }
        var setup = ProviderSetup(
            catalog: catalog, environment: assembly.environment,
            client: HTTPClient(configuration: Self.configuration(assembly), time: assembly.time), time: assembly.time,
            readFile: { try String(contentsOf: URL(filePath: $0), encoding: .utf8) })
        setup.requiresKeys = assembly.requiresKeys
        made.withLock { [setup] in $0 = setup }
        return setup
    }

    /// The file of the settings, or the user's own beside the user's settings, if it is there.
    private static func file(_ assembly: Assembly) -> String? {
        if let named = assembly.settings.text(.providersFile) { return named }
        let folder = URL(filePath: SettingsLoader.userFile(assembly.environment)).deletingLastPathComponent().path
        let path = folder + "/providers.yaml"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    private static func configuration(_ assembly: Assembly) -> HTTPClientConfiguration {
        var configuration = HTTPClientConfiguration()
        switch assembly.settings.string(.proxy) {
        case "": configuration.proxy = .environment
        case "none": configuration.proxy = .none
        case let url: configuration.proxy = .url(url)
        }
        configuration.authorities = assembly.settings.text(.authorities)
        return configuration
    }
}
