internal import CKernels
internal import Foundation
internal import Hearing

/// The largest sample of each channel, and the largest value between samples.
///
/// Annex 2 of BS.1770-4 estimates true peaks by oversampling: four times, twice from 96 kHz, not at all from 192 kHz.
/// The interpolator is a sinc under a Hann window of 49 taps, the length that libebur128 uses too, so that readings
/// compare. Its output can be no larger than the samples it sees times the sum of its coefficients' magnitudes. Tiles that
/// cannot exceed the largest peak so far are therefore skipped, which changes no result and saves nearly all the work.
package struct PeakMeter: Sendable {
    /// Frames that are examined together: few, because speech is loud only for a moment of every period.
    private static let tile = 32
    /// Tiles that are ruled out together with one comparison.
    private static let group = 16
    private static let taps = 49

    private let channels: Int
    /// The coefficients for each position between samples, the newest sample's first, and how many each has.
    private let coefficients: [Float]
    private let phases: Int
    private let width: Int
    /// Frames of the past that an output needs, and eight more so that the last vector of a tile may overlap the tile before.
    private let reach: Int
    /// The largest factor by which the interpolator's output can exceed its input.
    private let bound: Float

    /// What is known about one channel, as magnitudes.
    private struct Channel: Sendable {
        /// The value of the previous tile.
        var previous: Float = 0
        var samplePeak: Float = 0
        var truePeak: Float = 0
    }

    private var found: [Channel]
    /// The largest magnitude of each channel in each tile.
    private var tilePeaks: [Float] = []

    var samplePeaks: [Float] { found.map(\.samplePeak) }
    var truePeaks: [Float] { found.map(\.truePeak) }

    /// - Parameter oversampled: whether the values between samples count, too.
    package init(sampleRate: Int, channels: Int, oversampled: Bool) {
        self.channels = channels
        let factor = !oversampled || sampleRate >= 192_000 ? 1 : sampleRate >= 96_000 ? 2 : 4
        let taps = (1..<factor).map { Self.phase($0, of: factor) }
        coefficients = taps.flatMap(\.self)
        phases = taps.count
        width = taps.first?.count ?? 0
        reach = width + 8
        bound = 1.000_1 * (taps.map { $0.reduce(0) { $0 + abs($1) } }.max() ?? 0)
        found = [Channel](repeating: Channel(), count: channels)
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
    ///   - frames: how many, of any number; the frames of a block make its tiles.
    mutating func measure(_ samples: UnsafeBufferPointer<Float>, from start: Int, frames: Int) {
        guard frames > 0 else { return }
        // The last tile takes the rest, so that none is shorter than the filter.
        let tiles = max(1, frames / Self.tile)
        findPeaks(UnsafeBufferPointer(rebasing: samples[(start * channels)..<((start + frames) * channels)]), tiles)
        for first in stride(from: 0, to: tiles, by: Self.group) {
            let group = first..<min(first + Self.group, tiles)
            if canMatter(group) {
                for channel in 0..<channels { measure(samples, channel, from: start, frames, group, of: tiles) }
            }
            for channel in 0..<channels {
                found[channel].previous = tilePeaks[(group.upperBound - 1) * channels + channel]
            }
        }
    }

    /// The largest magnitude of some frames in all channels, with the values between them and maybe of some before them.
    ///
    /// - Parameters:
    ///   - samples: interleaved, with at least 32 frames before `start`.
    ///   - frames: at most 100.
    ///   - limit: the values between samples are computed only if they might exceed it.
    package func largest(
        _ samples: UnsafeBufferPointer<Float>, from start: Int, frames: Int, above limit: Float
    ) -> Float {
        var (peak, near): (Float, Float) = (0, 0)
        for index in (start * channels)..<((start + frames) * channels) { peak = max(peak, abs(samples[index])) }
        for index in ((start - width) * channels)..<(start * channels) { near = max(near, abs(samples[index])) }
        guard max(peak, near) * bound > limit else { return peak }
        for channel in 0..<channels { peak = max(peak, interpolated(samples, channel, start, frames)) }
        return peak
    }

    /// Whether any of these tiles might hold a larger peak than its channel had before.
    private func canMatter(_ tiles: Range<Int>) -> Bool {
        var largest = found.reduce(0) { max($0, $1.previous) }
        tilePeaks.withUnsafeBufferPointer { peaks in
            let part = peaks[(tiles.lowerBound * channels)..<(tiles.upperBound * channels)]
            largest = max(largest, Extremes(of: UnsafeBufferPointer(rebasing: part)).maximum)
        }
        // A true peak is at least as large as the sample's, and no larger than the bound allows. So this check covers both.
        return found.contains { largest * max(1, bound) > $0.truePeak }
    }

    private mutating func measure(
        _ samples: UnsafeBufferPointer<Float>, _ channel: Int, from start: Int, _ frames: Int, _ group: Range<Int>,
        of tiles: Int
    ) {
        var state = found[channel]
        for tile in group {
            let peak = tilePeaks[tile * channels + channel]
            state.samplePeak = max(state.samplePeak, peak)
            state.truePeak = max(state.truePeak, peak)
            if max(peak, state.previous) * bound > state.truePeak {
                let first = tile * Self.tile
                let count = tile == tiles - 1 ? frames - first : Self.tile
                state.truePeak = max(state.truePeak, interpolated(samples, channel, start + first, count))
            }
            state.previous = peak
        }
        found[channel] = state
    }

    /// The largest magnitude of each channel in each tile.
    private mutating func findPeaks(_ samples: UnsafeBufferPointer<Float>, _ tiles: Int) {
        if tilePeaks.count < tiles * channels { tilePeaks = [Float](repeating: 0, count: tiles * channels) }
        let length = Self.tile * channels
        // A loop that is compiled for wide vectors, as most recordings have one or two channels.
        let done = 8 % channels == 0 ? tiles - 1 : 0
        if done > 0 { verbio_tile_peaks(samples.baseAddress, done, length, Int32(channels), &tilePeaks) }
        for tile in done..<tiles {
            let end = tile == tiles - 1 ? samples.count : (tile + 1) * length
            for channel in 0..<channels {
                var peak: Float = 0
                for index in stride(from: tile * length + channel, to: end, by: channels) {
                    peak = max(peak, abs(samples[index]))
                }
                tilePeaks[tile * channels + channel] = peak
            }
        }
    }

    /// The largest magnitude between the samples of one channel in a tile, and maybe of some before it.
    private func interpolated(
        _ samples: UnsafeBufferPointer<Float>, _ channel: Int, _ first: Int, _ count: Int
    ) -> Float {
        guard let base = samples.baseAddress else { return 0 }
        return verbio_peak_between(
            base + ((first - reach) * channels + channel), Int32(channels), Int32(reach), Int32(count), coefficients,
            Int32(phases), Int32(width))
    }
}
