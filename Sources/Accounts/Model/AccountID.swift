/// The name of an account: 26 random letters and digits. It reveals nothing about the person and is not secret.
package struct AccountID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 130 bits, in the alphabet of RFC 4648, section 6, in small letters.
    package static let length = 26
    static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    package let text: String

    /// - Returns: nil if the text has another length or another alphabet.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = text
    }

    private init(valid text: String) { self.text = text }

    static func random(_ random: RandomSource) -> AccountID { AccountID(valid: randomName(random)) }

    /// A name that cannot be guessed and is a safe part of addresses and names of folders.
    static func randomName(_ random: RandomSource) -> String {
        String(decoding: random.bytes(length).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
    }

    /// The scope that has all conversations, phrases and audio of the account.
    package var scopeName: String { Self.scopePrefix + text }
    private static let scopePrefix = "account-"

    /// The account of a scope; nil if the scope belongs to no account.
    package init?(scope name: String) {
        guard name.hasPrefix(Self.scopePrefix) else { return nil }
        self.init(String(name.dropFirst(Self.scopePrefix.count)))
    }

    package var description: String { text }

    package static func < (a: Self, b: Self) -> Bool { a.text < b.text }
}

extension AccountID: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = AccountID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the name of an account")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
