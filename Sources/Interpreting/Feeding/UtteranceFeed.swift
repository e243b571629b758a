internal import Audio
internal import Conversations
internal import Providers

/// The source of a conversation's utterances, in sequence order.
protocol UtteranceFeed: Sendable {
    /// The next utterance, or nil at the end. Only one task may call it.
    func next() async throws -> UtteranceInput?
    /// Seconds of audio heard so far.
    var heardSeconds: Double { get }
    /// The parts that could not be read. Complete when `next()` has returned nil.
    var damage: [AudioDamage] { get }
    /// Whether the end of the audio was reached, as opposed to a drain before it.
    var reachedEnd: Bool { get }
    /// Whether a later run will find more utterances after the last one. Valid at the end.
    var isCut: Bool { get }
}

extension UtteranceFeed {
    var isCut: Bool { !reachedEnd }
}
