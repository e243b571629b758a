import ArgumentParser
import Audio
import Captions
import Delivery
import Plumbing
import VerbioService

struct CaptionsFix: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fix",
        abstract: "Repairs what breaks a profile, and shows what remains.",
        discussion: """
            Lines are broken at better places, cues that hold too much become several, cues stay on into the room behind \
            them, and gaps and overlaps are settled. The text never changes, and the file itself is never written to. Cues \
            that keep the profile stay as they are.

            Exit codes: 0 all cues keep the profile now; 2 wrong usage; 3 the file cannot be read as captions; 5 the file \
            is written, and some cues still break the profile.

            EXAMPLES
              verbio captions fix film.srt --profile netflix -o film.fixed.srt
              verbio captions fix film.ass -o film.vtt --language ja
              cat film.srt | verbio captions fix - -o - > film.fixed.srt
            """)

    @Argument(help: ArgumentHelp("A caption file, or '-' for standard input.", valueName: "file"))
    var file: String

    @OptionGroup(title: "Rules") var rules: ProfileOptions
    @OptionGroup(title: "Output") var output: CaptionOutputOptions

    func run() async throws {
        var settings = try await output.common.settings()
        rules.apply(to: &settings)
        let profile = try CaptionRules(settings).profile()
        let writing = try CaptionWriting(output, settings, replacing: file)
        let captions = try OpenedCaptions(file, languages: try rules.languages())
        let format = try captions.format(writing: output.output)
        let check = CaptionCheck(profile, languages: captions.languages)
        let repaired = CaptionRepair(check, step: format.step).repaired(captions.script.cues)
        try writing.write(repaired, of: captions, in: format)
        let before = check.findings(in: captions.script.cues)
        let after = check.findings(in: repaired)
        let console = Console(aside: output.output == "-")
        try FindingLines(after.all).show(on: console)
        try console.out(before.line(captions.name, profile))
        try console.out(after.line(output.output == "-" ? "standard output" : output.output, profile))
        if after.broken > 0 { throw Stop(code: Exit.partial) }
    }
}

/// Writes captions that a command has made of a file.
struct CaptionWriting {
    private let path: String
    private let admission: OutputGuard
    private let console = Console()

    /// - Throws: `Problem` of kind `usage` if the file must not be written, before anything is done.
    init(_ options: CaptionOutputOptions, _ settings: Settings, replacing input: String) throws {
        path = options.output
        admission = try OutputGuard(
            for: Assembly(settings), inputs: input == "-" ? [] : [try localPath(input)],
            overwrites: options.replacing.overwrite)
        if path != "-" { try admission.check([path]) }
    }

    func write(_ cues: [ReadCue], of captions: OpenedCaptions, in format: any CaptionFormat) throws {
        for note in captions.notes(writing: cues, in: format) { console.note("verbio: \(captions.name): \(note)") }
        let text = captions.script.text(of: cues, in: format)
        guard path != "-" else { return try console.write(text) }
        let file = try AtomicFile(path: path)
        try file.write(text)
        try file.commit(by: admission)
    }
}
