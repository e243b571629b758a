internal import Access
internal import Audio
internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import HTTPTypes
internal import Interpreting
internal import Plumbing
internal import VerbioService

/// The client of one live conversation, over one connection or several: the conversation may outlive them.
///
/// A ``LiveFeed`` puts the events of the conversation into the outbox. A connection serves the session until it breaks. If the
/// session is resumable, the next connection continues. The client learns how many of its messages were received, and gets the
/// events that it has not seen.
final class LiveSession: Sendable {
    /// Names the session to its client; it cannot be guessed.
    let token: String
    private let work: ServedWork
    private let live: LiveRun
    private let feed: LiveFeed
    private let orders: LiveOrders
    private var outbox: LiveOutbox { feed.outbox }
    /// How the client may return; nil if it may not.
    private let resumption: Resumption?
    /// Decodes the client's messages; nil if they are parts of a stream of bytes.
    private let packets: PacketAudio?
    /// Whether the conversation was begun by a session of another server.
    private let continues: Bool
    private let time: TimeSource
    private let watch: SessionWatch
    /// One connection at a time serves the session.
    private let turn = Limiter(limit: 1)
    private let over = BoundedChannel<Void>(capacity: 1)
    private let state: Locked<State>

    /// The waits and limits of a resumable session.
    struct Resumption: Sendable {
        /// How long it waits for its client to return.
        var patience: Duration
        /// How long a client may take to confirm events when the session cannot continue without a confirmation.
        var confirmation: Duration
        /// The most events that are kept.
        var events: Int
    }

    private struct State {
        /// How many messages of the client have come, confirmations not counted.
        var received = 0
        /// The bytes of audio in them.
        var bytes = 0
        var hasEnded = false
        /// Whether audio waits for room in the conversation.
        var isFeeding = false
        /// The connection that serves, or is about to.
        var ordinal = 0
        var connection: (any LiveConnection)?
        /// Since when no connection serves; nil while one does.
        var awaySince: Duration?
        /// Whether the client knows that the server is being stopped, and may return until then.
        var isToldToGo = false
    }

    /// - Parameters:
    ///   - work: takes live speech.
    ///   - feed: gets the answers of the work.
    ///   - resumption: nil if the session ends when the client leaves.
    init(
        _ work: ServedWork, _ live: LiveRun, _ feed: LiveFeed, in form: LiveSessions.Form, resumption: Resumption?,
        limits: SessionWatch.Limits, time: TimeSource
    ) {
        var generator = SystemRandomNumberGenerator()
        token = (0..<2).map { _ in String(UInt64.random(in: .min ... .max, using: &generator), radix: 36) }
            .joined(separator: "-")
        (self.work, self.live, self.feed) = (work, live, feed)
        orders = LiveOrders(live)
        self.resumption = resumption
        packets = form.packets
        continues = form.known != nil
        self.time = time
        watch = SessionWatch(limits, time: time)
        state = Locked(State(awaySince: time.now()))
    }

    /// Ends the conversation for a client that will not return. What is in flight is still finished and stored.
    func abandon() {
        work.listenerLeft()
        _ = over.trySend(())
    }

    private var patience: Duration? { resumption?.patience }

    /// Whether no connection serves the session.
    var isAway: Bool { state.withLock { $0.awaySince != nil } }

    /// Ends the session if no connection serves it, because the server is being stopped.
    func abandonIfAway() {
        let isLost = state.withLock { $0.awaySince != nil && !$0.isToldToGo }
        guard isLost else { return }
        if live.request.handsOver { live.control.handOver() }
        abandon()
    }

    /// Informs the client that the server is being stopped.
    ///
    /// - Parameter grace: how long what was said may take to be finished.
    func goAway(grace: Duration) {
        state.withLock { $0.isToldToGo = $0.awaySince == nil }
        let notice = LiveNotice.leaving(
            seconds: grace.components.seconds, work.conversation, session: patience == nil ? nil : token)
        outbox.set(notice: notice.text)
    }

    /// Closes the connection, because its client may do nothing any more. What was said is finished and stored.
    func end(because refusal: Refusal) {
        state.withLock { $0.connection }?.cutOff(.policy, reason: refusal.problem.code)
        abandon()
    }

