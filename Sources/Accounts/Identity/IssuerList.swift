package import Plumbing
internal import Yams

/// The issuers whose tokens sign people in, as the operator declares them in a file.
///
///     google:
///       issuer: https://accounts.google.com
///       audiences: [1234.apps.googleusercontent.com]
///     apple:
///       audiences: [com.example.app]
package struct IssuerList: Sendable, Hashable {
    enum Field: String, CaseIterable {
        case issuer, audiences, algorithms, nonce, keys, client, secret, title, authorization, token, revocation
        case parties = "authorized-parties"
        case formPost = "form-post"
    }

    /// The most issuers, and the most names in one of their lists.
    package static let maximumIssuers = 32
    private static let maximumNames = 64

    /// In the order of the file.
    package let issuers: [IdentityIssuer]

    package static let none = IssuerList(issuers: [])

    package init(issuers: [IdentityIssuer]) { self.issuers = issuers }

    /// - Parameters:
    ///   - yaml: the text of the file.
    ///   - path: its name, for errors.
    ///   - environment: has the secrets of clients, and Apple's key.
    /// - Throws: ``Problem`` of kind `usage`, code `accounts.issuer`, with the line.
    package init(yaml: String, at path: String, environment: [String: String] = [:]) throws(Problem) {
        let file = DeclarationFile(
            path: path, code: "accounts.issuer", subject: "issuers",
            usualCure: "see the guide Accounts for an example")
        let entries = try file.entries(yaml)
        guard (1...Self.maximumIssuers).contains(entries.count) else {
            throw file.problem("there is not one issuer in the file, or there are too many", at: path, nil)
        }
        var issuers: [IdentityIssuer] = []
        for (key, value) in entries { issuers.append(try Self.issuer(key, value, file, environment)) }
        self.issuers = issuers
    }

    private static func issuer(
        _ key: Node, _ value: Node, _ file: DeclarationFile, _ environment: [String: String]
    ) throws(Problem) -> IdentityIssuer {
        let name = key.string ?? ""
        var fields: [Field: Node] = [:]
        for (key, value) in value.mapping ?? [:] {
            guard let field = Field(rawValue: key.string ?? "") else {
                throw file.wrong(
                    "the issuer \(file.shown(name)) has no field '\(file.shown(key.string ?? ""))'", key,
                    "use \(Field.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            fields[field] = value
        }
        func names(_ field: Field) throws(Problem) -> Set<String> {
            guard let node = fields[field] else { return [] }
            let names = node.sequence?.map { $0.string ?? "" } ?? node.string.map { [$0] } ?? []
            guard !names.isEmpty, names.count <= maximumNames else {
                throw file.wrong("\(field.rawValue) of \(file.shown(name)) is not a list", node, "write [NAME, NAME]")
            }
            return Set(names)
        }
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
            if let node = fields[.algorithms] {
                let found = try names(.algorithms)
                let known = found.compactMap(SignatureAlgorithm.init(rawValue:))
                guard known.count == found.count else {
                    let all = SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
                    throw file.wrong("an algorithm of \(name) is not known", node, "use \(all)")
                }
                issuer.algorithms = Set(known)
            }
            if let node = fields[.nonce] {
                guard let rule = IdentityIssuer.NonceRule(rawValue: node.string ?? "") else {
                    throw file.wrong("nonce of \(name) is not known", node, "use plain, sha256 or none")
                }
                issuer.nonce = rule
            }
            if let url = fields[.keys]?.string { issuer.keys = .url(url) }
            try issuer.check()
            return issuer
        } catch {
            guard error.place?.hasPrefix("accounts.issuers") == true else { throw error }
            throw file.wrong("\(file.shown(name)): \(error.what)", key, error.cure)
        }
    }
}
