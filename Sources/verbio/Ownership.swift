import Conversations
import Plumbing

extension ConversationStore {
    /// Makes this process the owner of the conversation; waits while another one is, and says so.
    ///
    /// - Parameter name: what the user calls it: its recording, or its identifier.
    /// - Throws: what the store throws, or `CancellationError`.
    func claimInTurn(_ id: ConversationID, called name: String, time: TimeSource) async throws -> ConversationClaim {
        try await claimInTurn(id, time: time) { tell($0, works: id, name) }
    }

    private func tell(_ owner: ConversationOwner, works id: ConversationID, _ name: String) {
        Console().note(
            "verbio: \(name.printableOnOneLine): \(owner) is working on it (\(id)); waiting until that has ended")
    }

    /// Makes this process the owner of the conversation or, if another one has taken its place, of that one.
    ///
    /// - Returns: the claim, and what is stored of the conversation; nil if nothing is.
    /// - Throws: as ``claimInTurn(_:called:time:)``.
    func claimLatest(
        _ id: ConversationID, called name: String, time: TimeSource
    ) async throws -> (claim: ConversationClaim, known: Conversation?) {
        try await claimLatest(id, time: time) { tell($1, works: $0, name) }
    }

    /// The conversation as it is told of: one that is said to be running and has no owner was ended in the middle.
    func inStateToTell(_ conversation: Conversation) async throws -> Conversation {
        var told = conversation
        if told.state == .running, try await owner(of: told.id) == nil { told.state = .interrupted }
        return told
    }
}
