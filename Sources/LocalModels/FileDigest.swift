internal import Crypto
internal import Foundation

/// The SHA-256 of a file that is written or read piece by piece.
struct FileDigest {
    private var hash = SHA256()

    mutating func update(_ bytes: [UInt8]) { hash.update(data: bytes) }

    /// In lower-case hexadecimal digits.
    var text: String {
        hash.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// The digest of what a file holds, and its size; nil if it cannot be read.
    static func of(_ path: String) -> (text: String, bytes: Int64)? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        var digest = FileDigest()
        var count: Int64 = 0
        while let piece = try? file.read(upToCount: 1 << 20), !piece.isEmpty {
            digest.update([UInt8](piece))
            count += Int64(piece.count)
        }
        return (digest.text, count)
    }
}
