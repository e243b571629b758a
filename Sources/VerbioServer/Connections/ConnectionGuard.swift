internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import Plumbing

/// Handles what the framework does not handle on one connection: it sits between the HTTP codec and the routes.
///
/// * A connection is closed after a while if no request comes on it, or if its client reads nothing. If connections are scarce,
///   it is closed at once (``IdleConnections``).
/// * Input that is not HTTP is answered with a problem document instead of a bare 400.
/// * If an answer is complete before its request is, it ends the connection. The rest of the request is thrown away for a
///   moment before the connection is closed. Closing at once would reset it, and the client might lose the answer.
/// * A client that has closed its side may still wait for the answer or be gone. Only writing shows that: a harmless
///   piece is written. If the client has disconnected, the connection breaks and its work is cancelled.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long the rest of a request is thrown away before the connection is closed.
    static let linger = TimeAmount.seconds(2)

    /// What has been written of the answer to the current request.
    private enum Answer {
        case none
        case head(isEventStream: Bool)
    }

    private let patience: TimeAmount
    private let connections: IdleConnections
    private let logger: Logger
    private var headsRead = 0
    private var requestsRead = 0
    private var answersWritten = 0
    private var answer = Answer.none
    /// The number of the request after which its client wants the connection to end.
    private var lastHead: Int?
    /// Whether the connection ends after the current answer.
    private var isLast = false
    private var isLingering = false
    private var isInputClosed = false
    private var isOutputClosed = false
    /// Closes the connection if no request comes, or at the end of the lingering.
    private var timer: Scheduled<Void>?
    /// Closes the connection if the client reads nothing.
    private var stall: Scheduled<Void>?

    /// - Parameter patience: how long a connection is kept without a request.
    init(patience: TimeAmount, connections: IdleConnections, logger: Logger) {
        self.patience = patience
        self.connections = connections
        self.logger = logger
    }

    /// The configuration of HTTP: no header worth reading is larger than these limits.
    ///
    /// - Parameter limit: how many connections there may be at once.
    static func http1(patience: Duration, limit: Int, logger: Logger) -> HTTP1Channel.Configuration {
        let patience = TimeAmount(patience)
        let connections = IdleConnections(limit: limit)
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                SocketUpgrade(), ConnectionGuard(patience: patience, connections: connections, logger: logger),
            ],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
    }

    private var isAnswering: Bool { headsRead > answersWritten }
    private var isRequestComplete: Bool { requestsRead > answersWritten }

    // MARK: Connection

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandlers([HeadAnswers(), FormerVersion()], position: .after(decoder))
        } catch {
            context.fireErrorCaught(error)
        }
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        close(context, after: patience)
        connections.opened(context.channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stopTimers()
        connections.closed(context.channel)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopTimers()
        connections.closed(context.channel)
        // The framework takes the end of a connection for the end of a request, but a request that was cut is not complete.
        if headsRead > requestsRead { context.fireErrorCaught(HTTPParserError.invalidEOFState) }
        context.fireChannelInactive()
    }

    /// A client that reads nothing of its answer would make a translation wait forever.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = context.channel.isWritable ? nil : timer(context, after: patience)
        context.fireChannelWritabilityChanged()
    }

    private func waitForRequest(_ context: ChannelHandlerContext) {
        close(context, after: patience)
        connections.waits(context.channel)
    }

    private func close(_ context: ChannelHandlerContext, after delay: TimeAmount) {
        timer?.cancel()
        timer = timer(context, after: delay)
    }

    private func timer(_ context: ChannelHandlerContext, after delay: TimeAmount) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
            // The connection closes now, so nothing is left to linger for.
            self.isLingering = false
            context.close(promise: nil)
        }
    }

    private func stopTimers() {
        timer?.cancel()
        stall?.cancel()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isLingering else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            timer?.cancel()
            timer = nil
            headsRead += 1
            if lastHead == nil, head.headerFields.words(of: .connection).contains("close") { lastHead = headsRead }
            connections.works(context.channel)
        case .body: break
        case .end: requestsRead += 1
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isLingering { context.read() }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleConnections.MakeRoom {
            if isAnswering { return connections.works(context.channel) }
            // The connection is closed even if it still throws away the rest of a request.
            isLingering = false
            return context.close(promise: nil)
        }
        if case .some(.inputClosed) = event as? ChannelEvent {
            isInputClosed = true
            if isLingering {
                close(context, after: .zero)
            } else if isAnswering, isRequestComplete {
                probe(context)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func probe(_ context: ChannelHandlerContext) {
        switch answer {
        case .none:
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .init(code: 102)))), promise: nil)
        case .head(isEventStream: true):
            context.writeAndFlush(wrapOutboundOut(.body(ByteBuffer(string: ":\n\n"))), promise: nil)
        case .head(isEventStream: false): break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else {
            return context.fireErrorCaught(error)
        }
        isLast = true
        if headsRead > requestsRead {
            // The reader of the body has to know that it has no proper end.
            context.fireErrorCaught(error)
        } else if !isAnswering {
            refuse(context, error)
        }
        // Requests before this one are answered first; the last of these answers ends the connection.
    }

    private func refuse(_ context: ChannelHandlerContext, _ error: any Error) {
        guard !isLingering, !isOutputClosed, context.channel.isActive else { return }
        let refusal = Refusal.unreadable(error as? HTTPParserError)
        let body = ByteBuffer(string: ProblemDocument(refusal).json())
        var head = HTTPResponse(status: refusal.status, headerFields: SecurityHeaders.fields)
        for field in refusal.headers { head.headerFields[field.name] = field.value }
        head.headerFields[.contentType] = ProblemDocument.mediaType
        head.headerFields[.contentLength] = String(body.readableBytes)
        head.headerFields[.connection] = "close"
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        end(context, wrapOutboundOut(.end(nil)), promise: nil)
        RequestLog.unreadable(refusal.status, logger)
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            answer = .head(isEventStream: EventStream.isDeclared(by: head.headerFields))
            let isWished = head.headerFields.words(of: .connection).contains("close") || lastHead == answersWritten + 1
            isLast = isLast || isWished || !isRequestComplete || isInputClosed
            if isLast { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            answer = .none
            answersWritten += 1
            if isLast {
                end(context, data, promise: promise)
            } else {
                context.write(data, promise: promise)
                if !isAnswering { waitForRequest(context) }
            }
        default:
            context.write(data, promise: promise)
        }
    }

    /// Writes the end of the last answer; once it is on its way, the connection is closed properly.
    private func end(_ context: ChannelHandlerContext, _ data: NIOAny, promise: EventLoopPromise<Void>?) {
        isLingering = true
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in
            guard context.channel.isActive else { return }
            self.close(mode: .output, context, promise: nil)
            self.close(context, after: self.isInputClosed ? .zero : Self.linger)
            context.read()
        }
        context.writeAndFlush(data, promise: written)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch mode {
        case .output: close(mode: .output, context, promise: promise)
        case .all where isLingering:
            // The connection is closed soon, and the caller that requested it continues only then.
            if let promise { context.channel.closeFuture.cascade(to: promise) }
        case .all, .input: context.close(mode: mode, promise: promise)
        }
    }

    private func close(mode: CloseMode, _ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        guard !isOutputClosed else {
            promise?.succeed()
            return
        }
        isOutputClosed = true
        context.close(mode: mode, promise: promise)
    }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
