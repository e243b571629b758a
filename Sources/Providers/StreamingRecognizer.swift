package import Plumbing

/// A recognizer that hears an utterance while it is being said.
///
/// Its words are for people who wait for every word. The utterance is recognized once more as a whole, because only that call
/// can be repeated by a fallback or in a resumed run.
package protocol StreamingRecognizer: Sendable {
    /// Hears one utterance.
    ///
    /// - Parameters:
    ///   - request: what is known about it. Its audio is empty, and its language known.
    ///   - sound: 16 kHz mono samples as they come. The utterance has ended when it is finished.
    ///   - take: takes what has been understood up to now, each time that it changes.
    /// - Throws: ``ProviderError``, `CancellationError`, and what `sound` and `take` throw.
    func hear(
        _ request: RecognitionRequest, _ sound: BoundedChannel<[Float]>,
        take: @escaping @Sendable (HeardWords) async throws -> Void
    ) async throws
}

/// The words that a stream has recognized up to now.
package struct HeardWords: Sendable, Hashable {
    /// Text that the recognizer does not change any more.
    package var settled: String
    /// The text after it, which may still change.
    package var open: String
    /// Seconds of the utterance that both cover; nil if the recognizer does not say.
    package var seconds: Double?

    package init(settled: String, open: String, seconds: Double? = nil) {
        self.settled = settled
        self.open = open
        self.seconds = seconds
    }
}
