internal import CKernels

/// Mixes several channels to one without losing a speaker.
///
/// The mix is the average of the channels that have had a sound so far. Recordings with room for six channels have some that
/// have been digital silence from the beginning. Those would only make the mix quieter. If the channels cancel each other out
/// (a stereo recording with one side inverted averages to silence), the loudest channel is taken instead. The decision
/// is made per window of 50 ms on the source clock, counted from the first frame. So it does not depend on how the
/// input is cut:
///
/// * energies of the average and of every channel are summed with a memory of about half a second;
/// * unrelated channels leave the average 1/N of the channels' mean energy. The loudest channel is taken if less than 0.6 of
///   that is left, or less than a quarter in this window alone. Above 0.8 of it the average is used again. So a voice that is
///   inverted in one channel is heard down to some 5 dB above a hum that is not;
/// * the channel taken is kept until another is 6 dB louder, because a change between inverted twins is audible;
/// * a channel counts from the window that has its first sample that is not 0, and then permanently;
/// * weights change along 10 ms, so there are no clicks.
struct DownMixer {
    private let channels: Int
    private let window: Int
    private let ramp: Int
    private var waiting: [Float] = []
    /// Energy of the average and of every channel, in the past half second and in this window.
    private var heard: Energies
    private var current: Energies
    /// The channel taken, or nil for the average.
    private var chosen: Int?
    private var weights: [Float]
    private var started = false
    /// Which channels have had a sound, and the number of these.
    private var sounding: [Bool]
    private var soundingCount = 0

    private static let memory = 0.9

    init(channels: Int, rate: Int) {
        self.channels = max(1, channels)
        window = max(8, rate / 20)
        ramp = max(1, rate / 100)
        heard = Energies(channels: self.channels)
        current = heard
        weights = [Float](repeating: 1 / Float(self.channels), count: self.channels)
        sounding = [Bool](repeating: false, count: self.channels)
    }

    /// Takes interleaved frames and returns the mono samples of the windows that are complete.
    mutating func push(_ interleaved: [Float]) -> [Float] {
        guard channels > 1 else { return interleaved }
        let size = window * channels
        let windows = (waiting.count + interleaved.count) / size
        return interleaved.withUnsafeBufferPointer { samples in
            [Float](unsafeUninitializedCapacity: windows * window) { mono, filled in
                var rest = samples[...]
                // Only the window that was begun before is assembled; the others are mixed in place.
                if !waiting.isEmpty {
                    let part = rest.prefix(size - waiting.count)
                    waiting += part
                    rest = rest.dropFirst(part.count)
                    if waiting.count == size { mixWaiting(into: mono, &filled) }
                }
                while rest.count >= size {
                    mixWindow(UnsafeBufferPointer(rebasing: rest.prefix(size)), into: mono, &filled)
                    rest = rest.dropFirst(size)
                }
                waiting += rest
            }
        }
    }

    /// The samples of the last, incomplete window.
    mutating func finish() -> [Float] {
        guard !waiting.isEmpty else { return [] }
        return [Float](unsafeUninitializedCapacity: waiting.count / channels) { mixWaiting(into: $0, &$1) }
    }

    private mutating func mixWaiting(into mono: UnsafeMutableBufferPointer<Float>, _ filled: inout Int) {
        // Taken out for the call, because the parts of a value cannot be read and changed at once.
        var window: [Float] = []
        swap(&window, &waiting)
        window.withUnsafeBufferPointer { mixWindow($0, into: mono, &filled) }
        window.removeAll(keepingCapacity: true)
        swap(&window, &waiting)
    }

    private mutating func mixWindow(
        _ samples: UnsafeBufferPointer<Float>, into mono: UnsafeMutableBufferPointer<Float>, _ filled: inout Int
    ) {
        let frames = samples.count / channels
        let output = UnsafeMutableBufferPointer(rebasing: mono[filled..<filled + frames])
        measure(samples, frames, averagesInto: output)
        let target = decide()
        let before = started ? weights : target
        // As long as all channels are silent, a change of weights is not audible.
        started = soundingCount > 0
        weights = target
        let changing = before == target ? 0 : min(ramp, frames)
        mix(samples, into: output, frames)
        for frame in 0..<changing {
            let part = Float(frame + 1) / Float(ramp + 1)
            output[frame] = (0..<channels).reduce(0) { sum, channel in
                let weight = before[channel] + (target[channel] - before[channel]) * part
                return sum + samples[frame * channels + channel] * weight
            }
        }
        filled += frames
    }

