/// A change of the speaker at a moment of the audio: a button is pressed or released.
public struct SpeakerEvent: Sendable, Hashable, Codable {
    /// Sample on the speech clock, from 0.
    public var at: Int
    /// Nil if no button is held any more.
    public var speaker: Speaker?

    public init(at: Int, speaker: Speaker?) {
        self.at = at
        self.speaker = speaker
    }
}

extension Direction {
    /// The ``reason`` of an utterance whose speaker was given while it was spoken.
    public static let pushToTalk = "push-to-talk"

    /// Whether the speaker was given, so that it need not be detected.
    public var isGiven: Bool { reason == Self.pushToTalk }
}
