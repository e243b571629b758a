internal import Plumbing

/// Messages that were received and wait to be taken by one reader, bounded by their bytes.
final class SocketInbox: Sendable {
    private struct State {
        var messages: [ServedMessage] = []
        var bytes = 0
        var isEnded = false
        var reader: CheckedContinuation<ServedMessage?, any Error>?
        /// Whether the connection waits for room before it reads on.
        var isReadingPaused = false

        mutating func take() -> ServedMessage {
            let message = messages.removeFirst()
            bytes -= message.size
            return message
        }
    }

    private let limit: Int
    private let state = Locked(State())

    /// - Parameter limit: the bytes from which the inbox is full.
    init(limit: Int) { self.limit = limit }

    /// Puts in a message that was received. It is taken even if the inbox is full; then the connection stops reading.
    func put(_ message: ServedMessage) {
        let reader = state.withLock { state -> CheckedContinuation<ServedMessage?, any Error>? in
            guard !state.isEnded else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            state.messages.append(message)
            state.bytes += message.size
            return nil
        }
        reader?.resume(returning: message)
    }

    /// Records that the connection wants to read on.
    ///
    /// - Returns: whether it may. If not, ``next(resume:)`` says when.
    func mayRead() -> Bool {
        state.withLock { state in
            let hasRoom = state.isEnded || state.bytes < limit && state.messages.count < Self.most
            state.isReadingPaused = !hasRoom
            return hasRoom
        }
    }

    /// Many small messages take more memory than their bytes.
    private static let most = 1_024

    /// No further message comes; those that wait can still be taken.
    func end() {
        let reader = state.withLock { state -> CheckedContinuation<ServedMessage?, any Error>? in
            state.isEnded = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// The next message; nil at the end.
    ///
    /// - Parameter resume: is called if the connection waits for the room that this makes.
    /// - Throws: `CancellationError` if the task is cancelled.
    func next(resume: () -> Void) async throws -> ServedMessage? {
        let (message, isRoom) = taken()
        if isRoom { resume() }
        if let message { return message }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let found = state.withLock { state -> Result<ServedMessage?, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if !state.messages.isEmpty { return .success(state.take()) }
                    if state.isEnded { return .success(nil) }
                    state.reader = continuation
                    return nil
                }
                if let found { continuation.resume(with: found) }
            }
        } onCancel: {
            let reader = state.withLock { state -> CheckedContinuation<ServedMessage?, any Error>? in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume(throwing: CancellationError())
        }
    }

    private func taken() -> (ServedMessage?, isRoom: Bool) {
        state.withLock { state in
            guard !state.messages.isEmpty else {
                // The reader that waited may have got a message that filled the inbox by itself.
                defer { state.isReadingPaused = false }
                return (nil, state.isReadingPaused)
            }
            let message = state.take()
            let isRoom = state.isReadingPaused && state.bytes < limit
            if isRoom { state.isReadingPaused = false }
            return (message, isRoom)
        }
    }
}
