import AudioReport
import Foundation
import Testing

struct LoudnessMeterTests {
    private func reading(
        _ samples: [Float], rate: Int = 48_000, channels: Int = 2, chunk: Int = 65_536
    ) -> LoudnessMeter.Reading {
        var meter = LoudnessMeter(sampleRate: rate, channels: channels)
        for start in stride(from: 0, to: samples.count, by: chunk) {
            meter.push(Array(samples[start..<min(start + chunk, samples.count)]))
        }
        return meter.reading
    }

    private func reading(_ signal: Signal) -> LoudnessMeter.Reading {
        reading(signal.samples, rate: signal.rate, channels: signal.channels)
    }

    private func expectNear(
        _ value: Double?, _ expected: Double, _ tolerance: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let value = try #require(value, sourceLocation: sourceLocation)
        #expect(abs(value - expected) <= tolerance, "\(value) for \(expected)", sourceLocation: sourceLocation)
    }

    @Test("Given a stream, when its rate and channels change, then it is measured as one")
    func changed() throws {
        let parts: [Signal] = [.stereo([(-23, 5)], rate: 48_000), .stereo([(-23, 5.05)], rate: 16_000)]
        var meter = LoudnessMeter(sampleRate: 48_000, channels: 2)
        meter.push(parts[0].samples)
        meter.resume(sampleRate: 16_000, channels: 2)
        meter.push(parts[1].samples)
        try expectNear(meter.reading.integratedLUFS, -23, 0.15)
        try expectNear(meter.reading.rangeLU, 0, 0.1)
        #expect(meter.reading.seconds == 10.05 && meter.reading.frameCount == 5 * 48_000 + 80_800)

        // Half a minute of one loud channel, which no gate takes away, decides.
        meter.resume(sampleRate: 22_050, channels: 1)
        meter.push(parts[1].samples.map { $0 * 4 })
        for _ in 0..<10 { meter.push(parts[1].samples.map { $0 * 4 }) }
        let reading = meter.reading
        #expect(try #require(reading.integratedLUFS) > -16)
        #expect(reading.samplePeaksDBFS.count == 2 && reading.truePeaksDBTP.count == 2)
        #expect(abs(reading.samplePeaksDBFS[0] + 11) < 0.1 && abs(reading.samplePeaksDBFS[1] + 23) < 0.1)
        #expect(reading.truePeakDBTP >= reading.samplePeakDBFS - 0.01)
    }

    @Test(
        "Given a sine at any rate, when it is measured, then it reads what EBU Tech 3341 says",
        arguments: [8_000, 11_025, 16_000, 44_100, 48_000, 96_000, 192_000], [-23.0, -33.0])
    func plainSine(rate: Int, level: Double) throws {
        let reading = reading(.stereo([(level, 5)], rate: rate))
        // The shelf is bent towards half the rate, so what it does to 1 kHz depends a little on the rate.
        let tolerance = rate < 32_000 ? 0.15 : 0.1
        try expectNear(reading.integratedLUFS, level, tolerance)
        try expectNear(reading.maximumMomentaryLUFS, level, tolerance)
        try expectNear(reading.maximumShortTermLUFS, level, tolerance)
        try expectNear(reading.rangeLU, 0, 0.1)
        #expect(abs(reading.samplePeakDBFS - level) < 0.1)
        #expect(reading.seconds == 5 && reading.frameCount == 5 * rate)
    }

    @Test(
        "Given loud and soft parts, when they are measured, then the gates work as in EBU Tech 3341",
        arguments: [
            [(-36.0, 10.0), (-23, 60), (-36, 10)],
            [(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)],
            [(-26, 20), (-20, 20.1), (-26, 20)],
        ])
    func gates(parts: [(Double, Double)]) throws {
        try expectNear(reading(.stereo(parts)).integratedLUFS, -23, 0.1)
    }

    @Test("Given 24 channels at a high rate, when they are measured, then the loudness is that of their sum")
    func many() throws {
        let one = Signal.noise(1.23, rate: 192_000, channels: 1)
        let expected = try #require(reading(one.samples, rate: one.rate, channels: 1).integratedLUFS)
        let all = one.samples.flatMap { [Float](repeating: $0, count: 24) }
        let found = reading(all, rate: one.rate, channels: 24)
        try expectNear(found.integratedLUFS, expected + 10 * log10(24), 0.01)
        try expectNear(found.maximumMomentaryLUFS, expected + 10 * log10(24), 1)
        #expect(found.seconds == 1.23 && found.samplePeaksDBFS == [Double](repeating: found.samplePeakDBFS, count: 24))
        #expect(reading(all, rate: one.rate, channels: 24, chunk: 9_999_997) == found)
        #expect(reading(all, rate: one.rate, channels: 24, chunk: 7_777) == found)

        // No two neighbours are the same, and the last vector is not full.
        let gains = (0..<30).map { 1 / Float(1 + $0 % 7) }
        let different = reading(
            one.samples.flatMap { sample in gains.map { $0 * sample } }, rate: one.rate, channels: 30)
        let sum = gains.reduce(0) { $0 + Double($1 * $1) }
        try expectNear(different.integratedLUFS, expected + 10 * log10(sum), 0.01)
        for (peak, gain) in zip(different.samplePeaksDBFS, gains) {
            try expectNear(peak, found.samplePeakDBFS + 20 * log10(Double(gain)), 0.01)
        }
    }

