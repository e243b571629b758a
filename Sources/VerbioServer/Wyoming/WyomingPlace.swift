internal import NIOCore
internal import Plumbing

/// One connection among all of its kind: while it waits for its client, it gives way to a new one.
///
/// It is the handler of its channel that takes the request for room.
final class WyomingPlace: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private struct State {
        var standing = ConnectionPlaces.Standing.idle
        /// Counts the changes, so that a timer of an earlier wait changes nothing.
        var turn = 0
    }

    private let channel: any Channel
    private let places: ConnectionPlaces
    private let patience: TimeAmount
    private let state = Locked(State())

    /// - Parameter patience: how long a client may do nothing in the middle of an exchange.
    init(_ channel: any Channel, in places: ConnectionPlaces, patience: Duration) {
        self.channel = channel
        self.places = places
        self.patience = TimeAmount(patience)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ConnectionPlaces.MakeRoom else { return context.fireUserInboundEventTriggered(event) }
        if state.withLock({ $0.standing }) != .working { context.close(promise: nil) }
    }

    /// Serves the client as long as it is connected.
    func serve(_ work: () async -> Void) async {
        begin(.idle)
        await work()
        places.closed(channel)
    }

    /// Waits for an event that the client may send when it likes.
    func idling<Result>(_ wait: () async throws -> Result) async rethrows -> Result {
        begin(.idle)
        defer { begin(.working) }
        return try await wait()
    }

    /// Waits for the client in the middle of an exchange. The connection is closed if the client does nothing for too long.
    func waiting<Result>(_ wait: () async throws -> Result) async rethrows -> Result {
        let turn = begin(.working)
        let stalled = channel.eventLoop.scheduleTask(in: ClientWatch.interval) { self.stall(turn) }
        let over = channel.eventLoop.scheduleTask(in: patience) { [channel] in channel.close(promise: nil) }
        defer {
            stalled.cancel()
            over.cancel()
            begin(.working)
        }
        return try await wait()
    }

    @discardableResult
    private func begin(_ standing: ConnectionPlaces.Standing) -> Int {
        let turn = state.withLock { state in
            state.turn += 1
            state.standing = standing
            return state.turn
        }
        note(standing)
        return turn
    }

    private func stall(_ turn: Int) {
        let isCurrent = state.withLock { state in
            guard state.turn == turn else { return false }
            state.standing = .stalled
            return true
        }
        if isCurrent { note(.stalled) }
    }

    private func note(_ standing: ConnectionPlaces.Standing) {
        places.note(channel, from: AddressRange.network(of: channel.remoteAddress?.ipAddress ?? ""), standing)
    }
}
