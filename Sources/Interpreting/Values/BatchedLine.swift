internal import Conversations
internal import Providers

/// One line of a batch's translation.
struct BatchedLine: Sendable {
    var translation: Translation
    /// The key of the stored line.
    var key: ContentKey
    var timing: StageTiming
}
