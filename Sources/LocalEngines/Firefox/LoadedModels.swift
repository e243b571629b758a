internal import MarianModel
internal import Plumbing

/// The models in memory. Translators that use the same files share them, and a model leaves with the last of them.
final class LoadedModels: Sendable {
    /// The models of this process.
    static let shared = LoadedModels()

    private struct Entry: Sendable {
        weak var model: MarianModel?
    }

    private let entries = Locked<[String: Entry]>([:])

    /// The model, read now unless another translator has it.
    ///
    /// - Throws: ``FirefoxModel/Fault``.
    func model(_ folder: FirefoxModel) throws(FirefoxModel.Fault) -> MarianModel {
        let key = FileFacts.fingerprint(of: folder.files) + folder.directory
        if let known = entries.withLock({ $0[key]?.model }) { return known }
        // Two callers may read it at the same time; both then keep the one that came first.
        let new = try folder.load()
        return entries.withLock { entries in
            if let known = entries[key]?.model { return known }
            entries = entries.filter { $0.value.model != nil }
            entries[key] = Entry(model: new)
            return new
        }
    }
}
