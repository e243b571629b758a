/// Several channels to one that loses nobody.
///
/// The mix is the average of the channels. Where they cancel each other out (a stereo recording with one side inverted
/// averages to silence) the loudest channel is taken instead. The decision is made per window of 50 ms on the source
/// clock, counted from the first frame, so it does not depend on how the input is cut:
///
/// * energies of the average and of every channel are summed with a memory of about half a second;
/// * unrelated channels leave the average 1/N of the channels' mean energy; below a quarter of that, the loudest channel
///   is taken, and above half of it the average again;
/// * the channel taken is kept until another is 6 dB louder, as a change between inverted twins is heard;
/// * weights change along 10 ms, so there are no clicks.
struct DownMixer {
    private let channels: Int
    private let window: Int
    private let ramp: Int
    private var waiting: [Float] = []
    private var mixEnergy = 0.0
    private var channelEnergies: [Double]
    /// The channel taken, or nil for the average.
    private var chosen: Int?
    private var weights: [Float]
    private var started = false

    private static let memory = 0.9

    init(channels: Int, rate: Int) {
        self.channels = max(1, channels)
        window = max(8, rate / 20)
        ramp = max(1, rate / 100)
        channelEnergies = [Double](repeating: 0, count: self.channels)
        weights = [Float](repeating: 1 / Float(self.channels), count: self.channels)
    }

    /// Takes interleaved frames and returns the mono samples of the windows that are complete.
    mutating func push(_ interleaved: [Float]) -> [Float] {
        guard channels > 1 else { return interleaved }
        waiting += interleaved
        let size = window * channels
        var mono: [Float] = []
        mono.reserveCapacity(waiting.count / channels)
        var start = 0
        while waiting.count - start >= size {
            mixWindow(start..<start + size, into: &mono)
            start += size
        }
        waiting.removeFirst(start)
        return mono
    }

    /// The samples of the last, incomplete window.
    mutating func finish() -> [Float] {
        guard !waiting.isEmpty else { return [] }
        var mono: [Float] = []
        mixWindow(0..<waiting.count, into: &mono)
        waiting = []
        return mono
    }

    private mutating func mixWindow(_ range: Range<Int>, into mono: inout [Float]) {
        let frames = range.count / channels
        measure(range, frames)
        let target = decide()
        let before = started ? weights : target
        started = true
        weights = target
        let changing = before == target ? 0 : min(ramp, frames)
        waiting.withUnsafeBufferPointer { samples in
            for frame in 0..<frames {
                let base = range.lowerBound + frame * channels
                var sum: Float = 0
                if frame < changing {
                    let part = Float(frame + 1) / Float(ramp + 1)
                    for channel in 0..<channels {
                        let weight = before[channel] + (target[channel] - before[channel]) * part
                        sum += samples[base + channel] * weight
                    }
                } else if let chosen {
                    sum = samples[base + chosen]
                } else {
                    for channel in 0..<channels { sum += samples[base + channel] }
                    sum *= target[0]
                }
                mono.append(sum)
            }
        }
    }

    /// Adds the window to the energies, which forget what is long past.
    private mutating func measure(_ range: Range<Int>, _ frames: Int) {
        mixEnergy *= Self.memory
        for channel in 0..<channels { channelEnergies[channel] *= Self.memory }
        let share = 1 / Float(channels)
        waiting.withUnsafeBufferPointer { samples in
            for frame in 0..<frames {
                let base = range.lowerBound + frame * channels
                var sum: Float = 0
                for channel in 0..<channels {
                    let sample = samples[base + channel]
                    sum += sample
                    channelEnergies[channel] += Double(sample * sample)
                }
                mixEnergy += Double(sum * share * sum * share)
            }
        }
    }

    private mutating func decide() -> [Float] {
        let total = channelEnergies.reduce(0, +)
        let loudest = channelEnergies.indices.max { channelEnergies[$0] < channelEnergies[$1] } ?? 0
        if total > 1e-12 {
            // 1 where the channels are equal, 1/N where they are unrelated, 0 where they cancel.
            let kept = mixEnergy / (total / Double(channels))
            let unrelated = 1 / Double(channels)
            if let current = chosen {
                if kept > unrelated / 2 {
                    chosen = nil
                } else if channelEnergies[loudest] > 4 * channelEnergies[current] {
                    chosen = loudest
                }
            } else if kept < unrelated / 4 {
                chosen = loudest
            }
        }
        return weights.indices.map { channel in
            chosen.map { $0 == channel ? 1 : 0 } ?? 1 / Float(channels)
        }
    }
}
