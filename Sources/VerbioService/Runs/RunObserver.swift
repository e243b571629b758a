package import Conversations
package import Delivery
package import Interpreting

/// What a run tells, and what may end it early. The command line shows it on a terminal.
package protocol RunObserver: Sendable {
    /// Whether the user has asked for the end, so that nothing more is begun.
    var isInterrupted: Bool { get }

    /// Takes a sentence about the work.
    func note(_ sentence: String)

    /// Begins to show a conversation.
    func view(of session: Session) async throws -> any RunView
}

/// One conversation of a run as it is shown.
package protocol RunView: Sendable {
    /// Does the work, and shows what it delivers.
    ///
    /// - Parameters:
    ///   - control: ends the work early.
    ///   - work: interprets the conversation to its end, and delivers to what it is given.
    func follow(
        _ control: RunControl, _ work: (_ deliver: @escaping DeliverySink) async throws -> Event.ConversationFinished
    ) async throws -> Event.ConversationFinished

    /// Shows what the conversation came to, once its files are written.
    func conclude(_ finished: Event.ConversationFinished, files: [WrittenFile]) async throws

    /// Ends it, whether it was concluded or an error came before that.
    func close()
}
