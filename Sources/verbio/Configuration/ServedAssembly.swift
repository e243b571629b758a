import Access
import Coordination
import Jobs
import Logging
import Plumbing
import VerbioServer
import VerbioService

/// The server that the settings describe, for `serve` and `worker`.
struct ServedAssembly {
    let server: VerbioServer
    let configuration: ServerConfiguration

    /// - Parameter isInsecure: whether other machines may use the service without a key.
    /// - Throws: `Problem` of kind `usage` for wrong settings, and of kind `store`; what missing engines throw.
    init(_ assembly: Assembly, isInsecure: Bool) async throws {
        let notice = assembly.speech.notice(try assembly.speech.model())
        configuration = try ServerSetup(assembly).configuration(version: verbioVersion)
        let jobs = try await JobSetup(assembly).services()
        let services = try PipelineServices(assembly: assembly, stores: assembly.stores().conversations(), jobs: jobs)
        let coordination = try await assembly.stores().coordination(assembly.time)
        let policy = try await ServerSetup(assembly).policy(
            for: configuration, services: services, coordination, isInsecure: isInsecure)
        try await assembly.requireEngines()
        let logger = Logger(label: "verbio")
        let connections = try ServerSetup(assembly).connectionNotice()
        for notice in [notice, connections].compactMap(\.self) + assembly.notices.all() { logger.warning("\(notice)") }
        var server = VerbioServer(configuration, services: services, policy: policy, jobs: jobs, logger: logger)
        server.coordination = coordination
        server.traces = try TraceSetup(assembly).export(version: verbioVersion) { logger.warning("\($0)") }
        server.captionProfile = try CaptionRules(assembly.settings).profile()
        self.server = server
    }
}
