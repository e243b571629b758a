package import CurlHTTP
internal import HTTPTypes
package import Plumbing
package import Providers
package import SocketClient

/// Creates the providers of a catalog, with their keys and addresses from the environment.
package struct ProviderSetup: Sendable {
    package var catalog: ProviderCatalog
    /// Whether a provider is created only if the key and the variables that it needs are set.
    ///
    /// Without them a provider can only report what its declaration says.
    package var requiresKeys = true
    /// How long calls wait for a self-hosted server that does not run yet, and for one that ran before.
    package var patience: (start: Duration, outage: Duration) = (.zero, .seconds(300))
    /// Opens sockets to providers; nil if they can be reached with requests only.
    package var sockets: SocketClient?
    private let presences = Locked<[String: ServerPresence]>([:])
    private let environment: [String: String]
    private let readFile: @Sendable (String) throws -> String
    private let client: HTTPClient
    private let time: TimeSource

    /// - Parameter readFile: reads a text file, for keys that are kept in files. If it throws a ``Problem``, the problem's text
    ///   follows the file's name, as "is not there" does.
    package init(
        catalog: ProviderCatalog, environment: [String: String], client: HTTPClient, time: TimeSource = .system,
        readFile: @escaping @Sendable (String) throws -> String
    ) {
        self.catalog = catalog
        self.environment = environment
        self.client = client
        self.time = time
        self.readFile = readFile
        sockets = SocketClient(time: time)
    }

    /// The recognizer of that name, or nil if there is none. `groq/whisper-large-v3` takes another model of `groq`.
    ///
    /// - Throws: ``Problem`` that names what to set: of kind `provider`, code `provider.key` or `provider.variable`. Of kind
    ///   `usage`, code `provider.url` or `provider.header`, if no call can be made with what the environment filled in.
    package func recognizer(_ name: String) throws(Problem) -> (any SpeechRecognizer)? {
        try ready(name, \.recognition).map { $0.recognizer(at: $1) }
    }

    /// The translator of that name, or nil if there is none.
    ///
    /// - Throws: as ``recognizer(_:)``.
    package func translator(_ name: String) throws(Problem) -> (any Translator)? {
        try ready(name, \.translation).map { $0.translator(at: $1) }
    }

    /// The synthesizer of that name, or nil if there is none.
    ///
    /// - Throws: as ``recognizer(_:)``.
    package func synthesizer(_ name: String) throws(Problem) -> (any SpeechSynthesizer)? {
        guard case (var stage, let endpoint)? = try ready(name, \.synthesis) else { return nil }
        stage.voices = try expanded(stage.voices) ?? [:]
        return stage.synthesizer(at: endpoint)
    }

    /// Whether the provider's key is set, or not needed.
    package func hasKey(_ provider: ProviderDeclaration) -> Bool {
        guard let name = provider.key, !(provider.keyOptional ?? false) else { return true }
        return [name, "\(name)_FILE"].contains { !APIKey(environment[$0] ?? "").isEmpty }
    }

    /// Why the key that is set for the provider cannot be used, such as a key in a file that cannot be read.
    ///
    /// Nil if the key can be used, or if none is set.
    package func keyFault(of name: String) -> Problem? {
        guard let provider = find(name)?.provider, provider.key != nil, hasKey(provider) else { return nil }
        do throws(Problem) {
            _ = try key(name, provider)
            return nil
        } catch {
            return error
        }
    }

    /// The stages of the provider of that name, with or without a model after it; empty if there is no such provider.
    package func stages(of name: String) -> Set<Stage> {
        guard let provider = find(name)?.provider else { return [] }
        return Set(Stage.allCases.filter { provider.stage($0) != nil })
    }

    /// When the model that a name stands for is shut down; nil if that is not known.
    ///
    /// A model that was named is looked up in all declarations with the same key.
    package func sunset(of name: String, _ stage: Stage) -> ModelSunset? {
        guard let (_, provider, model) = find(name), let own = provider.stage(stage) else { return nil }
        let wanted = model ?? own.model
        let others = catalog.providers.sorted { $0.key < $1.key }.map(\.value).filter { $0.key == provider.key }
        let known = [own] + (provider.key == nil ? [] : others.compactMap { $0.stage(stage) })
        let declared = known.lazy.filter { $0.model == wanted }.compactMap(\.sunset).first
        let listed = ([provider] + (provider.key == nil ? [] : others)).lazy.compactMap { $0.otherSunsets?[wanted] }
            .first
        return (declared ?? listed).map { ModelSunset(model: wanted, sunset: $0) }
    }

    /// A warning if the key goes to another machine over plain HTTP; nil if it does not, or stays in a private network.
    package func notice(ofKeyInClear name: String, _ stage: Stage) -> String? {
        guard let (base, provider, _) = find(name), let own = provider.stage(stage),
            let endpoint = try? endpoint(base, provider, own.url), endpoint.key != nil,
            let host = WebAddress.hostInClear(of: endpoint.url), !WebAddress.isOfOwnNetwork(host)
        else { return nil }
        return
            "\(base): its key goes to \(host) over http, where others on the way can read it; write https in its url"
    }

    // MARK: Parts

    /// A stage of a provider, completed by its name and the environment, with its address; nil if there is none.
    private func ready<Declaration: StageDeclaration>(
        _ name: String, _ stage: KeyPath<ProviderDeclaration, Declaration?>
    ) throws(Problem) -> (Declaration, Endpoint)? {
        guard let (name, provider, model) = find(name), var stage = provider[keyPath: stage] else { return nil }
        stage.options = try expanded(stage.options)
        if let model, model != stage.model {
            // The declared price and shutdown date belong to the declared model.
            (stage.model, stage.price, stage.sunset) = (model, nil, nil)
        }
        if provider.free ?? false { stage.price = .free }
        return (stage, try endpoint(name, provider, stage.url))
    }

    /// The provider, and the model if the name has one: everything after the first slash.
    private func find(_ name: String) -> (name: String, provider: ProviderDeclaration, model: String?)? {
        if let provider = catalog.providers[name] { return (name, provider, nil) }
        guard let slash = name.firstIndex(of: "/"), slash < name.index(before: name.endIndex) else { return nil }
        let base = String(name[..<slash])
        return catalog.providers[base].map { (base, $0, String(name[name.index(after: slash)...])) }
    }

    func endpoint(_ name: String, _ provider: ProviderDeclaration, _ url: String?) throws(Problem) -> Endpoint {
        var headers = HTTPFields()
        for (field, value) in provider.headers ?? [:] {
            guard let known = HTTPField.Name(field) else { continue }
            // White space around the value, as in files, does not belong to a field's value.
            let value = try expanded(value, of: name).trimmingBlanks
            guard HTTPField.isValidValue(value) else {
                throw Problem(
                    .usage, "provider.header",
                    "the header \(field) of \(name) has a line end or another control character in its value",
                    cure: "set the environment variable in it to one line")
            }
            headers[known] = value
        }
        let whole = try expanded(url ?? provider.url, of: name)
        // If no call is made, the variables of the URL may be missing.
        if requiresKeys, let fault = WebAddress.fault(of: whole) {
            let stage = Stage.allCases.first { url != nil && provider.stage($0)?.url == url }
            let place = stage.map { "the url of \(name).\($0.shortName)" } ?? "the url of \(name)"
            throw Problem(.usage, "provider.url", "\(place) \(fault.what)", cure: fault.cure)
        }
        var endpoint = Endpoint(
            name: name, url: whole, key: try key(name, provider), headers: headers, client: client, time: time)
        endpoint.keyVariable = provider.key
        endpoint.sockets = sockets
        if let traces = provider.traces { endpoint.joinsTraces = traces }
        if endpoint.server != nil { endpoint.server = server(name, provider, url ?? provider.url, at: whole) }
        return endpoint
    }

    /// What is known of a self-hosted server.
    ///
    /// - Parameters:
    ///   - template: its URL as declared.
    ///   - url: the same URL with its variables filled in.
    private func server(_ name: String, _ provider: ProviderDeclaration, _ template: String, at url: String)
        -> OwnServer
    {
        let address = WebAddress.address(of: url) ?? url
        let others = catalog.providers.filter { other, declaration in
            // Entries without a command belong to servers that several providers share, such as a gateway.
            guard other != name, let start = declaration.start, start != provider.start,
                let url = try? expanded(declaration.url, of: other)
            else { return false }
            return WebAddress.address(of: url) == address
        }
        let presence = presences.withLock { presences in
            let known = presences[address] ?? ServerPresence()
            presences[address] = known
            return known
        }
        return OwnServer(
            start: provider.start, others: others.keys.sorted(),
            variable: template.firstMatch(of: /\$\{(\w+)/).map { String($0.1) },
            patience: patience.start, outage: patience.outage, presence: presence)
    }

    private func key(_ name: String, _ provider: ProviderDeclaration) throws(Problem) -> APIKey? {
        guard let variable = provider.key else { return nil }
        if let value = environment[variable], !APIKey(value).isEmpty {
            guard APIKey(value).isSendable else {
                throw Problem(
                    .provider, "provider.key", "\(variable) holds characters that no key has",
                    cure: "set it to the key, and nothing else")
            }
            return APIKey(value)
        }
        if let path = environment["\(variable)_FILE"], !path.isEmpty {
            let text: String
            do {
                text = try readFile(path)
            } catch {
                let why = (error as? Problem)?.what ?? "cannot be read as text"
                throw Problem(
                    .provider, "provider.key",
                    "the file that \(variable)_FILE names \(why), so \(name) has no key", at: path,
                    cure: "set \(variable)_FILE to a file that holds the key, and nothing else")
            }
            guard !APIKey(text).isEmpty, APIKey(text).isSendable else {
                throw Problem(
                    .provider, "provider.key", "the file that \(variable)_FILE names holds no key for \(name)",
                    at: path, cure: "put the key in it, and nothing else")
            }
            return APIKey(text)
        }
        guard provider.keyOptional ?? false || !requiresKeys else {
            throw Problem(
                .provider, "provider.key", "\(name) needs a key",
                cure: "set \(variable) to it, or \(variable)_FILE to a file that holds it")
        }
        return nil
    }

    /// Values with their variables filled in; values that are empty then are left out.
    func expanded(_ values: [String: String]?) throws(Problem) -> [String: String]? {
        guard let values else { return nil }
        var result: [String: String] = [:]
        for (name, value) in values {
            let value = try expanded(value, of: name)
            if !value.isEmpty { result[name] = value }
        }
        return result
    }

    /// Fills in `${NAME}` and `${NAME:-default}`, as a shell does.
    private func expanded(_ text: String, of owner: String) throws(Problem) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            result += rest[..<start.lowerBound]
            let inside = rest[start.upperBound..<end]
            let mark = inside.firstRange(of: ":-")
            let name = String(inside[..<(mark?.lowerBound ?? inside.endIndex)])
            if let value = environment[name], !value.isEmpty {
                result += value
            } else if let mark {
                result += inside[mark.upperBound...]
            } else if requiresKeys {
                throw Problem(
                    .provider, "provider.variable", "\(owner) needs the environment variable \(name)",
                    cure: "set it; 'verbio providers declarations' says what it is for")
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}

extension ProviderSetup: CustomReflectable {
    /// Leaves out the environment, which holds the keys.
    package var customMirror: Mirror { Mirror(self, children: ["catalog": catalog]) }
}