    private func mix(
        _ samples: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>, _ frames: Int
    ) {
        if let chosen {
            for frame in 0..<frames { output[frame] = samples[frame * channels + chosen] }
        } else if channels == 2 {
            // The averages of both are already there.
            if soundingCount == 1 { for frame in 0..<frames { output[frame] *= 2 } }
        } else {
            let share = 1 / Float(max(1, soundingCount))
            for frame in 0..<frames {
                var sum: Float = 0
                for channel in 0..<channels { sum += samples[frame * channels + channel] }
                output[frame] = sum * share
            }
        }
    }

    private mutating func measure(
        _ samples: UnsafeBufferPointer<Float>, _ frames: Int, averagesInto output: UnsafeMutableBufferPointer<Float>
    ) {
        let window =
            channels == 2
            ? Energies(stereo: samples, frames, averagesInto: output) : Energies(samples, frames, channels)
        current = window
        heard.mix = heard.mix * Self.memory + window.mix
        for channel in 0..<channels {
            heard.channels[channel] = heard.channels[channel] * Self.memory + window.channels[channel]
            guard window.channels[channel] > 0, !sounding[channel] else { continue }
            sounding[channel] = true
            soundingCount += 1
        }
    }

    /// Silent channels do not change the decision.
    ///
    /// The average over fewer channels, their mean energy and the part that remains of unrelated ones grow in the same
    /// way.
    private mutating func decide() -> [Float] {
        let unrelated = 1 / Double(channels)
        // A window of near silence is not significant.
        if chosen == nil, current.total > heard.total / 100, current.kept < unrelated / 4 { heard = current }
        if heard.total > 1e-12 {
            let loudest = heard.loudest
            if let taken = chosen {
                if heard.kept > unrelated * 0.8 {
                    chosen = nil
                } else if heard.channels[loudest] > 4 * heard.channels[taken] {
                    chosen = loudest
                }
            } else if heard.kept < unrelated * 0.6 {
                chosen = loudest
            }
        }
        return weights.indices.map { channel in
            chosen.map { $0 == channel ? 1 : 0 } ?? (sounding[channel] ? 1 / Float(soundingCount) : 0)
        }
    }
}

/// Energies of one stretch of audio.
private struct Energies {
    var mix = 0.0
    var channels: [Double]

    init(channels: Int) { self.channels = [Double](repeating: 0, count: channels) }

    init(_ samples: UnsafeBufferPointer<Float>, _ frames: Int, _ count: Int) {
        self.init(channels: count)
        let share = 1 / Float(count)
        for frame in 0..<frames {
            var sum: Float = 0
            for channel in 0..<count {
                let sample = samples[frame * count + channel]
                sum += sample
                channels[channel] += Double(sample * sample)
            }
            mix += Double(sum * share * sum * share)
        }
    }

    /// The measurement of two channels, which most recordings have, with their average in the same pass.
    init(
        stereo samples: UnsafeBufferPointer<Float>, _ frames: Int,
        averagesInto output: UnsafeMutableBufferPointer<Float>
    ) {
        var sums = (squares: SIMD8<Float>(), mixed: SIMD4<Float>())
        withUnsafeMutableBytes(of: &sums) { sums in
            verbio_mix(
                samples.baseAddress, frames, output.baseAddress,
                sums.baseAddress?.assumingMemoryBound(to: Float.self))
        }
        channels = [Double(sums.squares.evenHalf.sum()), Double(sums.squares.oddHalf.sum())]
        mix = Double(sums.mixed.sum())
    }

    var total: Double { channels.reduce(0, +) }
    /// The part of the channels' mean energy that remains in their average. It is 1 if they are equal, 1/N if they are
    /// unrelated, 0 if they cancel.
    var kept: Double { total > 0 ? mix / (total / Double(channels.count)) : 1 }
    var loudest: Int { channels.indices.max { channels[$0] < channels[$1] } ?? 0 }
}
