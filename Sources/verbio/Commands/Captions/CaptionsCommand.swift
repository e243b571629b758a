import ArgumentParser
import Configuration
import Delivery
import Language
import Plumbing
import VerbioService

struct CaptionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "captions",
        abstract: "Checks caption files by a profile, repairs them, and moves them in time.",
        discussion: """
            All formats that are translated can be used, and standard input with '-'.

            EXAMPLES
              verbio captions check film.srt --profile netflix
              verbio captions fix film.srt --profile bbc -o film.bbc.srt
              verbio captions shift film.srt +1.5 -o later.srt
              verbio captions fps film.srt 23.976 25 -o pal.srt
              verbio captions sync film.srt --at 0:01:02=0:01:05 \\
                --at 1:30:00=1:30:12.5 -o film.synced.srt
            """,
        subcommands: [
            CaptionsCheck.self, CaptionsFix.self, CaptionsShift.self, CaptionsRate.self, CaptionsSync.self,
        ])
}

/// The rules by which captions are checked, and their languages.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Rules for captions: netflix (the default), bbc, ted or youtube; captions.* settings change their figures.",
            valueName: "name"))
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "Language of the captions, or both after a comma; the text shows it otherwise.", valueName: "language"))
    var language: String?

    @Option(help: ArgumentHelp("Frames a second, by which gaps are counted; 24 if not given.", valueName: "rate"))
    var fps: Double?

    func apply(to settings: inout Settings) {
        settings.set(.captionProfile, profile.map(ConfigContent.string))
        settings.set(.captionFrameRate, fps.map(ConfigContent.double))
    }

    /// - Throws: `Problem` of kind `usage`: a language is unknown, or there are more than two.
    func languages() throws(Problem) -> [LanguageCode] {
        var languages: [LanguageCode] = []
        for name in language?.split(separator: ",") ?? [] { languages.append(try LanguageCode(parsing: String(name))) }
        guard languages.count <= 2, Set(languages).count == languages.count else {
            throw Problem(
                .usage, "captions.languages", "captions have one language, or two that differ", at: "--language",
                cure: "name these, such as --language en,ja")
        }
        return languages
    }
}

/// The file that a command writes.
struct CaptionOutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write; '-' prints it. Its ending gives the format.", valueName: "file"))
    var output: String

    @OptionGroup var replacing: ReplacingOptions
    @OptionGroup var common: CommonOptions
}
