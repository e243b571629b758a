public import Audio
public import Conversations

/// What a running conversation delivers to its listener, in utterance order.
public enum Delivered: Sendable {
    /// Something that is in the event log as well.
    case event(Event)
    /// A piece of an utterance's spoken translation, before its `spoken` event; joined, the pieces are the whole of it. If
    /// clauses are spoken early, pieces come before its `translated` event, too. If the translation is then made again, its
    /// differing text is spoken after what was said before.
    case audio(utterance: Int, VoiceAudio)
    /// The recognizer's current hypothesis; it replaces the last one and is never stored.
    case hypothesis(utterance: Int, String)
}

/// Takes what is delivered. It may suspend: the conversation then waits, back to the reader of the audio.
public typealias DeliverySink = @Sendable (Delivered) async throws -> Void
