internal import NIOCore
internal import NIOPosix
public import NIOSSL

/// A server on the loopback that takes down every request byte for byte and answers by a script.
///
/// ```swift
/// try await withStandIn(.json(200, #"{"translations":[]}"#)) { server in
///     _ = try? await translator(at: server.url).translate(…)
///     #expect(server.requests[0].path == "/v2/translate")
/// }
/// ```
///
/// It knows HTTP/1.1 as far as reading requests takes, and nothing of what it sends: an answer may be as broken as a
/// test wants it. Nothing in it looks at a clock; what a test waits for are events.
public final class StandInServer: Sendable {
    /// What a stand-in takes; more of it ends the connection and the test.
    public struct Limits: Sendable {
        /// Bytes of a request's line and fields.
        public var head: Int
        /// Bytes of a request's body.
        public var body: Int
        /// How many requests are taken down in all.
        public var requests: Int
        public var connections: Int

        public init(head: Int = 64 << 10, body: Int = 64 << 20, requests: Int = 10_000, connections: Int = 10_000) {
            self.head = head
            self.body = body
            self.requests = requests
            self.connections = connections
        }
    }

    /// A client that went away in the middle of something.
    public struct Departure: Sendable, Hashable {
        public enum Moment: Sendable, Hashable {
            /// A part of a request had come.
            case request
            /// The request was there, and the answer not yet through, or never to be.
            case answer
        }

        public var connection: Int
        public var moment: Moment
        /// How many bytes of the answer the system took for certain; a last write may not be counted.
        public var written: Int

        public init(connection: Int, moment: Moment, written: Int) {
            self.connection = connection
            self.moment = moment
            self.written = written
        }
    }

    /// The script: what is said to each request. Connections ask it side by side; on one connection the next request is
    /// read once the answer is through. It is cancelled when its client goes away. What it throws becomes a problem.
    public typealias Script = @Sendable (RecordedRequest) async throws -> StandInAnswer

    public let port: Int
    let log: StandInLog

    init(port: Int, log: StandInLog) {
        self.port = port
        self.log = log
    }

    /// `http://127.0.0.1:PORT`, without a slash at the end.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// The requests that are complete, in the order in which they became so.
    public var requests: [RecordedRequest] { log.record.requests }

    /// How many connections were opened so far.
    public var connectionCount: Int { log.record.connections }

    /// What the stand-in could not work with. ``withStandIn(limits:_:test:)`` throws the first where nothing else is
    /// thrown.
    public var problems: [StandInProblem] { log.record.problems }

    /// The requests as soon as there are at least so many.
    ///
    /// - Throws: `CancellationError`; ``StandInProblem`` where the stand-in ends before.
    @discardableResult
    public func requests(count: Int) async throws -> [RecordedRequest] {
        try await log.wait { $0.requests.count >= count }.requests
    }

    /// Returns once at least so many connections were opened.
    ///
    /// - Throws: as ``requests(count:)``.
    public func connections(count: Int) async throws {
        _ = try await log.wait { $0.connections >= count }
    }

    /// The departures as soon as so many clients went away in the middle of a request or an answer. One that closes an
    /// idle connection does not count.
    ///
    /// - Throws: as ``requests(count:)``.
    @discardableResult
    public func clientGone(count: Int = 1) async throws -> [Departure] {
        try await log.wait { $0.departures.count >= count }.departures
    }
}

/// Runs a stand-in as long as the test runs.
///
/// ```swift
/// try await withStandIn { request in
///     request.path == "/v2/usage" ? .json(200, usage) : .empty(404)
/// } test: { server in
///     …
/// }
/// ```
///
/// - Parameters:
///   - tls: with what it presents itself before it reads a request; nil for bare HTTP.
///   - answer: what is said to each request.
///   - body: the test; it is given the running server. Connections that are still open afterwards are closed.
/// - Throws: what the body throws; else the first ``StandInProblem``, so that a request that was no HTTP, or that the
///   script had no answer for, does not go unseen.
public func withStandIn<Value: Sendable>(
    limits: StandInServer.Limits = .init(), tls: NIOSSLContext? = nil, _ answer: @escaping StandInServer.Script,
    test body: (StandInServer) async throws -> Value
) async throws -> Value {
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.backlog, value: 1024)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .bind(host: "127.0.0.1", port: 0) { channel in
            channel.eventLoop.makeCompletedFuture {
                if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                return try NIOAsyncChannel<ByteBuffer, Never>(wrappingChannelSynchronously: channel)
            }
        }
    let log = StandInLog()
    let server = StandInServer(port: listener.channel.localAddress?.port ?? 0, log: log)
    let value = try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await accept(on: listener, limits, log, answer) }
        defer {
            log.update { $0.isOver = true }
            group.cancelAll()
        }
        return try await body(server)
    }
    if let problem = log.record.problems.first { throw problem }
    return value
}

/// Runs a stand-in that says the same to every request.
public func withStandIn<Value: Sendable>(
    _ answer: StandInAnswer, test body: (StandInServer) async throws -> Value
) async throws -> Value {
    try await withStandIn({ _ in answer }, test: body)
}

/// Runs a stand-in that gives these answers one after the other. A request too many is a problem.
public func withStandIn<Value: Sendable>(
    _ answers: [StandInAnswer], test body: (StandInServer) async throws -> Value
) async throws -> Value {
    try await withStandIn(
        { request in
            guard answers.indices.contains(request.index) else {
                throw StandInProblem("request \(request.index + 1) came, with \(answers.count) answers in the script")
            }
            return answers[request.index]
        }, test: body)
}

private func accept(
    on listener: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, Never>, Never>, _ limits: StandInServer.Limits,
    _ log: StandInLog, _ script: @escaping StandInServer.Script
) async throws {
    try await listener.executeThenClose { connections in
        try await withThrowingDiscardingTaskGroup { group in
            for try await channel in connections {
                group.addTask {
                    await StandInConnection(channel, limits: limits, log: log, script: script).run()
                }
            }
        }
    }
}
