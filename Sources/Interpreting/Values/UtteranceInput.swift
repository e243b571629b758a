internal import Conversations
internal import Providers

/// An utterance from a feed, with what is known about it before it is interpreted.
struct UtteranceInput: Sendable {
    var utterance: Utterance
    /// 16-bit samples on the speech clock, as hashed, stored and sent.
    var samples: [Int16]
    /// Whether there should be samples to recognize, but they are missing or damaged.
    var lacksAudio = false
    /// Why the utterance is dropped; nil if it is interpreted.
    var dropReason: String?
    /// The text of a written utterance, which needs no recognition.
    var given: Recognition?
    /// The record of an earlier run in the store.
    var record: UtteranceRecord?
    /// Whether the utterance stays as its record says. If so, no call is made and no event is sent for it.
    var isUnchanged = false
    /// Changes that are stored together with the first call: the utterance itself, if a resumed run can hear it again.
    var unstored: [StoreChange] = []
}

extension UtteranceInput {
    /// The input with the side and the direction of a user's correction, if there is one.
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
