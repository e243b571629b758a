import AudioReport
import Foundation
import Testing

struct TruePeakTests {
    private func truePeaks(_ samples: [Float], rate: Int, channels: Int) -> [Double] {
        var meter = LoudnessMeter(sampleRate: rate, channels: channels)
        meter.push(samples)
        return meter.reading.truePeaksDBTP
    }

    @Test(
        "Given peaks between samples, when they are measured, then they are within the tolerance of EBU Tech 3341",
        arguments: [(4.0, 0.0, 0.5, -6.0), (4, 45, 0.5, -6), (6, 60, 0.5, -6), (8, 67.5, 0.5, -6), (4, 45, 1.41, 3)],
        [16_000, 48_000])
    func sines(signal: (period: Double, degrees: Double, amplitude: Double, expected: Double), rate: Int) {
        // A sine that begins at once overshoots where it begins.
        let samples = (0..<rate).map { frame -> Float in
            let fade = min(1, Double(frame) / 1_000)
            return Float(
                fade * signal.amplitude * sin(2 * .pi * (Double(frame) / signal.period + signal.degrees / 360)))
        }
        let peak = truePeaks(samples, rate: rate, channels: 1)[0]
        #expect(peak <= signal.expected + 0.2 && peak >= signal.expected - 0.4)
    }

    @Test(
        "Given tiles that are skipped, when peaks are measured, then none is lost",
        arguments: [(8_000, 4), (96_000, 2), (192_000, 1)], [1, 3])
    func skippingIsExact(rate: (Int, Int), channels: Int) {
        let samples = Signal.noise(1.97, rate: rate.0, channels: channels, seed: 11).samples
        let peaks = truePeaks(samples, rate: rate.0, channels: channels)
        for channel in 0..<channels {
            let own = stride(from: channel, to: samples.count, by: channels).map { Double(samples[$0]) }
            let expected = 20 * log10(interpolatedPeak(own, factor: rate.1))
            #expect(abs(peaks[channel] - expected) < 1e-5)
        }
    }

    /// The same interpolator at every place, in Double.
    private func interpolatedPeak(_ samples: [Double], factor: Int) -> Double {
        let filter = (0...48).map { tap -> Double in
            let place = Double(tap - 24) * .pi / Double(factor)
            return (tap == 24 ? 1 : sin(place) / place) * pow(sin(.pi * Double(tap) / 48), 2)
        }
        var peak = samples.map(abs).max() ?? 0
        guard factor > 1 else { return peak }
        for place in 0..<(samples.count * factor) {
            var sum = 0.0
            for tap in stride(from: place % factor, through: 48, by: factor) where place >= tap {
                sum += filter[tap] * samples[(place - tap) / factor]
            }
            peak = max(peak, abs(sum))
        }
        return peak
    }

    @Test("Given two channels, when peaks are measured, then each has its own, and sample peaks alone are possible")
    func channels() {
        let samples = (0..<96_000).map { index -> Float in
            // A sine of a quarter of the rate at 45°.
            let sine = index / 2 % 4 < 2 ? Float(0.5).squareRoot() : -Float(0.5).squareRoot()
            return index % 2 == 0 ? sine * 0.5 : sine * 0.25
        }
        let peaks = truePeaks(samples, rate: 48_000, channels: 2)
        #expect(abs(peaks[0] - peaks[1] - 6.02) < 0.01 && abs(peaks[0] + 6.02) < 0.2)
        var plain = LoudnessMeter(sampleRate: 48_000, channels: 2, truePeaks: false)
        plain.push(samples)
        #expect(plain.reading.truePeaksDBTP == plain.reading.samplePeaksDBFS)
        #expect(abs(plain.reading.truePeakDBTP + 9.03) < 0.01)
    }
}
