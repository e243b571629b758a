internal import Plumbing

/// A stream written to a file without a name, for containers that can only be read by seeking. The file vanishes with this
/// object.
final class SpooledFile {
    private let file: UnnamedFile

    var descriptor: Int32 { file.descriptor }

    /// - Throws: ``Problem`` `audio.too-large` if the stream exceeds the limit, `audio.no-room` of kind `internal` if there is
    ///   no room for it.
    init(_ source: ReplaySource, limit: Int) throws(Problem) {
        do {
            file = try UnnamedFile()
        } catch {
            throw Self.noRoom(error)
        }
        var total = 0
        while case let bytes = source.read(upTo: 64 << 10), !bytes.isEmpty {
            guard total + bytes.count <= limit else {
                throw Problem(
                    .input, "audio.too-large", "its index is at its end, and it is larger than \(limit >> 20) MiB",
                    cure: "give it as a file, or move the index to the front (ffmpeg -movflags faststart)")
            }
            do {
                try file.write(bytes, at: total)
            } catch {
                throw Self.noRoom(error)
            }
            total += bytes.count
        }
    }

    /// The sender of the recording has not chosen that folder, so the problem is not the sender's fault.
    private static func noRoom(_ problem: Problem) -> Problem {
        Problem(
            .internal, "audio.no-room", "no temporary file can be written: \(problem.what)", at: problem.place,
            cure: "name another folder in TMPDIR")
    }
}
