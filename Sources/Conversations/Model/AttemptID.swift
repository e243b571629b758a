package import Providers

/// Names one call that a stage of an utterance made.
package struct AttemptID: Sendable, Hashable, Codable {
    package var utterance: UtteranceID
    package var stage: Stage
    /// From 1, counting all runs.
    package var number: Int

    package init(utterance: UtteranceID, stage: Stage, number: Int) {
        self.utterance = utterance
        self.stage = stage
        self.number = number
    }
}
