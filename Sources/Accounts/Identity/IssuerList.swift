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

    /// The most issuers in a file.
    package static let maximumIssuers = 32

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
        for (key, value) in entries { issuers.append(try IssuerEntry(key, value, in: file).issuer(environment)) }
        self.issuers = issuers
    }
}
