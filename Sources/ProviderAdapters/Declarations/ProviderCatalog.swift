internal import Audio
internal import Language
package import Plumbing
internal import Providers
internal import Yams

/// The providers that are configured: their names, their addresses and what they do.
package struct ProviderCatalog: Sendable {
    package private(set) var providers: [String: ProviderDeclaration]

    /// The providers that come with Verbio, from `config/providers.yaml`.
    ///
    /// - Throws: ``Problem`` if that file is broken.
    package static func builtIn() throws(Problem) -> ProviderCatalog {
        try ProviderCatalog(yaml: ProviderAssets.providers, at: "config/providers.yaml")
    }

    /// `config/providers.yaml`, whose head says what each setting means; without the last line feed.
    package static var builtInText: String {
        var text = ProviderAssets.providers
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }

    /// Reads a file of declarations.
    ///
    /// - Parameter path: the file's name, for errors.
    /// - Throws: ``Problem`` of kind `usage`, code `providers.unreadable`, `providers.unknown-key`, `providers.unknown-option`
    ///   or `providers.value`, that names the entry.
    package init(yaml: String, at path: String) throws(Problem) {
        let root: Node?
        do {
            root = try Yams.compose(yaml: yaml)
        } catch {
            throw Self.unreadable(error, at: path)
        }
        providers = [:]
        // A file with comments only is an empty list.
        if let root, root.mapping == nil, root.null == nil {
            throw Problem(
                .usage, "providers.unreadable", "the list of providers is no list of names with settings", at: path,
                cure: Self.usualCure)
        }
        for (name, body) in root?.mapping ?? [:] {
            let name = name.string ?? "?"
            try Self.refuseUnknownKeys(of: name, body, at: path)
            do {
                let provider = try YAMLDecoder().decode(ProviderDeclaration.self, from: Self.unquoted(body))
                try Self.refuseFaults(of: name, provider, at: path)
                providers[name] = provider
            } catch let problem as Problem {
                throw problem
            } catch let error as DecodingError {
                throw Problem(
                    .usage, "providers.value", "\(name): \(Self.sentence(error, in: body))", at: path,
                    cure: Self.usualCure)
            } catch {
                throw Problem(.usage, "providers.value", "\(name) cannot be read", at: path)
            }
        }
    }

    /// The entry with quoted switches replaced by unquoted ones: some other programs require quotes around `on`.
    private static func unquoted(_ body: Node) -> Node {
        guard case .mapping(var members) = body else { return body }
        for (key, value) in members {
            switch value {
            case .mapping: members[key] = unquoted(value)
            case .scalar(var scalar) where switches.contains(key.string ?? ""):
                scalar.tag = .implicit
                scalar.style = .plain
                members[key] = .scalar(scalar)
            default: break
            }
        }
        return .mapping(members)
    }

    /// The settings that are on or off.
    private static let switches: Set = ["normalize", "streams", "free", "key-optional", "traces"]

    static let usualCure =
        "'verbio providers declarations' prints entries to compare it with, and what each setting means"

    /// Adds the providers of another catalog; they replace providers of the same name.
    package func adding(_ other: ProviderCatalog) -> ProviderCatalog {
        var sum = self
        sum.providers.merge(other.providers) { _, new in new }
        return sum
    }

    private static func refuseUnknownKeys(of name: String, _ body: Node, at path: String) throws(Problem) {
        func check(_ node: Node, _ known: [String], _ place: String) throws(Problem) {
            guard let members = node.mapping else {
                throw Problem(.usage, "providers.value", "\(place) has no settings", at: path, cure: usualCure)
            }
            for key in members.keys {
                guard let key = key.string, !known.contains(key) else { continue }
                throw Problem(
                    .usage, "providers.unknown-key", "\(place) has no setting '\(key)'", at: path,
                    cure: "it takes \(known.sorted().joined(separator: ", "))")
            }
        }
        let ofSunset = Sunset.CodingKeys.allCases.map(\.rawValue)
        try check(body, ProviderDeclaration.CodingKeys.allCases.map(\.rawValue), name)
        for (model, sunset) in body.mapping?["sunsets"]?.mapping ?? [:] {
            try check(sunset, ofSunset, "\(name).sunsets.\(model.string ?? "?")")
        }
        let stages = [
            ("stt", RecognitionDeclaration.CodingKeys.allCases.map(\.rawValue)),
            ("mt", TranslationDeclaration.CodingKeys.allCases.map(\.rawValue)),
            ("tts", SynthesisDeclaration.CodingKeys.allCases.map(\.rawValue)),
        ]
        for (stage, known) in stages {
            guard let node = body.mapping?[stage] else { continue }
            try check(node, known, "\(name).\(stage)")
            if let sunset = node.mapping?["sunset"] { try check(sunset, ofSunset, "\(name).\(stage).sunset") }
            if let price = node.mapping?["price"] {
                try check(price, Price.CodingKeys.allCases.map(\.rawValue), "\(name).\(stage).price")
            }
        }
    }

    /// Refuses values that can be read but have no meaning.
    ///
    /// A price without an amount would count as free, and a date that is not a day would never come.
    private static func refuseFaults(of name: String, _ provider: ProviderDeclaration, at path: String) throws(Problem)
    {
        for key in provider.allKeys where !isVariable(key) {
            // Most likely the value is the key itself, so it is not shown.
            throw Problem(
                .usage, "providers.value",
                "\(name).\(key == provider.key ? "key" : "keys") is no name of an environment variable", at: path,
                cure: "write the name there, as in 'key: OPENAI_API_KEY', and set that variable to the key")
        }
        try refuseRepeats(of: name, provider, at: path)
        for (model, sunset) in (provider.otherSunsets ?? [:]).sorted(by: { $0.key < $1.key }) {
            try refuseNoDay(sunset.date, "\(name).sunsets.\(model).date", at: path)
        }
        try refuseHeaders(of: name, provider, at: path)
        for stage in Stage.allCases {
            let declaration = provider.stage(stage)
            if declaration?.model.trimmingBlanks == "" {
                throw Problem(
                    .usage, "providers.value", "\(name).\(stage.shortName).model is empty", at: path,
                    cure: "write the model's id there, or any word if its server has only one")
            }
            if let declaration { try refuseOptions(of: declaration, "\(name).\(stage.shortName)", at: path) }
            let hears = stage == .translation && provider.translation?.wire.hearsSpeech ?? false
            if let fault = declaration?.price?.fault(of: stage, hearsSpeech: hears) {
                throw Problem(
                    .usage, "providers.value", "\(name).\(stage.shortName).price \(fault)", at: path,
                    cure: "leave the price out if it is not known; a provider that charges nothing has 'free: true'")
            }
            if let day = declaration?.price?.asOf {
                try refuseNoDay(day, "\(name).\(stage.shortName).price.as-of", at: path)
            }
            if let day = declaration?.sunset?.date {
                try refuseNoDay(day, "\(name).\(stage.shortName).sunset.date", at: path)
            }
            for (setting, limit) in (declaration?.limits ?? [:]).sorted(by: { $0.key < $1.key }) where !(limit > 0) {
                throw Problem(
                    .usage, "providers.value", "\(name).\(stage.shortName).\(setting) is not above zero", at: path,
                    cure: "leave it out where there is no limit")
            }
        }
        if let recognition = provider.recognition { try refuseShortLimits(of: name, recognition, at: path) }
        try refuseURLs(of: name, provider, at: path)
    }

    private static func refuseNoDay(_ day: String, _ place: String, at path: String) throws(Problem) {
        guard !Sunset.isDay(day) else { return }
        throw Problem(
            .usage, "providers.value", "\(place) is no day: \(day)", at: path, cure: "write it as 2027-02-26")
    }

    /// Whether an environment variable may have this name.
    ///
    /// Keys of only letters and digits are longer than names of variables without an underscore.
    private static func isVariable(_ name: String) -> Bool {
        name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil && (name.contains("_") || name.count < 20)
    }

    /// Refuses options that the stage's wire does not take, and values it could not read.
    private static func refuseOptions(of stage: any StageDeclaration, _ place: String, at path: String) throws(Problem)
    {
        guard case (let wire, let known?) = stage.speech else { return }
        for (option, value) in (stage.options ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let kind = known[option] else {
                throw Problem(
                    .usage, "providers.unknown-option", "\(place) has no option '\(option)'", at: path,
                    cure: known.isEmpty
                        ? "leave it out: \(wire) takes none"
                        : "\(wire) takes \(known.keys.sorted().joined(separator: ", "))")
            }
            if let expected = kind.expected(insteadOf: value) {
                throw Problem(
                    .usage, "providers.value", "\(place).options.\(option) is '\(value)'", at: path,
                    cure: "\(wire) takes \(expected)")
            }
        }
    }
}

