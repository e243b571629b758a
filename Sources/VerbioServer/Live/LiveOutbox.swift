internal import Plumbing

/// The messages of a live session that its client has not received yet, in order.
///
/// One task puts messages in and one takes them out. Events of a client that confirms them are kept until the confirmation, so
/// that its next connection can get them again. A partial or an acknowledgement replaces the one before.
final class LiveOutbox: Sendable {
    /// Limits of what waits.
    struct Limits: Sendable, Hashable {
        /// The most events; a further one waits, and so does the conversation.
        var events: Int
        /// The bytes of events, without speech, from which on a further one waits; nil if only their number counts.
        var textBytes: Int?
        /// The bytes from which pieces of speech are left out; nil if they wait like other events.
        var audioBytes: Int?

        /// A client that takes its messages as they come.
        static let direct = Limits(events: 16)
        /// A client that may be away for a while: a minute of speech in base64, and events of some hours.
        static func resumable(events: Int) -> Limits {
            Limits(events: events, textBytes: 8 << 20, audioBytes: 4 << 20)
        }

        /// Whether a further event has to wait.
        fileprivate func areReached(by state: State) -> Bool {
            state.entries.count >= events || textBytes.map { state.textBytes >= $0 } ?? false
        }
    }

    /// How the session has ended.
    struct Ending: Sendable {
        var code: SocketCloseCode
        var reason = ""
    }

    struct Batch: Sendable {
        var messages: [ServedMessage] = []
        /// The number of the last event among them, or of the one before.
        var last: Int
        /// Given once nothing else is left.
        var ending: Ending?

        var texts: [String] {
            messages.compactMap { message in
                if case .text(let text) = message { text } else { nil }
            }
        }
    }

    fileprivate struct Entry {
        var number: Int
        var text: String
        /// Follow the text as separate messages.
        var payloads: [[UInt8]]
        var isAudio: Bool

        var size: Int { text.utf8.count + payloads.reduce(0) { $0 + $1.count } }
        var messages: [ServedMessage] { [.text(text)] + payloads.map { .binary($0) } }
    }

    fileprivate struct State {
        var entries: [Entry] = []
        var count = 0
        /// The number of the last event that a connection has taken.
        var taken = 0
        /// Whether an event waits for room.
        var isFull = false
        var textBytes = 0
        var audioBytes = 0
        var partial: String?
        var acknowledged: String?
        var notice: String?
        /// Why the session is about to end; the reason of its ending.
        var reason: String?
        var ending: Ending?
        /// The last utterance for which the client was notified that speech is left out.
        var lagging: Int?

        /// Adds an event with the next number.
        mutating func append(_ text: String, _ payloads: [[UInt8]], isAudio: Bool) {
            count += 1
            // A partial from before this event is outdated.
            partial = nil
            let entry = Entry(
                number: count, text: "{\"seq\":\(count)," + text.dropFirst(), payloads: payloads, isAudio: isAudio)
            entries.append(entry)
            if isAudio { audioBytes += entry.size } else { textBytes += entry.size }
        }
    }

    private let limits: Limits
    /// Whether the client confirms events.
    private let isConfirmed: Bool
    private let state = Locked(State())
    private let news = BoundedChannel<Void>(capacity: 1)
    private let room = BoundedChannel<Void>(capacity: 1)
    /// Signals that the session may not continue without a confirmation.
    private let stalls = BoundedChannel<Void>(capacity: 1)

    init(limits: Limits, isConfirmed: Bool) {
        self.limits = limits
        self.isConfirmed = isConfirmed
    }

    // MARK: Putting in

    /// Adds an event. While there is no room, the caller waits.
    ///
    /// - Parameter text: a JSON object.
    /// - Throws: `CancellationError` if the task is cancelled, or the client has disconnected permanently.
    func add(_ text: String) async throws {
        try await put(text)
    }

    /// Adds a piece of speech, or leaves it out if the client is too far behind. The client is notified once an utterance.
    ///
    /// - Parameters:
    ///   - payloads: bytes that follow the text, each as a separate message.
    ///   - lagged: the event of that notification.
    func add(audio text: String, payloads: [[UInt8]] = [], of utterance: Int, lagged: String) async throws {
        let size = text.utf8.count + payloads.reduce(0) { $0 + $1.count }
        let isLeftOut = state.withLock { state in
            guard let most = limits.audioBytes, state.audioBytes + size > most else { return false }
            return true
        }
        guard isLeftOut else { return try await put(text, payloads, isAudio: true) }
        let isTold = state.withLock { state in
            defer { state.lagging = utterance }
            return state.lagging == utterance
        }
        if !isTold { try await add(lagged) }
    }

    private func put(_ text: String, _ payloads: [[UInt8]] = [], isAudio: Bool = false) async throws {
        while !tryPut(text, payloads, isAudio: isAudio) {
            _ = stalls.trySend(())
            guard try await room.next() != nil else { throw CancellationError() }
        }
        _ = news.trySend(())
    }