    /// Replaces the limits of the principal.
    func limit(to limits: AccessLimits) { work.limit(to: limits) }

    // MARK: Events

    /// Waits until the conversation has ended, and its client has received the events or has been away for too long.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.keepLimits() }
            if let resumption {
                group.addTask { await self.endWhenHandedOver() }
                group.addTask { await self.abandonWhenAway(for: resumption.patience) }
                group.addTask { try? await self.awaitConfirmations(resumption) }
                _ = try? await over.next()
            } else {
                await feed.ended()
            }
            group.cancelAll()
        }
    }

    /// Another server goes on with the conversation. A client that returns to this one continues it as a new session.
    private func endWhenHandedOver() async {
        await feed.ended()
        guard live.control.isHandedOver else { return }
        // A connection that is broken may not know it.
        if state.withLock({ !$0.isToldToGo }) {
            state.withLock { $0.connection }?.cutOff(.restart, reason: "session.handed-over")
        }
        abandon()
    }

    /// Ends the speech when the session has lasted too long, or its client has sent nothing for too long.
    private func keepLimits() async {
        let reached = try? await watch.reached {
            self.live.control.isPaused || self.state.withLock { $0.awaySince != nil || $0.isFeeding || $0.hasEnded }
        }
        if let reached { endSpeech(because: reached) }
    }

    /// Does what an `end` of the client does, but sends the reason first.
    private func endSpeech(because reason: Refusal) {
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        guard isFirst, outbox.announce(reason) else { return }
        try? live.perform(.end)
    }

    private func abandonWhenAway(for patience: Duration) async {
        while !Task.isCancelled {
            let left = state.withLock { $0.awaySince }.map { $0 + patience - time.now() } ?? patience
            guard left > .zero else { return abandon() }
            try? await time.sleep(left)
        }
    }

    /// Cuts off a client that has received all events and confirms none, when the session cannot continue without a confirmation.
    ///
    /// The confirmation may be queued after audio that the conversation has no room for, which is a deadlock. The next connection
    /// begins with a confirmation. If that does not help either, the session ends.
    private func awaitConfirmations(_ resumption: Resumption) async throws {
        while true {
            try await outbox.stall()
            var (awaited, stuck) = (outbox.awaitedConfirmation, nil as Int?)
            var waited = Duration.zero
            while outbox.isStalled {
                try await time.sleep(resumption.confirmation)
                let now = outbox.awaitedConfirmation
                defer { awaited = now }
                guard let now, now == awaited, !isAway else { continue }
                if now != stuck { (stuck, waited) = (now, .zero) }
                waited += resumption.confirmation
                state.withLock { $0.connection }?.cutOff(.policy, reason: Self.unconfirmed)
                if waited >= resumption.patience { return abandon() }
            }
        }
    }

    /// The reason for closing a connection, so that its client confirms what it has got.
    private static let unconfirmed = "session.unconfirmed"

    // MARK: Connections

    /// Serves the session over a connection until it breaks or the session has ended.
    ///
    /// An earlier connection is closed, because its client has found that it is broken. Its messages are processed first.
    ///
    /// - Parameter number: the last event that the client has received.
    func serve(_ connection: any LiveConnection, after number: Int) async throws {
        let (ordinal, earlier) = state.withLock { state in
            state.ordinal += 1
            state.awaySince = nil
            defer { state.connection = connection }
            return (state.ordinal, state.connection)
        }
        earlier?.cutOff(.policy, reason: "live.taken-over")
        watch.sign()
        connection.whenClosed { [weak self] in self?.closed(ordinal) }
        // The earlier connection may wait for the room that this makes.
        outbox.begin(after: number)
        try await turn.run {
            guard state.withLock({ $0.ordinal == ordinal }) else { return }
            do {
                if patience != nil || connection.isGreeted { try await connection.send(.text(greeting)) }
                try await carry(over: connection, after: number)
            } catch {
                left(ordinal)
                throw error
            }
            left(ordinal)
        }
    }

    private var greeting: String {
        let (received, bytes) = state.withLock { ($0.received, $0.bytes) }
        return LiveNotice.session(
            .init(
                session: token, received: received, bytes: bytes, patience: patience?.components.seconds ?? 0,
                continued: continues ? true : nil)
        ).text
    }

    /// Carries out an order that came in a separate request.
    ///
    /// - Throws: ``Refusal`` if it cannot be carried out.
    func perform(_ text: String) throws(Refusal) {
        let effect = orders.perform(text)
        if case .seen = effect {} else { watch.sign() }
        switch effect {
        case .seen(let number): outbox.confirm(number)
        case .none: break
        case .ended: state.withLock { $0.hasEnded = true }
        case .refused(let refusal): throw refusal
        }
    }

    /// Records that the client is away, even if its messages still wait for room.
    private func closed(_ ordinal: Int) {
        state.withLock { state in
            if state.ordinal == ordinal { state.awaySince = state.awaySince ?? time.now() }
        }
    }

    private func left(_ ordinal: Int) {
        let isLast = state.withLock { state in
            guard state.ordinal == ordinal else { return false }
            state.connection = nil
            state.awaySince = state.awaySince ?? time.now()
            return true
        }
        if patience == nil, isLast { abandon() }
    }

    private enum Side: Sendable {
        case up
        case down(hasEnded: Bool)
    }

    private func carry(over connection: any LiveConnection, after number: Int) async throws {
        try await withThrowingTaskGroup(of: Side.self) { group in
            group.addTask { try await self.carryUp(connection) }
            group.addTask { try await self.carryDown(connection, after: number) }
            while let side = try await group.next() {
                switch side {
                // The client has left. Messages that waited for it stay in the outbox.
                case .up: group.cancelAll()
                case .down(hasEnded: true):
                    _ = over.trySend(())
                    group.cancelAll()
                // Messages that arrived before the connection broke are still processed.
                case .down(hasEnded: false): break
                }
            }
        }
    }

    private func carryUp(_ connection: any LiveConnection) async throws -> Side {
        do {
            while let message = try await connection.next() {
                switch message {
                case .binary(let bytes):
                    guard count(bytes.count) else { break }
                    // If the conversation accepts no more audio, its events say why. Confirmations must still be processed.
                    let sound = try await decoded(bytes, from: connection)
                    try await feed(sound)
                case .text(let text):
                    try await perform(text, from: connection)
                }
            }
        } catch is CancellationError {}
        return .up
    }

    private func feed(_ sound: [UInt8]) async throws {
        state.withLock { $0.isFeeding = true }
        defer {
            watch.sign()
            state.withLock { $0.isFeeding = false }
        }
        do { try await live.feed(sound) } catch is BytePipeClosed {}
    }

    private func decoded(_ message: [UInt8], from connection: any LiveConnection) async throws -> [UInt8] {
        guard let packets else { return message }
        do { return try packets.bytes(of: message) } catch {
            try await connection.send(.text(Refusal(error).event))
            return packets.concealed()
        }
    }

    /// Counts a message.
    ///
    /// - Returns: whether the speech still continues.
    private func count(_ bytes: Int = 0) -> Bool {
        watch.sign()
        if bytes > 0 { feed.noteSound() }
        let (goesOn, isTooLong) = state.withLock { state in
            state.received += 1
            state.bytes += bytes
            return (!state.hasEnded, state.bytes > watch.limits.bytes)
        }
        guard goesOn, isTooLong else { return goesOn }
        endSpeech(because: .tooLarge(limit: watch.limits.bytes))
        return false
    }

    private func perform(_ text: String, from connection: any LiveConnection) async throws {
        switch orders.perform(text) {
        case .seen(let number): return outbox.confirm(number)
        case .none: break
        case .ended: state.withLock { $0.hasEnded = true }
        case .refused(let refusal): try await connection.send(.text(refusal.event))
        }
        _ = count()
    }

    private func carryDown(_ connection: any LiveConnection, after number: Int) async throws -> Side {
        var last = number
        do {
            while true {
                let batch = try await outbox.next(after: last, skipsPartials: { connection.isCongested })
                for message in batch.messages { try await connection.send(message) }
                last = batch.last
                guard let ending = batch.ending else { continue }
                await connection.close(ending.code, reason: ending.reason)
                return .down(hasEnded: true)
            }
        } catch is ConnectionEnded {
            if patience == nil { work.listenerLeft() }
            return .down(hasEnded: false)
        } catch is CancellationError {
            return .down(hasEnded: false)
        }
    }
}
