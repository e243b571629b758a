import ArgumentParser
import Configuration
import Logging
import Plumbing
import VerbioServer
import VerbioService

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answers HTTP requests on this machine.",
        discussion: """
            Listens on 127.0.0.1 only. The first SIGTERM or Ctrl-C finishes what is \
            in flight.

            EXAMPLES
              verbio serve --port 8765
              curl --data-binary @talk.wav \\
                'http://127.0.0.1:8765/api/translate?from=en&to=es'
              curl -N -H 'Accept: text/event-stream' --data-binary @talk.wav \\
                'http://127.0.0.1:8765/api/translate?from=en&to=es'
            """)

    @Option(help: ArgumentHelp("Port; 0 takes any free one.", valueName: "number"))
    var port: Int?

    @OptionGroup(title: "Translation, where a request does not say") var terms: TermOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        var settings = try await common.settings()
        settings.set(.port, port.map(ConfigContent.int))
        terms.apply(to: &settings)
        let assembly = Assembly(settings)
        try assembly.terms.check()
        let notice = assembly.speech.notice(try assembly.speech.model())
        let number = try settings.int(.port, in: 0...65_535)
        try await assembly.requireEngines()
        let service = try PipelineService(assembly: assembly, store: try await assembly.store())
        let console = Console()
        let logger = Logger(label: "verbio")
        for notice in [notice].compactMap(\.self) + assembly.notices.all() { logger.warning("\(notice)") }
        let server = VerbioServer(.init(port: number, version: verbioVersion), service: service, logger: logger)
        try await server.run { port in console.note("verbio: listening on http://127.0.0.1:\(port)") }
    }
}
