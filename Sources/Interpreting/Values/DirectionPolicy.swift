internal import Conversations
internal import Language

/// The speaker on a lane, and the direction of the translation.
struct DirectionPolicy: Sendable {
    var pair: LanguagePair
    var speaker: Speaker
    var speakersByChannel: Bool
    /// Whether each utterance's direction is decided after it has been heard.
    var isTwoWay: Bool

    init(settings: ConversationSettings) {
        pair = settings.pair
        speaker = settings.sides.speaker
        speakersByChannel = settings.listening.channels == ConversationSettings.speakersByChannel
        isTwoWay = settings.sides.isTwoWay
    }

    /// The speaker on a lane. With a speaker on each channel, the first one is the user; otherwise all lanes have one speaker.
    func speaker(onLane lane: Int) -> Speaker {
        guard speakersByChannel else { return speaker }
        return lane == 0 ? .user : .other
    }

    /// The direction of a speaker: the other side's speech is translated the other way.
    ///
    /// - Parameter isGiven: whether the speaker was given for this very utterance. That takes precedence over everything else.
    func direction(of speaker: Speaker, isGiven: Bool = false) -> Direction {
        Direction(
            pair: speaker == .user ? pair : pair.reversed,
            reason: isGiven
                ? Direction.pushToTalk : isTwoWay ? "expected" : speakersByChannel ? "channel" : "speaker")
    }
}
