internal import Foundation

/// Half a minute each of loud sounds without speech, over a quiet room. All of them are made, the same in every run.
package enum LoudNoise: String, CaseIterable {
    case telephone, busyLine, siren, keypad, door, hammer, dishes, typing, traffic, engine, gusts, applause, melody,
        kettle

    /// The length of each.
    package static let seconds = 30.0

    /// Samples at 16 kHz.
    package var samples: [Float] {
        var studio = Studio(seed: UInt64(Self.allCases.firstIndex(of: self) ?? 0) + 1, seconds: Self.seconds)
        switch self {
        case .telephone:
            for start in stride(from: 1.0, to: 28, by: 6) {
                studio.tones([440, 480], at: start, for: 2, amplitude: 0.15)
            }
        case .busyLine:
            for start in stride(from: 1.0, to: 29, by: 1) { studio.tones([425], at: start, for: 0.5, amplitude: 0.2) }
        case .siren:
            for start in stride(from: 1.0, to: 27, by: 5) {
                studio.sweep(at: start, for: 3.5, amplitude: 0.2) { 900 + 300 * sin(2 * .pi * $0 / 1.2) }
            }
        case .keypad:
            let (rows, columns) = ([697.0, 770, 852, 941], [1_209.0, 1_336, 1_477])
            for press in 0..<60 {
                studio.tones(
                    [rows[press * 7 % 4], columns[press * 5 % 3]], at: 1 + Double(press) * 0.45, for: 0.2,
                    amplitude: 0.1)
            }
        case .door:
            for start in stride(from: 1.0, to: 28, by: 3.3) {
                for knock in 0..<4 {
                    studio.strike([95, 180, 310, 520], at: start + Double(knock) * 0.24, decay: 0.05, amplitude: 0.5)
                }
            }
        case .hammer:
            for start in stride(from: 1.0, to: 29, by: 0.7) {
                studio.strike(
                    [420, 1_130, 2_650, 4_100], at: start + studio.random(0...0.1), decay: 0.09, amplitude: 0.6)
            }
        case .dishes:
            for _ in 0..<70 {
                let pitch = studio.random(1_500...3_500)
                studio.strike(
                    [pitch, pitch * 1.47, pitch * 2.09], at: studio.random(1...29), decay: studio.random(0.04...0.2),
                    amplitude: studio.random(0.05...0.4))
            }
        case .typing:
            for _ in 0..<160 {
                studio.burst(at: studio.random(1...29), for: 0.03, amplitude: studio.random(0.1...0.4), tilt: 0.3)
            }
        case .traffic:
            for start in stride(from: 1.0, to: 26, by: 4.1) {
                studio.swell(at: start, for: 3.5, amplitude: 0.4, tilt: 0.93)
                studio.buzz(at: start, for: 3.5, amplitude: 0.15) { 74 - 12 * $0 / 3.5 }
            }
        case .engine:
            for start in stride(from: 1.0, to: 26, by: 6) {
                studio.buzz(at: start, for: 4, amplitude: 0.4) { 30 + 60 * ($0 / 4) + 3 * sin(2 * .pi * 3 * $0) }
            }
        case .gusts:
            for start in stride(from: 1.0, to: 27, by: 2.3) {
                studio.swell(at: start, for: studio.random(0.8...2), amplitude: studio.random(0.1...0.5), tilt: 0.98)
            }
        case .applause:
            for start in [2.0, 12, 21] {
                for _ in 0..<700 {
                    studio.burst(
                        at: start + studio.random(0...5), for: 0.012, amplitude: studio.random(0.05...0.25), tilt: 0.5)
                }
            }
        case .melody:
            let scale = [261.6, 293.7, 329.6, 392.0, 440.0, 523.3]
            for note in 0..<90 {
                let pitch = scale[Int(studio.random(0...5.99))]
                studio.strike(
                    (1...8).map { pitch * Double($0) }, at: 1 + Double(note) * 0.3, decay: 0.35, amplitude: 0.12)
            }
        case .kettle:
            for start in [1.0, 11, 21] {
                studio.swell(at: start, for: 7, amplitude: 0.3, tilt: 0.2)
                studio.sweep(at: start + 3, for: 3.5, amplitude: 0.15) { 1_800 + 500 * min(1, $0 / 2) }
            }
        }
        return studio.samples
    }
}