    private func tryPut(_ text: String, _ payloads: [[UInt8]], isAudio: Bool) -> Bool {
        state.withLock { state in
            state.isFull = limits.areReached(by: state)
            guard !state.isFull else { return false }
            state.append(text, payloads, isAudio: isAudio)
            return true
        }
    }

    /// Says why the session is about to end, also if other events wait for room. The code is the reason for which the connection
    /// is closed if all goes well.
    ///
    /// - Returns: false if that is known already, or the session has ended.
    func announce(_ refusal: Refusal) -> Bool {
        let isNew = state.withLock { state in
            guard state.reason == nil, state.ending == nil else { return false }
            state.reason = refusal.problem.code
            state.append(refusal.event, [], isAudio: false)
            return true
        }
        _ = news.trySend(())
        return isNew
    }

    /// Whether ``announce(_:)`` has said why the session ends.
    var isAnnounced: Bool { state.withLock { $0.reason != nil } }

    /// Replaces the words of the utterance that is being said.
    func set(partial text: String) {
        state.withLock { $0.partial = text }
        _ = news.trySend(())
    }

    /// Replaces the last acknowledgement.
    func set(acknowledged text: String) {
        state.withLock { $0.acknowledged = text }
        _ = news.trySend(())
    }

    /// Sends the client a message about the server, once.
    func set(notice text: String) {
        state.withLock { $0.notice = text }
        _ = news.trySend(())
    }

    /// No further event comes.
    ///
    /// - Parameter last: the last event, also if other events wait for room.
    func end(_ ending: Ending, with last: String? = nil) {
        state.withLock { state in
            if let last { state.append(last, [], isAudio: false) }
            state.ending = ending
            if let reason = state.reason, ending.code == .normal { state.ending?.reason = reason }
        }
        _ = news.trySend(())
        _ = stalls.trySend(())
    }

    /// The client will not return: an event that waits for room is discarded.
    func abandon() { room.finish() }

    // MARK: Confirmations

    /// Waits until an event finds no room, or the session has ended.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func stall() async throws { _ = try await stalls.next() }

    /// Whether an event waits for room, or the end for its confirmation.
    var isStalled: Bool {
        state.withLock { isConfirmed && ($0.isFull || $0.ending != nil && !$0.entries.isEmpty) }
    }

    /// The first unconfirmed event, if the client has received all events and the session waits for a confirmation.
    var awaitedConfirmation: Int? {
        state.withLock { state in
            guard isConfirmed, state.isFull || state.ending != nil, let last = state.entries.last,
                last.number <= state.taken
            else { return nil }
            return state.entries.first?.number
        }
    }

    // MARK: Taking out

    /// The next messages after an event. Waits for the first one.
    ///
    /// - Parameter skipsPartials: whether the client is behind, so that it gets no partials.
    /// - Throws: `CancellationError` if the task is cancelled.
    func next(after number: Int, skipsPartials: () -> Bool) async throws -> Batch {
        while true {
            if let batch = take(after: number, skipsPartials: skipsPartials()) {
                _ = room.trySend(())
                return batch
            }
            guard try await news.next() != nil else { throw CancellationError() }
        }
    }

    private func take(after number: Int, skipsPartials: Bool) -> Batch? {
        state.withLock { state in
            // The numbers of entries follow each other.
            let known = state.entries.first.map { max(0, number + 1 - $0.number) } ?? 0
            let new = state.entries.dropFirst(known)
            var batch = Batch(messages: new.flatMap(\.messages), last: new.last?.number ?? number)
            state.taken = max(state.taken, batch.last)
            if !isConfirmed { drop(&state, upTo: batch.last) }
            if let notice = state.notice { batch.messages.append(.text(notice)) }
            state.notice = nil
            if let partial = state.partial, !skipsPartials { batch.messages.append(.text(partial)) }
            state.partial = nil
            if let acknowledged = state.acknowledged { batch.messages.append(.text(acknowledged)) }
            state.acknowledged = nil
            guard batch.messages.isEmpty else { return batch }
            // The end follows when the client has received the last events.
            guard let ending = state.ending, state.entries.isEmpty else { return nil }
            batch.ending = ending
            return batch
        }
    }

    /// A connection begins. Its client has received the events up to a number.
    func begin(after number: Int) {
        state.withLock { $0.taken = number }
        confirm(number)
    }

    /// The client has received the events up to a number.
    func confirm(_ number: Int) {
        state.withLock { state in
            drop(&state, upTo: number)
            if !limits.areReached(by: state) { state.isFull = false }
        }
        _ = room.trySend(())
        _ = news.trySend(())
    }

    private func drop(_ state: inout State, upTo number: Int) {
        let count = state.entries.prefix { $0.number <= number }.count
        for entry in state.entries[..<count] {
            if entry.isAudio { state.audioBytes -= entry.size } else { state.textBytes -= entry.size }
        }
        state.entries.removeFirst(count)
    }
}
