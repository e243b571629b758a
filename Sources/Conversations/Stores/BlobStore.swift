/// A store for audio: bytes under the hash of their contents.
///
/// The rows of a ``ConversationStore`` and a ``PhraseStore`` refer to the blobs. A blob that no row refers to may be removed. When
/// ``ConversationStore/synchronize()`` of the same scope returns, every blob that was put before is on the disk.
///
/// Errors are `Problem`s of kind `store`.
package protocol BlobStore: Sendable {
    /// Stores bytes under their hash, completely or not at all. If they are already stored, nothing is done.
    func put(_ bytes: [UInt8]) async throws -> BlobID

    /// - Returns: the bytes; nil if they are not stored.
    /// - Throws: a `Problem` of kind `store` if the bytes no longer match their name.
    func blob(_ id: BlobID) async throws -> [UInt8]?
}

/// The rows of conversations, the audio that they refer to, and the sound of live conversations.
package typealias ContentStore = BlobStore & ConversationStore & SpoolStore
