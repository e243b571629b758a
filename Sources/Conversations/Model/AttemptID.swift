public import Providers

/// Names one call that a stage of an utterance made.
public struct AttemptID: Sendable, Hashable, Codable {
    public var utterance: UtteranceID
    public var stage: Stage
    /// From 1, counting all runs.
    public var number: Int

    public init(utterance: UtteranceID, stage: Stage, number: Int) {
        self.utterance = utterance
        self.stage = stage
        self.number = number
    }
}
