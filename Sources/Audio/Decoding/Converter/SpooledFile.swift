internal import Glibc
internal import Plumbing

/// A stream written to a file without a name, for containers that can only be read by seeking. The file vanishes with it.
final class SpooledFile {
    let descriptor: Int32

    /// - Throws: ``Problem`` `audio.too-large` where the stream exceeds the limit, or where there is no room.
    init(_ source: ReplaySource, limit: Int) throws(Problem) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let path = "\(folder)/verbio-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else {
            throw Problem(.internal, "audio.no-room", "no temporary file can be made: \(systemMessage(errno))")
        }
        unlink(path)
        var total = 0
        while case let bytes = source.read(upTo: 64 << 10), !bytes.isEmpty {
            total += bytes.count
            guard total <= limit else {
                throw Problem(
                    .input, "audio.too-large", "its index is at its end, and it is larger than \(limit >> 20) MiB",
                    cure: "give it as a file, or move the index to the front (ffmpeg -movflags faststart)")
            }
            guard write(descriptor, bytes, bytes.count) == bytes.count else {
                throw Problem(
                    .internal, "audio.no-room", "the temporary file cannot be written: \(systemMessage(errno))")
            }
        }
    }

    deinit { close(descriptor) }
}
