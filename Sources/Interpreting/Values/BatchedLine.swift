internal import Conversations
internal import Providers

/// One line's part of what came for a batch.
struct BatchedLine: Sendable {
    var translation: Translation
    /// What it is stored under.
    var key: ContentKey
    var timing: StageTiming
}
