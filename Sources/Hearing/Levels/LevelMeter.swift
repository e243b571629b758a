internal import CKernels

/// Measures a stream of samples: peak, mean level, offset, clipping, duration.
///
/// The sums are computed over blocks at fixed positions of the stream, in Float within a block and in Double over the blocks.
/// So the reading is the same bit for bit, regardless of how the samples were cut into pushes.
package struct LevelMeter: Sendable {
    /// The measurements so far.
    package struct Reading: Sendable, Hashable, Codable {
        /// Samples pushed, and their duration at the meter's rate.
        package var sampleCount: Int
        package var seconds: Double
        /// Largest magnitude; −120 means silence.
        package var peakDBFS: Double
        /// Root of the mean square; 0 is a square wave at full scale, −3.01 a sine. −120 means silence.
        package var rmsDBFS: Double
        /// Mean of the samples, full scale ±1.
        package var offset: Double
        /// Samples at full scale.
        package var clippedSamples: Int
        /// Runs of at least ``LevelMeter/clippedRunLength`` samples at full scale: a single such sample may be a legitimate
        /// peak.
        package var clippedRuns: Int

        /// The combined reading of this stretch and the one after it.
        package func joined(with other: Reading) -> Reading {
            let total = Double(max(1, sampleCount + other.sampleCount))
            let (mine, its) = (Double(sampleCount), Double(other.sampleCount))
            let power = Decibels.power(of: rmsDBFS) * mine + Decibels.power(of: other.rmsDBFS) * its
            return Reading(
                sampleCount: sampleCount + other.sampleCount, seconds: seconds + other.seconds,
                peakDBFS: max(peakDBFS, other.peakDBFS), rmsDBFS: Decibels.ofPower(power / total),
                offset: (offset * mine + other.offset * its) / total,
                clippedSamples: clippedSamples + other.clippedSamples, clippedRuns: clippedRuns + other.clippedRuns)
        }
    }

    /// Full scale of 16-bit audio; converters stay a little below 1.
    package static let fullScale: Float = 32_767.0 / 32_768.0
    /// The number of samples at full scale in a row that cannot be chance.
    package static let clippedRunLength = 3

    private static let blockLength = 1_024
    /// Larger values in Float audio are errors.
    private static let largestSample: Float = 1e9

    private let sampleRate: Int
    private var carry: [Float] = []
    private var count = 0
    private var peak: Float = 0
    private var sum = 0.0
    private var squares = 0.0
    private var clipping: Clipping

    /// - Parameters:
    ///   - sampleRate: Hz, for the duration only.
    ///   - fullScale: the smallest magnitude that counts as clipped.
    package init(sampleRate: Int = 16_000, fullScale: Float = LevelMeter.fullScale) {
        self.sampleRate = max(1, sampleRate)
        clipping = Clipping(fullScale: fullScale)
        carry.reserveCapacity(LevelMeter.blockLength)
    }

    package mutating func push(_ samples: [Float]) {
        samples.withUnsafeBufferPointer { push($0) }
    }

    package mutating func push(_ samples: UnsafeBufferPointer<Float>) {
        var rest = samples[...]
        count += samples.count
        while !rest.isEmpty {
            if carry.isEmpty && rest.count >= LevelMeter.blockLength {
                measure(UnsafeBufferPointer(rebasing: rest.prefix(LevelMeter.blockLength)))
                rest = rest.dropFirst(LevelMeter.blockLength)
                continue
            }
            let part = rest.prefix(LevelMeter.blockLength - carry.count)
            carry.append(contentsOf: part)
            rest = rest.dropFirst(part.count)
            if carry.count == LevelMeter.blockLength {
                let block = carry
                carry.removeAll(keepingCapacity: true)
                block.withUnsafeBufferPointer { measure($0) }
            }
        }
    }

    package var reading: Reading {
        var whole = self
        carry.withUnsafeBufferPointer { whole.measure($0) }
        let divisor = Double(max(1, count))
        return Reading(
            sampleCount: count, seconds: Double(count) / Double(sampleRate),
            peakDBFS: Decibels.ofAmplitude(Double(whole.peak)), rmsDBFS: Decibels.ofPower(whole.squares / divisor),
            offset: whole.sum / divisor, clippedSamples: whole.clipping.samples, clippedRuns: whole.clipping.runs)
    }

    private mutating func measure(_ block: UnsafeBufferPointer<Float>) {
        guard !block.isEmpty else { return }
        let readings = VectorLevels(of: block)
        let rest = block[(block.count & ~7)...]
        var blockSum = Double(readings.total.sum())
        var blockSquares = Double(readings.energy.sum())
        for value in rest {
            blockSum += Double(value)
            blockSquares += Double(value) * Double(value)
        }
        guard blockSquares.isFinite else {
            // A value that is not a number, or is too large, is not sound and must not invalidate the rest of the reading.
            let sound = block.map { abs($0) <= LevelMeter.largestSample ? $0 : 0 }
            return sound.withUnsafeBufferPointer { measure($0) }
        }
        var largest = max(readings.high.max(), -readings.low.min())
        for value in rest { largest = max(largest, abs(value)) }
        peak = max(peak, largest)
        sum += blockSum
        squares += blockSquares
        clipping.hear(block, peak: largest)
    }

    /// The results for the samples up to the last whole eight, from the loop that is compiled for wide vectors.
    ///
    /// Each lane has those of every eighth sample.
    private struct VectorLevels {
        var total = SIMD8<Float>()
        var energy = SIMD8<Float>()
        /// The extremes with 0.
        var low = SIMD8<Float>()
        var high = SIMD8<Float>()

        init(of block: UnsafeBufferPointer<Float>) {
            withUnsafeMutableBytes(of: &self) { readings in
                verbio_levels(
                    block.baseAddress, block.count, readings.baseAddress?.assumingMemoryBound(to: Float.self))
            }
        }
    }

    /// Counts samples at full scale and runs of them, also across blocks.
    private struct Clipping: Sendable {
        let fullScale: Float
        var samples = 0
        var runs = 0
        private var run = 0

        init(fullScale: Float) { self.fullScale = fullScale }

        mutating func hear(_ block: UnsafeBufferPointer<Float>, peak: Float) {
            guard peak >= fullScale else {
                run = 0
                return
            }
            for value in block {
                guard abs(value) >= fullScale else {
                    run = 0
                    continue
                }
                samples += 1
                run += 1
                if run == LevelMeter.clippedRunLength { runs += 1 }
            }
        }
    }
}
