import FoundationEssentials
import Glibc
import Plumbing

/// The file with the tokens of this user for servers, which only this user can read.
struct LoginFile: Sendable {
    /// The tokens for one server.
    struct Entry: Codable, Sendable, Hashable {
        var account: String
        var session: String
        var refreshToken: String
        var accessToken: String
        /// When the access token ends, in milliseconds since 1970.
        var accessUntil: Int64
    }

    private struct Content: Codable {
        var version = 1
        /// The logins by the address of the server.
        var servers: [String: Entry] = [:]
    }

    private static let maximumBytes = 1 << 20
    /// How long a change waits for another process.
    private static let patience = Duration.seconds(20)
    private static let pause = Duration.milliseconds(50)

    let path: String
    let time: TimeSource

    /// - Throws: ``Problem`` of kind `store`: `login.exposed`, `login.unreadable`.
    func entries() throws(Problem) -> [String: Entry] { try content().servers }

    /// Changes the file while no other process does. All of the change is stored, or nothing.
    ///
    /// - Parameter change: may take its time, such as for a request to the server.
    /// - Throws: ``Problem`` of kind `store`; what the change throws, and then nothing is stored.
    func change<Result>(_ change: (inout [String: Entry]) async throws -> Result) async throws -> Result {
        try makeFolder()
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw unusable("cannot be locked") }
        defer { close(lock) }
        let end = time.now() + Self.patience
        while flock(lock, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, time.now() < end else {
                throw unusable("is being changed by another process")
            }
            try await time.sleep(Self.pause)
        }
        var content = try content()
        let result = try await change(&content.servers)
        try write(content)
        return result
    }

    private func content() throws(Problem) -> Content {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return Content() }
            throw unusable("cannot be read")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size <= Self.maximumBytes else {
            throw unusable("cannot be read")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Problem(
                .store, "login.exposed", "other users of this machine may read the tokens", at: path,
                cure: "run 'chmod 600' on it, sign its devices out, and log in again")
        }
        guard let bytes = try? Data(contentsOf: URL(filePath: path)),
            let content = try? JSONDecoder().decode(Content.self, from: bytes), content.version == 1
        else { throw unusable("is damaged, or of a later version") }
        return content
    }

    private func write(_ content: Content) throws {
        let encoder = JSONEncoder.sorted
        encoder.outputFormatting.insert(.prettyPrinted)
        let bytes = Array(try encoder.encode(content)) + [UInt8(ascii: "\n")]
        // It gets its name when all of it is on the disk, so a kill leaves the former tokens or the new ones.
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw unusable("cannot be written") }
        defer { unlink(draft) }
        let isWritten =
            bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count }
            && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(draft, path) == 0 else { throw unusable("cannot be written") }
    }

    private func makeFolder() throws(Problem) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw unusable("has a folder that cannot be made")
        }
    }

    private func unusable(_ what: String) -> Problem {
        Problem(
            .store, "login.unreadable", "the file of logins \(what)", at: path,
            cure: "let this user read and write it, or remove it and log in again")
    }
}
