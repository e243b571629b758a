import CKernels
import Testing
import VerbioTesting

/// The loops that are compiled for several kinds of processor give, to the last bit, what their formulas written one number
/// after the other do.
struct KernelTests {
    /// Samples with other values that recordings may contain: silence, full scale, negative zero.
    private static func sound(_ count: Int, seed: UInt64) -> [Float] {
        var numbers = SplitMix64(seed: seed)
        return (0..<count).map { index in
            switch index % 97 {
            case 13: 0
            case 14: -0.0
            case 15: -1
            default: Float(Int64(bitPattern: numbers.next()) >> 40) / Float(1 << 23)
            }
        }
    }

    private static let lengths = [0, 1, 7, 8, 9, 31, 160, 161, 1_024, 1_027]

    @Test(
        "Given samples, when the kernel filters sixteen bands, then energies equal those of plain code",
        arguments: lengths)
    func bands(count: Int) {
        let coefficients = (0..<48).map { band -> Float in
            let part = Float(band % 16) / 20
            return band < 16 ? 0.01 + part / 10 : band < 32 ? -1.9 + part : 0.97 - part / 2
        }
        var memory = [Float](repeating: 0, count: 32)
        var energies = [Float](repeating: 0, count: 17)
        var first = [Float](repeating: 0, count: 16)
        var second = first
        for seed: UInt64 in 1...3 {
            let samples = Self.sound(count, seed: seed)
            verbio_band_powers(samples, count, coefficients, &memory, &energies)
            var expected = [Float](repeating: 0, count: 17)
            var output = [Float](repeating: 0, count: 16)
            for sample in samples {
                for band in 0..<16 {
                    let input = coefficients[band] * sample
                    output[band] = (input - first[band]) - coefficients[16 + band] * output[band]
                    first[band] = second[band]
                    second[band] = input + coefficients[32 + band] * output[band]
                    expected[band] += output[band] * output[band]
                }
                expected[16] += sample * sample
            }
            for band in 0..<16 { first[band] += coefficients[16 + band] * output[band] }
            #expect(energies == expected)
            #expect(memory == first + second)
        }
    }

    @Test(
        "Given samples, when the kernel sums them, then sums and extremes equal those of plain code", arguments: lengths
    )
    func levels(count: Int) {
        let samples = Self.sound(count, seed: 4)
        var expected = [Float](repeating: 0, count: 32)
        var (totals, energies) = (expected, expected)
        for (index, sample) in samples[..<(count & ~31)].enumerated() {
            totals[index % 32] += sample
            energies[index % 32] += sample * sample
        }
        for lane in 0..<8 {
            expected[lane] = (totals[lane] + totals[lane + 8]) + (totals[lane + 16] + totals[lane + 24])
            expected[8 + lane] = (energies[lane] + energies[lane + 8]) + (energies[lane + 16] + energies[lane + 24])
        }
        for (index, sample) in samples[..<(count & ~7)].enumerated() {
            if index >= count & ~31 {
                expected[index % 8] += sample
                expected[8 + index % 8] += sample * sample
            }
            expected[16 + index % 8] = min(expected[16 + index % 8], sample)
            expected[24 + index % 8] = max(expected[24 + index % 8], sample)
        }
        var readings = [Float](repeating: 5, count: 32)
        verbio_levels(samples, count, &readings)
        #expect(readings == expected)
    }

    @Test(
        "Given 16-bit samples, when the kernel finds extremes, then they equal those of plain code", arguments: lengths)
    func shortExtremes(count: Int) {
        let samples = Self.sound(3 * count, seed: 14).map { Int16(max(-32_768, min($0 * 32_768, 32_767))) }
        var readings = [Int16](repeating: 5, count: 6)
        verbio_short_pixel_extremes(samples, 3, count, &readings)
        for pixel in 0..<3 {
            let part = samples[pixel * count..<(pixel + 1) * count]
            #expect(Array(readings[2 * pixel...2 * pixel + 1]) == [part.min() ?? .max, part.max() ?? .min])
        }
        let sums = (0..<samples.count / 2).map { Int32(samples[2 * $0]) + Int32(samples[2 * $0 + 1]) }
        for (low, high) in [(Int32.max, Int32.min), (-7, 70_000)] {
            var extremes = [low, high]
            verbio_pair_sum_extremes(samples, sums.count, &extremes)
            #expect(extremes == [sums.reduce(low, min), sums.reduce(high, max)])
        }
    }

