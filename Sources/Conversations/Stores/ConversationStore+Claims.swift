package import Plumbing

extension ConversationStore {
    /// Makes this process the owner of the conversation, and waits while another process is the owner.
    ///
    /// - Parameter waiting: called once when the wait begins, with the current owner.
    /// - Throws: what the store throws, or `CancellationError`.
    package func claimInTurn(
        _ id: ConversationID, time: TimeSource, waiting: (ConversationOwner) async -> Void
    ) async throws -> ConversationClaim {
        var isTold = false
        while true {
            if let claim = try await claim(id) { return claim }
            if !isTold, let owner = try await owner(of: id) {
                isTold = true
                await waiting(owner)
            }
            try await time.sleep(.milliseconds(200))
        }
    }

    /// Makes this process the owner of the conversation. If another conversation has replaced it, the process becomes the owner
    /// of that one.
    ///
    /// - Returns: the claim, and what is stored of the conversation; nil if nothing is.
    /// - Throws: as ``claimInTurn(_:time:waiting:)``.
    package func claimLatest(
        _ id: ConversationID, time: TimeSource, waiting: (ConversationID, ConversationOwner) async -> Void
    ) async throws -> (claim: ConversationClaim, known: Conversation?) {
        var wanted = id
        while true {
            let claimed = wanted
            let claim = try await claimInTurn(claimed, time: time) { await waiting(claimed, $0) }
            let known: Conversation?
            do { known = try await latest(id) } catch {
                claim.release()
                throw error
            }
            // Another process may have replaced the conversation in the meantime.
            guard let known, known.id != wanted else { return (claim, known) }
            claim.release()
            wanted = known.id
        }
    }

    /// The conversation, or the one that has replaced it; nil if it is not stored.
    package func latest(_ id: ConversationID) async throws -> Conversation? {
        guard var latest = try await conversation(id) else { return nil }
        // If the successor was deleted since, the conversation before it is the latest.
        while let successor = latest.successor, let next = try await conversation(successor) { latest = next }
        return latest
    }
}
