internal import Conversations
package import Plumbing

/// A secret of the server that enters the hash of every key.
///
/// It is in its own file. With a copy of the keys' file alone, no guess of a key can be checked.
package struct Pepper: Sendable {
    let bytes: [UInt8]

    /// The number of bytes in the file.
    package static let length = 32

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Tells this secret from others without revealing it, which has 256 bits by chance.
    package var mark: String {
        var hash = ContentHash()
        hash.update(Array("verbio.pepper".utf8) + bytes)
        return hash.hexadecimal()
    }

    /// Reads the file. If it does not exist, it is made, readable by its owner only.
    ///
    /// - Throws: ``Problem`` of kind `store`: `pepper.unreadable`, `pepper.exposed` or `pepper.damaged`.
    package init(at path: String) throws(Problem) {
        do {
            bytes = try SecretFile(at: path, longest: Self.length).bytes {
                var generator = SystemRandomNumberGenerator()
                return (0..<Self.length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            }
        } catch {
            throw Self.problem(error, path)
        }
        guard bytes.count == Self.length else { throw Self.problem(.tooLong, path) }
    }

    private static func problem(_ failure: SecretFile.Failure, _ path: String) -> Problem {
        switch failure {
        case .exposed:
            Problem(
                .store, "pepper.exposed", "other users of this machine may read the secret of the keys", at: path,
                cure: "run chmod 600 on it")
        case .tooLong:
            Problem(
                .store, "pepper.damaged", "the secret of the keys does not have \(length) bytes", at: path,
                cure: "restore the file; without it no key is valid")
        case .unusable(let reason):
            Problem(
                .store, "pepper.unreadable", "the secret of the keys cannot be used (\(reason))", at: path,
                cure: "let this user read it, or name another file with serve.pepper-file")
        }
    }
}
