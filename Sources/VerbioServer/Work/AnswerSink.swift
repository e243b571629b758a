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
    ///   - ending: how the work has ended, if it has not failed.
    func finish(_ error: (any Error)?, _ ending: WorkEnding) async

    /// The client has left: what is delivered from now on is dropped.
    func leave()
}

/// How work has ended.
enum WorkEnding: Sendable {
    case byItself
    /// The server is being stopped.
    case byStop
    /// Another server goes on with the conversation.
    case handedOver
}
