internal import Conversations
internal import Language

/// The speaker on a lane, and the direction of the translation.
struct DirectionPolicy: Sendable {
    var pair: LanguagePair
    var speaker: Speaker
    var speakersByChannel: Bool
    /// Whether each utterance's direction is decided after it has been heard.
    var isTwoWay: Bool
    /// By the number of a person.
    var personLanguages: [Int: LanguageCode]

    init(settings: ConversationSettings) {
        pair = settings.pair
        speaker = settings.sides.speaker
        speakersByChannel = settings.listening.channels == ConversationSettings.speakersByChannel
        isTwoWay = settings.sides.isTwoWay
        personLanguages = settings.sides.personLanguages
    }

    /// The speaker on a lane. With a speaker on each channel, the first one is the user; otherwise all lanes have one speaker.
    func speaker(onLane lane: Int) -> Speaker {
        guard speakersByChannel else { return speaker }
        return lane == 0 ? .user : .other
    }

    /// The direction of a speaker: the other side's speech is translated the other way.
    ///
    /// - Parameter reason: why the speaker is known for this very utterance; nil if it is not. That takes precedence over
    ///   everything else.
    func direction(of speaker: Speaker, given reason: String? = nil) -> Direction {
        Direction(
            pair: speaker == .user ? pair : pair.reversed,
            reason: reason ?? (isTwoWay ? "expected" : speakersByChannel ? "channel" : "speaker"))
    }

    /// The side of a person; nil if the language of the person is not known.
    func side(of person: Int?) -> Speaker? {
        person.flatMap { personLanguages[$0] }.map { $0 == pair.from ? .user : .other }
    }
}
