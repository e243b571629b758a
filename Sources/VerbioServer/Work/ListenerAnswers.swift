internal import Conversations
internal import Interpreting
internal import Plumbing

/// The answers of work on their way to the client of one request, in order. They end with the work, and with its error.
///
/// If the client takes no answers, the work waits, and so does the client that sends (backpressure).
final class ListenerAnswers: WorkListener {
    /// What the client may be sent.
    enum Answer: Sendable {
        /// An event, or a piece of speech, of a conversation.
        case delivered(Delivered, ConversationID)
        /// A sign of life after a time without events.
        case keepAlive
    }

    private let channel = BoundedChannel<Answer>(capacity: 16)
    private let takesSpeech: Bool
    private let interval: Duration
    private let time: TimeSource
    private let isListenerGone = Locked(false)

    /// - Parameters:
    ///   - takesSpeech: whether speech is among the answers.
    ///   - server: says how often there is a sign of life.
    init(takesSpeech: Bool, on server: WorkServer) {
        self.takesSpeech = takesSpeech
        (interval, time) = (server.configuration.keepAlive, server.time)
    }

    /// The next answer; nil at the end.
    ///
    /// - Throws: the error with which the work has ended.
    func next() async throws -> Answer? { try await channel.next() }

    func deliver(_ item: Delivered, in conversation: ConversationID?) async throws {
        guard let conversation else { return }
        switch item {
        case .event: break
        case .audio where takesSpeech: break
        // The others are of live speech, or for statistics.
        default: return
        }
        // If the listener leaves during the wait, that is not a failure of the conversation.
        guard !isListenerGone.withLock({ $0 }) else { return }
        do {
            try await channel.send(.delivered(item, conversation))
        } catch {
            if !isListenerGone.withLock({ $0 }) { throw error }
        }
    }

    /// Sends a sign of life at each interval until its task is cancelled, or the answers have ended.
    func accompany() async {
        do {
            while true {
                try await time.sleep(interval)
                try await channel.send(.keepAlive)
            }
        } catch {
            return
        }
    }

    func finish(_ error: (any Error)?, _ ending: WorkEnding) {
        if let error { channel.finish(throwing: error) } else { channel.finish() }
    }

    func leave() {
        isListenerGone.withLock { $0 = true }
        channel.finish()
    }
}
