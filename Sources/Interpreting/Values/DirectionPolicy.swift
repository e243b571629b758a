internal import Conversations
internal import Language

/// Who speaks on a lane, and which way that is translated.
struct DirectionPolicy: Sendable {
    var pair: LanguagePair
    var speaker: Speaker
    var speakersByChannel: Bool
    /// Whether each utterance's direction is found out when it has been heard.
    var isTwoWay: Bool

    init(settings: ConversationSettings) {
        pair = settings.pair
        speaker = settings.speaker
        speakersByChannel = settings.channels == ConversationSettings.speakersByChannel
        isTwoWay = settings.twoWay ?? false
    }

    /// The first channel is the user and the second the other side; otherwise everybody is the speaker that was given.
    func speaker(onLane lane: Int) -> Speaker {
        guard speakersByChannel else { return speaker }
        return lane == 0 ? .user : .other
    }

    /// The other side's speech goes the other way.
    ///
    /// - Parameter isGiven: whether it was said of this very utterance who speaks. That goes before everything else.
    func direction(of speaker: Speaker, isGiven: Bool = false) -> Direction {
        Direction(
            pair: speaker == .user ? pair : pair.reversed,
            reason: isGiven
                ? Direction.pushToTalk : isTwoWay ? "expected" : speakersByChannel ? "channel" : "speaker")
    }
}
