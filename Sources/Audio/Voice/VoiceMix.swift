internal import Plumbing

/// Decoded chunks of any rate and number of channels to one channel of 16 bits, at the rate of the first.
struct VoiceMix {
    /// Hz; nil before the first chunk.
    private(set) var rate: Int?
    private var (givenRate, channels) = (0, 0)
    private var mixer: DownMixer?
    private var resampler: Resampler?

    mutating func push(_ chunk: DecodedChunk) throws(Problem) -> [Int16] {
        let chunkRate = chunk.recorded?.rate ?? chunk.rate
        var ready: [Int16] = []
        if chunkRate != givenRate || chunk.channels != channels {
            ready = finish()
            try begin(rate: chunkRate, channels: chunk.channels)
        }
        if chunk.recorded == nil, mixer == nil, resampler == nil, let integers = chunk.samples.integers {
            return ready.isEmpty ? integers : ready + integers
        }
        let floats = chunk.recorded?.samples ?? chunk.samples.floats
        let mono = mixer?.push(floats) ?? floats
        return ready + PCM16.quantized(resampler?.push(mono) ?? mono)
    }

    /// The samples that are still held back. Later chunks begin again.
    mutating func finish() -> [Int16] {
        let rest = mixer?.finish() ?? []
        let last = resampler.map { $0.push(rest) + $0.finish() } ?? rest
        (givenRate, channels, mixer, resampler) = (0, 0, nil, nil)
        return PCM16.quantized(last)
    }

    private mutating func begin(rate chunkRate: Int, channels: Int) throws(Problem) {
        let target = rate ?? Self.usable(chunkRate)
        rate = target
        (givenRate, self.channels) = (chunkRate, channels)
        mixer = channels > 1 ? DownMixer(channels: channels, rate: chunkRate) : nil
        resampler = chunkRate == target ? nil : try Resampler(from: chunkRate, to: target)
    }

    /// The rate at which a voice is kept: its own, if all processing of voices supports it.
    private static func usable(_ rate: Int) -> Int {
        TimeStretch.sampleRates.contains(rate) ? rate : rate > TimeStretch.sampleRates.upperBound ? 48_000 : 8_000
    }
}
