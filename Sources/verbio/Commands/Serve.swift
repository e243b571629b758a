import ArgumentParser
import Configuration
import Logging
import Plumbing
import VerbioServer
import VerbioService

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs the HTTP service, on this machine only unless --host is given.",
        discussion: """
            Once there is a key ('verbio keys create'), each request needs one. An \
            address that other machines reach needs keys, or --insecure. The first \
            SIGTERM or Ctrl-C finishes what is in flight.

            EXAMPLES
              verbio serve --port 8765
              verbio serve --host 0.0.0.0
              curl --data-binary @talk.wav \\
                'http://127.0.0.1:8765/api/translate?from=en&to=es'
              curl -N -H 'Accept: text/event-stream' --data-binary @talk.wav \\
                'http://127.0.0.1:8765/api/translate?from=en&to=es'
            """)

    @Option(
        help: ArgumentHelp("Address to listen on; 0.0.0.0 means all addresses of this machine.", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("Port; 0 takes any free one.", valueName: "number"))
    var port: Int?

    @Option(help: ArgumentHelp("Chain of certificates (PEM): HTTPS instead of HTTP.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("Private key (PEM) of the certificate.", valueName: "file"))
    var tlsKey: String?

    @Flag(help: "Lets other machines use the service without a key, if none has been made.")
    var insecure = false

    @OptionGroup(title: "Translation, if a request does not say") var terms: TermOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        var settings = try await common.settings()
        settings.set(.host, host.map(ConfigContent.string))
        settings.set(.port, port.map(ConfigContent.int))
        settings.set(.tlsCertificate, tlsCertificate.map(ConfigContent.string))
        settings.set(.tlsKey, tlsKey.map(ConfigContent.string))
        terms.apply(to: &settings)
        let assembly = Assembly(settings)
        try assembly.terms.check()
        let served = try await ServedAssembly(assembly, isInsecure: insecure)
        let (console, configuration) = (Console(), served.configuration)
        var server = served.server
        server.fetch = try JobSetup(assembly).fetch()
        server.answers = try AnswerFolder(in: ServerSetup(assembly).answerFolder)
        let address = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        try await server.run { port in
            console.note("verbio: listening on \(configuration.scheme)://\(address):\(port)")
        }
    }
}
