internal import CKernels

/// The K-weighted energy of each tenth of a second, eight stretches of the sound at a time.
///
/// A recursive filter waits for its own output, so one stretch leaves most of the processor idle. Here a block is cut
/// into eight equal stretches that are filtered side by side, one per lane of a vector. Each lane starts from rest 62.5
/// ms before its stretch. By then the earlier state of the filter has decayed by 108 dB. (The high pass has a double
/// pole at 38 Hz: (1 + ωt)·e^−ωt.)
///
/// Starting from rest has a second use: a signal that decays into silence never reaches the smallest Floats, which are slow.
///
/// Many channels at a high rate are processed differently: eight stretches and their warm-up would take a hundred
/// megabytes. In that case the lanes of a vector are eight channels, and a block is a tenth of a second. The filters
/// continue from one block to the next.
struct WeightedEnergies: Sendable {
    /// Frames in a tenth of a second.
    let step: Int
    /// Frames before the block that a measurement needs.
    let warmUp: Int
    /// Tenths of a second in a block.
    let stepsPerBlock: Int

    private static let lanes = 8
    /// Samples a second, of all channels, from which on the lanes are channels. Eight stretches of fewer take 14 MB at most.
    private static let many = 4_000_000
    /// Filter states below this, −240 dB, count as silence.
    private static let silence: Float = 1e-12
    /// Elements that are turned into lanes at a time, if the channels are not too many; they stay in the first cache.
    private static let tile = 256

    private let channels: Int
    private let filter: KWeighting
    /// Weight of each channel's energy.
    private let weights: [Double]
    private let stepsPerLane: Int
    private let hasChannelsAsLanes: Bool
    private var memory: [KWeighting.Lanes]
    private var squares: [SIMD8<Float>]
    private var turned: [SIMD8<Float>]

    var framesPerBlock: Int { step * stepsPerBlock }

    init(sampleRate: Int, channels: Int) {
        self.channels = channels
        step = max(1, (sampleRate + 5) / 10)
        hasChannelsAsLanes = sampleRate * channels > Self.many
        warmUp = hasChannelsAsLanes ? 64 : max(64, sampleRate / 16)
        filter = KWeighting(sampleRate: Double(sampleRate))
        weights = Self.weights(channels)
        // Long stretches waste less on the warm-up; those of many or fast channels would need too much memory.
        stepsPerLane = sampleRate * channels <= 200_000 ? 2 : 1
        stepsPerBlock = hasChannelsAsLanes ? 1 : Self.lanes * stepsPerLane
        // Vectors of a frame.
        let width = hasChannelsAsLanes ? (channels + Self.lanes - 1) / Self.lanes : channels
        memory = [KWeighting.Lanes](repeating: KWeighting.Lanes(), count: width)
        squares = [SIMD8<Float>](repeating: .zero, count: width)
        turned = [SIMD8<Float>](repeating: .zero, count: max(16, Self.tile / width) * width)
    }

    /// BS.1770-4, table 3: the surround channels count 1.41 times, the low-frequency channel not at all.
    ///
    /// Four channels are treated as L R Ls Rs, and five as L R C Ls Rs. Six to eight are L R C LFE Ls Rs and two more. This
    /// is the order of WAV files and of libebur128. Other numbers say nothing about the places of the loudspeakers: every
    /// channel counts once.
    static func weights(_ channels: Int) -> [Double] {
        switch channels {
        case 4: [1, 1, 1.41, 1.41]
        case 5: [1, 1, 1, 1.41, 1.41]
        case 6...8: Array([1, 1, 1, 0, 1.41, 1.41, 1, 1].prefix(channels))
        default: [Double](repeating: 1, count: channels)
        }
    }

    /// The mean energy of each step of a block, all channels weighted and added; 1 is a K-weighted square wave at full scale.
    ///
    /// - Parameter samples: interleaved, `warmUp` frames that went before, then `framesPerBlock`.
    mutating func energies(_ samples: UnsafeBufferPointer<Float>) -> [Double] {
        var energies = [Double](repeating: 0, count: stepsPerBlock)
        guard let base = samples.baseAddress, samples.count >= (warmUp + framesPerBlock) * channels else {
            return energies
        }
        if hasChannelsAsLanes {
            energies[0] = energyOfStep(base + warmUp * channels)
            return energies
        }
        memory = [KWeighting.Lanes](repeating: KWeighting.Lanes(), count: channels)
        var position = 0
        var sums = [SIMD8<Double>](repeating: .zero, count: channels)
        for segment in 0...stepsPerLane {
            let end = (warmUp + segment * step) * channels
            for channel in 0..<channels { sums[channel] = .zero }
            while position < end {
                let count = min(turned.count, end - position)
                turn(base + position, count)
                filter(count, adding: &sums)
                position += count
            }
            guard segment > 0 else { continue }
            for lane in 0..<Self.lanes {
                var total = 0.0
                for channel in 0..<channels { total += weights[channel] * sums[channel][lane] }
                energies[lane * stepsPerLane + segment - 1] = total * filter.energyScale / Double(step)
            }
        }
        return energies
    }

    private mutating func filter(_ count: Int, adding sums: inout [SIMD8<Double>]) {
        turned.withUnsafeBufferPointer { turned in
            filter.energies(of: UnsafeBufferPointer(rebasing: turned[0..<count]), &memory, into: &squares)
        }
        for vector in sums.indices {
            for lane in 0..<Self.lanes { sums[vector][lane] += Double(squares[vector][lane]) }
        }
    }

    /// The mean energy of the step that follows the one before, with eight channels in a vector.
    private mutating func energyOfStep(_ samples: UnsafePointer<Float>) -> Double {
        let width = memory.count
        var sums = [SIMD8<Double>](repeating: .zero, count: width)
        var frame = 0
        while frame < step {
            let count = min(turned.count / width, step - frame)
            turned.withUnsafeMutableBytes { turned in
                let lanes = turned.assumingMemoryBound(to: Float.self)
                for index in 0..<count {
                    let source = UnsafeBufferPointer(start: samples + (frame + index) * channels, count: channels)
                    for channel in 0..<channels { lanes[index * width * Self.lanes + channel] = source[channel] }
                }
            }
            filter(count * width, adding: &sums)
            frame += count
        }
        for vector in memory.indices { memory[vector].forget(below: Self.silence) }
        var total = 0.0
        for channel in 0..<channels { total += weights[channel] * sums[channel / Self.lanes][channel % Self.lanes] }
        return total * filter.energyScale / Double(step)
    }

    /// Puts element i of the eight stretches into vector i.
    private mutating func turn(_ start: UnsafePointer<Float>, _ count: Int) {
        let distance = stepsPerLane * step * channels
        turned.withUnsafeMutableBytes { turned in
            verbio_turn(start, count, distance, turned.baseAddress?.assumingMemoryBound(to: Float.self))
        }
    }
}
