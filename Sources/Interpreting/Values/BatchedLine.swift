internal import Conversations
internal import Providers

/// A translation that came with others in one call: one line of a batch's, or the text beside a speech translator's voice.
struct BatchedLine: Sendable {
    var translation: Translation
    /// The key of the stored translation.
    var key: ContentKey
    var timing: StageTiming
}
