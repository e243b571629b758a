internal import Crypto
internal import FoundationEssentials
package import Plumbing

/// Encrypts personal data before it is stored, and makes the values by which it is found again.
///
/// It is AES-GCM with keys that HKDF derives from the server's secrets. A sealed value opens only at the place for which it was
/// sealed, so that rows cannot be exchanged in the database.
package struct Sealing: Sendable {
    private struct Keys: Sendable {
        /// Tells which secret a value was sealed with.
        var mark: [UInt8]
        var sealing: SymmetricKey
        var lookup: SymmetricKey
    }

    private static let markBytes = 4

    /// The current ones first.
    private let keys: [Keys]

    /// Derives from each secret a key that seals and a key that finds addresses (HKDF over SHA-256).
    package init(_ secrets: AccountSecrets) {
        keys = secrets.keys.map { secret in
            func derived(_ purpose: String) -> SymmetricKey {
                HKDF<SHA256>.deriveKey(
                    inputKeyMaterial: secret, info: Data("verbio accounts \(purpose)".utf8), outputByteCount: 32)
            }
            let mark = derived("mark").withUnsafeBytes { Array($0.prefix(Self.markBytes)) }
            return Keys(mark: mark, sealing: derived("sealing"), lookup: derived("lookup"))
        }
    }

    /// - Parameter place: where the value is stored, such as `account` and its identifier.
    package func seal(_ bytes: [UInt8], for place: String) throws -> [UInt8] {
        let current = keys[0]
        let box = try AES.GCM.seal(Data(bytes), using: current.sealing, authenticating: Data(place.utf8))
        // `combined` exists for nonces of 12 bytes, which AES.GCM makes.
        guard let combined = box.combined else { throw Self.damaged(place) }
        return current.mark + combined
    }

    /// - Throws: ``Problem`` of kind `store`, code `accounts.sealed`, if it was changed, is for another place, or was
    ///   sealed with a secret that no longer exists.
    package func open(_ sealed: [UInt8], for place: String) throws(Problem) -> [UInt8] {
        let mark = Array(sealed.prefix(Self.markBytes))
        guard let match = keys.first(where: { $0.mark == mark }),
            let box = try? AES.GCM.SealedBox(combined: Data(sealed.dropFirst(Self.markBytes))),
            let bytes = try? AES.GCM.open(box, using: match.sealing, authenticating: Data(place.utf8))
        else { throw Self.damaged(place) }
        return Array(bytes)
    }

    func seal(json value: some Encodable, for place: String) throws -> [UInt8] {
        try seal(Array(try JSONEncoder().encode(value)), for: place)
    }

    func open<Value: Decodable>(json type: Value.Type, _ sealed: [UInt8], for place: String) throws(Problem) -> Value {
        let bytes = try open(sealed, for: place)
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch { throw Self.damaged(place) }
    }

    /// Whether a value was sealed with the current secret.
    func isCurrent(_ sealed: [UInt8]) -> Bool { sealed.starts(with: keys[0].mark) }

    /// The values by which a text is found, without telling it: one for each secret, the current one first.
    ///
    /// - Parameter purpose: what the text is, such as `identity`, so that equal texts for other purposes differ.
    package func lookups(_ text: String, purpose: String) -> [[UInt8]] {
        keys.map { Array(HMAC<SHA256>.authenticationCode(for: Data("\(purpose)\n\(text)".utf8), using: $0.lookup)) }
    }

    private static func damaged(_ place: String) -> Problem {
        Problem(
            .store, "accounts.sealed", "what is stored of \(place) cannot be opened",
            cure: "restore the file of accounts.secret-file or the accounts from a backup")
    }
}
