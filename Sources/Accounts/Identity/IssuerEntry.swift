internal import Plumbing
internal import Yams

/// One issuer in the operator's file: its name, and its fields with their places.
struct IssuerEntry {
    private typealias Field = IssuerList.Field

    /// The most names in a list.
    private static let maximumNames = 64

    private let name: String
    private let key: Node
    private let file: DeclarationFile
    private let fields: [Field: Node]

    /// - Throws: ``Problem`` for a field that no issuer has.
    init(_ key: Node, _ value: Node, in file: DeclarationFile) throws(Problem) {
        name = key.string ?? ""
        self.key = key
        self.file = file
        var fields: [Field: Node] = [:]
        for (key, value) in value.mapping ?? [:] {
            guard let field = Field(rawValue: key.string ?? "") else {
                throw file.wrong(
                    "the issuer \(file.shown(name)) has no field '\(file.shown(key.string ?? ""))'", key,
                    "use \(Field.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            fields[field] = value
        }
        self.fields = fields
    }

    /// - Parameter environment: has the secrets of clients, and Apple's key.
    /// - Throws: ``Problem`` with the line of the issuer or of its field.
    func issuer(_ environment: [String: String]) throws(Problem) -> IdentityIssuer {
        do throws(Problem) {
            let client = IssuerClientReader(name: name, environment: environment) { fields[$0]?.string }
            // The page's client is an audience, whether the file says so or not.
            let audiences = try names(.audiences).union([try client.page?.client].compactMap { $0 })
            var issuer =
                name == "apple" && fields[.issuer] == nil
                ? try IdentityIssuer.apple(audiences: audiences)
                : try IdentityIssuer(name: name, issuer: fields[.issuer]?.string ?? "", audiences: audiences)
            issuer.client = try client.client(beginningWith: issuer.client)
            issuer.authorizedParties = try names(.parties)
            if let algorithms = try algorithms { issuer.algorithms = algorithms }
            if let nonce = try nonce { issuer.nonce = nonce }
            if let url = fields[.keys]?.string { issuer.keys = .url(url) }
            try issuer.check()
            return issuer
        } catch {
            guard error.place?.hasPrefix("accounts.issuers") == true else { throw error }
            throw file.wrong("\(file.shown(name)): \(error.what)", key, error.cure)
        }
    }

    private var algorithms: Set<SignatureAlgorithm>? {
        get throws(Problem) {
            guard let node = fields[.algorithms] else { return nil }
            let found = try names(.algorithms)
            let known = found.compactMap(SignatureAlgorithm.init(rawValue:))
            guard known.count == found.count else {
                let all = SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
                throw file.wrong("an algorithm of \(name) is not known", node, "use \(all)")
            }
            return Set(known)
        }
    }

    private var nonce: IdentityIssuer.NonceRule? {
        get throws(Problem) {
            guard let node = fields[.nonce] else { return nil }
            guard let rule = IdentityIssuer.NonceRule(rawValue: node.string ?? "") else {
                throw file.wrong("nonce of \(name) is not known", node, "use plain, sha256 or none")
            }
            return rule
        }
    }

    /// A list of names, or one name; empty if the field is missing.
    private func names(_ field: Field) throws(Problem) -> Set<String> {
        guard let node = fields[field] else { return [] }
        let names = node.sequence?.map { $0.string ?? "" } ?? node.string.map { [$0] } ?? []
        guard !names.isEmpty, names.count <= Self.maximumNames else {
            throw file.wrong("\(field.rawValue) of \(file.shown(name)) is not a list", node, "write [NAME, NAME]")
        }
        return Set(names)
    }
}
