internal import Conversations
internal import HTTPTypes
internal import Plumbing

/// The key with which a client names a request, so that the request is done once if it is sent again.
struct RequestKey: Sendable {
    /// The header field.
    static let field = "Idempotency-Key"
    /// Characters of the longest key.
    static let longest = 255

    let text: String

    /// - Returns: nil if the request has none.
    /// - Throws: ``Problem`` of kind `usage`, code `idempotency.key`.
    init?(_ fields: HTTPFields) throws(Problem) {
        guard let name = HTTPField.Name(Self.field) else { return nil }
        let values = fields[values: name]
        guard let text = values.first else { return nil }
        guard values.count == 1, (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ 33...126 ~= $0 })
        else {
            throw Problem(
                .usage, "idempotency.key", "a key has 1 to \(Self.longest) visible ASCII characters", at: Self.field,
                cure: "send one such as a UUID")
        }
        self.text = text
    }

    /// The hash of what is asked for.
    ///
    /// - Parameters:
    ///   - route: where it is asked for.
    ///   - parts: everything that makes it another request.
    static func fingerprint(_ route: RouteName, _ parts: [String]) -> String {
        var hash = ContentHash()
        for part in [route.description] + parts { hash.update("\(part.utf8.count):\(part)".utf8) }
        return hash.hexadecimal()
    }
}
