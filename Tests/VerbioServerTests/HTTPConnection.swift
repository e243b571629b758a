import NIOCore
import NIOPosix
import NIOSSL
import Plumbing

/// One connection to a server, on which a test says every byte itself: slowly, in pieces, half, or not at all.
actor HTTPConnection {
    private let channel: any Channel
    private let received: AsyncStream<[UInt8]>
    private var buffer: [UInt8] = []
    /// What has come of an event stream and was not taken yet.
    private var frames: [UInt8] = []
    /// Informational answers that came before the current one.
    private(set) var interim: [Int] = []

    struct Ended: Error {}

    struct Answer: Sendable {
        var status: Int
        var fields: [String: String]
        var body: [UInt8] = []

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// - Parameter tls: what a connection with TLS trusts; nil for one without.
    static func open(
        _ port: Int, receiveBuffer: Int? = nil, tls: NIOSSLContext? = nil
    ) async throws -> HTTPConnection {
        let (received, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // With it, NIOSSL waits five seconds at each close for an end that it has already seen.
            .channelOption(.allowRemoteHalfClosure, value: tls == nil)
        if let receiveBuffer {
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: SocketOptionValue(receiveBuffer))
        }
        let channel =
            try await bootstrap
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: tls, serverHostname: "localhost"))
                    }
                    try channel.pipeline.syncOperations.addHandler(Receiver(continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return HTTPConnection(channel, received)
    }

    private init(_ channel: any Channel, _ received: AsyncStream<[UInt8]>) {
        self.channel = channel
        self.received = received
    }

    private final class Receiver: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let continuation: AsyncStream<[UInt8]>.Continuation

        init(_ continuation: AsyncStream<[UInt8]>.Continuation) { self.continuation = continuation }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            continuation.yield(Array(unwrapInboundIn(data).readableBytesView))
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .some(.inputClosed) = event as? ChannelEvent { continuation.finish() }
        }

        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { continuation.finish() }
    }

    /// The certificate of the other side, known once it has sent something.
    func peerCertificate() async throws -> NIOSSLCertificate? {
        try await channel.nioSSL_peerCertificate().get()
    }

    // MARK: Sending

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Returns once the system has taken the bytes.
    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get() }

    func sendChunk(_ bytes: [UInt8]) async throws {
        try await send(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8))
    }

    func sendLastChunk() async throws { try await send("0\r\n\r\n") }

    /// Sends no more, and still listens.
    func finishSending() async throws { try await channel.close(mode: .output).get() }

    /// Goes away.
    func close() async { try? await channel.close().get() }

    /// Reads nothing from now on, and sends what the other side may never take.
    func stall(sending bytes: [UInt8]) async throws {
        try await channel.setOption(.autoRead, value: false).get()
        channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
    }

    // MARK: Receiving

    /// The head of the next final answer.
    func head() async throws -> Answer {
        interim = []
        while true {
            let lines = String(decoding: try await take(through: "\r\n\r\n"), as: UTF8.self).split(separator: "\r\n")
            let answer = try Self.parsed(lines)
            if answer.status >= 200 { return answer }
            interim.append(answer.status)
        }
    }

    private static func parsed(_ lines: [Substring]) throws -> Answer {
        let status = Int(lines[0].split(separator: " ")[1]) ?? 0
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            let name = parts[0].lowercased()
            // Cookies are the only field that an answer has several times.
            let before = name == "set-cookie" ? fields[name].map { $0 + "\n" } ?? "" : ""
            fields[name] = before + parts[1].trimmed
        }
        return Answer(status: status, fields: fields)
    }

    /// The head of an answer that turns the connection into something else, or of a refusal.
    func upgraded() async throws -> Answer {
        let lines = String(decoding: try await take(through: "\r\n\r\n"), as: UTF8.self).split(separator: "\r\n")
        return try Self.parsed(lines)
    }

    /// Waits for the sign to continue.
    func waitForContinue() async throws -> String {
        String(decoding: try await take(through: "\r\n\r\n"), as: UTF8.self)
    }

    /// The next answer with its whole body.
    func answer(isHead: Bool = false) async throws -> Answer {
        var answer = try await head()
        if isHead || [204, 304].contains(answer.status) { return answer }
        if let length = answer.fields["content-length"].flatMap({ Int($0) }) {
            answer.body = try await take(length)
        } else {
            while let chunk = try await chunk() { answer.body += chunk }
        }
        return answer
    }

    /// The next chunk of a chunked body; nil at its end.
    func chunk() async throws -> [UInt8]? {
        let size = String(decoding: try await take(through: "\r\n"), as: UTF8.self).trimmed
        guard let count = Int(size, radix: 16) else { throw Ended() }
        let bytes = try await take(count)
        _ = try await take(through: "\r\n")
        return count == 0 ? nil : bytes
    }

    /// The next frame of an event stream, with the empty line at its end; nil at the end of the stream.
    func frame() async throws -> [UInt8]? {
        while true {
            if let end = frames.firstRange(of: Array("\n\n".utf8)) {
                defer { frames.removeSubrange(..<end.upperBound) }
                return Array(frames[..<end.upperBound])
            }
            guard let bytes = try await chunk() else { return nil }
            frames += bytes
        }
    }

    /// Whether the other side has nothing more to say.
    func isEnded() async -> Bool {
        if !buffer.isEmpty { return false }
        var iterator = received.makeAsyncIterator()
        guard let more = await iterator.next(isolation: self) else { return true }
        buffer += more
        return false
    }

    /// Everything up to the end of the connection.
    func rest() async -> [UInt8] {
        while (try? await receive()) != nil {}
        return remove(buffer.count)
    }

    private func take(through end: String) async throws -> [UInt8] {
        let end = Array(end.utf8)
        while true {
            if let range = buffer.firstRange(of: end) { return remove(range.upperBound) }
            try await receive()
        }
    }

    func take(_ count: Int) async throws -> [UInt8] {
        while buffer.count < count { try await receive() }
        return remove(count)
    }

    private func remove(_ count: Int) -> [UInt8] {
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private func receive() async throws {
        var iterator = received.makeAsyncIterator()
        guard let more = await iterator.next(isolation: self) else { throw Ended() }
        buffer += more
    }
}

extension StringProtocol {
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}

/// One frame of a stream of server-sent events.
struct ServerSentEvent: Sendable, Equatable {
    var id: String?
    var event: String?
    var data: String?
    var comment: String?

    init(_ frame: String) {
        for line in frame.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1].trimmed : ""
            switch parts[0] {
            case "id": id = value
            case "event": event = value
            case "data": data = value
            case "": comment = value
            default: break
            }
        }
    }
}

extension HTTPConnection {
    /// The next event or comment; nil at the end of the stream.
    func event() async throws -> ServerSentEvent? {
        try await frame().map { ServerSentEvent(String(decoding: $0, as: UTF8.self)) }
    }

    /// The next one that is no comment.
    func realEvent() async throws -> ServerSentEvent? {
        while let event = try await event() {
            if event.comment == nil { return event }
        }
        return nil
    }
}
