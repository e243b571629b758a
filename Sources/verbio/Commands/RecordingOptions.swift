import ArgumentParser
import Configuration
import Plumbing
import VerbioService

/// The recordings to work on, one after the other.
struct RecordingOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Recordings or folders of them, or '-' for standard input.", valueName: "file"))
    var files: [String]

    @Flag(help: "Look for recordings in the subfolders of folders, too.")
    var recursive = false

    @Option(help: ArgumentHelp("What to call the conversation.", valueName: "text"))
    var title: String?

    @Flag(help: "Leave out recordings that already have an output file, unless they are unfinished.")
    var skipExisting = false

    /// - Throws: `Problem` if a recording does not exist, or is given twice.
    func recordings(_ assembly: Assembly) throws -> [RecordingArguments.Recording] {
        try RecordingArguments(files, recursive: recursive, besides: assembly.writtenFiles, note: Console.tell)
            .recordings
    }
}

/// The option for the spoken language.
struct SourceLanguageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Language spoken: en es fr de it pt zh ja ko ar hi ru, a variety such as zh-Hant, en-GB, pt-BR, or auto: found out by the first speech, if the recognizer detects languages.",
            valueName: "language"))
    var from: String?

    func apply(to settings: inout Settings) { settings.set(.from, from.map(ConfigContent.string)) }
}
