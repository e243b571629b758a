import CurlHTTP
import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Plumbing
import Testing

/// A server on loopback of which a test says every byte.
final class ScriptedServer: Sendable {
    typealias Script = @Sendable (ScriptedConnection) async throws -> Void

    let port: Int
    private let accepted = Locked(0)

    private init(port: Int) { self.port = port }

    /// How many connections have been accepted.
    var connections: Int { accepted.withLock { $0 } }

    func url(_ path: String = "/", host: String = "127.0.0.1", scheme: String = "http") -> String {
        "\(scheme)://\(host):\(port)\(path)"
    }

    /// Serves every connection by the script while the body runs. A connection is closed when its script returns.
    static func run(
        tls: NIOSSLContext? = nil, sendBuffer: Int? = nil, _ script: @escaping Script,
        _ body: (ScriptedServer) async throws -> Void
    ) async throws {
        var bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1024)
        if let sendBuffer {
            bootstrap = bootstrap.childChannelOption(
                .socketOption(.so_sndbuf), value: SocketOptionValue(sendBuffer))
        }
        let listener = try await bootstrap.bind(host: "127.0.0.1", port: 0) { channel in
            channel.eventLoop.makeCompletedFuture {
                if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        guard let port = listener.channel.localAddress?.port else { throw ScriptedConnection.Ended() }
        let server = ScriptedServer(port: port)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await server.serve(listener, script) }
            do { try await body(server) } catch { Issue.record(error) }
            group.cancelAll()
        }
    }

    private func serve(
        _ listener: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>, _ script: @escaping Script
    ) async throws {
        try await listener.executeThenClose { connections in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for try await connection in connections {
                    let number = accepted.withLock { count in
                        count += 1
                        return count
                    }
                    group.addTask { await Self.serve(connection, number, script) }
                }
            }
        }
    }

    private static func serve(
        _ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ number: Int, _ script: Script
    ) async {
        try? await connection.executeThenClose { inbound, outbound in
            try await script(ScriptedConnection(number, connection.channel, inbound, outbound))
        }
    }
}

/// One connection as its server sees it. For the one task that runs the script.
final class ScriptedConnection {
    struct Ended: Error {}

    struct Request: Sendable {
        /// The request line and the fields.
        var lines: [String]
        var body: [UInt8] = []

        var method: String { String(lines[0].split(separator: " ")[0]) }
        var path: String { String(lines[0].split(separator: " ")[1]) }

        func field(_ name: String) -> String? {
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts[0].lowercased() == name.lowercased() else { continue }
                return parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
            }
            return nil
        }
    }

    /// 1 for the first one that the server accepted.
    let number: Int
    private let channel: any Channel
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var buffer: [UInt8] = []

    init(
        _ number: Int, _ channel: any Channel, _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.number = number
        self.channel = channel
        self.inbound = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    // MARK: Receiving

    /// The next request with its body.
    ///
    /// - Throws: ``Ended`` where the client has gone.
    func request() async throws -> Request {
        var request = Request(lines: try await head())
        if let length = request.field("content-length").flatMap({ Int($0) }) {
            request.body = try await bytes(length)
        } else if request.field("transfer-encoding") == "chunked" {
            while let chunk = try await chunk() { request.body += chunk }
        }
        return request
    }

    /// The request line and the fields.
    func head() async throws -> [String] {
        var lines: [String] = []
        while true {
            let line = try await line()
            if line.isEmpty { return lines }
            lines.append(line)
        }
    }

    /// The next chunk of a chunked body; nil after the last.
    func chunk() async throws -> [UInt8]? {
        let count = Int(try await line(), radix: 16) ?? 0
        let chunk = try await bytes(count)
        _ = try await line()
        return count == 0 ? nil : chunk
    }

    /// Returns once the client has closed the connection.
    func untilClosed() async {
        while (try? await inbound.next(isolation: #isolation)) != nil {}
    }

    private func line() async throws -> String {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end].filter { $0 != UInt8(ascii: "\r") }
                buffer.removeFirst(end + 1)
                return String(decoding: line, as: UTF8.self)
            }
            try await receive()
        }
    }

    private func bytes(_ count: Int) async throws -> [UInt8] {
        while buffer.count < count { try await receive() }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private func receive() async throws {
        guard let more = try await inbound.next(isolation: #isolation) else { throw Ended() }
        buffer += more.readableBytesView
    }

    // MARK: Sending

    func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    /// Returns once the system has taken nearly all of the bytes.
    func send(_ bytes: [UInt8]) async throws { try await outbound.write(ByteBuffer(bytes: bytes)) }

    /// A whole answer with its length.
    func answer(_ status: Int = 200, fields: [String] = [], _ body: String = "") async throws {
        let fields = fields.map { "\($0)\r\n" }.joined()
        try await send("HTTP/1.1 \(status) \r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    func sendChunk(_ bytes: [UInt8]) async throws {
        try await send(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8))
    }

    func sendLastChunk() async throws { try await send("0\r\n\r\n") }

    /// Goes away without a word of farewell.
    func reset() async throws {
        let linger = linger(l_onoff: 1, l_linger: 0)
        if let provider = channel as? any SocketOptionProvider { try await provider.setSoLinger(linger).get() }
        try await channel.close().get()
    }
}

/// Answers each request of a connection, until it is closed.
func answering(
    _ answer: @escaping @Sendable (ScriptedConnection, ScriptedConnection.Request) async throws -> Void
) -> ScriptedServer.Script {
    { connection in while true { try await answer(connection, try await connection.request()) } }
}

/// Something that happens once and that somebody waits for.
final class Milestone: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func reach() { continuation.finish() }

    /// One task at a time may wait.
    func wait() async { for await _ in stream {} }
}

/// What an operation of the client fails with.
func failure(of operation: () async throws -> Void) async -> HTTPFailure? {
    do { try await operation() } catch { return error as? HTTPFailure }
    return nil
}
