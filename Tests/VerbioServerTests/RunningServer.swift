import Coordination
import Jobs
import Logging
import Plumbing
import ServiceLifecycle
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

/// A server on its own port.
struct RunningServer: Sendable {
    let port: Int
    let log: LogLines
    private let group: ServiceGroup

    init(port: Int, log: LogLines, group: ServiceGroup) {
        self.port = port
        self.log = log
        self.group = group
    }

    /// What SIGTERM does.
    func stop() async { await group.triggerGracefulShutdown() }

    func open() async throws -> HTTPConnection { try await .open(port) }

    /// One request on its own connection.
    func send(
        _ method: String = "GET", _ target: String, fields: [String] = [], body: [UInt8]? = nil
    ) async throws -> HTTPConnection.Answer {
        let connection = try await open()
        try await connection.send(.head(method, target, fields: fields, length: body?.count))
        if let body { try await connection.send(body) }
        let answer = try await connection.answer(isHead: method == "HEAD")
        await connection.close()
        return answer
    }
}

extension String {
    /// The head of a request: with a length, or without a body.
    static func head(_ method: String, _ target: String, fields: [String] = [], length: Int? = nil) -> String {
        var lines = ["\(method) \(target) HTTP/1.1"]
        if !fields.contains(where: { $0.lowercased().hasPrefix("host:") }) { lines.append("Host: localhost") }
        lines += fields.filter { $0.lowercased() != "host:" }
        if let length { lines.append("Content-Length: \(length)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// The head of a translation of headerless samples that come in chunks.
    static func chunkedTranslation(
        _ query: String = "from=en&to=es&raw=s16le:16000:1", events: Bool = false
    ) -> String {
        head(
            "POST", "/api/translate?\(query)",
            fields: ["Transfer-Encoding: chunked"] + (events ? ["Accept: text/event-stream"] : []))
    }
}

/// Runs a server around a test and stops it afterwards: nothing may be running then.
func withServer<Result: Sendable>(
    _ service: SampleService = SampleService(), services: SampleServices? = nil, time: TimeSource = .patient,
    configuration: ServerConfiguration = .test(), policy: AccessPolicy = .open, jobs: JobServices? = nil,
    coordination: (any Coordination)? = nil, moreRoutes: [any Route.Type] = [], fetch: OutsideFetch? = nil,
    traces: TraceExport? = nil, _ body: (RunningServer) async throws -> Result
) async throws -> Result {
    let log = LogLines()
    let ready = BoundedChannel<Int>(capacity: 1)
    let services = services ?? SampleServices(service)
    var server = VerbioServer(
        configuration, services: services, policy: policy, jobs: jobs, logger: log.logger, time: time)
    if let coordination { server.coordination = coordination }
    server.moreRoutes = moreRoutes
    server.fetch = fetch
    server.traces = traces
    let group = ServiceGroup(services: [Door(server: server, ready: ready)], logger: Logger(label: "test"))
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        let port = try #require(try await ready.next())
        let result = try await body(RunningServer(port: port, log: log, group: group))
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
        #expect(services.running == 0)
        return result
    }
}

extension ServerConfiguration {
    /// The usual limits but for those that are given. Live sessions may last for any time, because clocks of tests go fast.
    static func test(
        port: Int = 0, maximumBodyBytes: Int? = nil, grace: Duration? = nil, patience: Duration? = nil,
        connections: Int? = nil
    ) -> ServerConfiguration {
        var configuration = ServerConfiguration(port: port, version: "1.2.3")
        (configuration.sessionIdle, configuration.longestSession) = (nil, nil)
        if let maximumBodyBytes { configuration.maximumBodyBytes = maximumBodyBytes }
        if let patience { configuration.patience = patience }
        if let grace { configuration.grace = grace }
        if let connections { configuration.connections = connections }
        return configuration
    }
}

private struct Door: Service {
    let server: VerbioServer
    let ready: BoundedChannel<Int>

    func run() async throws {
        do {
            try await server.run(trapsSignals: false) { port in
                Task { try? await ready.send(port) }
            }
        } catch {
            ready.finish(throwing: error)
            throw error
        }
    }
}

/// What was logged.
final class LogLines: Sendable {
    private let lines = Locked<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    var logger: Logger { Logger(label: "server") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
        let lines: LogLines
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let fields = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            lines.lines.withLock { $0.append("\(event.message) " + fields.joined(separator: " ")) }
        }
    }
}
