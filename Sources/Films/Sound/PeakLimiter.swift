internal import AudioReport

/// Keeps stereo sound at 48 kHz below a true peak, without distortion: the gain falls before a peak and recovers after it.
///
/// Sound is looked at in tiles of 1 ms. The gain changes in a straight line from the beginning of a tile to that of the next.
/// It falls by a decibel a tile before a peak and recovers by 50 dB a second. So the sound comes out 24 ms after it went in.
struct PeakLimiter {
    /// Frames of a tile.
    static let tile = 48
    private static let channels = 2
    /// Tiles that are looked ahead, and decibels that the gain falls in each.
    private static let (ahead, fall): (Int, Float) = (24, 1)
    /// Decibels that the gain recovers in a tile.
    private static let recovery: Float = 0.05
    /// Frames before a tile that the values between samples depend on.
    private static let past = 32

    private let ceiling: Float
    private let meter = PeakMeter(sampleRate: VoiceReader.rate, channels: channels, oversampled: true)
    /// Frames before the first tile that is not out yet, and all frames after them.
    private var samples = [Float](repeating: 0, count: past * channels)
    /// The gain that each tile needs, in decibels, from the tile before the first that is not out yet.
    private var needs: [Float] = [0]
    /// The gain at the beginning of the first tile that is not out yet, in decibels.
    private var gain: Float = 0
    /// The largest reduction so far, in decibels.
    private(set) var reduction: Float = 0

    /// - Parameter ceiling: dBTP.
    init(ceiling: Float) { self.ceiling = Gain.factor(decibels: ceiling) }

    /// Takes interleaved samples, whole tiles of them, and returns those that are ready.
    mutating func push(_ block: [Float]) -> [Float] {
        let known = samples.count / Self.channels
        samples += block
        let frames = block.count / Self.channels
        samples.withUnsafeBufferPointer { samples in
            for start in stride(from: known, to: known + frames - Self.tile + 1, by: Self.tile) {
                let peak = meter.largest(samples, from: start, frames: Self.tile, above: ceiling)
                needs.append(peak > ceiling ? Gain.decibels(factor: ceiling / peak) : 0)
            }
        }
        return take(needs.count - 1 - Self.ahead)
    }

    /// Returns the rest.
    mutating func finish() -> [Float] {
        let left = needs.count - 1
        needs += [Float](repeating: 0, count: Self.ahead)
        return take(left)
    }

    /// Returns the first tiles.
    private mutating func take(_ count: Int) -> [Float] {
        guard count > 0 else { return [] }
        let width = Self.tile * Self.channels
        var output = [Float](repeating: 0, count: count * width)
        for tile in 0..<count {
            let end = min(bound(tile + 1), gain + Self.recovery)
            let (first, last) = (Gain.factor(decibels: gain), Gain.factor(decibels: end))
            let begin = Self.past * Self.channels + tile * width
            for index in 0..<width {
                let share = Float(index / Self.channels) / Float(Self.tile)
                output[tile * width + index] = samples[begin + index] * (first + (last - first) * share)
            }
            reduction = min(reduction, end)
            gain = min(0, end)
        }
        samples.removeFirst(count * width)
        needs.removeFirst(count)
        return output
    }

    /// The highest gain at the beginning of a tile: what it and the tile before need, and what is to be reached by later ones.
    ///
    /// - Parameter tile: counted from the first that is not out yet.
    private func bound(_ tile: Int) -> Float {
        // `needs` begins one tile before.
        var bound: Float = min(0, needs[tile])
        for distance in 0..<Self.ahead where tile + 1 + distance < needs.count {
            bound = min(bound, needs[tile + 1 + distance] + Float(distance) * Self.fall)
        }
        return bound
    }
}
