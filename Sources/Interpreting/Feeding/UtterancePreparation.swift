internal import Audio
internal import Conversations
internal import Hearing

/// The audio of one lane's utterance as it is stored and sent, and its hash.
///
/// They are prepared while the utterance is being spoken, so no work is left when it has ended.
struct UtterancePreparation {
    private var range = SampleRange(start: 0, end: 0)
    /// The samples so far.
    private(set) var samples: [Int16] = []
    private var hash = ContentHash()

    /// Takes in the new audio of the current utterance, if any.
    mutating func follow(_ segmenter: UtteranceSegmenter) {
        guard let open = segmenter.open else { return }
        if open.start != range.start { begin(at: open.start) }
        guard open.end > range.end else { return }
        segmenter.withOpenSamples(in: SampleRange(start: range.end, end: open.end)) { append(PCM16.quantized($0)) }
        range.end = open.end
    }

    /// The samples of the utterance and their hash. If the utterance has another beginning or an earlier end than expected, all of
    /// it is prepared again.
    mutating func complete(_ heard: HeardUtterance) -> (samples: [Int16], hash: String) {
        if heard.range.start != range.start || heard.range.end < range.end { begin(at: heard.range.start) }
        if heard.range.end > range.end {
            let known = range.end - range.start
            heard.samples.withUnsafeBufferPointer { all in
                append(PCM16.quantized(UnsafeBufferPointer(rebasing: all[known...])))
            }
        }
        defer { begin(at: heard.range.end) }
        return (samples, hash.hexadecimal())
    }

    private mutating func begin(at start: Int) {
        range = SampleRange(start: start, end: start)
        samples = []
        hash = ContentHash()
    }

    private mutating func append(_ new: [Int16]) {
        samples += new
        new.withUnsafeBytes { hash.update($0) }
    }
}
