import Audio
import Conversations
import Plumbing

/// The conversations of a command with several recordings or languages. They are stored before its first call, so that `verbio
/// resume` also makes those that an interruption left unbegun.
struct RecordingOrder {
    let assembly: Assembly
    let store: any ContentStore

    /// Stores the conversations that are not stored yet: all of them, or none if this process ends meanwhile.
    ///
    /// A recording that cannot be read is left out. The run reports it when its turn comes.
    ///
    /// - Parameter items: gets the number of each copy of a recording, since conversations are named after their bytes.
    /// - Returns: false if the user ended the run, so that nothing was stored.
    func place(
        _ items: inout [RecordingRuns.Item], endedBy isInterrupted: () -> Bool
    ) async throws -> Bool {
        guard items.count > 1 else { return true }
        var changes: [StoreChange] = []
        var copies: [ConversationID: Int] = [:]
        for index in items.indices {
            guard !isInterrupted() else { return false }
            guard var conversation = try await conversation(of: items[index]) else { continue }
            if let number = copies[conversation.id] {
                copies[conversation.id] = number + 1
                items[index].request.copy = number
                guard let copy = try await self.conversation(of: items[index]) else { continue }
                conversation = copy
            } else {
                copies[conversation.id] = 1
            }
            conversation.files = items[index].plan.files(of: conversation)
            // They are resumed in the order of the command.
            conversation.createdAt += Int64(changes.count)
            changes.append(.ordered(conversation))
        }
        try await store.commit(changes)
        try await store.synchronize()
        return true
    }

    /// Removes the conversation of a recording that turned out to be unreadable, unless anything of it has been heard.
    func withdraw(_ item: RecordingRuns.Item) async throws {
        guard let id = try await conversation(of: item)?.id,
            let stored = try await store.conversation(id), stored.isOnlyOrdered
        else { return }
        _ = try await store.delete(id)
    }

    private func conversation(of item: RecordingRuns.Item) async throws -> Conversation? {
        do {
            return try await OpenedConversation.ordered(
                item.request, from: item.recording.path, assembly: assembly, in: store.scope)
        } catch let problem as Problem where problem.kind == .input { return nil }
    }
}
