internal import Conversations
internal import Providers

/// An utterance on its way in.
struct UtteranceInput: Sendable {
    var utterance: Utterance
    /// 16-bit samples on the speech clock, as hashed, stored and sent.
    var samples: [Int16]
    /// Whether there should be samples to be recognized, and they are missing or damaged.
    var lacksAudio = false
    /// Why it is not carried on, where it is not.
    var dropReason: String?
    /// What was said, where that is given and need not be recognized.
    var given: Recognition?
    /// What the store knows of it from an earlier run.
    var record: UtteranceRecord?
    /// Whether it stays as its record says: it is not worked on and nothing is told of it.
    var isLeft = false
    /// What has to be stored with its first call at the latest: the utterance itself, where the source can give it again.
    var unstored: [StoreChange] = []
}

extension UtteranceInput {
    /// The utterance with the side and the way that somebody has said are right; as it is where nobody has.
    var followingItsCorrection: UtteranceInput {
        guard let record, record.isCorrected, let heard = record.heardDirection, let pair = heard.pair else {
            return self
        }
        var copy = self
        copy.utterance.speaker = heard.speaker
        copy.utterance.direction = Direction(pair: pair, reason: heard.reason.rawValue)
        return copy
    }
}
