internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import NIOWebSocket
internal import Plumbing

/// A message of a WebSocket.
enum WireMessage: Sendable, Hashable {
    case text(String)
    case binary([UInt8])
    /// The last one: the code with which the server closes, and its reason.
    case closed(Int, String)
}

/// The server has refused the WebSocket.
struct WireRefusal: Error {
    var status: Int
    /// The problem document, as far as it was read.
    var body: [UInt8]
}

/// The connection is broken.
struct WireBroken: Error {}

/// One WebSocket to a server.
final class LiveWire: Sendable {
    private typealias Frames = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>
    private typealias Answer = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    private enum Upgrade: Sendable {
        case done(Frames)
        case refused(Answer)
    }

    /// The most bytes of a message.
    private static let longest = 16 << 20
    /// The most bytes of a refusal that are read.
    private static let longestRefusal = 64 << 10

    private let outgoing = BoundedChannel<WebSocketFrame>(capacity: 16)

    /// Connects and serves a WebSocket until it ends.
    ///
    /// - Parameters:
    ///   - target: the path with the query.
    ///   - fields: of the request.
    ///   - authorities: a file of certificates that are trusted instead of the system's.
    ///   - take: takes each message in order; the last one is `closed`.
    ///   - serve: runs beside it, and may send; it is cancelled at the end.
    /// - Throws: ``WireRefusal``, ``WireBroken``, and what `take` throws.
    static func run(
        _ address: LiveAddress, _ target: String, fields: [(String, String)], authorities: String?,
        take: @escaping @Sendable (WireMessage) async throws -> Void,
        serve: @escaping @Sendable (LiveWire) async throws -> Void
    ) async throws {
        let upgrade: Upgrade
        do {
            upgrade = try await connect(address, target, fields, authorities)
        } catch let problem as NIOSSLExtraError {
            throw problem
        } catch let error as NIOSSLError {
            throw error
        } catch {
            throw WireBroken()
        }
        switch upgrade {
        case .refused(let answer): throw try await refusal(answer)
        case .done(let frames): try await LiveWire().serve(frames, take, serve)
        }
    }

    /// - Throws: ``WireBroken``
    func send(_ message: WireMessage) async throws {
        let frame: WebSocketFrame =
            switch message {
            case .text(let text): Self.frame(.text, ByteBuffer(string: text))
            case .binary(let bytes): Self.frame(.binary, ByteBuffer(bytes: bytes))
            case .closed(let code, let reason): Self.closing(code, reason)
            }
        do { try await outgoing.send(frame) } catch {
            try Task.checkCancellation()
            throw WireBroken()
        }
    }

    private static func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
        WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    }

    private static func closing(_ code: Int, _ reason: String) -> WebSocketFrame {
        var data = ByteBuffer()
        data.writeInteger(UInt16(truncatingIfNeeded: code))
        data.writeString(String(reason.prefix(60)))
        return frame(.connectionClose, data)
    }

    // MARK: The handshake

    private static func connect(
        _ address: LiveAddress, _ target: String, _ fields: [(String, String)], _ authorities: String?
    ) async throws -> Upgrade {
        var tls: NIOSSLContext?
        if address.isSecure {
            var configuration = TLSConfiguration.makeClientConfiguration()
            if let authorities { configuration.trustRoots = .file(authorities) }
            tls = try NIOSSLContext(configuration: configuration)
        }
        var headers = HTTPHeaders([("Host", address.authority)])
        for (name, value) in fields { headers.add(name: name, value: value) }
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: headers)
        let upgrade = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(10))
            .connect(host: address.host, port: address.port) { [tls] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls {
                        let isName = (try? SocketAddress(ipAddress: address.host, port: 0)) == nil
                        try pipeline.addHandler(
                            NIOSSLClientHandler(context: tls, serverHostname: isName ? address.host : nil))
                    }
                    let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(maxFrameSize: longest) { channel, _ in
                        channel.eventLoop.makeCompletedFuture {
                            .done(try Frames(wrappingChannelSynchronously: channel))
                        }
                    }
                    let configuration = NIOTypedHTTPClientUpgradeConfiguration(
                        upgradeRequestHead: head, upgraders: [upgrader]
                    ) { channel in
                        channel.eventLoop.makeCompletedFuture {
                            .refused(try Answer(wrappingChannelSynchronously: channel))
                        }
                    }
                    return try pipeline.configureUpgradableHTTPClientPipeline(
                        configuration: .init(upgradeConfiguration: configuration))
                }
            }
        return try await upgrade.get()
    }

    private static func refusal(_ answer: Answer) async throws -> any Error {
        try await answer.executeThenClose { parts, _ in
            var refusal: WireRefusal?
            do {
                for try await part in parts {
                    switch part {
                    case .head(let head): refusal = WireRefusal(status: Int(head.status.code), body: [])
                    case .body(let bytes):
                        refusal?.body += bytes.readableBytesView
                        if refusal?.body.count ?? 0 > longestRefusal { return refusal ?? WireBroken() }
                    case .end: return refusal ?? WireBroken()
                    }
                }
            } catch {}
            return refusal ?? WireBroken()
        }
    }

    // MARK: Messages

    private func serve(
        _ frames: Frames, _ take: @escaping @Sendable (WireMessage) async throws -> Void,
        _ serve: @escaping @Sendable (LiveWire) async throws -> Void
    ) async throws {
        let isOver = Locked(false)
        do {
            try await frames.executeThenClose { inbound, outbound in
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    group.addTask {
                        while let frame = try await self.outgoing.next() { try await outbound.write(frame) }
                        return false
                    }
                    group.addTask {
                        try await serve(self)
                        return false
                    }
                    group.addTask {
                        try await self.receive(inbound, isOver, take)
                        return true
                    }
                    defer {
                        group.cancelAll()
                        self.outgoing.finish()
                    }
                    while let isReceived = try await group.next() { if isReceived { break } }
                }
            }
        } catch  where isOver.withLock({ $0 }) {
            // The closing handshake is complete, so it does not matter how the connection ended.
        } catch is ChannelError {
            throw WireBroken()
        } catch is IOError {
            throw WireBroken()
        }
    }

    private func receive(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ isOver: Locked<Bool>,
        _ take: (WireMessage) async throws -> Void
    ) async throws {
        // Verbio's server sends messages in one frame; others may not.
        var open: (isText: Bool, data: ByteBuffer)?
        for try await frame in inbound {
            var data = frame.unmaskedData
            switch frame.opcode {
            case .text, .binary: open = (frame.opcode == .text, data)
            case .continuation:
                open?.data.writeBuffer(&data)
                guard open?.data.readableBytes ?? 0 <= Self.longest else { throw WireBroken() }
            case .ping:
                try await outgoing.send(Self.frame(.pong, data))
                continue
            case .connectionClose:
                let code = data.readInteger(as: UInt16.self).map(Int.init) ?? 1_005
                let reason = data.readString(length: data.readableBytes) ?? ""
                try? await outgoing.send(Self.closing(code == 1_005 ? 1_000 : code, ""))
                isOver.withLock { $0 = true }
                return try await take(.closed(code, reason))
            default: continue
            }
            guard frame.fin, let message = open else { continue }
            open = nil
            try await take(
                message.isText ? .text(String(buffer: message.data)) : .binary(Array(message.data.readableBytesView)))
        }
        throw WireBroken()
    }
}
