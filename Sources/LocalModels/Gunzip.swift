internal import CZlib
internal import Foundation

/// Unpacks a file that is compressed with gzip.
enum Gunzip {
    enum Failure: Error {
        case unreadable, damaged, tooLarge, unwritable

        /// What is wrong with the file, to follow its name.
        var words: String {
            switch self {
            case .unreadable: "cannot be read"
            case .damaged: "is no whole gzip file"
            case .tooLarge: "unpacks to more than the file has"
            case .unwritable: "cannot be unpacked; the disk may be full"
            }
        }
    }

    private static let piece = 1 << 20

    /// The most that a compressed file of weights or words may unpack to, if its size is not known: they shrink to a half or a
    /// third.
    static func most(of packed: Int64) -> Int64 { max(packed, min(packed, 1 << 32) * 8) }

    /// - Parameter most: the largest size of the unpacked file.
    static func unpack(_ source: String, to target: String, most: Int64) throws(Failure) {
        guard let file = gzopen(source, "rb") else { throw .unreadable }
        defer { gzclose(file) }
        guard FileManager.default.createFile(atPath: target, contents: nil),
            let output = FileHandle(forWritingAtPath: target)
        else { throw .unwritable }
        defer { try? output.close() }
        var buffer = [UInt8](repeating: 0, count: piece)
        var total: Int64 = 0
        while true {
            let count = gzread(file, &buffer, UInt32(piece))
            guard count >= 0 else { throw .damaged }
            if count == 0 { break }
            total += Int64(count)
            guard total <= most else { throw .tooLarge }
            do { try output.write(contentsOf: buffer[..<Int(count)]) } catch { throw .unwritable }
        }
        // A file that ends too early is reported only here; one without the mark of gzip would be copied.
        guard gzdirect(file) == 0, gzeof(file) == 1, total > 0 else { throw .damaged }
        var code: Int32 = 0
        _ = gzerror(file, &code)
        guard code == Z_OK || code == Z_STREAM_END else { throw .damaged }
        do { try output.synchronize() } catch { throw .unwritable }
    }
}
