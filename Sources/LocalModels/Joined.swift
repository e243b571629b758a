internal import Foundation

/// Files joined end to end.
enum Joined {
    private static let piece = 4 << 20

    /// - Throws: what Foundation throws if a file cannot be read or the target cannot be written.
    static func write(_ parts: [String], to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let target = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        defer { try? target.close() }
        for part in parts {
            guard let source = FileHandle(forReadingAtPath: part) else { throw CocoaError(.fileReadNoSuchFile) }
            defer { try? source.close() }
            while let bytes = try source.read(upToCount: piece), !bytes.isEmpty { try target.write(contentsOf: bytes) }
        }
        try target.synchronize()
    }
}
