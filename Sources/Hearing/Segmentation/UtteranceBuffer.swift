internal import Audio

/// The audio and the frames that may still become part of an utterance, at absolute positions.
///
/// Data that no utterance can need any more is dropped from the front. So the buffer holds at most the longest utterance and a
/// second or two.
struct UtteranceBuffer: Sendable {
    /// The measurements of one frame.
    struct Frame: Sendable {
        var bands: BandPowers
        /// Mean square of the frame's samples.
        var power: Float
        /// Largest magnitude of the frame's samples.
        var peak: Float
        /// The frame's samples at full scale.
        var clippedSamples: Int
        var activity: Activity
        /// Whether the frame stands above the noise, speech or not.
        var isProminent = false
        /// The network's probability that the frame is speech, 0 to 1; 0 if there is no network.
        var probability: Float = 0
    }

    private(set) var samples = IndexedQueue<Float>()
    private(set) var frames = IndexedQueue<Frame>()

    mutating func append(_ chunk: UnsafeBufferPointer<Float>) {
        samples.append(chunk)
    }

    mutating func append(_ frame: Frame) {
        frames.append(frame)
    }

    mutating func mark(_ activity: Activity, isProminent: Bool, probability: Float, frame: Int) {
        frames.update(frame) {
            ($0.activity, $0.isProminent, $0.probability) = (activity, isProminent, probability)
        }
    }

    /// Drops everything before a frame.
    mutating func discard(beforeFrame frame: Int, samplesPerFrame: Int) {
        frames.discard(before: frame)
        samples.discard(before: frame * samplesPerFrame)
    }

    /// Consecutive elements that keep their positions when the front is dropped.
    struct IndexedQueue<Element: Sendable>: Sendable {
        private var elements: [Element] = []
        private var dropped = 0
        /// Position of the first element.
        private(set) var start = 0

        /// Position after the last element.
        var end: Int { start + elements.count - dropped }

        mutating func append(_ element: Element) {
            elements.append(element)
        }

        mutating func append(_ chunk: UnsafeBufferPointer<Element>) {
            elements.append(contentsOf: chunk)
        }

        mutating func discard(before position: Int) {
            let count = min(position, end) - start
            guard count > 0 else { return }
            start += count
            dropped += count
            // Moving the rest costs no more than what was dropped, so every element moves about once.
            if dropped > elements.count - dropped {
                elements.removeFirst(dropped)
                dropped = 0
            }
        }

        subscript(position: Int) -> Element {
            elements[position - start + dropped]
        }

        /// The elements of a range, which must lie within the queue.
        subscript(range: Range<Int>) -> ArraySlice<Element> {
            let shift = dropped - start
            return elements[(range.lowerBound + shift)..<(range.upperBound + shift)]
        }

        mutating func update(_ position: Int, _ change: (inout Element) -> Void) {
            change(&elements[position - start + dropped])
        }

        func withElements<Result>(
            in range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) throws -> Result
        ) rethrows -> Result {
            let shift = dropped - start
            return try elements.withUnsafeBufferPointer { all in
                try body(UnsafeBufferPointer(rebasing: all[(range.lowerBound + shift)..<(range.upperBound + shift)]))
            }
        }
    }
}
