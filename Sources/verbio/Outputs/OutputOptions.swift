import ArgumentParser
import Configuration
import Delivery
import Plumbing

/// Which files are written, where, and what else is printed.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Folder for the files; '-' prints the one format of --formats.", valueName: "folder"))
    var directory: String?

    @Option(help: ArgumentHelp("Files to write: json,srt,vtt,txt,wav,opus or none.", valueName: "list"))
    var formats: String?

    @Option(
        help: ArgumentHelp(
            "Names of the files, from {stem}, {title}, {language} and {id}; '\(NamePattern.standard)' if not given.",
            valueName: "pattern"))
    var namePattern: String?

    @Option(help: ArgumentHelp("Language of SRT and VTT: target, source or bilingual.", valueName: "which"))
    var captions: String?

    @OptionGroup var replacing: ReplacingOptions

    @Flag(help: "One event per line on standard output, nothing else.")
    var json = false

    @Flag(name: [.short, .long], help: "Print only the files written.")
    var quiet = false

    func apply(to settings: inout Settings) {
        settings.set(.directory, directory.map(ConfigContent.string))
        settings.set(
            .formats, formats.map { .stringArray($0 == "none" ? [] : $0.split(separator: ",").map(String.init)) })
        settings.set(.namePattern, namePattern.map(ConfigContent.string))
        settings.set(.captions, captions.map(ConfigContent.string))
    }

    var mode: Run.Mode { json ? .events : quiet ? .quiet : .text }
}

/// Whether files of other origin may be replaced.
struct ReplacingOptions: ParsableArguments {
    @Flag(help: "Replace files that Verbio did not write, too. An input is never replaced.")
    var overwrite = false
}

extension Assembly {
    /// What keeps the outputs of a run from destroying its inputs and other files of the user's.
    ///
    /// - Parameter inputs: paths that the run reads besides those of the settings.
    func outputGuard(inputs: [String], _ options: ReplacingOptions) -> OutputGuard {
        let store = storePath()
        let configured = [Setting.glossary, .providersFile, .speechModel].compactMap(settings.text)
        let own = ["verbio.sqlite", "verbio.sqlite-wal", WrittenFiles.name].map { store + "/" + $0 }
        let console = Console()
        return OutputGuard(
            inputs: inputs + configured + [settings.namedFile, settings.chosenFile].compactMap(\.self) + own,
            written: writtenFiles, overwrites: options.overwrite
        ) { path in
            console.note(
                "verbio: \(path.printableOnOneLine): written, but '\(store)' could not remember that, so replacing it will "
                    + "need --overwrite")
        }
    }

    /// The files that were written with this store.
    var writtenFiles: WrittenFiles { WrittenFiles(in: storePath()) }
}
