import ArgumentParser
import Captions
import Language
import Plumbing
import VerbioService

struct CaptionsCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Shows which cues break a profile, and which rule.",
        discussion: """
            One line for each finding: the cue, its time, the rule, and what was measured. A summary follows. Nothing is \
            written.

            Exit codes: 0 all cues keep the profile; 2 wrong usage; 3 a file cannot be read as captions; 5 some cues break \
            the profile.

            EXAMPLES
              verbio captions check film.srt
              verbio captions check film.ass --profile bbc --fps 25
              verbio captions check subtitles --profile ted --json
              verbio captions check film.srt --language en,ja
            """)

    @Argument(help: ArgumentHelp("Caption files, folders with them, or '-'.", valueName: "file"))
    var files: [String]

    @OptionGroup(title: "Rules") var rules: ProfileOptions

    @Flag(help: "One JSON object for each file, on a line of its own.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        var settings = try await common.settings()
        rules.apply(to: &settings)
        let profile = try CaptionRules(settings).profile()
        let languages = try rules.languages()
        let files = try OpenedCaptions.files(files)
        var worst = RunStatus.complete
        for file in files {
            do {
                let isKept = try check(file, by: profile, languages)
                worst = max(worst, isKept ? .complete : .partial)
            } catch let problem as Problem where files.count > 1 {
                // One file that cannot be read is no reason to leave the others out.
                Console().note("verbio: \(problem)")
                worst = max(worst, RunStatus(problem))
            }
        }
        try worst.stop()
    }

    /// Prints what one file breaks, and tells whether it breaks nothing.
    private func check(_ file: String, by profile: CaptionProfile, _ languages: [LanguageCode]) throws -> Bool {
        let console = Console()
        let captions = try OpenedCaptions(file, languages: languages)
        let findings = CaptionCheck(profile, languages: captions.languages).findings(in: captions.script.cues)
        guard !json else {
            try console.json(CaptionReport(findings, in: captions, by: profile), onOneLine: true)
            return findings.broken == 0
        }
        for note in captions.script.notes + captions.unread {
            console.note("verbio: \(captions.name): \(note)")
        }
        try FindingLines(findings.all).show(on: console)
        try console.out(findings.line(captions.name, profile))
        return findings.broken == 0
    }
}

/// One line for each finding.
struct FindingLines {
    private let findings: [CaptionFinding]

    init(_ findings: [CaptionFinding]) { self.findings = findings }

    func show(on console: Console) throws {
        for finding in findings {
            try console.out(
                "\(String(finding.number).padded(to: 6))\(CueTime.clock(finding.start, separator: "."))  "
                    + "\(finding.rule.rawValue.padded(to: 14)) \(finding.what)", under: 35)
        }
    }
}