    @Test("Given samples with NaN, when extremes are found, then NaN is ignored", arguments: lengths)
    func extremes(count: Int) {
        var samples = Self.sound(count, seed: 5)
        for index in stride(from: 3, to: count, by: 5) { samples[index] = .nan }
        let numbers = samples.filter { !$0.isNaN }
        for (low, high) in [(Float.infinity, -Float.infinity), (0, 0), (-0.25, 2)] {
            var readings = [low, high]
            verbio_extremes(samples, count, &readings)
            #expect(readings == [numbers.reduce(low, min), numbers.reduce(high, max)])
        }
    }

    @Test("Given one odd sample at any place, when the limit is checked, then it is noticed", arguments: lengths)
    func exceeding(count: Int) {
        let samples = Self.sound(count, seed: 10).map { $0 / 4 }
        #expect(verbio_exceeds(samples, count, 0.25) == 0)
        for index in 0..<count {
            for odd in [Float(0.25).nextUp, -1, .nan, -.nan, .infinity, -.infinity] as [Float] {
                var changed = samples
                changed[index] = odd
                #expect(verbio_exceeds(changed, count, 0.25) == 1)
            }
        }
    }

    @Test("Given samples that are no sound, when they are copied, then they become silence", arguments: lengths)
    func sound(count: Int) {
        var samples = Self.sound(count, seed: 6)
        let odd: [Float] = [.nan, .infinity, -.infinity, 1e9, -1.1e9, 1e-12, -0.9e-12, .leastNonzeroMagnitude]
        for index in stride(from: 0, to: count, by: 3) { samples[index] = odd[index / 3 % odd.count] }
        var output = [Float](repeating: 5, count: count)
        verbio_copy_sound(samples, count, 1e-12, 1e9, &output)
        #expect(output == samples.map { (1e-12...1e9).contains(abs($0)) ? $0 : 0 })
    }

    @Test(
        "Given tiles of samples, when the kernel finds peaks, then they equal those of plain code",
        arguments: [1, 2, 4, 8], [0, 1, 5])
    func tilePeaks(channels: Int, tiles: Int) {
        let length = 32 * channels
        let samples = Self.sound(tiles * length, seed: 7)
        var peaks = [Float](repeating: 5, count: tiles * channels)
        verbio_tile_peaks(samples, tiles, length, Int32(channels), &peaks)
        let expected = (0..<tiles * channels).map { place in
            let (tile, channel) = place.quotientAndRemainder(dividingBy: channels)
            return stride(from: tile * length + channel, to: (tile + 1) * length, by: channels)
                .map { abs(samples[$0]) }.max() ?? 0
        }
        #expect(peaks == expected)
    }

    @Test(
        "Given samples, when the kernel interpolates, then the peak equals that of plain code", arguments: [1, 2, 3],
        [32, 40, 63])
    func peakBetween(channels: Int, count: Int) {
        let (reach, width, phases) = (20, 12, 3)
        let samples = Self.sound((reach + count) * channels, seed: 8)
        let taps = Self.sound(width * phases, seed: 9)
        let peak = verbio_peak_between(
            samples, Int32(channels), Int32(reach), Int32(count), taps, Int32(phases), Int32(width))
        // Eight at a time from the end on, so that some before the first may be looked at, too.
        let first = reach + count - (count + 7) / 8 * 8
        var expected: Float = 0
        for phase in 0..<phases {
            for place in first..<(reach + count) {
                var output: Float = 0
                for tap in 0..<width { output += taps[phase * width + tap] * samples[(place - tap) * channels] }
                expected = max(expected, abs(output))
            }
        }
        #expect(peak == expected)
    }

