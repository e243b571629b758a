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
            "Files to write: json,srt,vtt,ass,ttml,sbv,lrc,csv,tsv,txt,wav,opus,mp4,mkv,mov,webm or none.",
            valueName: "list"))
    var formats: String?

    @Option(
        help: ArgumentHelp(
            "Language of captions: target, source or bilingual. For 'translate' also a caption file, whose text is then used.",
            valueName: "which"))
    var captions: [String] = []

    @OptionGroup var films: FilmOptions
    @OptionGroup var replacing: ReplacingOptions
    @OptionGroup var printing: PrintingOptions

    /// - Throws: `Problem` of kind `usage` if options contradict each other.
    func apply(to settings: inout Settings) throws(Problem) {
        try apply(to: &settings, try CaptionChoice(captions))
    }

    /// The same for a command that takes captions beside a recording.
    ///
    /// - Returns: the caption file; nil if there is none.
    /// - Throws: as ``apply(to:)``.
    func applyTakingCaptions(to settings: inout Settings) throws(Problem) -> String? {
        var choice = try CaptionChoice(captions)
        let file = choice.takeFile()
        try apply(to: &settings, choice)
        return file
    }

    private func apply(to settings: inout Settings, _ choice: CaptionChoice) throws(Problem) {
        try place.apply(to: &settings, formats)
        settings.set(.captions, (choice.style ?? choice.file).map(ConfigContent.string))
        films.apply(to: &settings)
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

    @Option(
        help: ArgumentHelp(
            "Files to write: json,srt,vtt,ass,ttml,sbv,lrc,csv,tsv,txt,mp4,mkv,mov,webm or none.", valueName: "list"))
    var formats: String?

    @OptionGroup var replacing: ReplacingOptions
    @OptionGroup var printing: PrintingOptions

    /// - Throws: `Problem` of kind `usage` if options contradict each other.
    func apply(to settings: inout Settings) throws(Problem) { try place.apply(to: &settings, formats) }

    var mode: PrintMode { printing.mode }
    var standardOutput: StandardOutput { printing.standardOutput }
}

/// The folder of the files, and their names.
struct PlaceOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "Folder for the files, or one file such as film.es.mkv; '-' prints the one format of --formats.",
            valueName: "place"))
    var directory: String?

    @Option(
        help: ArgumentHelp(
            "Names of the files, from {stem}, {title}, {language} and {id}; '\(NamePattern.standard)' if not given.",
            valueName: "pattern"))
    var namePattern: String?

    @Option(help: ArgumentHelp("Rules for captions: netflix, bbc, ted or youtube.", valueName: "name"))
    var profile: String?

    @Flag(help: "Times of words in ASS and WebVTT captions of what was said, if the recognizer gives them.")
    var karaoke = false

    @Flag(help: "Captions drawn into the picture of a film, which is then encoded anew as H.264.")
    var burn = false

    /// - Parameter formats: the names of formats on the command line; nil if it names none.
    /// - Throws: `Problem` of kind `usage` if `-o` names a file and another option its name.
    func apply(to settings: inout Settings, _ formats: String?) throws(Problem) {
        settings.set(.captionProfile, profile.map(ConfigContent.string))
        settings.set(.captionKaraoke, karaoke ? .string("on") : nil)
        settings.set(.burn, burn ? .string("on") : nil)
        settings.set(.directory, directory.map(ConfigContent.string))
        settings.set(.namePattern, namePattern.map(ConfigContent.string))
        settings.set(.formats, formats.map(ConfigContent.formats))
        guard let directory, let file = NamedOutput(directory) else { return }
        guard namePattern == nil else {
            throw Problem(
                .usage, "output.name-pattern", "-o names the file '\(directory)' already", at: "--name-pattern",
                cure: "leave it out, or give -o a folder")
        }
        settings.set(.directory, .string(file.folder))
        settings.set(.namePattern, .string(file.name))
        let others = formats.map { $0 == "none" ? [] : $0.split(separator: ",").map(String.init) } ?? []
        settings.set(.formats, .stringArray(others.filter { $0 != file.format.name } + [file.format.name]))
    }
}

/// What is in films.
struct FilmOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sentence in a film's metadata that its voice is synthetic: auto (if there is a voice), always or never.",
            valueName: "when"))
    var notice: String?

    @Option(
        help: ArgumentHelp(
            "Original sound of a film: duck (18 dB under the voice), background (its music), replace (voice alone) or none.",
            valueName: "way"))
    var mix: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Loudness of a film's new sound in LUFS, such as -23 (EBU R 128) or -16.", valueName: "number"))
    var loudness: Double?

    /// Checks whether there is a film for the options.
    ///
    /// - Parameter burns: whether captions are to be drawn into a picture.
    /// - Throws: `Problem` of kind `usage` if they are given and no film is among the formats.
    func check(_ formats: Set<OutputFormat>, burns: Bool) throws(Problem) {
        let given = [
            ("--mix", mix != nil), ("--loudness", loudness != nil), ("--notice", notice != nil), ("--burn", burns),
        ]
        if let option = given.first(where: \.1)?.0 { try Self.check(formats, for: option) }
    }

    /// Checks whether there is a film for an option.
    ///
    /// - Throws: `Problem` of kind `usage` if no film is among the formats.
    static func check(_ formats: Set<OutputFormat>, for option: String) throws(Problem) {
        guard !formats.contains(where: { $0.film != nil }) else { return }
        throw Problem(
            .usage, "output.no-film", "it is for films, and no film is among the formats", at: option,
            cure: "add a film to --formats, such as mkv, or leave it out")
    }

    func apply(to settings: inout Settings) {
        settings.set(.notice, notice.map(ConfigContent.string))
        settings.set(.mix, mix.map(ConfigContent.string))
        settings.set(.loudness, loudness.map(ConfigContent.double))
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
