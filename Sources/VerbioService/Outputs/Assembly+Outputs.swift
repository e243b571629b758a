package import Delivery
import Plumbing

extension Assembly {
    /// The guard that protects a run's inputs and the user's other files from its outputs.
    ///
    /// - Parameters:
    ///   - inputs: paths that the run reads besides those of the settings.
    ///   - overwrites: whether files of other origin may be replaced.
    package func outputGuard(inputs: [String], overwrites: Bool) -> OutputGuard {
        let store = storePath()
        let configured = [Setting.glossary, .providersFile, .speechModel].compactMap(settings.text)
        let own = ["verbio.sqlite", "verbio.sqlite-wal", WrittenFiles.name].map { store + "/" + $0 }
        return OutputGuard(
            inputs: inputs + configured + [settings.namedFile, settings.chosenFile].compactMap(\.self) + own,
            written: writtenFiles, overwrites: overwrites
        ) { [note] path in
            note(
                "\(path.printableOnOneLine): written, but '\(store)' could not remember that, so replacing it will "
                    + "need --overwrite")
        }
    }

    /// The files that were written with this store.
    package var writtenFiles: WrittenFiles { WrittenFiles(in: storePath()) }
}
