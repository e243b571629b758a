internal import Conversations
internal import Interpreting

/// Takes what the work on a conversation delivers, one item after the other. While it waits, the work waits.
protocol AnswerSink: Sendable {
    /// - Parameter conversation: that the item belongs to; nil before its first event.
    func deliver(_ item: Delivered, in conversation: ConversationID?) async throws
}

/// A client that waits for the answers of work, and may leave before their end.
protocol WorkListener: AnswerSink {
    /// Runs beside the work, and is cancelled at its end.
    func accompany() async

    /// Nothing more is delivered.
    ///
    /// - Parameters:
    ///   - error: why the work has failed; nil if it has not.
    ///   - isStopping: whether the work was ended because the server is being stopped.
    func finish(_ error: (any Error)?, isStopping: Bool) async

    /// The client has left: what is delivered from now on is dropped.
    func leave()
}
