internal import Plumbing

/// A stream written to a file without a name, for containers that can only be read by seeking. The file vanishes with it.
final class SpooledFile {
    private let file: UnnamedFile

    var descriptor: Int32 { file.descriptor }

    /// - Throws: ``Problem`` `audio.too-large` where the stream exceeds the limit; as outputs do where there is no room.
    init(_ source: ReplaySource, limit: Int) throws(Problem) {
        file = try UnnamedFile()
        var total = 0
        while case let bytes = source.read(upTo: 64 << 10), !bytes.isEmpty {
            guard total + bytes.count <= limit else {
                throw Problem(
                    .input, "audio.too-large", "its index is at its end, and it is larger than \(limit >> 20) MiB",
                    cure: "give it as a file, or move the index to the front (ffmpeg -movflags faststart)")
            }
            try file.write(bytes, at: total)
            total += bytes.count
        }
    }
}
