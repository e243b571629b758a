internal import Crypto
internal import FoundationEssentials

/// The text of a key as a client sends it: `vk_`, twelve characters that name it, `_`, and 52 that are secret.
///
/// Each character has five random bits, so the secret has 260.
struct KeyToken: Sendable {
    let id: String
    let secret: String

    private static let prefix = "vk_"
    static let idLength = 12
    private static let secretLength = 52
    /// Lower-case letters and digits without those that look alike.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    var text: String { Self.prefix + id + "_" + secret }

    private init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// Nil if the text cannot be a key.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let idStart = Self.prefix.utf8.count
        let secretStart = idStart + Self.idLength + 1
        guard bytes.count == secretStart + Self.secretLength, text.hasPrefix(Self.prefix),
            bytes[secretStart - 1] == UInt8(ascii: "_")
        else { return nil }
        let (id, secret) = (bytes[idStart..<(secretStart - 1)], bytes[secretStart...])
        guard id.allSatisfy(Self.alphabet.contains), secret.allSatisfy(Self.alphabet.contains) else { return nil }
        self.init(id: String(decoding: id, as: UTF8.self), secret: String(decoding: secret, as: UTF8.self))
    }

    /// - Parameter id: nil makes a new one.
    static func random(id: String? = nil) -> KeyToken {
        KeyToken(id: id ?? characters(idLength), secret: characters(secretLength))
    }

    /// The system's generator is fit for secrets. Each character has five bits.
    private static func characters(_ count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<count).map { _ in alphabet[Int(generator.next() & 31)] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A hash with a new salt.
    func hash(pepper: Pepper) -> AccessKey.Hash {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return AccessKey.Hash(salt: salt, code: Array(code(salt, pepper)))
    }

    /// Whether this secret has the hash. It takes the same time whichever byte differs.
    func matches(_ hash: AccessKey.Hash, pepper: Pepper) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            hash.code, authenticating: hash.salt + Array(secret.utf8), using: SymmetricKey(data: pepper.bytes))
    }

    private func code(_ salt: [UInt8], _ pepper: Pepper) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: salt + Array(secret.utf8), using: SymmetricKey(data: pepper.bytes))
    }
}