    @Test(
        "Given samples, when the kernel weights them, then energies equal those of plain code", arguments: [1, 2],
        [0, 1, 64, 101])
    func weighted(channels: Int, frames: Int) {
        let stride = 3
        let elements = Self.sound(8 * stride * frames, seed: 10)
        let coefficients: [Float] = [2.9e-5, 0.0107, -1.69, 0.732, -1.86, 0.865]
        var memory = Self.sound(32 * channels, seed: 11).map { $0 / 1_000 }
        var state = memory
        var sums = [Float](repeating: 5, count: 8 * channels)
        verbio_weighted_energies(elements, frames, stride, Int32(channels), coefficients, &memory, &sums)
        var expected = [Float](repeating: 0, count: 8 * channels)
        for place in 0..<8 * channels {
            let (channel, lane) = place.quotientAndRemainder(dividingBy: 8)
            let at = { (part: Int) in 32 * channel + 8 * part + lane }
            for frame in 0..<frames {
                let high =
                    (elements[8 * (stride * frame + channel) + lane] - state[at(1)]) - coefficients[1] * state[at(0)]
                state[at(1)] += coefficients[0] * state[at(0)]
                state[at(0)] += high
                let inner = (high - coefficients[3] * state[at(3)]) - coefficients[2] * state[at(2)]
                let output = (inner + coefficients[5] * state[at(3)]) + coefficients[4] * state[at(2)]
                state[at(3)] = state[at(2)]
                state[at(2)] = inner
                expected[place] += output * output
            }
        }
        #expect(sums == expected)
        #expect(memory == state)
    }

    @Test(
        "Given eight stretches, when the kernel turns them, then each vector has one sample of each", arguments: lengths
    )
    func turned(count: Int) {
        let distance = count + 3
        let samples = Self.sound(8 * distance, seed: 12)
        var output = [Float](repeating: 5, count: 8 * count)
        verbio_turn(samples, count, distance, &output)
        #expect(output == (0..<8 * count).map { samples[$0 / 8 + $0 % 8 * distance] })
    }

    @Test("Given two channels, when the kernel splits or averages them, then the samples are right", arguments: lengths)
    func stereo(frames: Int) {
        let samples = Self.sound(2 * frames, seed: 13)
        var left = [Float](repeating: 5, count: frames)
        var right = left
        verbio_split(samples, frames, &left, &right)
        #expect(left == (0..<frames).map { samples[2 * $0] })
        #expect(right == (0..<frames).map { samples[2 * $0 + 1] })

        var average = left
        var energies = [Float](repeating: 5, count: 12)
        verbio_mix(samples, frames, &average, &energies)
        #expect(average == (0..<frames).map { (left[$0] + right[$0]) * 0.5 })
        var squares = [Float](repeating: 0, count: 16)
        var mixed = [Float](repeating: 0, count: 8)
        let whole = frames & ~7
        for (index, sample) in samples[..<(2 * whole)].enumerated() { squares[index % 16] += sample * sample }
        for frame in 0..<whole { mixed[frame % 8] += average[frame] * average[frame] }
        for frame in whole..<frames {
            squares[0] += left[frame] * left[frame]
            squares[1] += right[frame] * right[frame]
            mixed[0] += (left[frame] + right[frame]) * (left[frame] + right[frame]) * 0.25
        }
        var expected: [Float] = (0..<8).map { squares[$0] + squares[$0 + 8] }
        for lane in 0..<4 { expected.append(mixed[lane] + mixed[lane + 4]) }
        #expect(energies == expected)
    }

    @Test("Given all 16-bit samples at any address, when they are widened, then each value is right")
    func widened() {
        let samples = (Int16.min...Int16.max).map { $0 }
        let expected = samples.map { Float($0) / 32_768 }
        var output = [Float](repeating: 5, count: samples.count)
        for shift in 0...1 {
            let bytes = [UInt8](repeating: 0, count: shift) + samples.withUnsafeBytes(Array.init)
            bytes.withUnsafeBytes { bytes in
                #expect(verbio_widen(bytes.baseAddress?.advanced(by: shift), samples.count, &output) == 32_768)
            }
            #expect(output == expected)
        }
    }
}
