internal import Glibc
internal import Plumbing

/// A film that is kept, while it is read. It can be read to its end even if it is removed meanwhile, unless it is in a database.
package struct KeptFilm: Sendable {
    private let reading: @Sendable (_ offset: Int, _ most: Int) async throws -> [UInt8]

    init(_ reading: @escaping @Sendable (_ offset: Int, _ most: Int) async throws -> [UInt8]) { self.reading = reading }

    /// - Returns: at least one byte, and fewer than asked for only before the end of a part; none behind the end.
    package func bytes(at offset: Int, most: Int) async throws -> [UInt8] { try await reading(offset, most) }
}

/// The open file of a film.
final class OpenFilm: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Blocks.
    ///
    /// - Returns: nil if there is no such file.
    init?(_ path: String) throws(Problem) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw JobUploads.problem(errno, path)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func read(_ count: Int, at offset: Int) throws(Problem) -> [UInt8] {
        try UploadBytes(descriptor: descriptor, path: path).read(count, at: offset)
    }
}
