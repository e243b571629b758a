internal import Crypto
internal import FoundationEssentials
package import Plumbing

/// The secrets of the server that protect accounts in storage. They are kept in a separate file, so that a copy of the
/// database alone reveals no personal data.
///
/// The file has one secret a line, in base64url. The first one is used for whatever is written; the others only open what was
/// written with them. A line that begins with `#` is a comment.
package struct AccountSecrets: Sendable {
    /// The number of bytes of a secret.
    package static let length = 32
    /// The most secrets in a file.
    package static let maximumSecrets = 16
    private static let maximumBytes = 4_096

    /// The current one first; never empty.
    let keys: [SymmetricKey]

    /// Tell each secret from others without revealing it, which has 256 bits by chance; the current one first.
    package var marks: [String] {
        keys.map { key in
            let hash = SHA256.hash(data: Array("verbio.accounts".utf8) + key.withUnsafeBytes { Array($0) })
            return Base64URL.encode(Array(hash))
        }
    }

    /// - Parameter secrets: of ``length`` bytes each, the current one first.
    package init(_ secrets: [[UInt8]]) throws(Problem) {
        guard !secrets.isEmpty, secrets.count <= Self.maximumSecrets, secrets.allSatisfy({ $0.count == Self.length })
        else { throw Self.damaged("") }
        keys = secrets.map { SymmetricKey(data: $0) }
    }

    /// Reads the file. If it does not exist, it is made with one secret, readable by its owner only.
    ///
    /// - Throws: ``Problem`` of kind `store`: `accounts.secret-unusable`, `-exposed` or `-damaged`.
    package init(at path: String, random: RandomSource = .system) throws(Problem) {
        let bytes: [UInt8]
        do {
            bytes = try SecretFile(at: path, longest: Self.maximumBytes).bytes {
                Array((Base64URL.encode(random.bytes(Self.length)) + "\n").utf8)
            }
        } catch {
            throw Self.problem(error, path)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.damaged(path) }
        try self.init(text, path)
    }

    private init(_ text: String, _ path: String) throws(Problem) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
        let secrets = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { Base64URL.decode(String($0)) ?? [] }
        guard !secrets.isEmpty, secrets.count <= Self.maximumSecrets, secrets.allSatisfy({ $0.count == Self.length })
        else { throw Self.damaged(path) }
        keys = secrets.map { SymmetricKey(data: $0) }
    }

    private static func problem(_ failure: SecretFile.Failure, _ path: String) -> Problem {
        switch failure {
        case .exposed:
            Problem(
                .store, "accounts.secret-exposed", "other users of this machine may read the secrets of the accounts",
                at: path, cure: "run chmod 600 on it")
        case .tooLong: damaged(path)
        case .unusable(let reason):
            Problem(
                .store, "accounts.secret-unusable", "the secrets of the accounts cannot be used (\(reason))", at: path,
                cure: "let this user read and write it, or name another file with accounts.secret-file")
        }
    }

    private static func damaged(_ path: String) -> Problem {
        Problem(
            .store, "accounts.secret-damaged",
            "the secrets of the accounts are not lines of \(length) bytes in base64url",
            at: path, cure: "restore the file; without it no account can be read")
    }
}
