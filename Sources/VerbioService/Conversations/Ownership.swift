package import Conversations
import Plumbing

extension ConversationStore {
    /// Makes this process the owner of the conversation. It waits while another process is the owner, and the assembly's note
    /// reports that.
    ///
    /// - Parameter name: the user's name for the conversation: its recording or its identifier.
    /// - Throws: what the store throws, or `CancellationError`.
    package func claimInTurn(
        _ id: ConversationID, called name: String, by assembly: Assembly
    ) async throws -> ConversationClaim {
        try await claimInTurn(id, time: assembly.time) { assembly.note(Self.wait(for: $0, of: id, name)) }
    }

    private static func wait(for owner: ConversationOwner, of id: ConversationID, _ name: String) -> String {
        "\(name.printableOnOneLine): \(owner) is working on it (\(id)); waiting until that has ended"
    }

    /// Makes this process the owner of the conversation or, if another conversation has replaced it, of that one.
    ///
    /// - Returns: the claim, and what is stored of the conversation; nil if nothing is.
    /// - Throws: as ``claimInTurn(_:called:by:)``.
    func claimLatest(
        _ id: ConversationID, called name: String, by assembly: Assembly
    ) async throws -> (claim: ConversationClaim, known: Conversation?) {
        try await claimLatest(id, time: assembly.time) { assembly.note(Self.wait(for: $1, of: $0, name)) }
    }

    /// The conversation with its current state: if it is stored as running and has no owner, it was interrupted.
    package func withCurrentState(_ conversation: Conversation) async throws -> Conversation {
        var current = conversation
        if current.state == .running, try await owner(of: current.id) == nil { current.state = .interrupted }
        return current
    }
}
