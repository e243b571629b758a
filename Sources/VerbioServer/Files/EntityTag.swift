internal import Conversations

/// Names the content of an answer, so that a client that has it already need not get it again (RFC 9110, section 8.8.3).
struct EntityTag: Sendable, Hashable {
    /// The value of `ETag`.
    let text: String

    init(_ hash: ContentHash) { self.init(sha256: hash.hexadecimal()) }

    /// - Parameter sha256: of the content, in hexadecimal.
    init(sha256: String) { text = "\"\(sha256.prefix(32))\"" }

    init(of bytes: some Sequence<UInt8>) {
        var hash = ContentHash()
        hash.update(bytes)
        self.init(hash)
    }

    /// Whether a field `If-None-Match` names the content.
    func matches(_ field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { one in
            let one = one.filter { !$0.isWhitespace }
            return one == "*" || one == text || one == "W/" + text
        }
    }
}
