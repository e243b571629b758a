internal import Audio
internal import Conversations
internal import Plumbing
internal import Providers

/// Hears the utterance that is being said with a recognizer that streams.
///
/// One stream is open at a time. It begins with the utterance and is cut off at its end: the utterance is then recognized as a
/// whole.
final class StreamedPartials: Sendable {
    /// One utterance as it is being said.
    struct Stream: Sendable {
        let snapshot: PartialRecognition.Snapshot
        let sound: BoundedChannel<[Float]>
    }

    private struct State {
        var stream: (sequence: Int, sound: BoundedChannel<[Float]>)?
        /// The utterance that is being said, and the sample after the last one that was sent of it.
        var sequence = 0
        var sentTo = 0
    }

    /// Samples that are sent at once: 100 ms.
    private static let piece = speechSampleRate / 10
    /// Pieces that may wait for the server: those of a whole utterance.
    private static let capacity = 600

    let recognizer: any StreamingRecognizer
    private let streams = BoundedChannel<Stream>(capacity: 1)
    private let state = Locked(State())

    init(_ recognizer: any StreamingRecognizer) { self.recognizer = recognizer }

    /// Sends the new sound of the current utterance.
    ///
    /// - Parameters:
    ///   - least: samples that an utterance must have before a stream is opened for it.
    ///   - snapshot: makes the snapshot, if it is needed.
    func follow(
        _ range: SampleRange, sequence: Int, least: Int, snapshot: () -> PartialRecognition.Snapshot
    ) {
        let isDue = state.withLock { state in
            if state.sequence != sequence {
                Self.cut(&state)
                (state.sequence, state.sentTo) = (sequence, range.start)
            }
            let isOpen = state.stream != nil || state.sentTo > range.start
            return range.end - state.sentTo >= (isOpen ? Self.piece : least)
        }
        guard isDue else { return }
        let snapshot = snapshot()
        state.withLock { state in
            let known = max(0, state.sentTo - range.start)
            let isFirst = state.sentTo == range.start
            state.sentTo = range.end
            if isFirst {
                let sound = BoundedChannel<[Float]>(capacity: Self.capacity)
                var beginning = snapshot
                beginning.samples = []
                // If the stream before is still being closed, this utterance has none.
                guard streams.trySend(Stream(snapshot: beginning, sound: sound)) else { return }
                state.stream = (sequence, sound)
            }
            guard let stream = state.stream else { return }
            let news = snapshot.samples.dropFirst(known)
            if !stream.sound.trySend(PCM16.floats(Array(news))) { Self.cut(&state) }
        }
    }

    /// The utterance has ended, and its recognition is begun.
    func ended(_ sequence: Int) {
        state.withLock { state in
            if state.stream?.sequence == sequence { Self.cut(&state) }
        }
    }

    private static func cut(_ state: inout State) {
        state.stream?.sound.finish(throwing: CancellationError())
        state.stream = nil
    }

    /// The next utterance that is being said; nil after ``stop()``.
    func next() async throws -> Stream? { try await streams.next() }

    func stop() {
        streams.finish()
        state.withLock { Self.cut(&$0) }
    }
}
