internal import Foundation

/// The largest sample of each channel, and the largest value between samples.
///
/// Annex 2 of BS.1770-4 estimates true peaks by oversampling: four times, twice from 96 kHz, not at all from 192 kHz.
/// The interpolator is a sinc under a Hann window of 49 taps, the length that libebur128 uses too, so that readings
/// compare. Its output can be no larger than the samples it sees times the sum of its coefficients' magnitudes. Tiles that
/// cannot exceed the largest peak so far are therefore passed over, which changes no result and saves nearly all the work.
struct PeakMeter: Sendable {
    /// Frames that are looked at together: few, because speech is loud for a moment only of every period.
    private static let tile = 32
    private static let taps = 49

    private let channels: Int
    /// The coefficients for each position between samples, the newest sample's first.
    private let phases: [[Float]]
    /// Frames of the past that an output needs, and eight more so that the last vector of a tile may overlap the tile before.
    private let reach: Int
    /// The largest factor by which the interpolator's output can exceed its input.
    private let bound: Float

    /// What is known of one channel, as magnitudes.
    private struct Channel: Sendable {
        /// Of the tile at work and of the one before.
        var current: Float = 0
        var previous: Float = 0
        var samplePeak: Float = 0
        var truePeak: Float = 0
    }

    private var found: [Channel]
    private var line: [Float]

    var samplePeaks: [Float] { found.map(\.samplePeak) }
    var truePeaks: [Float] { found.map(\.truePeak) }

    init(sampleRate: Int, channels: Int, oversampled: Bool) {
        self.channels = channels
        let factor = !oversampled || sampleRate >= 192_000 ? 1 : sampleRate >= 96_000 ? 2 : 4
        phases = (1..<factor).map { Self.phase($0, of: factor) }
        reach = (phases.first?.count ?? 0) + 8
        bound = 1.000_1 * (phases.map { $0.reduce(0) { $0 + abs($1) } }.max() ?? 0)
        found = [Channel](repeating: Channel(), count: channels)
        line = [Float](repeating: 0, count: reach + 2 * Self.tile)
    }

    /// Every `factor`-th coefficient. Those of phase 0 are one sample itself and need no filter.
    private static func phase(_ phase: Int, of factor: Int) -> [Float] {
        stride(from: phase, to: taps, by: factor).map { tap in
            let distance = Double(tap - (taps - 1) / 2) / Double(factor) * .pi
            let window = 0.5 * (1 - cos(2 * .pi * Double(tap) / Double(taps - 1)))
            return Float(window * sin(distance) / distance)
        }
    }

    /// - Parameters:
    ///   - samples: interleaved, with at least 32 frames before `start`.
    ///   - start: the first frame to measure.
    ///   - frames: how many, of any number; those of a block make its tiles.
    mutating func measure(_ samples: UnsafeBufferPointer<Float>, from start: Int, frames: Int) {
        var done = 0
        while done < frames {
            // The last tile takes the rest, so that none is shorter than the filter.
            let count = frames - done < 2 * Self.tile ? frames - done : Self.tile
            let tile = samples[((start + done) * channels)..<((start + done + count) * channels)]
            found.withUnsafeMutableBufferPointer { Self.findPeaks(UnsafeBufferPointer(rebasing: tile), $0) }
            for channel in 0..<channels {
                var state = found[channel]
                state.samplePeak = max(state.samplePeak, state.current)
                state.truePeak = max(state.truePeak, state.current)
                if max(state.current, state.previous) * bound > state.truePeak {
                    state.truePeak = max(state.truePeak, interpolated(samples, channel, start + done, count))
                }
                state.previous = state.current
                found[channel] = state
            }
            done += count
        }
    }

    /// The largest magnitude of each channel in a tile.
    private static func findPeaks(_ tile: UnsafeBufferPointer<Float>, _ found: UnsafeMutableBufferPointer<Channel>) {
        let channels = found.count
        var index = 0
        for channel in 0..<channels { found[channel].current = 0 }
        if 8 % channels == 0 {
            let raw = UnsafeRawBufferPointer(tile)
            var peaks = SIMD8<Float>()
            while index &+ 8 <= tile.count {
                let values = raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self)
                let magnitudes = magnitudes(values)
                peaks = peaks.replacing(with: magnitudes, where: magnitudes .> peaks)
                index &+= 8
            }
            // Lane i holds channel i modulo the channels: halves are joined until there is one lane for each.
            let half = larger(peaks.lowHalf, peaks.highHalf)
            let pair = SIMD2(max(half[0], half[2]), max(half[1], half[3]))
            switch channels {
            case 1: found[0].current = max(pair[0], pair[1])
            case 2: (found[0].current, found[1].current) = (pair[0], pair[1])
            case 4: for channel in 0..<4 { found[channel].current = half[channel] }
            default: for channel in 0..<8 { found[channel].current = peaks[channel] }
            }
        }
        while index < tile.count {
            for channel in 0..<channels {
                found[channel].current = max(found[channel].current, abs(tile[index &+ channel]))
            }
            index &+= channels
        }
    }

    /// The largest magnitude between the samples of one channel in a tile, and maybe of some before it.
    private mutating func interpolated(
        _ samples: UnsafeBufferPointer<Float>, _ channel: Int, _ first: Int, _ count: Int
    ) -> Float {
        let total = reach + count
        var largest = SIMD8<Float>()
        line.withUnsafeMutableBufferPointer { [reach, channels] line in
            for index in 0..<total { line[index] = samples[(first - reach + index) * channels + channel] }
        }
        line.withUnsafeBytes { line in
            for phase in phases {
                phase.withUnsafeBufferPointer { taps in
                    var end = total
                    while end > reach {
                        var output = SIMD8<Float>()
                        for tap in 0..<taps.count {
                            let values = line.loadUnaligned(
                                fromByteOffset: (end &- 8 &- tap) &* 4, as: SIMD8<Float>.self)
                            output += taps[tap] * values
                        }
                        let magnitudes = Self.magnitudes(output)
                        largest = largest.replacing(with: magnitudes, where: magnitudes .> largest)
                        end &-= 8
                    }
                }
            }
        }
        let half = Self.larger(largest.lowHalf, largest.highHalf)
        return max(max(half[0], half[1]), max(half[2], half[3]))
    }

    @inline(__always)
    private static func larger(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
        one.replacing(with: other, where: other .> one)
    }

    @inline(__always)
    private static func magnitudes(_ values: SIMD8<Float>) -> SIMD8<Float> {
        SIMD8(bitPattern: SIMD8<UInt32>(bitPattern: values) & 0x7FFF_FFFF)
    }
}

extension SIMD8 where Scalar == Float {
    @inline(__always)
    fileprivate init(bitPattern bits: SIMD8<UInt32>) { self = unsafeBitCast(bits, to: SIMD8<Float>.self) }
}

extension SIMD8 where Scalar == UInt32 {
    @inline(__always)
    fileprivate init(bitPattern values: SIMD8<Float>) { self = unsafeBitCast(values, to: SIMD8<UInt32>.self) }
}
