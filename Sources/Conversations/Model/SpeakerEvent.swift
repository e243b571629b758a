/// From a moment of the audio on, somebody else has the word: a button is pressed or let go.
public struct SpeakerEvent: Sendable, Hashable, Codable {
    /// Sample on the speech clock, from 0.
    public var at: Int
    /// Nil where nobody holds a button any more.
    public var speaker: Speaker?

    public init(at: Int, speaker: Speaker?) {
        self.at = at
        self.speaker = speaker
    }
}

extension Direction {
    /// The ``reason`` of an utterance whose speaker was said while it was spoken.
    public static let pushToTalk = "push-to-talk"

    /// Whether it was said who speaks, so that nothing has to be found out.
    public var isGiven: Bool { reason == Self.pushToTalk }
}
