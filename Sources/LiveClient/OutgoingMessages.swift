internal import FoundationEssentials
internal import Plumbing

/// A message to the server.
enum OutgoingMessage: Sendable, Hashable {
    case text(String)
    case binary([UInt8])
}

/// What a client has to say in one session, in order, over one connection or several.
///
/// Messages that were sent stay for a while: after a drop, the server says how many have come, and the rest is sent again.
final class OutgoingMessages: Sendable {
    private struct State {
        var kept: [OutgoingMessage] = []
        /// The number of messages before ``kept``.
        var dropped = 0
        /// How many of all messages were given to a connection.
        var sent = 0
        var bytes = 0
        /// The bytes of sound before those in ``kept``, from the beginning of the first stream.
        var soundBefore = 0
        /// Whether listening was paused before ``kept``.
        var isPaused = false
        var isComplete = false

        mutating func dropFirst() {
            let first = kept.removeFirst()
            bytes -= OutgoingMessages.size(first)
            dropped += 1
            switch first {
            case .binary(let sound): soundBefore += sound.count
            case .text(let order): isPaused = Self.pauses(order) ?? isPaused
            }
        }

        mutating func insertFirst(_ message: OutgoingMessage) {
            kept.insert(message, at: 0)
            bytes += OutgoingMessages.size(message)
            if case .binary(let sound) = message { soundBefore -= sound.count }
        }

        /// Whether an order pauses listening or continues it; nil if it does neither.
        private static func pauses(_ order: String) -> Bool? {
            guard let order = try? JSONDecoder().decode(Order.self, from: Data(order.utf8)) else { return nil }
            return ["pause": true, "continue": false, "start": false][order.type]
        }

        private struct Order: Decodable {
            var type: String
        }
    }

    /// The most bytes that are kept: two minutes of speech at CD quality in mono, and more than is in progress
    /// anywhere.
    private static let most = 12 << 20
    /// The most bytes that may wait to be sent for the first time.
    private static let maximumWaiting = 4 << 20

    private let state = Locked(State())
    private let news = BoundedChannel<Void>(capacity: 1)
    private let room = BoundedChannel<Void>(capacity: 1)
    /// One caller at a time adds a message, or waits for room.
    private let turn = Limiter(limit: 1)

    fileprivate static func size(_ message: OutgoingMessage) -> Int {
        switch message {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }

    /// Adds a message. While too much waits, so does the caller.
    ///
    /// - Parameter isLast: whether it ends the speech.
    /// - Throws: `CancellationError` if the task is cancelled.
    func add(_ message: OutgoingMessage, isLast: Bool = false) async throws {
        try await turn.run { try await addInTurn(message, isLast) }
    }

    private func addInTurn(_ message: OutgoingMessage, _ isLast: Bool) async throws {
        while state.withLock({ Self.waiting($0) > Self.maximumWaiting }) { _ = try await room.next() }
        state.withLock { state in
            guard !state.isComplete else { return }
            state.kept.append(message)
            state.bytes += Self.size(message)
            state.isComplete = isLast
            while state.bytes > Self.most, state.dropped < state.sent, !state.kept.isEmpty { state.dropFirst() }
        }
        _ = news.trySend(())
    }

    private static func waiting(_ state: State) -> Int {
        state.kept.dropFirst(state.sent - state.dropped).reduce(0) { $0 + size($1) }
    }

    /// A new connection begins behind the messages that have come.
    ///
    /// - Returns: false if some that are missing are not kept any more.
    func begin(after received: Int) -> Bool {
        let isPossible = state.withLock { state in
            guard received >= state.dropped, received <= state.dropped + state.kept.count else { return false }
            state.sent = received
            return true
        }
        _ = news.trySend(())
        return isPossible
    }

    /// Another server goes on from a place of the sound, which begins a new stream there.
    ///
    /// - Parameters:
    ///   - byte: of the first stream.
    ///   - header: what the new stream begins with.
    /// - Returns: false if the sound from there on is not kept any more.
    func begin(atByte byte: Int, with header: [UInt8]) -> Bool {
        let isPossible = state.withLock { state in
            guard byte >= state.soundBefore else { return false }
            while let first = state.kept.first, state.soundBefore < byte {
                guard case .binary(let sound) = first, state.soundBefore + sound.count > byte else {
                    state.dropFirst()
                    continue
                }
                let known = byte - state.soundBefore
                state.kept[0] = .binary(Array(sound.dropFirst(known)))
                state.bytes -= known
                state.soundBefore = byte
            }
            // More is safe than was said.
            guard state.soundBefore == byte else { return false }
            if !header.isEmpty { state.insertFirst(.binary(header)) }
            // Another server does not know of the pause.
            if state.isPaused { state.insertFirst(.text(#"{"type":"pause"}"#)) }
            // The other server counts the messages anew.
            (state.dropped, state.sent) = (0, 0)
            return true
        }
        _ = news.trySend(())
        return isPossible
    }

    /// The next message to be sent. Waits for it.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func next() async throws -> OutgoingMessage {
        while true {
            let found = state.withLock { state -> OutgoingMessage? in
                guard state.sent < state.dropped + state.kept.count else { return nil }
                defer { state.sent += 1 }
                return state.kept[state.sent - state.dropped]
            }
            if let found {
                _ = room.trySend(())
                return found
            }
            guard try await news.next() != nil else { throw CancellationError() }
        }
    }
}
