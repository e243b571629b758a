/// The tokens that a search wrote for one sentence.
struct Written {
    /// Without the end.
    var tokens: [Int] = []
    /// For each token the place of the source token that it was aligned with.
    var aligned: [Int] = []
    /// Whether the sentence came to its end, before the limit of its length.
    var isComplete = false
}
