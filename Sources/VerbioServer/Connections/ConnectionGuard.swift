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
///   it is closed at once (``ConnectionPlaces``).
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

    /// Whether the client waits for a sign before it sends more: `100 Continue`, or that the connection is upgraded.
    private var isHeldUp = false

    /// What has been written of the answer to the current request.
    private enum Answer {
        case none
        case head(isEventStream: Bool)
    }

    private let patience: TimeAmount
    private let places: ConnectionPlaces
    private let watch: ClientWatch
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

    /// - Parameters:
    ///   - patience: how long a connection is kept without a request.
    ///   - pipe: the handler of the same connection that passes requests on.
    init(patience: TimeAmount, places: ConnectionPlaces, pipe: PipelinedRequests, logger: Logger) {
        self.patience = patience
        self.places = places
        watch = ClientWatch(places: places, pipe: pipe)
        self.logger = logger
    }

    /// The configuration of HTTP: no header worth reading is larger than these limits.
    ///
    /// - Parameters:
    ///   - limit: how many connections there may be at once.
    ///   - gate: lets requests take turns.
    static func http1(patience: Duration, limit: Int, gate: RequestGate, logger: Logger) -> HTTP1Channel.Configuration {
        let patience = TimeAmount(patience)
        let places = ConnectionPlaces(limit: limit)
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: handlers(patience: patience, places: places, gate: gate, logger: logger),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
    }

    private static func handlers(
        patience: TimeAmount, places: ConnectionPlaces, gate: RequestGate, logger: Logger
    ) -> [any RemovableChannelHandler] {
        let pipe = PipelinedRequests(gate: gate)
        return [
            pipe, SocketUpgrade(), ConnectionGuard(patience: patience, places: places, pipe: pipe, logger: logger),
        ]
    }

    private var isAnswering: Bool { headsRead > answersWritten }
    private var isRequestComplete: Bool { requestsRead > answersWritten }

    // MARK: Connection

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestBeginning(), position: .before(decoder))
            try pipeline.addHandlers([RequestLine(), HeadAnswers(), FormerVersion()], position: .after(decoder))
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
        watch.begin(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stopTimers()
        places.closed(context.channel)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopTimers()
        places.closed(context.channel)
        // The framework takes the end of a connection for the end of a request, but a request that was cut is not complete.
        if headsRead > requestsRead { context.fireErrorCaught(HTTPParserError.invalidEOFState) }
        context.fireChannelInactive()
    }

    /// A client that reads nothing of its answer would make a translation wait forever.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = context.channel.isWritable ? nil : timer(context, after: patience)
        watch.writabilityChanged(context)
        context.fireChannelWritabilityChanged()
    }

    private func waitForRequest(_ context: ChannelHandlerContext) {
        close(context, after: patience)
        // In the loop's next turn the answer is on its way, so that the connection can be closed for another one.
        context.eventLoop.assumeIsolated().execute { self.update(context) }
    }

    private func update(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        var awaitsBody = headsRead > requestsRead && !isHeldUp
        // With an answer that has begun, the client sends as it likes, such as live speech.
        if case .head = answer { awaitsBody = false }
        watch.update(context, awaitsBody: awaitsBody, isAnswering: isAnswering)
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
        watch.stop()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isLingering else { return }
        watch.received(context)
        switch unwrapInboundIn(data) {
        case .head(let head):
            timer?.cancel()
            timer = nil
            headsRead += 1
            isHeldUp = head.headerFields[.expect] != nil || SocketHandshake.isAsked(by: head)
            if lastHead == nil, head.headerFields.words(of: .connection).contains("close") { lastHead = headsRead }
            update(context)
        case .body: break
        case .end:
            requestsRead += 1
            update(context)
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        watch.reads()
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isLingering { context.read() }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is PipelinedRequests.Changed { return update(context) }
        if event is ConnectionPlaces.MakeRoom {
            guard watch.givesWay(context) else { return }
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
        guard error is HTTPParserError || error is RequestBeginning.Blank else {
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
        let refusal =
            error is RequestBeginning.Blank ? Refusal.beginsWithBlank : .unreadable(error as? HTTPParserError)
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
            update(context)
        case .head(let head) where head.status.code == 101:
            watch.end(context)
            context.write(data, promise: promise)
        case .head(let head) where head.status == .continue:
            isHeldUp = false
            context.write(data, promise: promise)
            update(context)
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
            let linger = self.watch.isLeaving ? ClientWatch.interval : Self.linger
            self.close(context, after: self.isInputClosed ? .zero : linger)
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
