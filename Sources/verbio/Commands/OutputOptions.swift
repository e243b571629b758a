import ArgumentParser
import Configuration
import Delivery
import Plumbing
import VerbioService

/// The files that are written, their place, and what else is printed.
struct OutputOptions: ParsableArguments {
    @OptionGroup var place: PlaceOptions

    @Option(
        help: ArgumentHelp(
            "Files to write: json,srt,vtt,ass,ttml,sbv,lrc,csv,tsv,txt,wav,opus or none.", valueName: "list"))
    var formats: String?

    @Option(help: ArgumentHelp("Language of captions: target, source or bilingual.", valueName: "which"))
    var captions: String?

    @OptionGroup var replacing: ReplacingOptions
    @OptionGroup var printing: PrintingOptions

    func apply(to settings: inout Settings) {
        place.apply(to: &settings)
        settings.set(.formats, formats.map(ConfigContent.formats))
        settings.set(.captions, captions.map(ConfigContent.string))
    }

    var directory: String? { place.directory }
    var namePattern: String? { place.namePattern }
    var json: Bool { printing.json }
    var quiet: Bool { printing.quiet }
    var mode: PrintMode { printing.mode }
    var standardOutput: StandardOutput { printing.standardOutput }
}

/// The same if speech is only transcribed.
struct TranscriptOptions: ParsableArguments {
    @OptionGroup var place: PlaceOptions

    @Option(help: ArgumentHelp("Files to write: json,srt,vtt,ass,ttml,sbv,lrc,csv,tsv,txt or none.", valueName: "list"))
    var formats: String?

    @OptionGroup var replacing: ReplacingOptions
    @OptionGroup var printing: PrintingOptions

    func apply(to settings: inout Settings) {
        place.apply(to: &settings)
        settings.set(.formats, formats.map(ConfigContent.formats))
    }

    var mode: PrintMode { printing.mode }
    var standardOutput: StandardOutput { printing.standardOutput }
}

/// The folder of the files, and the marking of lines that run from right to left.
struct PlaceOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Folder for the files; '-' prints the one format of --formats.", valueName: "folder"))
    var directory: String?

    @Option(
        help: ArgumentHelp(
            "Names of the files, from {stem}, {title}, {language} and {id}; '\(NamePattern.standard)' if not given.",
            valueName: "pattern"))
    var namePattern: String?

    @Option(
        help: ArgumentHelp("Direction marks in Arabic SRT and VTT: auto, embed, isolate or none.", valueName: "which"))
    var rtlMarks: String?

    @Option(help: ArgumentHelp("Rules for captions: netflix, bbc, ted or youtube.", valueName: "name"))
    var profile: String?

    @Flag(help: "Times of words in ASS and WebVTT captions of what was said, if the recognizer gives them.")
    var karaoke = false

    func apply(to settings: inout Settings) {
        settings.set(.captionProfile, profile.map(ConfigContent.string))
        settings.set(.captionKaraoke, karaoke ? .string("on") : nil)
        settings.set(.directory, directory.map(ConfigContent.string))
        settings.set(.namePattern, namePattern.map(ConfigContent.string))
        settings.set(.directionMarks, rtlMarks.map(ConfigContent.string))
    }
}

/// What is printed.
struct PrintingOptions: ParsableArguments {
    @Flag(help: "One event per line on standard output, nothing else.")
    var json = false

    @Flag(name: [.short, .long], help: "Print only the files written.")
    var quiet = false

    var mode: PrintMode { json ? .events : quiet ? .quiet : .text }

    var standardOutput: StandardOutput {
        StandardOutput(takesEvents: json, isTerminal: Console.standardOutputIsTerminal) { try Console().copy($0) }
    }
}

extension ConfigContent {
    /// `srt,json` as a list; `none` as an empty one.
    fileprivate static func formats(_ text: String) -> ConfigContent {
        .stringArray(text == "none" ? [] : text.split(separator: ",").map(String.init))
    }
}

/// Whether files of other origin may be replaced.
struct ReplacingOptions: ParsableArguments {
    @Flag(help: "Replace files that Verbio did not write, too. An input is never replaced.")
    var overwrite = false
}
