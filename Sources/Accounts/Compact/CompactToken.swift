/// A signed token in its compact form (RFC 7515): three parts in base64url, joined with dots. Only its form is checked here.
struct CompactToken: Sendable {
    enum Fault: Error, Hashable {
        case tooLarge
        case malformed
        case repeatedName
        /// A field of the header that names a key, compresses the payload or changes how the token is to be read.
        case forbiddenField
    }

    /// The most characters of a token. The largest identity tokens of the known issuers have 4 KiB.
    static let maximumBytes = 16 << 10
    /// The most bytes of a header.
    static let maximumHeaderBytes = 2 << 10

    let header: TokenHeader
    let payload: [UInt8]
    let signature: [UInt8]
    /// What the signature is made of: the first two parts and the dot between them.
    let signedPart: ArraySlice<UInt8>

    init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.maximumBytes else { throw .tooLarge }
        let bytes = Array(text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw .malformed }
        guard header.count <= Self.maximumHeaderBytes else { throw .tooLarge }
        self.header = try Self.decoded(TokenHeader.self, from: header)
        guard self.header.forbiddenFields.isEmpty else { throw .forbiddenField }
        self.payload = payload
        self.signature = signature
        signedPart = bytes[..<parts[1].endIndex]
    }

    func claims<Claims: Decodable>(as type: Claims.Type) throws(Fault) -> Claims {
        try Self.decoded(type, from: payload)
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(Fault) -> Value {
        do {
            return try StrictJSON.decode(type, from: bytes)
        } catch .repeatedName {
            throw .repeatedName
        } catch {
            throw .malformed
        }
    }
}

/// What a token says of its signature.
struct TokenHeader: Decodable, Sendable {
    var algorithm: String
    /// The name of the key.
    var key: String?
    var type: String?
    /// See ``CompactToken/Fault/forbiddenField``. Keys come from the issuer's own key set only (RFC 8725, section 3.10).
    var forbiddenFields: Set<String>

    private static let forbidden: Set<String> = ["jku", "jwk", "x5u", "x5c", "crit", "b64", "zip", "cty"]

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Name.self)
        algorithm = try fields.decode(String.self, forKey: Name("alg"))
        key = try fields.decodeIfPresent(String.self, forKey: Name("kid"))
        type = try fields.decodeIfPresent(String.self, forKey: Name("typ"))
        forbiddenFields = Self.forbidden.intersection(fields.allKeys.map(\.stringValue))
    }
}
