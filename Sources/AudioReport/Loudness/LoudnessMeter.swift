internal import CKernels
internal import Hearing

/// Measures loudness as broadcasters do: ITU-R BS.1770-4, EBU R 128, EBU Tech 3341 and 3342.
///
/// Time is counted in steps of a tenth of a second from the first frame. Momentary loudness is that of 4 steps,
/// short-term loudness that of 30. A last step that is not full counts for the peaks only.
///
/// The stream is measured in blocks at fixed positions, so the reading is the same bit for bit however the samples were cut
/// into pushes. Memory does not grow with the length. It holds one or two seconds of the sound, two histograms and the line,
/// 1 MiB for stereo at 44.1 kHz. For many channels at a high rate it holds a tenth of a second, 20 MB at most.
///
/// ```
/// var meter = LoudnessMeter(sampleRate: 48_000, channels: 2)
/// while let chunk = try decoder.read() { meter.push(chunk.samples) }
/// let loudness = meter.reading.integratedLUFS
/// ```
package struct LoudnessMeter: Sendable {
    /// The measurements so far. Loudness is nil if there is none to measure: LUFS have no value for silence.
    package struct Reading: Sendable, Hashable, Codable {
        /// Whole frames pushed, and their duration.
        package var frameCount: Int
        package var seconds: Double
        /// Loudness of the whole (BS.1770-4, gated at −70 LUFS and 10 LU below the mean). nil if no 400 ms are above −70.
        package var integratedLUFS: Double?
        /// Loudness range in LU (EBU Tech 3342, a window of 3 s each second). nil if no 3 s are above −70 LUFS.
        package var rangeLU: Double?
        /// The loudest 400 ms. nil for silence and for shorter audio.
        package var maximumMomentaryLUFS: Double?
        /// The loudest 3 s. nil for silence and for shorter audio.
        package var maximumShortTermLUFS: Double?
        /// The largest magnitude of each channel; −120 stands for silence.
        package var samplePeaksDBFS: [Double]
        /// The same between samples; equal to the sample peaks from 192 kHz on, or if oversampling was not requested.
        package var truePeaksDBTP: [Double]
        /// The largest of all channels.
        package var samplePeakDBFS: Double
        package var truePeakDBTP: Double
        /// Short-term loudness over time; empty for less than 3 s.
        package var line: LoudnessLine
    }

    /// Rates and channels that are measured; others are replaced by the nearest of these. The decoders have the same limits.
    package static let rates = 1_000...768_000
    /// Numbers of channels.
    package static let channelCounts = 1...64

    /// The measurements of the parts of the stream that had other rates or channels.
    private struct Past {
        var frames = 0
        var seconds = 0.0
        var samplePeaks: [Float] = []
        var truePeaks: [Float] = []
    }

    private var sampleRate: Int
    private var channels: Int
    private let truePeaks: Bool
    private var energies: WeightedEnergies
    private var peaks: PeakMeter
    private var windows = LoudnessWindows()
    private var past = Past()
    /// Frames that went before the block, then the block.
    private var samples: [Float]
    /// Samples in the block.
    private var filled = 0
    private var blocks = 0

    /// - Parameters:
    ///   - sampleRate: Hz.
    ///   - channels: interleaved. Five are treated as L R C Ls Rs, six to eight as L R C LFE Ls Rs and two more.
    ///     Surround channels have the weight 1.41 and the low-frequency channel 0. With any other number each channel
    ///     weighs 1.
    ///   - truePeaks: whether to look between the samples.
    package init(sampleRate: Int, channels: Int, truePeaks: Bool = true) {
        self.sampleRate = Self.rates.nearest(sampleRate)
        self.channels = Self.channelCounts.nearest(channels)
        self.truePeaks = truePeaks
        energies = WeightedEnergies(sampleRate: self.sampleRate, channels: self.channels)
        peaks = PeakMeter(sampleRate: self.sampleRate, channels: self.channels, oversampled: truePeaks)
        samples = [Float](repeating: 0, count: (energies.warmUp + energies.framesPerBlock) * self.channels)
    }

    /// Continues with another rate or other channels; the reading still covers everything. A step of a tenth of a second that
    /// is not full then counts for the peaks only.
    package mutating func resume(sampleRate: Int, channels: Int) {
        flush()
        past.frames += frames
        past.seconds += Double(frames) / Double(self.sampleRate)
        past.samplePeaks = past.samplePeaks.joined(with: peaks.samplePeaks)
        past.truePeaks = past.truePeaks.joined(with: peaks.truePeaks)
        let begun = LoudnessMeter(sampleRate: sampleRate, channels: channels, truePeaks: truePeaks)
        (self.sampleRate, self.channels) = (begun.sampleRate, begun.channels)
        (energies, peaks, samples) = (begun.energies, begun.peaks, begun.samples)
        (filled, blocks) = (0, 0)
    }

    /// Interleaved samples, full scale ±1; a frame may be cut anywhere.
    package mutating func push(_ interleaved: [Float]) {
        interleaved.withUnsafeBufferPointer { push($0) }
    }

    /// The same without an array. Values that are not numbers, or are larger than 10⁹, are damage and count as 0.
    package mutating func push(_ interleaved: UnsafeBufferPointer<Float>) {
        var rest = interleaved[...]
        let before = energies.warmUp * channels
        while !rest.isEmpty {
            let part = rest.prefix(samples.count - before - filled)
            samples.withUnsafeMutableBufferPointer { samples in
                let room = samples[(before + filled)..<(before + filled + part.count)]
                Self.copySound(UnsafeBufferPointer(rebasing: part), to: UnsafeMutableBufferPointer(rebasing: room))
            }
            filled += part.count
            rest = rest.dropFirst(part.count)
            if before + filled == samples.count {
                measure(frames: energies.framesPerBlock)
                blocks += 1
                filled = 0
                samples.withUnsafeMutableBufferPointer { samples in
                    for index in 0..<before { samples[index] = samples[samples.count - before + index] }
                }
            }
        }
    }

    /// The measurements of what was pushed up to now. More can be pushed after it.
    package var reading: Reading {
        var whole = self
        whole.flush()
        let step = Double(energies.step) / Double(sampleRate)
        let truePeaks = past.truePeaks.joined(with: whole.peaks.truePeaks).map { Decibels.ofAmplitude(Double($0)) }
        let samplePeaks = past.samplePeaks.joined(with: whole.peaks.samplePeaks)
            .map { Decibels.ofAmplitude(Double($0)) }
        return Reading(
            frameCount: past.frames + frames, seconds: past.seconds + Double(frames) / Double(sampleRate),
            integratedLUFS: whole.windows.integrated, rangeLU: whole.windows.range,
            maximumMomentaryLUFS: whole.windows.maximumMomentary,
            maximumShortTermLUFS: whole.windows.maximumShortTerm,
            samplePeaksDBFS: samplePeaks, truePeaksDBTP: truePeaks,
            samplePeakDBFS: samplePeaks.max() ?? Decibels.silence,
            truePeakDBTP: truePeaks.max() ?? Decibels.silence,
            line: whole.windows.line(secondsPerStep: step))
    }

    /// The frames of the current part.
    private var frames: Int { blocks * energies.framesPerBlock + filled / channels }

    /// Measures what the block holds so far.
    private mutating func flush() {
        guard filled > 0 else { return }
        for index in (energies.warmUp * channels + filled)..<samples.count { samples[index] = 0 }
        measure(frames: filled / channels)
    }

    /// Measures the first frames of the block, which silence must follow.
    private mutating func measure(frames: Int) {
        // Taken out for the call, because the parts of a value cannot be read and changed at once.
        var block: [Float] = []
        swap(&block, &samples)
        block.withUnsafeBufferPointer { block in
            peaks.measure(block, from: energies.warmUp, frames: frames)
            for energy in energies.energies(block).prefix(frames / energies.step) { windows.add(energy) }
        }
        swap(&block, &samples)
    }

    /// Copies the valid samples. Values below −240 dB become 0 as well: their squares are among the Floats that are slow.
    private static func copySound(_ input: UnsafeBufferPointer<Float>, to output: UnsafeMutableBufferPointer<Float>) {
        verbio_copy_sound(input.baseAddress, input.count, 1e-12, 1e9, output.baseAddress)
    }
}

extension [Float] {
    /// The larger values, index by index; if only one array has an index, its value.
    fileprivate func joined(with others: [Float]) -> [Float] {
        (0..<Swift.max(count, others.count)).map { index in
            Swift.max(index < count ? self[index] : 0, index < others.count ? others[index] : 0)
        }
    }
}
