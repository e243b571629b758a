internal import Glibc
internal import Plumbing

/// Bytes that can be read only once, kept in a file without a name, so that they can be read again.
final class KeptBytes: Sendable {
    private let file: UnnamedFile

    /// Reads a source to its end.
    ///
    /// - Throws: ``Problem`` of kind `store`, `store.full` or `audio.no-room`, if there is no room for them; what the source
    ///   throws.
    init(_ source: any ByteSource) throws {
        do throws(Problem) {
            file = try UnnamedFile()
        } catch {
            throw Self.noRoom(error)
        }
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        var total = 0
        while case let count = try piece.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
            do throws(Problem) {
                try file.write(Array(piece[..<count]), at: total)
            } catch {
                throw Self.noRoom(error)
            }
            total += count
        }
    }

    /// The bytes from their beginning. Each reader has its own place in them.
    func opened() throws(Problem) -> any ByteSource {
        // A descriptor that is copied would share its place with the other readers.
        try DescriptorSource(path: "/proc/self/fd/\(file.descriptor)")
    }

    private static func noRoom(_ problem: Problem) -> Problem {
        let isFull = problem.code == "output.disk-full"
        return Problem(
            .store, isFull ? "store.full" : "audio.no-room", "the sound cannot be kept until all of it has been heard",
            cure: "make room in the folder for temporary files, or name another one in TMPDIR")
    }
}
