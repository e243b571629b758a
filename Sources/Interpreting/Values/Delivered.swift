public import Audio
public import Conversations

/// What a running conversation hands to whoever asked for it, in utterance order.
public enum Delivered: Sendable {
    /// Something that is in the event log as well.
    case event(Event)
    /// A piece of an utterance's spoken translation, before its `spoken` event; joined, the pieces are the whole of it. Where
    /// clauses are spoken early, before its `translated` event too, and what a translation that was made again says
    /// otherwise follows what was said before.
    case audio(utterance: Int, VoiceAudio)
    /// What the recognizer thinks so far; replaces the one before and is never stored.
    case hypothesis(utterance: Int, String)
}

/// Takes what is delivered. It may suspend: the conversation then waits, back to the reader of the audio.
public typealias DeliverySink = @Sendable (Delivered) async throws -> Void
