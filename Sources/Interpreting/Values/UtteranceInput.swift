internal import Conversations
internal import Providers

/// An utterance before it is interpreted.
struct UtteranceInput: Sendable {
    var utterance: Utterance
    /// 16-bit samples on the speech clock, as hashed, stored and sent.
    var samples: [Int16]
    /// Whether there should be samples to recognize, but they are missing or damaged.
    var lacksAudio = false
    /// Why it is not carried on; nil if it is.
    var dropReason: String?
    /// The text, if it is given and need not be recognized.
    var given: Recognition?
    /// The record of an earlier run in the store.
    var record: UtteranceRecord?
    /// Whether it stays as its record says: it is not worked on and no events are sent for it.
    var isUnchanged = false
    /// The changes to be stored with its first call at the latest: the utterance itself, if the source can give it again.
    var unstored: [StoreChange] = []
}

extension UtteranceInput {
    /// The utterance with the side and the direction of a user's correction; unchanged if there is none.
    var withCorrectedDirection: UtteranceInput {
        guard let record, record.isCorrected, let heard = record.heardDirection, let pair = heard.pair else {
            return self
        }
        var copy = self
        copy.utterance.speaker = heard.speaker
        copy.utterance.direction = Direction(pair: pair, reason: heard.reason.rawValue)
        return copy
    }
}
