internal import Conversations

/// The right to work that one process of all machines does at a time.
package final class WorkRight: Sendable {
    private let claim: ConversationClaim
    private let holding: @Sendable () -> Bool

    init(_ claim: ConversationClaim, isHeld: @escaping @Sendable () -> Bool) {
        self.claim = claim
        holding = isHeld
    }

    /// Whether no other process can have it now.
    package var isHeld: Bool { holding() }

    package func release() { claim.release() }
}