/// Puts sounds into a quiet room.
private struct Studio {
    private(set) var samples: [Float]
    private var numbers: SplitMix64
    private static let rate = 16_000.0

    init(seed: UInt64, seconds: Double) {
        numbers = SplitMix64(seed: seed)
        samples = []
        samples = (0..<Int(seconds * Self.rate)).map { _ in Float.random(in: -0.0006...0.0006, using: &numbers) }
    }

    mutating func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &numbers) }

    private mutating func add(at start: Double, for seconds: Double, _ value: (Double) -> Double) {
        let first = Int(start * Self.rate)
        for index in 0..<Int(seconds * Self.rate) where first + index < samples.count {
            samples[first + index] += Float(value(Double(index) / Self.rate))
        }
    }

    mutating func tones(_ pitches: [Double], at start: Double, for seconds: Double, amplitude: Double) {
        add(at: start, for: seconds) { time in
            let fade = min(1, time / 0.005, (seconds - time) / 0.005)
            return fade * amplitude * pitches.reduce(0) { $0 + sin(2 * .pi * $1 * time) }
        }
    }

    /// A tone whose pitch, in hertz, goes by the seconds since its start.
    mutating func sweep(at start: Double, for seconds: Double, amplitude: Double, pitch: (Double) -> Double) {
        var phase = 0.0
        add(at: start, for: seconds) { time in
            phase += pitch(time) / Self.rate
            return amplitude * min(1, time / 0.02, (seconds - time) / 0.02) * sin(2 * .pi * phase)
        }
    }

    /// Pulses, as many a second as the pitch says, through a dull pipe.
    mutating func buzz(at start: Double, for seconds: Double, amplitude: Double, pitch: (Double) -> Double) {
        var (phase, held) = (0.0, 0.0)
        add(at: start, for: seconds) { time in
            phase += pitch(time) / Self.rate
            if phase >= 1 {
                phase -= 1
                held += 1
            }
            held *= 0.985
            return amplitude * sin(.pi * time / seconds) * (held - 0.3)
        }
    }

    /// Something struck: its tones die away together.
    mutating func strike(_ pitches: [Double], at start: Double, decay: Double, amplitude: Double) {
        add(at: start, for: 6 * decay) { time in
            let ring = pitches.enumerated().reduce(0) { $0 + sin(2 * .pi * $1.element * time) / Double($1.offset + 1) }
            return amplitude * exp(-time / decay) * min(1, time / 0.001) * ring / 2
        }
    }

    /// Noise that dies away. The nearer the tilt is to 1, the duller.
    mutating func burst(at start: Double, for seconds: Double, amplitude: Double, tilt: Double) {
        noise(at: start, for: seconds * 4, tilt: tilt) { amplitude * exp(-$0 / seconds) }
    }

    /// Noise that comes and goes.
    mutating func swell(at start: Double, for seconds: Double, amplitude: Double, tilt: Double) {
        noise(at: start, for: seconds, tilt: tilt) { amplitude * pow(sin(.pi * $0 / seconds), 2) }
    }

    private mutating func noise(at start: Double, for seconds: Double, tilt: Double, level: (Double) -> Double) {
        var (held, source) = (0.0, numbers)
        let loudness = (1 - tilt * tilt).squareRoot()
        add(at: start, for: seconds) { time in
            held = tilt * held + loudness * Double.random(in: -1...1, using: &source)
            return level(time) * held
        }
        numbers = source
    }
}
