internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import NIOWebSocket
package import Plumbing

/// Opens WebSockets to servers (RFC 6455), over NIO: the libcurl of Debian 12 has none.
///
/// It takes no way through a proxy.
package struct SocketClient: Sendable {
    /// A file of certificates (PEM) to trust instead of the system's.
    package var authorities: String?
    /// Until the socket is open, TLS included.
    package var patience = Duration.seconds(5)
    /// How long the server may take to close the socket when everything has been sent.
    package var closingPatience = Duration.seconds(5)
    /// How long the server may send nothing, pings included, before the connection counts as broken; nil if it may be silent.
    package var silence: Duration?
    /// Bytes of the largest message that is taken.
    package var longestMessage = 1 << 20
    private let time: TimeSource

    package init(authorities: String? = nil, time: TimeSource = .system) {
        self.authorities = authorities
        self.time = time
    }

    /// Opens a socket, and returns when the server has closed it.
    ///
    /// - Parameters:
    ///   - url: `ws://` or `wss://`.
    ///   - headers: of the opening request, in addition to those of the protocol.
    ///   - sending: gives what is to be sent. When it returns, the server is expected to close the socket.
    ///   - receiving: takes each message of the server. The next one is not read before it returns.
    /// - Returns: the code with which the server closed it: 1000 or 1001; nil if the server did not close it.
    /// - Throws: ``SocketFailure``, `CancellationError`, or what the two closures throw.
    @discardableResult
    package func converse(
        _ url: String, headers: [(name: String, value: String)] = [],
        sending: @escaping @Sendable (SocketSender) async throws -> Void,
        receiving: @escaping @Sendable (SocketMessage) async throws -> Void
    ) async throws -> Int? {
        let address = try SocketAddress(url)
        let (host, patience) = (address.host, patience)
        let channel: SocketChannel
        do {
            channel = try await withDeadline(patience, time: time) { try await self.open(address, headers) }
        } catch is DeadlineExceeded {
            throw SocketFailure(.timeout, "\(host) did not open the socket within \(patience.components.seconds) s")
        }
        do {
            return try await channel.executeThenClose { inbound, outbound in
                try await converse(SocketSender(outbound), inbound, sending, receiving)
            }
        } catch let error as any SocketChannelError {
            throw SocketFailure(.broken, "the connection to \(host) broke (\(error))")
        }
    }

    // MARK: Opening

    private func open(_ address: SocketAddress, _ headers: [(name: String, value: String)]) async throws
        -> SocketChannel
    {
        let tls = try address.isSecure ? context() : nil
        var fields = HTTPHeaders(headers.map { ($0.name, $0.value) })
        fields.replaceOrAdd(name: "Host", value: address.authority)
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: address.target, headers: fields)
        let limit = longestMessage
        let opening = Locked<(any Channel)?>(nil)
        let upgrading: EventLoopFuture<SocketOpening>
        do {
            upgrading = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(TimeAmount(patience))
                .channelOption(.socketOption(.tcp_nodelay), value: 1)
                .connect(host: address.host, port: address.port) { channel in
                    opening.withLock { $0 = channel }
                    return channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        if let tls {
                            try pipeline.addHandler(
                                NIOSSLClientHandler(context: tls, serverHostname: address.nameForTLS))
                        }
                        var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
                            upgradeConfiguration: Self.upgrade(head, largest: limit))
                        // The first messages may come together with the answer. By default, NIO drops them.
                        configuration.leftOverBytesStrategy = .forwardBytes
                        return try pipeline.configureUpgradableHTTPClientPipeline(configuration: configuration)
                    }
                }
        } catch {
            throw SocketFailure(.unreachable, "\(address.authority) cannot be reached (\(error))")
        }
        return try await withTaskCancellationHandler {
            switch try await Self.opened(upgrading, at: address) {
            case .socket(let channel): return channel
            case .refused(let refusal):
                let (status, body) = try await refusal.get()
                throw SocketFailure(.refused(status: status), String(decoding: body, as: UTF8.self))
            }
        } onCancel: {
            // A server that accepts the connection and never answers: the future would wait forever.
            opening.withLock { $0 }?.close(promise: nil)
        }
    }

    private static func opened(
        _ upgrading: EventLoopFuture<SocketOpening>, at address: SocketAddress
    ) async throws -> SocketOpening {
        do {
            return try await upgrading.get()
        } catch {
            throw SocketFailure(
                error is NIOSSLError || error is NIOSSLExtraError ? .certificate : .broken,
                "\(address.authority) did not open the socket (\(error))")
        }
    }

    private static func upgrade(
        _ head: HTTPRequestHead, largest limit: Int
    ) -> NIOTypedHTTPClientUpgradeConfiguration<SocketOpening> {
        let upgrader = NIOTypedWebSocketClientUpgrader<SocketOpening>(maxFrameSize: limit) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(
                    NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1_024, maxAccumulatedFrameSize: limit))
                return .socket(try SocketChannel(wrappingChannelSynchronously: channel))
            }
        }
        return NIOTypedHTTPClientUpgradeConfiguration(upgradeRequestHead: head, upgraders: [upgrader]) { channel in
            channel.eventLoop.makeCompletedFuture {
                let answer = channel.eventLoop.makePromise(of: (Int, [UInt8]).self)
                try channel.pipeline.syncOperations.addHandler(RefusalReader(answer))
                return .refused(answer.futureResult)
            }
        }
    }

    private func context() throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let authorities { configuration.trustRoots = .file(authorities) }
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw SocketFailure(.certificate, "the trusted certificates cannot be read (\(error))")
        }
    }

    // MARK: Talking

    private func converse(
        _ sender: SocketSender, _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ sending: @escaping @Sendable (SocketSender) async throws -> Void,
        _ receiving: @escaping @Sendable (SocketMessage) async throws -> Void
    ) async throws -> Int? {
        let (time, patience) = (time, closingPatience)
        let watch = silence.map { SilenceWatch(longest: $0, time: time) }
        return try await withThrowingTaskGroup(of: Int?.self) { group in
            group.addTask {
                try await sending(sender)
                try await time.sleep(patience)
                // The server has not closed the socket, so this side does.
                try? await sender.close()
                return nil
            }
            group.addTask { try await Self.read(inbound, sender, receiving, watch, time) }
            if let watch { group.addTask { try await watch.run() } }
            defer { group.cancelAll() }
            // The end of either is the end of the socket.
            return try await group.next() ?? nil
        }
    }

    private static func read(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ sender: SocketSender,
        _ receiving: (SocketMessage) async throws -> Void, _ watch: SilenceWatch?, _ time: TimeSource
    ) async throws -> Int {
        for try await frame in inbound {
            watch?.pause()
            defer { watch?.restart() }
            var data = frame.unmaskedData
            switch frame.opcode {
            case .text: try await receiving(.text(Array(data.readableBytesView)))
            case .binary: try await receiving(.binary(Array(data.readableBytesView)))
            case .ping: try await sender.pong(data)
            case .connectionClose:
                let code = data.readInteger(as: UInt16.self) ?? 1_000
                // A server that reads nothing more does not take the answer either.
                try? await withDeadline(.seconds(1), time: time) { try await sender.close(code) }
                // 1000: done; 1001: the server goes away, after everything that it had to say.
                guard code == 1_000 || code == 1_001 else {
                    throw SocketFailure(.closed(code: Int(code)), String(buffer: data))
                }
                return Int(code)
            default: break
            }
        }
        throw SocketFailure(.broken, "the server left without closing the socket")
    }
}

typealias SocketChannel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

/// What happened to the opening request.
enum SocketOpening: Sendable {
    case socket(SocketChannel)
    case refused(EventLoopFuture<(Int, [UInt8])>)
}

/// Errors of the channel below a socket.
private protocol SocketChannelError: Error {}
extension ChannelError: SocketChannelError {}
extension NIOAsyncWriterError: SocketChannelError {}
extension IOError: SocketChannelError {}
extension NIOSSLError: SocketChannelError {}
extension NIOSSLExtraError: SocketChannelError {}
extension NIOWebSocketError: SocketChannelError {}