    @Test(
        "Given surround channels, when they are measured, then they weigh more and the low-frequency channel does not count"
    )
    func surround() throws {
        var five = Signal(channels: 5)
        five.add(5, decibels: -28, -28, -24, -30, -30)
        try expectNear(reading(five).integratedLUFS, -23, 0.1)
        var six = Signal(channels: 6)
        six.add(5, decibels: -28, -28, -24, 0, -30, -30)
        try expectNear(reading(six).integratedLUFS, try #require(reading(five).integratedLUFS), 1e-6)
        #expect(abs(reading(six).samplePeakDBFS) < 0.001)
    }

    @Test("Given bursts, when windows are measured, then they have the lengths of EBU Tech 3341")
    func windows() throws {
        var slow: [(Double, Double)] = []
        for _ in 0..<5 { slow += [(-20, 1.34), (-30, 1.66)] }
        let line = reading(.stereo(slow)).line
        #expect(line.values.count == 121 && line.firstSeconds == 3 && line.secondsPerPoint == 0.1)
        for value in line.values { try expectNear(value, -23, 0.1) }
        for delay in [0.0, 0.05, 0.1] {
            let burst = reading(.stereo([(-120, 3 + delay), (-23, 3), (-120, 1)]))
            try expectNear(burst.maximumShortTermLUFS, -23, 0.1)
            let short = reading(.stereo([(-120, 1 + delay), (-23, 0.4 + 0.1), (-120, 1)]))
            try expectNear(short.maximumMomentaryLUFS, -23, 0.1)
        }
    }

    private static let ranges: [(parts: [(Double, Double)], units: Double)] = [
        ([(-20, 20), (-30, 20)], 10), ([(-20, 20), (-15, 20)], 5), ([(-40, 20), (-20, 20)], 20),
        ([(-50, 20), (-35, 20), (-20, 20), (-35, 20), (-50, 20)], 15),
    ]

    @Test(
        "Given loud and soft parts, when the range is measured, then it is what EBU Tech 3342 says", arguments: ranges)
    func range(parts: [(Double, Double)], units: Double) throws {
        try expectNear(reading(.stereo(parts)).rangeLU, units, 1)
    }

    @Test("Given noise at 48 kHz, when it is filtered, then the filter is that of BS.1770-4")
    func printedCoefficients() throws {
        let signal = Signal.noise(7.3)
        var steps = [Double](repeating: 0, count: 73)
        for channel in 0..<2 {
            var filters = [
                Biquad(
                    b: (1.53512485958697, -2.69169618940638, 1.19839281085285), a: (-1.69065929318241, 0.73248077421585)
                ),
                Biquad(b: (1, -2, 1), a: (-1.99004745483398, 0.99007225036621)),
            ]
            for frame in 0..<(73 * 4_800) {
                let shelved = filters[0].step(Double(signal.samples[2 * frame + channel]))
                let weighted = filters[1].step(shelved)
                steps[frame / 4_800] += weighted * weighted / 4_800
            }
        }
        func loudest(_ count: Int) -> Double {
            let sums = (0...(steps.count - count)).map { steps[$0..<($0 + count)].reduce(0, +) / Double(count) }
            return 10 * log10(sums.max() ?? 0) - 0.691
        }
        let reading = reading(signal)
        try expectNear(reading.maximumMomentaryLUFS, loudest(4), 0.001)
        try expectNear(reading.maximumShortTermLUFS, loudest(30), 0.001)
    }

    private struct Biquad {
        let b: (Double, Double, Double)
        let a: (Double, Double)
        var memory = (0.0, 0.0)

        mutating func step(_ input: Double) -> Double {
            let output = b.0 * input + memory.0
            memory = (b.1 * input - a.0 * output + memory.1, b.2 * input - a.1 * output)
            return output
        }
    }

    @Test(
        "Given samples, when they are pushed in any chunks, then the loudness is the same bit for bit",
        arguments: [1, 7, 441, 4_096, 100_001],
        [1, 2, 3])
    func isChunkInvariant(chunk: Int, channels: Int) {
        let samples = Signal.noise(4.01, rate: 16_000, channels: channels).samples
        let whole = reading(samples, rate: 16_000, channels: channels, chunk: samples.count)
        #expect(reading(samples, rate: 16_000, channels: channels, chunk: chunk) == whole)
        #expect(whole.integratedLUFS != nil && whole.line.values.count == 11)
    }

    @Test("Given a meter, when it is read in between, then the final reading is the same")
    func readingIsHarmless() {
        let samples = Signal.noise(3.6, rate: 8_000).samples
        var meter = LoudnessMeter(sampleRate: 8_000, channels: 2)
        for start in stride(from: 0, to: samples.count, by: 3_333) {
            meter.push(Array(samples[start..<min(start + 3_333, samples.count)]))
            #expect(meter.reading.frameCount == min(start + 3_333, samples.count) / 2)
        }
        #expect(meter.reading == reading(samples, rate: 8_000))
    }

    @Test("Given silence or no samples, when they are measured, then there is no loudness")
    func silence() {
        for count in [0, 1, 960_000] {
            let reading = reading([Float](repeating: 0, count: count))
            #expect(reading.integratedLUFS == nil && reading.rangeLU == nil)
            #expect(reading.maximumMomentaryLUFS == nil && reading.maximumShortTermLUFS == nil)
            #expect(reading.truePeakDBTP == -120 && reading.samplePeaksDBFS == [-120, -120])
            #expect(reading.line.values.allSatisfy { $0 == -120 })
        }
        // Below the absolute gate there is momentary loudness, but none of the whole.
        let faint = reading(.stereo([(-75, 4)]))
        #expect(faint.integratedLUFS == nil && faint.rangeLU == nil)
        #expect((faint.maximumMomentaryLUFS ?? 0) < -70)
    }

    @Test(
        "Given a gain, when the signal is measured, then each level shifts by the gain",
        arguments: [0.25, 2] as [Float])
    func gainShift(factor: Float) throws {
        let decibels = 20 * log10(Double(factor))
        let signal = Signal.noise(6, rate: 44_100)
        let plain = reading(signal)
        let shifted = reading(signal.samples.map { $0 * factor }, rate: 44_100)
        try expectNear(shifted.integratedLUFS, try #require(plain.integratedLUFS) + decibels, 1e-9)
        try expectNear(shifted.maximumShortTermLUFS, try #require(plain.maximumShortTermLUFS) + decibels, 1e-9)
        try expectNear(shifted.rangeLU, try #require(plain.rangeLU), 0.03)
        #expect(abs(shifted.truePeakDBTP - plain.truePeakDBTP - decibels) < 1e-9)
    }

    @Test("Given samples that are not numbers, when loudness is measured, then they count as silence")
    func damage() {
        var clean = Signal.noise(5, rate: 16_000).samples
        var damaged = clean
        for (index, value) in [Float.nan, .infinity, -.infinity, 3e38, -.greatestFiniteMagnitude].enumerated() {
            for position in [40_001 + 3 * index, 100_000 + index, damaged.count - 1 - index] {
                clean[position] = 0
                damaged[position] = value
            }
        }
        #expect(reading(damaged, rate: 16_000) == reading(clean, rate: 16_000))
    }

    @Test("Given a long recording, when its line is made, then it has few points at the right places")
    func longLine() {
        var meter = LoudnessMeter(sampleRate: 1_000, channels: 1)
        let quiet = (0..<1_000).map { Float($0 % 4 < 2 ? 0.01 : -0.01) }
        for second in 0..<1_000 { meter.push(second >= 500 && second < 520 ? quiet.map { $0 * 10 } : quiet) }
        let line = meter.reading.line
        #expect((1_000...2_048).contains(line.values.count) && line.secondsPerPoint == 0.8)
        let loudest = line.values.max() ?? 0
        for (index, value) in line.values.enumerated() {
            let end = line.firstSeconds + Double(index) * line.secondsPerPoint
            if end < 498 || end > 525 { #expect(value < loudest - 19) }
            if end > 504, end < 518 { #expect(value > loudest - 0.01) }
        }
    }

    @Test("Given a format that does not exist, when it is measured, then the nearest one is used")
    func impossibleFormats() {
        for (rate, channels) in [(0, 0), (-5, -5), (.max, .max), (1_000, 64)] {
            var meter = LoudnessMeter(sampleRate: rate, channels: channels)
            meter.push([Float](repeating: 0.5, count: 1_000))
            #expect(abs(meter.reading.samplePeakDBFS + 6.02) < 0.01)
        }
    }
}
