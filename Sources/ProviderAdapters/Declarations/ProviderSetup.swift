package import CurlHTTP
internal import HTTPTypes
package import Plumbing
package import Providers
package import Resilience
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
    private let spreads = Locked<[SpreadKey: AddressSpread]>([:])
    private let jobs = Locked<[SpreadKey: OpenJobs]>([:])
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
        guard let found = try ready(name, \.recognition) else { return nil }
        let members = found.endpoints.map(found.stage.recognizer(at:))
        if let spread = found.spread { return SpreadRecognizer(members, spread) }
        return members[0]
    }

    /// The translator of that name, or nil if there is none.
    ///
    /// - Throws: as ``recognizer(_:)``.
    package func translator(_ name: String) throws(Problem) -> (any Translator)? {
        guard let found = try ready(name, \.translation) else { return nil }
        let members = found.endpoints.map(found.stage.translator(at:))
        if let spread = found.spread { return SpreadTranslator(members, spread) }
        return members[0]
    }

    /// The synthesizer of that name, or nil if there is none.
    ///
    /// - Throws: as ``recognizer(_:)``.
    package func synthesizer(_ name: String) throws(Problem) -> (any SpeechSynthesizer)? {
        guard var found = try ready(name, \.synthesis) else { return nil }
        found.stage.voices = try expanded(found.stage.voices) ?? [:]
        let members = found.endpoints.map(found.stage.synthesizer(at:))
        if let spread = found.spread { return SpreadSynthesizer(members, spread) }
        return members[0]
    }

    /// Whether each address of a provider's stage is called; empty if it has one address, or has not been used.
    ///
    /// - Parameter name: as in a descriptor, without a model.
    package func addresses(of name: String, _ stage: Stage) -> [AddressCondition] {
        spreads.withLock { $0[SpreadKey(provider: name, stage: stage)] }?.conditions ?? []
    }

    /// Whether the provider's key is set, or not needed.
    package func hasKey(_ provider: ProviderDeclaration) -> Bool {
        guard !(provider.keyOptional ?? false) else { return true }
        return provider.allKeys.allSatisfy { name in
            [name, "\(name)_FILE"].contains { !APIKey(environment[$0] ?? "").isEmpty }
        }
    }

    /// Why the key that is set for the provider cannot be used, such as a key in a file that cannot be read.
    ///
    /// Nil if the key can be used, or if none is set.
    package func keyFault(of name: String) -> Problem? {
        guard let provider = find(name)?.provider, provider.key != nil, hasKey(provider) else { return nil }
        do throws(Problem) {
            for variable in provider.allKeys { _ = try key(name, provider, variable) }
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
        guard let (base, provider, _) = find(name), let own = provider.stage(stage) else { return nil }
        let hosts = ((try? endpoints(base, provider, own.url)) ?? []).filter { $0.key != nil }
            .compactMap { WebAddress.hostInClear(of: $0.url) }
        guard let host = hosts.first(where: { !WebAddress.isOfOwnNetwork($0) }) else { return nil }
        return
            "\(base): its key goes to \(host) over http, where others on the way can read it; write https in its url"
    }

    // MARK: Parts

    /// A stage of a provider, completed by its name and the environment.
    private struct Ready<Declaration: StageDeclaration> {
        var stage: Declaration
        /// One for each address and key; at least one.
        var endpoints: [Endpoint]
        /// Nil if there is one endpoint.
        var spread: AddressSpread?
    }

    /// - Returns: nil if there is no such stage.
    private func ready<Declaration: StageDeclaration>(
        _ name: String, _ stage: KeyPath<ProviderDeclaration, Declaration?>
    ) throws(Problem) -> Ready<Declaration>? {
        guard let (name, provider, model) = find(name), var stage = provider[keyPath: stage] else { return nil }
        stage.options = try expanded(stage.options)
        if let model, model != stage.model {
            // The declared price and shutdown date belong to the declared model.
            (stage.model, stage.price, stage.sunset) = (model, nil, nil)
        }
        if provider.free ?? false { stage.price = .free }
        let key = SpreadKey(provider: name, stage: Declaration.kind)
        let jobs = openJobs(key)
        let endpoints = try endpoints(name, provider, stage.url).map { endpoint in
            var endpoint = endpoint
            endpoint.jobs = jobs
            return endpoint
        }
        return Ready(stage: stage, endpoints: endpoints, spread: spread(endpoints, key))
    }

    /// The unfinished jobs of a provider's stage, which all its callers share.
    private func openJobs(_ key: SpreadKey) -> OpenJobs {
        jobs.withLock { jobs in
            let known = jobs[key] ?? OpenJobs()
            jobs[key] = known
            return known
        }
    }

    /// What is known of the addresses, which all callers of a provider's stage share; nil if there is only one.
    private func spread(_ endpoints: [Endpoint], _ key: SpreadKey) -> AddressSpread? {
        guard endpoints.count > 1 else { return nil }
        let hasKeys = Set(endpoints.map(\.keyVariable)).count > 1
        let names = endpoints.map { endpoint in
            let address = WebAddress.address(of: endpoint.url) ?? endpoint.url
            return hasKeys ? "\(address) \(endpoint.keyVariable ?? "")" : address
        }
        return spreads.withLock { spreads in
            if let known = spreads[key], known.names == names { return known }
            let spread = AddressSpread(names, time: time)
            spreads[key] = spread
            return spread
        }
    }

    /// The endpoints of a stage: each address with each key.
    ///
    /// - Parameter url: the stage's own URL.
    private func endpoints(
        _ name: String, _ provider: ProviderDeclaration, _ url: String?
    ) throws(Problem) -> [Endpoint] {
        var endpoints: [Endpoint] = []
        for base in url.map({ [$0] }) ?? provider.allURLs {
            for variable in provider.allKeys.isEmpty ? [nil] : provider.allKeys.map(Optional.some) {
                endpoints.append(try endpoint(name, provider, base, key: variable))
            }
        }
        return endpoints
    }

    /// The provider, and the model if the name has one: everything after the first slash.
    private func find(_ name: String) -> (name: String, provider: ProviderDeclaration, model: String?)? {
        if let provider = catalog.providers[name] { return (name, provider, nil) }
        guard let slash = name.firstIndex(of: "/"), slash < name.index(before: name.endIndex) else { return nil }
        let base = String(name[..<slash])
        return catalog.providers[base].map { (base, $0, String(name[name.index(after: slash)...])) }
    }

    /// The first endpoint of a stage, for questions that all have the same answer to.
    func endpoint(_ name: String, _ provider: ProviderDeclaration, _ url: String?) throws(Problem) -> Endpoint {
        try endpoint(name, provider, url ?? provider.url, key: provider.key)
    }

    private func endpoint(
        _ name: String, _ provider: ProviderDeclaration, _ url: String, key variable: String?
    ) throws(Problem) -> Endpoint {
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
        let whole = try expanded(url, of: name)
        // If no call is made, the variables of the URL may be missing.
        if requiresKeys, let fault = WebAddress.fault(of: whole) {
            let stage = Stage.allCases.first { provider.stage($0)?.url == url }
            let place = stage.map { "the url of \(name).\($0.shortName)" } ?? "the url of \(name)"
            throw Problem(.usage, "provider.url", "\(place) \(fault.what)", cure: fault.cure)
        }
        var endpoint = Endpoint(
            name: name, url: whole, key: try key(name, provider, variable), headers: headers, client: client, time: time
        )
        endpoint.keyVariable = variable
        endpoint.sockets = sockets
        if let traces = provider.traces { endpoint.joinsTraces = traces }
        if endpoint.server != nil { endpoint.server = server(name, provider, url, at: whole) }
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

    private func key(
        _ name: String, _ provider: ProviderDeclaration, _ variable: String?
    ) throws(Problem) -> APIKey? {
        guard let variable else { return nil }
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

/// Names one stage of a provider.
private struct SpreadKey: Hashable {
    var provider: String
    var stage: Stage
}

extension ProviderSetup: CustomReflectable {
    /// Leaves out the environment, which holds the keys.
    package var customMirror: Mirror { Mirror(self, children: ["catalog": catalog]) }
}
