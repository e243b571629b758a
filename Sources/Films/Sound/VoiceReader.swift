internal import Audio
internal import Plumbing

/// Reads a voice at 48 kHz from its beginning, piece by piece, with silence after its end.
struct VoiceReader {
    /// Hz.
    static let rate = 48_000
    /// Samples of the tape that are read at once.
    private static let piece = 16_384

    private let tape: VoiceTape
    private let resampler: Resampler
    private var taken = 0
    private var waiting: [Float] = []
    private var hasEnded = false

    init(_ tape: VoiceTape) throws(Problem) {
        self.tape = tape
        resampler = try Resampler(from: tape.sampleRate, to: Self.rate)
    }

    /// When the voice speaks, in frames at 48 kHz.
    static func spans(of tape: VoiceTape) -> [Range<Int>] {
        tape.spans.map { $0.lowerBound * rate / speechSampleRate..<$0.upperBound * rate / speechSampleRate }
    }

    /// Frames at 48 kHz in all.
    static func frames(of tape: VoiceTape) -> Int { tape.frameCount * rate / tape.sampleRate }

    mutating func next(_ count: Int) throws(Problem) -> [Float] {
        while waiting.count < count, !hasEnded {
            let end = min(tape.frameCount, taken + Self.piece)
            let samples = try tape.samples(taken..<end)
            waiting += resampler.push(samples.map { Float($0) / 32_768 })
            taken = end
            guard taken == tape.frameCount else { continue }
            waiting += resampler.finish()
            hasEnded = true
        }
        let ready = waiting.prefix(count)
        waiting.removeFirst(ready.count)
        return Array(ready) + repeatElement(0, count: count - ready.count)
    }
}
