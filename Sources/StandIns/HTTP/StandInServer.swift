internal import NIOCore
internal import NIOPosix
package import NIOSSL

/// A server on the loopback address that records every request byte for byte and answers by a script.
///
/// ```swift
/// try await withStandIn(.json(200, #"{"translations":[]}"#)) { server in
///     _ = try? await translator(at: server.url).translate(…)
///     #expect(server.requests[0].path == "/v2/translate")
/// }
/// ```
///
/// It reads requests of HTTP/1.1 and does not check its answers: an answer may be as broken as a test needs it. It does not use
/// a clock; tests wait for events.
package final class StandInServer: Sendable {
    /// The limits of a stand-in; input beyond them ends the connection and the test.
    package struct Limits: Sendable {
        /// The most bytes of a request's line and fields.
        package var head: Int
        /// The most bytes of a request's body.
        package var body: Int
        /// The most requests in total.
        package var requests: Int
        /// The most connections in total.
        package var connections: Int

        package init(head: Int = 64 << 10, body: Int = 64 << 20, requests: Int = 10_000, connections: Int = 10_000) {
            self.head = head
            self.body = body
            self.requests = requests
            self.connections = connections
        }
    }

    /// A client that went away in the middle of something.
    package struct Departure: Sendable, Hashable {
        /// How far the exchange had come.
        package enum Moment: Sendable, Hashable {
            /// When a part of a request had come.
            case request
            /// When the request had come, and the answer was not completely sent, or was never to be.
            case answer
        }

        /// Its number, as in ``RecordedRequest/connection``.
        package var connection: Int
        package var moment: Moment
        /// How many bytes of the answer the system took for certain; a last write may not be counted.
        package var written: Int

        package init(connection: Int, moment: Moment, written: Int) {
            self.connection = connection
            self.moment = moment
            self.written = written
        }
    }

    /// The script: it gives the answer to each request.
    ///
    /// Connections call it concurrently; on one connection the next request is read after the answer is sent. It is cancelled
    /// when its client goes away. An error that it throws becomes a problem.
    package typealias Script = @Sendable (RecordedRequest) async throws -> StandInAnswer

    /// The port on 127.0.0.1, which the system chose.
    package let port: Int
    let log: StandInLog

    init(port: Int, log: StandInLog) {
        self.port = port
        self.log = log
    }

    /// `http://127.0.0.1:PORT`, without a slash at the end.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// The complete requests, in the order in which they were complete.
    package var requests: [RecordedRequest] { log.record.requests }

    /// How many connections were opened so far.
    package var connectionCount: Int { log.record.connections }

    /// The requests and errors that the stand-in could not handle.
    ///
    /// ``withStandIn(limits:_:test:)`` throws the first one if nothing else is thrown.
    package var problems: [StandInProblem] { log.record.problems }

    /// Waits until there are at least `count` requests, and returns them.
    ///
    /// - Throws: `CancellationError`; ``StandInProblem`` if the stand-in ends before.
    @discardableResult
    package func requests(count: Int) async throws -> [RecordedRequest] {
        try await log.wait { $0.requests.count >= count }.requests
    }

    /// Returns once at least `count` connections were opened.
    ///
    /// - Throws: as ``requests(count:)``.
    package func connections(count: Int) async throws {
        _ = try await log.wait { $0.connections >= count }
    }

    /// Waits until at least `count` clients went away in the middle of a request or an answer, and returns their departures.
    ///
    /// A client that closes an idle connection does not count.
    ///
    /// - Throws: as ``requests(count:)``.
    @discardableResult
    package func clientGone(count: Int = 1) async throws -> [Departure] {
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
///   - tls: the certificate context that it uses before it reads a request; nil for HTTP without TLS.
///   - answer: gives the answer to each request.
///   - body: the test; it is given the running server. Connections that are still open afterwards are closed.
/// - Throws: the error of the body; otherwise the first ``StandInProblem``. So a test fails if a request is not HTTP, or if the
///   script has no answer for it.
package func withStandIn<Value: Sendable>(
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

/// Runs a stand-in that gives the same answer to every request.
package func withStandIn<Value: Sendable>(
    _ answer: StandInAnswer, test body: (StandInServer) async throws -> Value
) async throws -> Value {
    try await withStandIn({ _ in answer }, test: body)
}

/// Runs a stand-in that gives these answers one after the other. One request more is a problem.
package func withStandIn<Value: Sendable>(
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
