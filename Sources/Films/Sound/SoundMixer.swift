internal import Plumbing

/// Lays a voice over the original sound: both at their gains, the original lower while the voice speaks, and no peak above the
/// ceiling.
///
/// One thread uses it. Sound goes on in blocks of 100 ms at fixed places, so the result does not depend on how the original
/// was cut. The memory does not grow with the length.
struct SoundMixer {
    /// The factors of the original and of the voice.
    struct Gains: Equatable {
        var original: Float = 1
        var voice: Float = 1
    }

    /// Frames of a block: a tenth of a second, whole tiles of the limiter.
    private static let block = VoiceReader.rate / 10
    /// Frames between places at which the envelope is computed: 1 ms.
    private static let step = PeakLimiter.tile

    private let gains: Gains
    private var envelope: DuckingEnvelope
    private var voice: VoiceReader
    private var limiter: PeakLimiter
    private let consume: ([Float]) throws -> Void
    /// Interleaved samples of the original that are less than a block.
    private var waiting: [Float] = []
    /// Frames that were mixed.
    private var mixed = 0
    /// Frames that were given on, and how many there are in all; the last block is not full.
    private var (given, end) = (0, Int.max)
    private let voiceFrames: Int

    /// Decibels by which the highest peak was lowered.
    var reduction: Float { limiter.reduction }

    /// - Parameters:
    ///   - ceiling: the highest true peak in dBTP.
    ///   - consume: takes interleaved samples.
    init(
        _ tape: VoiceTape, _ gains: Gains, ceiling: Float, consume: @escaping ([Float]) throws -> Void
    ) throws(Problem) {
        self.gains = gains
        self.consume = consume
        envelope = DuckingEnvelope(VoiceReader.spans(of: tape))
        voice = try VoiceReader(tape)
        voiceFrames = VoiceReader.frames(of: tape)
        limiter = PeakLimiter(ceiling: ceiling)
    }

    /// Takes interleaved samples of the original.
    mutating func add(_ original: [Float]) throws {
        waiting += original
        var done = 0
        while waiting.count - done >= 2 * Self.block {
            try mix(waiting[done..<done + 2 * Self.block])
            done += 2 * Self.block
        }
        if done > 0 { waiting.removeFirst(done) }
    }

    /// Mixes the rest, and what the voice says after the end of the original.
    mutating func finish() throws {
        end = max(mixed + waiting.count / 2, voiceFrames)
        while mixed < end {
            let part = waiting.prefix(2 * Self.block)
            waiting.removeFirst(part.count)
            try mix(part + repeatElement(0, count: 2 * Self.block - part.count))
        }
        try give(limiter.finish())
    }

    private mutating func mix(_ original: ArraySlice<Float>) throws {
        let voice = try self.voice.next(Self.block)
        var output = [Float](repeating: 0, count: 2 * Self.block)
        var gain = envelope.gain(at: mixed) * gains.original
        original.withUnsafeBufferPointer { original in
            for start in stride(from: 0, to: Self.block, by: Self.step) {
                let next = envelope.gain(at: mixed + start + Self.step) * gains.original
                let slope = (next - gain) / Float(Self.step)
                for place in 0..<Self.step {
                    let frame = start + place
                    let (under, over) = (gain + slope * Float(place), voice[frame] * gains.voice)
                    output[2 * frame] = original[2 * frame] * under + over
                    output[2 * frame + 1] = original[2 * frame + 1] * under + over
                }
                gain = next
            }
        }
        mixed += Self.block
        try give(limiter.push(output))
    }

    private mutating func give(_ samples: [Float]) throws {
        let count = min(samples.count / 2, end - given)
        guard count > 0 else { return }
        given += count
        try consume(2 * count == samples.count ? samples : Array(samples[..<(2 * count)]))
    }
}
