internal import JWTKit

/// The keys that an issuer publishes (RFC 7517), as far as they fit the algorithms that are allowed for it.
///
/// Each key is bound to its algorithm: a token cannot choose with which one its signature is checked.
struct KeySet: Sendable {
    enum Fault: Error, Hashable {
        case malformed
        /// No key is for signatures with an allowed algorithm.
        case noUsableKey
    }

    struct Name: Hashable, Sendable {
        var key: String
        var algorithm: SignatureAlgorithm
    }

    /// The most keys of a set; known issuers publish 2 to 10.
    static let maximumKeys = 64
    /// The most bytes of a key's name.
    static let maximumNameBytes = 255
    /// The most characters of a number in a key: 8,192 bits. Larger keys would make each check expensive.
    private static let maximumNumberBytes = 1_366
    /// The most characters of a public exponent: 32 bits.
    private static let maximumExponentBytes = 6

    private let keys: [Name: any JWTAlgorithm]

    /// - Parameter bytes: the document as the issuer publishes it. Keys of other kinds are passed over.
    init(reading bytes: [UInt8], for algorithms: Set<SignatureAlgorithm>) async throws(Fault) {
        guard let document = try? StrictJSON.decode(Document.self, from: bytes), document.keys.count <= Self.maximumKeys
        else { throw .malformed }
        var keys: [Name: any JWTAlgorithm] = [:]
        for entry in document.keys {
            guard let name = entry.kid, !name.isEmpty, name.utf8.count <= Self.maximumNameBytes else { continue }
            for algorithm in algorithms where entry.fits(algorithm) {
                keys[Name(key: name, algorithm: algorithm)] = await Self.key(entry, algorithm)
            }
        }
        guard !keys.isEmpty else { throw .noUsableKey }
        self.keys = keys
    }

    var names: Set<Name> { Set(keys.keys) }

    func contains(_ name: Name) -> Bool { keys[name] != nil }

    /// Whether the signature was made with the key. False, too, if there is no such key.
    func verifies(_ token: CompactToken, with name: Name) -> Bool {
        (try? keys[name]?.verify(token.signature, signs: token.signedPart)) ?? false
    }

    private static func key(_ entry: Entry, _ algorithm: SignatureAlgorithm) async -> (any JWTAlgorithm)? {
        guard var jwk = entry.jwk, entry.isModest else { return nil }
        // Only public parts: what is checked must not depend on whether an issuer published more by mistake.
        (jwk.privateExponent, jwk.prime1, jwk.prime2) = (nil, nil, nil)
        jwk.algorithm = JWK.Algorithm(rawValue: algorithm.rawValue)
        // A collection of one key: with more of them, jwt-kit takes the first one for a name that it does not know.
        return try? await JWTKeyCollection().add(jwk: jwk).getKey(for: jwk.keyIdentifier, alg: algorithm.rawValue)
    }

    private struct Document: Decodable {
        var keys: [Entry]
    }

    private struct Entry: Decodable {
        var kid: String?
        var jwk: JWK?
        private var kty: String?
        private var alg: String?
        private var crv: String?
        private var use: String?
        private var keyOperations: [String]?

        private enum CodingKeys: String, CodingKey {
            case kid, kty, alg, crv, use
            case keyOperations = "key_ops"
        }

        /// A key that cannot be read is not an error: issuers publish kinds that are newer than this program.
        init(from decoder: any Decoder) throws {
            jwk = try? JWK(from: decoder)
            guard let fields = try? decoder.container(keyedBy: CodingKeys.self) else { return }
            kid = try? fields.decodeIfPresent(String.self, forKey: .kid)
            kty = try? fields.decodeIfPresent(String.self, forKey: .kty)
            alg = try? fields.decodeIfPresent(String.self, forKey: .alg)
            crv = try? fields.decodeIfPresent(String.self, forKey: .crv)
            use = try? fields.decodeIfPresent(String.self, forKey: .use)
            keyOperations = try? fields.decodeIfPresent([String].self, forKey: .keyOperations)
        }

        func fits(_ algorithm: SignatureAlgorithm) -> Bool {
            kty == algorithm.keyType && (alg == nil || alg == algorithm.rawValue)
                && (algorithm.curve == nil || crv == algorithm.curve) && (use == nil || use == "sig")
                && keyOperations.map { $0.contains("verify") } ?? true
        }

        /// Whether checking a signature with it takes a reasonable time.
        var isModest: Bool {
            guard let jwk else { return false }
            let numbers = [jwk.modulus, jwk.x, jwk.y].compactMap { $0 }
            return numbers.allSatisfy { $0.utf8.count <= KeySet.maximumNumberBytes }
                && (jwk.exponent?.utf8.count ?? 0) <= KeySet.maximumExponentBytes
        }
    }
}
