internal import Audio
internal import Conversations
internal import Providers

/// Where a conversation's utterances come from, in sequence order.
protocol UtteranceFeed: Sendable {
    /// The next utterance, or nil at the end. One task asks.
    func next() async throws -> UtteranceInput?
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
