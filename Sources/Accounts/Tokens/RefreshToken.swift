internal import Crypto
internal import FoundationEssentials

/// An opaque text that is exchanged once for the next one. Only its hash is stored.
struct RefreshToken: Sendable {
    /// 256 bits cannot be guessed, so the hash needs neither salt nor pepper.
    static let byteCount = 32
    private static let prefix = "vr_"

    let text: String

    static func random(_ random: RandomSource) -> RefreshToken {
        RefreshToken(valid: prefix + Base64URL.encode(random.bytes(byteCount)))
    }

    init?(_ text: String) {
        guard text.utf8.count < 64, text.hasPrefix(Self.prefix),
            Base64URL.decode(String(text.dropFirst(Self.prefix.count)))?.count == Self.byteCount
        else { return nil }
        self.text = text
    }

    private init(valid text: String) { self.text = text }

    var hash: [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    /// Seals the successor so that only a client that has this token can open it.
    func seal(_ successor: RefreshToken) throws -> [UInt8] {
        Array(try AES.GCM.seal(Data(successor.text.utf8), using: sealingKey).combined ?? Data())
    }

    /// - Returns: nil if it was sealed with another token.
    func open(_ sealed: [UInt8]) -> RefreshToken? {
        guard let box = try? AES.GCM.SealedBox(combined: Data(sealed)),
            let bytes = try? AES.GCM.open(box, using: sealingKey)
        else { return nil }
        return RefreshToken(String(decoding: bytes, as: UTF8.self))
    }

    private var sealingKey: SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(text.utf8)), info: Data("verbio refresh successor".utf8),
            outputByteCount: 32)
    }
}

/// Why a refresh token gives no new tokens.
package enum RefreshRefusal: Error, Sendable, Hashable, CaseIterable {
    /// There is no such token, or it was forgotten with its session.
    case unknown
    /// The session was not used for too long, or has reached its end.
    case expired
    /// The session was ended.
    case ended
    /// The token was used before. Its session has been ended, because one of both users has stolen it.
    case reused
    /// The account is closed or erased.
    case closed
}
