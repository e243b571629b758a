package import Audio

/// A store for the sound of live conversations that is in no utterance yet.
///
/// Errors are `Problem`s of kind `store`.
package protocol SpoolStore: Sendable {
    /// Opens the spool of a conversation, with what an earlier run left in it. Only the conversation's owner opens it.
    func spool(of id: ConversationID) async throws -> any SpeechSpool
}

/// The sound of one live conversation from the first sample that may still be needed.
///
/// It gives the same two guarantees as ``ConversationStore``. When ``append(_:)`` returns, the block survives the end
/// of the process. When ``synchronize()`` returns, everything before survives a power loss. One task appends; another
/// one may read.
package protocol SpeechSpool: Sendable {
    /// The samples that are in the spool, on the speech clock; empty if there are none.
    func kept() async throws -> SampleRange

    /// Adds a block directly after what is there. The first block decides the number of lanes and where the spool begins.
    func append(_ block: SpeechBlock) async throws

    /// Adds a speaker event that belongs to the sound.
    func append(_ event: SpeakerEvent) async throws

    /// The speaker events in the order in which they were added.
    func events() async throws -> [SpeakerEvent]

    /// Reads samples without their clipping.
    ///
    /// - Parameters:
    ///   - sample: the first one; at or after the start of ``kept()``.
    ///   - limit: the largest number of samples in the block.
    /// - Returns: nil if there are no samples from there on.
    func read(from sample: Int, most limit: Int) async throws -> SpeechBlock?

    /// Makes everything so far survive a power loss.
    ///
    /// - Returns: the sample after the last one that does.
    func synchronize() async throws -> Int

    /// Allows the store to drop samples that are not needed any more. It may keep some of them.
    func release(before sample: Int) async throws

    /// Removes the spool. No other call follows.
    func remove() async throws
}
