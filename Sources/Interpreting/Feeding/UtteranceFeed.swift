internal import Audio
internal import Conversations
internal import Providers

/// Where a conversation's utterances come from, in sequence order.
protocol UtteranceFeed: Sendable {
    /// The next utterance, or nil at the end. One task asks.
    func next() async throws -> FedUtterance?
    /// Seconds of audio heard so far.
    var heardSeconds: Double { get }
    /// What could not be read, complete once `next()` has returned nil.
    var damage: [AudioDamage] { get }
    /// Whether the end of the audio was reached, as opposed to a drain before it.
    var reachedEnd: Bool { get }
    /// Whether there are more behind the last, which a later run gets. Asked at the end.
    var isCut: Bool { get }
}

extension UtteranceFeed {
    var isCut: Bool { !reachedEnd }
}

/// An utterance on its way in.
struct FedUtterance: Sendable {
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
