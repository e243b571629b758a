import ArgumentParser
import Configuration
import Logging
import Plumbing
import VerbioServer
import VerbioService

struct Worker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Does jobs of the HTTP service, without a port.",
        discussion: """
            It has the settings of 'verbio serve' and works on the same store, so that \
            more machines do more jobs. The first SIGTERM or Ctrl-C finishes what is in \
            flight, and leaves the rest of a job to others.

            EXAMPLES
              verbio worker --store postgresql://verbio@db.example/verbio
              verbio worker --jobs 8
            """)

    @Option(help: ArgumentHelp("Jobs that it does at once (default: jobs.concurrent).", valueName: "number"))
    var jobs: Int?

    @OptionGroup(title: "Translation, if a request does not say") var terms: TermOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        var settings = try await common.settings()
        settings.set(.concurrentJobs, jobs.map(ConfigContent.int))
        terms.apply(to: &settings)
        let assembly = Assembly(settings)
        try assembly.terms.check()
        guard try assembly.settings.int(.concurrentJobs, in: 0...256) > 0 else {
            throw Problem(
                .usage, "worker.jobs", "a worker that does no job at once has nothing to do",
                at: Setting.concurrentJobs.name, cure: "use --jobs 1 or more")
        }
        let server = try await ServedAssembly(assembly, isInsecure: true).server
        Console().note("verbio: working on jobs")
        try await server.runJobs()
    }
}
