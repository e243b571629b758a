import Configuration
package import Delivery
package import Plumbing

extension OutputGuard {
    /// The guard that protects a run's inputs and the user's other files from its outputs.
    ///
    /// - Parameters:
    ///   - inputs: paths that the run reads in addition to those of the settings.
    ///   - overwrites: whether files of other origin may be replaced.
    /// - Throws: `Problem` of kind `usage` if the settings name no store.
    package init(for assembly: Assembly, inputs: [String], overwrites: Bool) throws(Problem) {
        let (settings, store) = (assembly.settings, try assembly.storePath())
        let configured = [Setting.glossary, .providersFile, .speechModel].compactMap(settings.text)
        let own = ["verbio.sqlite", "verbio.sqlite-wal", WrittenFiles.name].map { store + "/" + $0 }
        self.init(
            inputs: inputs + configured + [settings.namedFile, settings.chosenFile].compactMap(\.self) + own,
            written: try assembly.writtenFiles, overwrites: overwrites
        ) { [note = assembly.note] path in
            note(
                "\(path.printableOnOneLine): written, but '\(store)' could not remember that, so replacing it will "
                    + "need --overwrite")
        }
    }
}
