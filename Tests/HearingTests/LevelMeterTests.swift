import Foundation
import Hearing
import Testing

struct LevelMeterTests {
    private func reading(_ samples: [Float], chunk: Int) -> LevelMeter.Reading {
        var meter = LevelMeter()
        for start in stride(from: 0, to: samples.count, by: chunk) {
            meter.push(Array(samples[start..<min(start + chunk, samples.count)]))
        }
        return meter.reading
    }

    @Test("Given samples, when levels are measured, then they agree with direct sums")
    func agreesWithDirectSums() {
        let samples = Sound.pink(2.0001, decibels: -20).map { $0 + 0.01 }
        let reading = reading(samples, chunk: 4_096)
        let squares = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
        let mean = samples.reduce(0.0) { $0 + Double($1) } / Double(samples.count)
        let peak = samples.map { Double(abs($0)) }.max() ?? 0
        #expect(abs(reading.rmsDBFS - 10 * log10(squares)) < 1e-4)
        #expect(abs(reading.peakDBFS - 20 * log10(peak)) < 1e-9)
        #expect(abs(reading.offset - mean) < 1e-7)
        #expect(reading.sampleCount == samples.count)
        #expect(reading.seconds == Double(samples.count) / 16_000)
    }

    @Test(
        "Given samples, when they are pushed in any chunks, then the reading is the same bit for bit",
        arguments: [1, 7, 1_023, 1_024, 5_000])
    func isChunkInvariant(chunk: Int) {
        let samples = Sound.white(1.237, decibels: -1).map { max(-1, min(1, $0)) }
        #expect(reading(samples, chunk: chunk) == reading(samples, chunk: samples.count))
    }

    @Test("Given a full-scale sine or silence, when it is measured, then it reads −3.01 dB or −120 dB")
    func knownLevels() {
        let sine = reading(Sound.tone(1, hertz: 1_000, decibels: -3.0103), chunk: 480)
        #expect(abs(sine.rmsDBFS + 3.0103) < 0.001)
        #expect(abs(sine.peakDBFS) < 0.001)
        #expect(abs(sine.offset) < 1e-6)
        for samples in [[], Sound.silence(0.1)] {
            let silence = reading(samples, chunk: 100)
            #expect(silence.rmsDBFS == -120 && silence.peakDBFS == -120 && silence.offset == 0)
        }
    }

    @Test(
        "Given clipped stretches, when they are counted, then each counts once, also across blocks, and single peaks do not"
    )
    func clipping() {
        var samples = Sound.silence(0.3)
        for index in [5, 1_022, 1_023, 1_024, 1_025, 2_047, 2_048, 4_000, 4_001, 4_002, 4_004] { samples[index] = -1 }
        let reading = reading(samples, chunk: 700)
        #expect(reading.clippedSamples == 11)
        #expect(reading.clippedRuns == 2)
    }

    @Test("Given values that are not numbers, when levels are measured, then the reading stays right")
    func damage() {
        let clean = Sound.white(0.2, decibels: -20)
        var damaged = clean
        damaged[100] = .nan
        damaged[2_000] = .infinity
        let reading = reading(damaged, chunk: 512)
        #expect(abs(reading.rmsDBFS + 20) < 0.2 && reading.peakDBFS < -10)
    }
}
