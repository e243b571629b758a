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
    func setup(_ assembly: Assembly) throws -> ProviderSetup {
        var setup = try made.withLock { $0 } ?? make(assembly)
        // Questions about prices and work that calls share what was made.
        setup.requiresKeys = assembly.requiresKeys
        return setup
    }

    /// Whether each address of a provider's stage is called; empty if it has only one.
    func addresses(of provider: String, _ stage: Stage) -> [AddressCondition] {
        made.withLock { $0 }?.addresses(of: provider, stage) ?? []
    }

    private func make(_ assembly: Assembly) throws -> ProviderSetup {
        var catalog = try ProviderCatalog.builtIn()
        if let path = Self.file(assembly) {
            guard let yaml = try? String(contentsOf: URL(filePath: path), encoding: .utf8) else {
                let isThere = FileManager.default.fileExists(atPath: path)
                throw Problem(
                    .usage, "providers.unreadable",
                    isThere ? "the list of providers cannot be read" : "there is no such list of providers",
                    at: absolutePath(path), cure: "name another file with providers.file")
            }
            let own = try ProviderCatalog(yaml: yaml, at: path)
            if let taken = own.providers.keys.sorted().first(where: assembly.engines.isLocal) {
                throw Problem(
                    .usage, "providers.name", "'\(taken)' is the name of an engine of this machine", at: path,
                    cure: "give the provider another name, such as my-\(taken)")
            }
            catalog = catalog.adding(own)
        }
        let configuration = try Self.clientConfiguration(assembly)
        var setup = ProviderSetup(
            catalog: catalog, environment: assembly.environment,
            client: HTTPClient(configuration: configuration, time: assembly.time), time: assembly.time,
            readFile: { try Self.text(of: $0) })
        // A socket goes through no proxy.
        setup.sockets =
            configuration.hasProxy(assembly.environment)
            ? nil : SocketClient(authorities: configuration.authorities, time: assembly.time)
        setup.patience = (
            try assembly.settings.optionalDuration(.serverWait) ?? .zero,
            try assembly.settings.optionalDuration(.outageWait) ?? .zero
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
    private static func file(_ assembly: Assembly) -> String? {
        if let named = assembly.settings.text(.providersFile) { return named }
        return [assembly.settings.chosenFile, Settings.userFile(assembly.environment)].lazy
            .compactMap { $0.map { URL(filePath: $0).deletingLastPathComponent().path + "/providers.yaml" } }
            .first { FileManager.default.fileExists(atPath: $0) }
    }

    /// - Throws: `Problem` for an invalid proxy or file of certificates: the first call would fail with a less precise message.
    static func clientConfiguration(_ assembly: Assembly) throws(Problem) -> HTTPClientConfiguration {
        var configuration = HTTPClientConfiguration()
        switch assembly.settings.string(.proxy) {
        case "": configuration.proxy = .environment
        case "none": configuration.proxy = .none
        case let url:
            // The URL is never shown: it may contain a password.
            let fault = WebAddress.fault(
                of: url, schemes: ["http", "https", "socks5h"], mayHaveCredentials: true,
                example: "http://proxy.example.com:3128")
            if let fault { throw Problem(.usage, "http.proxy", "http.proxy \(fault.what)", cure: fault.cure) }
            configuration.proxy = .url(url, except: assembly.settings.strings(.proxyExceptions))
        }
        if let path = assembly.settings.text(.authorities) {
            let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8)
            guard let text, text.contains("-----BEGIN ") else {
                throw Problem(
                    .usage, "http.authorities",
                    text == nil ? "the file of trusted certificates cannot be read" : "the file has no certificates",
                    at: path, cure: "name a file in PEM form with http.authorities")
            }
            configuration.authorities = path
        }
        return configuration
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
