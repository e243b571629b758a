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
    private let accepted = Locked<[any Channel]>([])

    private init(port: Int) { self.port = port }

    /// How many connections have been accepted.
    var connections: Int { accepted.withLock { $0.count } }

    func url(_ path: String = "/", host: String = "127.0.0.1", scheme: String = "http") -> String {
        "\(scheme)://\(host):\(port)\(path)"
    }

    /// Serves every connection by the script while the body runs. A connection is closed when its script returns.
    static func run(
        tls: NIOSSLContext? = nil, _ script: @escaping Script, _ body: (ScriptedServer) async throws -> Void
    ) async throws {
        let (arrivals, arrive) = AsyncStream.makeStream(of: Arrival.self)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let (received, continuation) = AsyncStream.makeStream(of: [UInt8].self)
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandler(Receiver(continuation))
                    arrive.yield(Arrival(channel: channel, received: received))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        guard let port = listener.localAddress?.port else { throw ScriptedConnection.Ended() }
        let server = ScriptedServer(port: port)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await server.serve(arrivals, script) }
            do { try await body(server) } catch { Issue.record(error) }
            group.cancelAll()
            for channel in [listener] + server.accepted.withLock({ $0 }) { channel.close(promise: nil) }
        }
    }

    private struct Arrival: Sendable {
        let channel: any Channel
        let received: AsyncStream<[UInt8]>
    }

    private func serve(_ arrivals: AsyncStream<Arrival>, _ script: @escaping Script) async {
        await withTaskGroup(of: Void.self) { group in
            for await arrival in arrivals {
                let number = accepted.withLock { channels in
                    channels.append(arrival.channel)
                    return channels.count
                }
                group.addTask {
                    let connection = ScriptedConnection(number, arrival.channel, arrival.received)
                    try? await script(connection)
                    arrival.channel.close(promise: nil)
                }
            }
        }
    }

    private final class Receiver: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let continuation: AsyncStream<[UInt8]>.Continuation

        init(_ continuation: AsyncStream<[UInt8]>.Continuation) { self.continuation = continuation }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            continuation.yield(Array(unwrapInboundIn(data).readableBytesView))
        }

        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            continuation.finish()
            context.close(promise: nil)
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
    private var received: AsyncStream<[UInt8]>.AsyncIterator
    private var buffer: [UInt8] = []

    init(_ number: Int, _ channel: any Channel, _ received: AsyncStream<[UInt8]>) {
        self.number = number
        self.channel = channel
        self.received = received.makeAsyncIterator()
    }

    // MARK: Receiving

    /// The next request with its body.
    ///
    /// - Throws: ``Ended`` if the client has closed the connection.
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
        while await received.next(isolation: #isolation) != nil {}
    }

    /// Leaves what the client sends from now on to the buffers of the system.
    func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

    /// Takes it up again.
    func goOnReading() async throws { try await channel.setOption(.autoRead, value: true).get() }

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

    /// So many bytes of a body.
    func bytes(_ count: Int) async throws -> [UInt8] {
        while buffer.count < count { try await receive() }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private func receive() async throws {
        guard let more = await received.next(isolation: #isolation) else { throw Ended() }
        buffer += more
    }

    // MARK: Sending

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Returns once the system has taken the bytes.
    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get() }

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

/// An event that happens once and that a test waits for.
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
