internal import Plumbing

/// Lays a voice over the original sound: both at their gains, the original lower while the voice speaks or without its speech, and
/// no peak above the ceiling.
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
    private let background: BackgroundTape?
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
    ///   - background: the original without its speech, which is heard while the voice speaks; nil if the original is lowered.
    ///   - ceiling: the highest true peak in dBTP.
    ///   - consume: takes interleaved samples.
    init(
        _ tape: VoiceTape, over background: BackgroundTape? = nil, _ gains: Gains, ceiling: Float,
        consume: @escaping ([Float]) throws -> Void
    ) throws(Problem) {
        self.gains = gains
        self.background = background
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
        let background = try self.background?.samples(mixed..<mixed + Self.block)
        var output = [Float](repeating: 0, count: 2 * Self.block)
        var levels = levels(at: mixed)
        original.withUnsafeBufferPointer { original in
            for start in stride(from: 0, to: Self.block, by: Self.step) {
                let next = self.levels(at: mixed + start + Self.step)
                let slopes = (next - levels) / Float(Self.step)
                for place in 0..<Self.step {
                    let frame = start + place
                    let (now, over) = (levels + slopes * Float(place), voice[frame] * gains.voice)
                    for side in 2 * frame...2 * frame + 1 {
                        output[side] = original[side] * now[0] + (background?[side] ?? 0) * now[1] + over
                    }
                }
                levels = next
            }
        }
        mixed += Self.block
        try give(limiter.push(output))
    }

    /// The factors of the original and of its background at a frame.
    private mutating func levels(at frame: Int) -> SIMD2<Float> {
        let share = envelope.share(at: frame)
        guard background != nil else { return SIMD2(DuckingEnvelope.gain(share) * gains.original, 0) }
        return SIMD2(1 - share, share) * gains.original
    }

    private mutating func give(_ samples: [Float]) throws {
        let count = min(samples.count / 2, end - given)
        guard count > 0 else { return }
        given += count
        try consume(2 * count == samples.count ? samples : Array(samples[..<(2 * count)]))
    }
}