/// The configuration of one provider.
package struct ProviderDeclaration: Sendable, Hashable, Codable {
    /// The base of its URLs; may contain `${VARIABLE}`.
    package var url: String
    /// Further bases that lead to servers with the same answers. A stage with its own URL has only that one.
    package var addresses: [String]?
    /// The environment variable that holds its key; nil for a server that needs none.
    package var key: String?
    /// The environment variables of further keys.
    package var keys: [String]?
    package var keyOptional: Bool?
    /// Whether nothing is charged, as for a self-hosted server.
    package var free: Bool?
    /// The command that starts a self-hosted server.
    package var start: String?
    package var headers: [String: String]?
    /// Whether it learns the trace of a call; nil: only if it is in the user's own network.
    package var traces: Bool?
    package var recognition: RecognitionDeclaration?
    package var translation: TranslationDeclaration?
    package var synthesis: SynthesisDeclaration?
    /// The days on which other models of the provider are shut down, in addition to the declared ones.
    package var otherSunsets: [String: Sunset]?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case url, addresses, key, keys, headers, free, start, traces
        case otherSunsets = "sunsets"
        case keyOptional = "key-optional"
        case recognition = "stt"
        case translation = "mt"
        case synthesis = "tts"
    }

    /// The bases of the stages without a URL of their own.
    package var allURLs: [String] { [url] + (addresses ?? []) }

    /// The variables of its keys.
    package var allKeys: [String] { (key.map { [$0] } ?? []) + (keys ?? []) }

    /// The declaration in a form that may be shown.
    ///
    /// It has no credentials, query values or header values in plain text, because those may be secrets. Values from the
    /// environment are shown by their variable, `${NAME}`.
    package var redacted: ProviderDeclaration {
        var shown = self
        shown.url = Self.redacted(url: url)
        shown.addresses = addresses?.map(Self.redacted(url:))
        shown.headers = headers?.mapValues(Self.redactedValue)
        shown.recognition?.url = recognition?.url.map(Self.redacted(url:))
        shown.translation?.url = translation?.url.map(Self.redacted(url:))
        shown.synthesis?.url = synthesis?.url.map(Self.redacted(url:))
        return shown
    }

    private static func redacted(url: String) -> String {
        let parts = url.withoutCredentials.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return parts.joined() }
        let fields = parts[1].split(separator: "&").map { field in
            let member = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return member.dropLast().map { "\($0)=" }.joined() + redactedValue(String(member.last ?? ""))
        }
        return "\(parts[0])?\(fields.joined(separator: "&"))"
    }

    private static func redactedValue(_ value: String) -> String {
        value.wholeMatch(of: /([A-Za-z]+ )?\$\{\w+\}/) == nil ? "•••" : value
    }
}
