internal import Crypto
internal import FoundationEssentials
internal import Glibc
package import Plumbing

/// The secrets of the server that protect accounts in storage. They are kept in a file of their own, so that a copy of the database
/// alone tells nothing of persons.
///
/// The file has one secret a line, in base64url. The first one is used for whatever is written; the others only open what was
/// written with them. A line that begins with `#` is a comment.
package struct AccountSecrets: Sendable {
    /// The number of bytes of a secret.
    package static let length = 32
    /// The most secrets in a file.
    package static let mostSecrets = 16
    private static let mostBytes = 4_096

    /// The current one first; never empty.
    let keys: [SymmetricKey]

    /// - Parameter secrets: of ``length`` bytes each, the current one first.
    package init(_ secrets: [[UInt8]]) throws(Problem) {
        guard !secrets.isEmpty, secrets.count <= Self.mostSecrets, secrets.allSatisfy({ $0.count == Self.length })
        else { throw Self.damaged("") }
        keys = secrets.map { SymmetricKey(data: $0) }
    }

    /// Reads the file. If it does not exist, it is made with one secret, readable by its owner only.
    ///
    /// - Throws: ``Problem`` of kind `store`: `accounts.secret-unusable`, `-exposed` or `-damaged`.
    package init(at path: String, random: RandomSource = .system) throws(Problem) {
        if let text = try Self.read(path) {
            try self.init(text, path)
            return
        }
        let line = Base64URL.encode(random.bytes(Self.length)) + "\n"
        // Written beside it first: a process that reads meanwhile finds all of it or none. The link fails if another process
        // was faster.
        let draft = "\(path).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.unusable(path) }
        defer { unlink(draft) }
        let bytes = Array(line.utf8)
        let isWritten =
            bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) == $0.count } && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, link(draft, path) == 0 || errno == EEXIST, let made = try Self.read(path) else {
            throw Self.unusable(path)
        }
        try self.init(made, path)
    }

    private init(_ text: String, _ path: String) throws(Problem) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
        let secrets = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { Base64URL.decode(String($0)) ?? [] }
        guard !secrets.isEmpty, secrets.count <= Self.mostSecrets, secrets.allSatisfy({ $0.count == Self.length })
        else { throw Self.damaged(path) }
        keys = secrets.map { SymmetricKey(data: $0) }
    }

    private static func read(_ path: String) throws(Problem) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw unusable(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unusable(path) }
        guard status.st_mode & 0o077 == 0 else {
            throw Problem(
                .store, "accounts.secret-exposed", "other users of this machine may read the secrets of the accounts",
                at: path, cure: "run chmod 600 on it")
        }
        var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw unusable(path) }
        guard count <= mostBytes, let text = String(validating: bytes.prefix(count), as: UTF8.self) else {
            throw damaged(path)
        }
        return text
    }

    private static func damaged(_ path: String) -> Problem {
        Problem(
            .store, "accounts.secret-damaged",
            "the secrets of the accounts are not lines of \(length) bytes in base64url",
            at: path, cure: "restore the file; without it no account can be read")
    }

    private static func unusable(_ path: String) -> Problem {
        Problem(
            .store, "accounts.secret-unusable",
            "the secrets of the accounts cannot be used (\(String(cString: strerror(errno))))", at: path,
            cure: "let this user read and write it, or name another file with accounts.secret-file")
    }
}
