internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Passes the requests of one connection on one by one: the next one when the answer to the one before is written, and when
/// its turn comes (``RequestGate``).
///
/// A client may send many requests at once. Without this, its connection would keep its thread until the last one is
/// answered, and other connections would wait. While requests wait here, nothing more is read from the client.
///
/// The handler sits between the HTTP codec and ``SocketUpgrade``.
final class PipelinedRequests: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Tells the guard of the connection that requests have begun to wait, or that none waits any more.
    struct Changed: Sendable {}

    /// The most requests of a connection that wait. The answer to the last of them ends the connection, and its client sends
    /// the rest again on another one (RFC 9112, section 9.3.2).
    static let most = 256

    private enum Held {
        case part(HTTPRequestPart)
        case error(any Error)
        case event(ChannelEvent)
    }

    private let gate: RequestGate
    /// What the first held request waits for.
    private var wait: RequestGate.Wait?
    /// Whether the first held request has its turn.
    private var hasTurn = false
    private var held = CircularBuffer<Held>()
    private var heldHeads = 0
    /// Whether a request was passed on that is not answered yet.
    private var isBusy = false
    /// Whether the connection ends with what is held, so that no further request is taken.
    private var isEnding = false
    /// Whether what comes belongs to requests that are not taken.
    private var isDropping = false
    /// Whether the connection ends with the current answer.
    private var isLast = false
    private var isReadDue = false

    init(gate: RequestGate) { self.gate = gate }

    /// Whether requests wait for the current one.
    var hasWaiting: Bool { heldHeads > (isBusy ? 0 : 1) && !isEnding }

    /// Whether a request waits for its turn.
    var awaitsTurn: Bool { wait != nil }

    /// Ends the connection with the next answer, and drops the requests behind it. Its client sends them again on another
    /// connection.
    func endSoon() {
        let parts = Array(held)
        if let second = parts.indices.filter({ Self.isHead(parts[$0]) }).dropFirst().first {
            held = CircularBuffer(parts[..<second])
            heldHeads = 1
            isDropping = true
        }
        endWithLast()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard case .head(let head) = part else {
            if isDropping { return }
            return held.isEmpty ? context.fireChannelRead(data) : held.append(.part(part))
        }
        if isEnding {
            isDropping = true
            return
        }
        if !isBusy, held.isEmpty, mayBegin(head, context) {
            isBusy = true
            return context.fireChannelRead(data)
        }
        guard heldHeads < Self.most else {
            isDropping = true
            return endWithLast()
        }
        heldHeads += 1
        held.append(.part(part))
        if heldHeads <= 2 { context.fireUserInboundEventTriggered(Changed()) }
    }

    /// Takes the turn of the next request, or waits for it.
    private func mayBegin(_ head: HTTPRequest, _ context: ChannelHandlerContext) -> Bool {
        guard wait == nil else { return false }
        if hasTurn {
            hasTurn = false
            return true
        }
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        wait = gate.take(head, on: context.channel, isPiped: !held.isEmpty) {
            bound.eventLoop.execute { bound.value.handler.turnCame(bound.value.context) }
        }
        return wait == nil
    }

    private func turnCame(_ context: ChannelHandlerContext) {
        // The connection may have been closed in the meantime.
        guard wait != nil else { return gate.end(on: context.channel) }
        wait = nil
        hasTurn = true
        release(context)
    }

    private func endWithLast() {
        guard !isEnding else { return }
        isEnding = true
        var parts = Array(held)
        guard let last = parts.lastIndex(where: Self.isHead), case .part(.head(var head)) = parts[last] else { return }
        head.headerFields[.connection] = "close"
        parts[last] = .part(.head(head))
        held = CircularBuffer(parts)
    }

    private static func isHead(_ held: Held) -> Bool {
        if case .part(.head) = held { true } else { false }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        if case .head(let head) = part, head.status.kind != .informational || head.status.code == 101 {
            // The rest of an answer is up to its client.
            gate.end(on: context.channel)
            isLast = head.headerFields[.connection] == "close"
        }
        context.write(data, promise: promise)
        guard case .end = part else { return }
        isBusy = false
        if isLast {
            held.removeAll()
            isEnding = true
        }
        guard !held.isEmpty else { return }
        // In the loop's next turn, so that other connections have theirs.
        context.eventLoop.assumeIsolated().execute { self.release(context) }
    }

    /// Passes the next request on, and what has come of it.
    private func release(_ context: ChannelHandlerContext) {
        guard !isBusy, !held.isEmpty, context.channel.isActive else { return }
        while let next = held.first {
            if case .part(.head(let head)) = next {
                guard !isBusy, mayBegin(head, context) else { break }
                isBusy = true
                heldHeads -= 1
            }
            // Bytes that are no request are refused when the requests before them are answered.
            if case .error = next, isBusy { break }
            held.removeFirst()
            switch next {
            case .part(let part): context.fireChannelRead(wrapInboundOut(part))
            case .error(let error): context.fireErrorCaught(error)
            case .event(let event): context.fireUserInboundEventTriggered(event)
            }
        }
        context.fireChannelReadComplete()
        if heldHeads <= 1 { context.fireUserInboundEventTriggered(Changed()) }
        guard held.isEmpty, isReadDue else { return }
        isReadDue = false
        context.read()
    }

    func read(context: ChannelHandlerContext) {
        guard held.isEmpty else {
            isReadDue = true
            return
        }
        context.read()
    }

    /// Bytes that are no request come after those that wait.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isDropping { return }
        held.isEmpty ? context.fireErrorCaught(error) : held.append(.error(error))
    }

    /// A client that sends nothing more still wants the answers to what it has sent.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if !held.isEmpty, case .some(.inputClosed) = event as? ChannelEvent {
            return held.append(.event(.inputClosed))
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        held.removeAll()
        if let wait { gate.withdraw(wait, on: context.channel) }
        wait = nil
        gate.end(on: context.channel)
        context.fireChannelInactive()
    }
}

@available(*, unavailable)
extension PipelinedRequests: Sendable {}
