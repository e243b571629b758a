/// A change of the speaker at a moment of the audio: a button is pressed or released.
package struct SpeakerEvent: Sendable, Hashable, Codable {
    /// Sample on the speech clock, from 0.
    package var at: Int
    /// Nil if no button is held any more.
    package var speaker: Speaker?

    package init(at: Int, speaker: Speaker?) {
        self.at = at
        self.speaker = speaker
    }
}

extension Direction {
    /// The ``reason`` of an utterance whose speaker was given while it was spoken.
    package static let pushToTalk = "push-to-talk"

    /// The ``reason`` of an utterance of a person whose language is known.
    package static let person = "person"

    /// Whether the speaker was given, so that it need not be detected.
    package var isGiven: Bool { [Self.pushToTalk, Self.person].contains(reason) }
}
