import ArgumentParser
import Delivery
import VerbioService

struct Resume: AsyncParsableCommand, Resumable {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Continues interrupted conversations, and retries what failed.",
        discussion: """
            Without an identifier it takes every conversation that is incomplete or
            lacks files. If one fails, the others continue, and the exit code is the
            worst. Finished calls are not repeated. The files are those of the earlier
            run, in its folder, unless the options say otherwise. If that run wrote none
            (text, live, HTTP), only -o or --formats makes some.

            EXAMPLES
              verbio resume
              verbio resume c0123456789abcdefghjk -o elsewhere
              verbio resume --tts espeak-ng
            """)

    @Argument(help: ArgumentHelp("Conversations, as 'verbio conversations list' shows them.", valueName: "id"))
    var ids: [String] = []

    @OptionGroup(title: "Engines, if others are to do the rest") var engines: EngineOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let assembly = Assembly(try await common.settings())
        let runs = ResumedRuns(
            assembly: assembly, ids: ids, engines: engines.choice, namesFolder: output.directory != nil
        ) { settings, recordings in
            var changed = assembly
            changed.settings = settings
            try output.apply(to: &changed.settings)
            return try OutputPlan(
                changed, printing: output.standardOutput,
                admission: OutputGuard(for: assembly, inputs: recordings, overwrites: output.replacing.overwrite))
        }
        let status = try await runs.perform { isPrinted in
            TerminalRun(console: Console(aside: isPrinted), mode: output.mode)
        }
        try status.stop()
    }
}
