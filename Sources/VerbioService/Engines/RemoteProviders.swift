import CurlHTTP
import FoundationEssentials
import Glibc
import Plumbing
import ProviderAdapters
import Providers
import Resilience
import SocketClient

/// The providers reached over the network, made at the first request: if a run stays offline, it opens no client.
final class RemoteProviders: Sendable {
    private let made = Locked<ProviderSetup?>(nil)

    /// - Throws: `Problem` for a list of providers that cannot be read.
    func setup(_ run: RunSettings) throws -> ProviderSetup {
        var setup = try made.withLock { $0 } ?? make(run)
        // Questions about prices and work that calls share what was made.
        setup.requiresKeys = run.requiresKeys
        return setup
    }

    /// Whether each address of a provider's stage is called; empty if it has only one.
    func addresses(of provider: String, _ stage: Stage) -> [AddressCondition] {
        made.withLock { $0 }?.addresses(of: provider, stage) ?? []
    }

    private func make(_ run: RunSettings) throws -> ProviderSetup {
        var catalog = try ProviderCatalog.builtIn()
        if let path = Self.file(run) {
            guard let yaml = try? String(contentsOf: URL(filePath: path), encoding: .utf8) else {
                let isThere = FileManager.default.fileExists(atPath: path)
                throw Problem(
                    .usage, "providers.unreadable",
                    isThere ? "the list of providers cannot be read" : "there is no such list of providers",
                    at: absolutePath(path), cure: "name another file with providers.file")
            }
            let own = try ProviderCatalog(yaml: yaml, at: path)
            if let taken = own.providers.keys.sorted().first(where: EngineNames.isLocal) {
                throw Problem(
                    .usage, "providers.name", "'\(taken)' is the name of an engine of this machine", at: path,
                    cure: "give the provider another name, such as my-\(taken)")
            }
            catalog = catalog.adding(own)
        }
        let configuration = try run.clientConfiguration()
        var setup = ProviderSetup(
            catalog: catalog, environment: run.environment,
            client: HTTPClient(configuration: configuration, time: run.time), time: run.time,
            readFile: { try Self.text(of: $0) })
        // A socket goes through no proxy.
        setup.sockets =
            configuration.hasProxy(run.environment)
            ? nil : SocketClient(authorities: configuration.authorities, time: run.time)
        setup.patience = (
            try run.settings.optionalDuration(.serverWait) ?? .zero,
            try run.settings.optionalDuration(.outageWait) ?? .zero
        )
        made.withLock { [setup] in $0 = setup }
        return setup
    }

    /// - Throws: `Problem` if the file does not exist or is a folder; for other failures, the error of Foundation.
    private static func text(of path: String) throws -> String {
        var found = stat()
        guard stat(path, &found) == 0 else {
            let isMissing = errno == ENOENT || errno == ENOTDIR
            throw Problem(.provider, "provider.key", isMissing ? "is not there" : "cannot be opened", at: path)
        }
        if found.st_mode & S_IFMT == S_IFDIR { throw Problem(.provider, "provider.key", "is a folder", at: path) }
        return try String(contentsOf: URL(filePath: path), encoding: .utf8)
    }

    /// The file that the settings name; otherwise the one next to the settings, if it exists; otherwise the one next to
    /// the user's own settings.
    private static func file(_ run: RunSettings) -> String? {
        if let named = run.settings.text(.providersFile) { return named }
        return [run.settings.chosenFile, Settings.userFile(run.environment)].lazy
            .compactMap { $0.map { URL(filePath: $0).deletingLastPathComponent().path + "/providers.yaml" } }
            .first { FileManager.default.fileExists(atPath: $0) }
    }
}

extension HTTPClientConfiguration {
    /// Whether requests may go through a proxy.
    fileprivate func hasProxy(_ environment: [String: String]) -> Bool {
        switch proxy {
        case .none: false
        case .url: true
        case .environment:
            ["https_proxy", "http_proxy", "all_proxy"].contains { name in
                [name, name.uppercased()].contains { !(environment[$0] ?? "").isEmpty }
            }
        }
    }
}
