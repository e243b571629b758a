import Configuration
import CurlHTTP
import FoundationEssentials
package import Plumbing
import ProviderAdapters

/// The settings of one run, and what they meet on this machine: its clock, its environment and the user's folder of data. What a
/// request overrides is changed here; the engines and stores of an assembly are made from it.
package struct RunSettings: Sendable {
    package var settings: Settings
    package var time = TimeSource.system
    package var environment = ProcessInfo.processInfo.environment
    /// Whether providers are made only with their keys. Without keys, only their prices can be read.
    package var requiresKeys = true

    package init(_ settings: Settings) { self.settings = settings }

    /// Verbio's folder for the user's data, following the XDG base directory specification: models, and conversations by default.
    var dataPath: String {
        let home = environment["HOME"] ?? "/"
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return base + "/verbio"
    }

    /// The proxy and the authorities with which servers are reached.
    ///
    /// - Throws: `Problem` for an invalid proxy or file of certificates: the first call would fail with a less precise message.
    func clientConfiguration() throws(Problem) -> HTTPClientConfiguration {
        var configuration = HTTPClientConfiguration()
        switch settings.string(.proxy) {
        case "": configuration.proxy = .environment
        case "none": configuration.proxy = .none
        case let url:
            // The URL is never shown: it may contain a password.
            let fault = WebAddress.fault(
                of: url, schemes: ["http", "https", "socks5h"], mayHaveCredentials: true,
                example: "http://proxy.example.com:3128")
            if let fault { throw Problem(.usage, "http.proxy", "http.proxy \(fault.what)", cure: fault.cure) }
            configuration.proxy = .url(url, except: settings.strings(.proxyExceptions))
        }
        if let path = settings.text(.authorities) {
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

    /// The models that the settings name after a translator's name.
    ///
    /// - Parameter models: takes the list of them apart.
    func namedModels(of engine: String, _ models: (String) -> [String]) -> [String] {
        let prefix = engine + "/"
        return settings.strings(.translator).filter { $0.hasPrefix(prefix) }
            .flatMap { models(String($0.dropFirst(prefix.count))) }
    }
}
