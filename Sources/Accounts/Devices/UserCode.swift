/// The code that a person reads from one device and types on another one, such as `BDWP-HQPK`.
///
/// Its letters are the twenty consonants of RFC 8628, section 6.1: none looks like a digit, and they make no words. Eight of them
/// are 34 bits.
struct UserCode: Sendable, Hashable {
    static let length = 8
    static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)

    /// Without the hyphen.
    let letters: String

    static func random(_ random: RandomSource) -> UserCode {
        // Bytes beyond the last whole multiple would make some letters likelier than others.
        let limit = 256 / alphabet.count * alphabet.count
        var letters: [UInt8] = []
        while letters.count < length {
            for byte in random.bytes(length) where Int(byte) < limit && letters.count < length {
                letters.append(alphabet[Int(byte) % alphabet.count])
            }
        }
        return UserCode(valid: String(decoding: letters, as: UTF8.self))
    }

    /// Reads what a person has typed: small letters, spaces and hyphens do not matter.
    init?(_ text: String) {
        guard text.utf8.count <= 40 else { return nil }
        let letters = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        guard letters.utf8.count == Self.length, letters.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.letters = letters
    }

    private init(valid letters: String) { self.letters = letters }

    /// `BDWP-HQPK`.
    var text: String { "\(letters.prefix(Self.length / 2))-\(letters.suffix(Self.length / 2))" }
}
