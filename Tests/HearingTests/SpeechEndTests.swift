import Testing
import VerbioTesting

@testable import Hearing

struct SpeechEndTests {
    private typealias Frames = UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>

    /// Frames as the segmenter has them.
    private func frames(of audio: [Float]) -> Frames {
        var filter = FilterBank()
        var frames = Frames()
        audio.withUnsafeBufferPointer { audio in
            for start in stride(from: 0, through: audio.count - 160, by: 160) {
                let samples = UnsafeBufferPointer(rebasing: audio[start..<(start + 160)])
                let (bands, power) = filter.powers(of: samples)
                frames.append(
                    UtteranceBuffer.Frame(bands: bands, power: power, peak: 0, clippedSamples: 0, activity: .silent))
            }
        }
        return frames
    }

    /// A second of noise, a second of a voice's pulses, a second of noise.
    private func spoken(in background: [Float], decibels: Double = -18) -> [Float] {
        var voice = [Float](repeating: 0, count: 48_000)
        for start in stride(from: 16_000, to: 32_000, by: 130) {
            for offset in 0..<min(100, 32_000 - start) {
                voice[start + offset] = Float(100 - offset) / 100 * (offset % 20 < 10 ? 1 : -1)
            }
        }
        return Sound.mixed(Sound.scaled(voice, decibels: decibels - 5), background)
    }

    private func end(_ frames: Frames, heardTo last: Int, before limit: Int = 300) -> Int {
        let speech = EndpointingState.Speech(first: 100, last: last)
        let placed = SpeechEnd(rules: DetectionRules()).placed(speech, before: limit, in: frames)
        #expect(placed.first == 100)
        return placed.last
    }

    @Test(
        "Given steady noise, when a voice stops, then the end is there, whatever the network says",
        arguments: [193, 199, 215, 230])
    func steadyNoise(last: Int) {
        for (background, lag) in [
            (Sound.silence(3), 2), (Sound.white(3, decibels: -66), 2), (Sound.white(3, decibels: -28), 8),
            (Sound.pink(3, decibels: -38), 5),
        ] {
            let found = end(frames(of: spoken(in: background)), heardTo: last)
            #expect(found >= 197 && found <= 199 + lag, "\(found)")
        }
    }

    @Test("Given a moving background, when speech ends, then the end is no later than the network says")
    func music() {
        let beat = Sound.white(3, decibels: -25).enumerated().map { index, value in
            value * Float(1 - Double(index % 4_000) / 4_000)
        }
        let frames = frames(of: spoken(in: beat))
        for last in [180, 199, 220] {
            let found = end(frames, heardTo: last)
            #expect(found <= last && found >= last - 60)
        }
    }

    @Test("Given too little to judge by, when the end is searched, then it stays as it was")
    func unchanged() {
        let frames = frames(of: spoken(in: Sound.white(3, decibels: -66)))
        #expect(end(frames, heardTo: 230, before: 240) == 230)
        #expect(end(frames, heardTo: 299) == 299)
        #expect(end(frames, heardTo: 100) >= 100)
        #expect(end(Frames(), heardTo: 120) == 120)
        #expect(end(frames, heardTo: 190, before: 195) <= 194)
    }
}
