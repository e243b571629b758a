import FoundationEssentials
import Plumbing

/// A configuration file that a command writes.
struct SettingsFile {
    private let path: String

    init(at path: String) { self.path = path }

    /// Writes the file, and its folder if that is missing.
    ///
    /// - Parameter overwriting: whether a file that is there is replaced; otherwise it is a failure.
    /// - Throws: `Problem` of kind `usage`, code `config.unwritable`.
    func write(_ text: String, overwriting: Bool, cure: String) throws(Problem) {
        do {
            let folder = URL(filePath: path).deletingLastPathComponent().path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: path), options: overwriting ? .atomic : .withoutOverwriting)
        } catch {
            throw Problem(
                .usage, "config.unwritable", "the file cannot be written (\(error))", at: path, cure: cure)
        }
    }
}
