import Conversations
import Glibc
import Plumbing

/// A file's hash, read piece by piece.
enum FileHash {
    static func sha256(of path: String) async throws -> String {
        try await WorkerThread("hash").run {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw OpenFiles.problem(errno)
                    ?? Problem(
                        .input, "audio.unreadable", "the file cannot be read (\(String(cString: strerror(errno))))",
                        at: path, cure: "check that it exists and that you may read it")
            }
            defer { close(descriptor) }
            guard let hash = ContentHash.ofFile(descriptor) else {
                throw Problem(
                    .input, "audio.unreadable", "the file cannot be read (\(String(cString: strerror(errno))))",
                    at: path)
            }
            return hash
        }
    }
}
