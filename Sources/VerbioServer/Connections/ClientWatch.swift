internal import NIOCore

/// Finds out whether a connection waits for its client, which reads nothing of its answer or sends nothing of its request.
///
/// It belongs to the ``ConnectionGuard`` of the connection, and is used on its loop only.
final class ClientWatch {
    /// How long a client that is waited for may do nothing before its connection counts as stalled. A stalled connection is
    /// closed only if connections are scarce, so the time is short.
    static let interval = TimeAmount.milliseconds(150)

    private let places: ConnectionPlaces
    private let pipe: PipelinedRequests
    private var network = ""
    /// What the connection was said to wait for; nil if it has to be said again.
    private var told: ConnectionPlaces.Standing?
    /// Whether the connection makes room, and only ends its last answers.
    private(set) var isLeaving = false
    /// Whether the connection is a WebSocket, which gives way no more.
    private var isSocket = false
    /// Whether a request has begun that is not complete.
    private var awaitsBody = false
    /// Whether a request is not complete or not answered.
    private var isBusy = false
    /// Whether more of the request is wanted. Otherwise the server holds its client up, and the client can do nothing.
    private var isReading = false
    private var hasReceived = false
    /// The bytes that were not written when they were last looked at; nil if the client was not waited for then.
    private var unwritten: Int?
    private var isStuck = false
    private var tick: Scheduled<Void>?

    /// - Parameter pipe: of the same connection.
    init(places: ConnectionPlaces, pipe: PipelinedRequests) {
        self.places = places
        self.pipe = pipe
    }

    /// Records a new connection.
    func begin(_ context: ChannelHandlerContext) {
        network = AddressRange.network(of: context.channel.remoteAddress?.ipAddress ?? "")
        report(context)
    }

    /// Makes room for another connection.
    ///
    /// - Returns: whether this one is to be closed now. Otherwise it ends after the next answer, or its client has gone on.
    func givesWay(_ context: ChannelHandlerContext) -> Bool {
        switch standing(context) {
        case .idle, .stalled: return true
        case .piping:
            isLeaving = true
            pipe.endSoon()
            schedule(context)
            return false
        case .working:
            told = nil
            report(context)
            return false
        }
    }

    private func standing(_ context: ChannelHandlerContext) -> ConnectionPlaces.Standing {
        if isStuck { return .stalled }
        guard isBusy || pipe.awaitsTurn || Self.unwritten(context) > 0 else { return .idle }
        return pipe.hasWaiting ? .piping : .working
    }

    /// The request or its answer has come further.
    func update(_ context: ChannelHandlerContext, awaitsBody: Bool, isAnswering: Bool) {
        self.awaitsBody = awaitsBody
        isBusy = awaitsBody || isAnswering
        // Whether it reads its answer is found out by looking again.
        if !awaitsBody, context.channel.isWritable { isStuck = false }
        report(context)
        if isWaiting(context) { schedule(context) }
    }

    /// The connection has become a WebSocket, which looks after its client itself.
    func end(_ context: ChannelHandlerContext) {
        (awaitsBody, isBusy, isStuck) = (false, true, false)
        report(context)
        isSocket = true
        stop()
    }

    func reads() { isReading = true }

    /// Something has come from the client.
    func received(_ context: ChannelHandlerContext) {
        isReading = false
        hasReceived = true
        progressed(context)
    }

    /// The client may have read something, or has stopped reading.
    func writabilityChanged(_ context: ChannelHandlerContext) {
        context.channel.isWritable ? progressed(context) : schedule(context)
    }

    func stop() { tick?.cancel() }

    private func progressed(_ context: ChannelHandlerContext) {
        guard isStuck else { return }
        isStuck = false
        report(context)
    }

    private func report(_ context: ChannelHandlerContext) {
        let standing = standing(context)
        guard standing != told, !isSocket, !isLeaving else { return }
        told = standing
        places.note(context.channel, from: network, standing)
    }

    private func isWaiting(_ context: ChannelHandlerContext) -> Bool { awaitsBody || Self.unwritten(context) > 0 }

    private func schedule(_ context: ChannelHandlerContext) {
        guard tick == nil, !isSocket else { return }
        tick = context.eventLoop.assumeIsolated().scheduleTask(in: Self.interval) {
            self.tick = nil
            self.look(context)
        }
    }

    private func look(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let now = Self.unwritten(context)
        let isUnread = now > 0 && now == unwritten
        let isUnsent = awaitsBody && isReading && !hasReceived
        (unwritten, hasReceived, isStuck) = (now, false, isUnread || isUnsent)
        report(context)
        // Its client does not even read the last answers.
        if isLeaving, isStuck { return context.close(promise: nil) }
        if isLeaving || isWaiting(context) { schedule(context) } else { unwritten = nil }
    }

    private static func unwritten(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}

@available(*, unavailable)
extension ClientWatch: Sendable {}
