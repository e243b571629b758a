package import Conversations
package import Delivery
package import Interpreting

/// Receives a run's reports, and may end the run early. The command line shows them on a terminal.
package protocol RunObserver: Sendable {
    /// Whether the user has asked for the end, so that no further conversation begins.
    var isInterrupted: Bool { get }

    /// Takes a sentence about the work.
    func note(_ sentence: String)

    /// Takes a sentence that a quiet run leaves out.
    func remark(_ sentence: String)

    /// Lets files be written, which takes a while if a film is among them. If the user asks for the end, the work is cancelled.
    func writing(_ work: @escaping @Sendable () async throws -> [WrittenFile]) async throws -> [WrittenFile]

    /// Begins to show a conversation.
    func view(of opened: OpenedConversation) async throws -> any RunView
}

extension RunObserver {
    package func remark(_ sentence: String) { note(sentence) }

    package func writing(_ work: @escaping @Sendable () async throws -> [WrittenFile]) async throws -> [WrittenFile] {
        try await work()
    }
}

/// The view of one conversation of a run.
package protocol RunView: Sendable {
    /// Does the work and shows the events that it delivers.
    ///
    /// - Parameters:
    ///   - control: ends the work early.
    ///   - work: interprets the conversation to its end, and delivers to the sink that it is given.
    func follow(
        _ control: RunControl, _ work: (_ deliver: @escaping DeliverySink) async throws -> Event.ConversationFinished
    ) async throws -> Event.ConversationFinished

    /// Shows the result of the conversation, when its files are written.
    func conclude(_ finished: Event.ConversationFinished, files: [WrittenFile]) async throws

    /// Closes the view, whether the conversation was concluded or an error came first.
    func close()
}
