import Audio
import Hearing
import Testing
import VerbioTesting

/// Finds speech in noise. Real recordings on a timeline are labelled by their loudness, with noise over all of it.
///
/// The labels come from the clean recordings: frames 10 dB above a recording's floor and within 30 dB of its loud parts.
/// Pauses of up to half a second count as speech. "Speech all the time" would reach an F1 of about 0.7.
@Suite(.enabled(if: Recording.hasPocketsphinx, "needs the recordings of pocketsphinx-testdata"))
struct LabelledSpeechTests {
    enum Background: CaseIterable {
        case room, white10, white5, pink10

        func samples(_ seconds: Double, below speech: Double) -> [Float] {
            switch self {
            case .room: Sound.white(seconds, decibels: -66)
            case .white10: Sound.white(seconds, decibels: speech - 10)
            case .white5: Sound.white(seconds, decibels: speech - 5)
            case .pink10: Sound.pink(seconds, decibels: speech - 10)
            }
        }
    }

    @Test(
        "Given speech in noise of -18 dB, when it is segmented, then speech is found and noise is not",
        arguments: Background.allCases)
    func findsSpeech(in background: Background) throws {
        let (clean, labels) = try timeline()
        let noise = background.samples(Double(clean.count) / 16_000, below: -18)
        let audio = Sound.mixed(clean, noise)
        var found = [Bool](repeating: false, count: labels.count)
        for utterance in heard(audio, SegmentationConfiguration(endSilence: 500)) where utterance.gate != .tooQuiet {
            for frame in (utterance.speech.start / 160)..<min(utterance.speech.end / 160, found.count) {
                found[frame] = true
            }
        }
        let hits = zip(found, labels).count { $0 && $1 }
        let wrong = zip(found, labels).count { $0 != $1 }
        let score = Double(2 * hits) / Double(2 * hits + wrong)
        #expect(score > (background == .white5 ? 0.87 : 0.9), "F1 \(score)")
    }

    private func timeline() throws -> (samples: [Float], labels: [Bool]) {
        var numbers = SplitMix64(seed: 11)
        var samples = Sound.silence(1)
        var labels = [Bool](repeating: false, count: 100)
        for name in Recording.spoken {
            let clip = try Recording.pocketsphinx(name)
            let label = label(clip)
            let voiced = label.indices.filter { label[$0] }.flatMap { clip[($0 * 160)..<($0 * 160 + 160)] }
            let mean = voiced.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(voiced.count)
            let factor = Sound.amplitude(-18) / Float(mean.squareRoot())
            let pause = Int.random(in: 70...150, using: &numbers)
            samples += clip.prefix(label.count * 160).map { $0 * factor } + Sound.silence(Double(pause) / 100)
            labels += label + [Bool](repeating: false, count: pause)
        }
        return (samples, filled(labels, gaps: 50))
    }

    private func label(_ clip: [Float]) -> [Bool] {
        let levels = (0..<(clip.count / 160)).map { frame in
            Sound.decibels(clip[(frame * 160)..<(frame * 160 + 160)].reduce(1e-12) { $0 + $1 * $1 } / 160)
        }
        let sorted = levels.sorted()
        let (floor, loud) = (sorted[sorted.count / 20], sorted[sorted.count * 9 / 10])
        let frames = filled(levels.map { $0 > floor + 10 && $0 > loud - 30 }, gaps: 20)
        // Runs below 120 ms are dropped by filling the gaps of the opposite.
        return filled(frames.map { !$0 }, gaps: 11).map { !$0 }
    }

    /// Sets gaps up to a length that have set frames on both sides.
    private func filled(_ frames: [Bool], gaps: Int) -> [Bool] {
        var frames = frames
        var last: Int?
        for index in frames.indices where frames[index] {
            if let last, index - last - 1 <= gaps { for gap in (last + 1)..<index { frames[gap] = true } }
            last = index
        }
        return frames
    }
}
