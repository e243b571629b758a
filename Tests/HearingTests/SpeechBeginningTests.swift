import Testing

@testable import Hearing

struct SpeechBeginningTests {
    private typealias Frames = UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>

    /// Six seconds of background with a voice from `speech` on, so many decibels above it. `inklings` places weak signs of
    /// a voice.
    private func frames(speech: Int = 400, contrast: Double, inklings: [Int: Float] = [:]) -> Frames {
        var frames = Frames()
        for frame in 0..<600 {
            let power = frame < speech ? Float(1e-6) : 1e-6 * Sound.amplitude(contrast) * Sound.amplitude(contrast)
            frames.append(
                UtteranceBuffer.Frame(
                    bands: BandPowers(repeating: power), power: power, peak: 0, clippedSamples: 0, activity: .silent,
                    probability: frame < speech ? inklings[frame] ?? 0.004 : 0.9))
        }
        return frames
    }

    private func earliest(_ frames: Frames, heard: Bool = true) -> Int {
        SpeechBeginning(frames: frames, isHeardByNetwork: heard)
            .earliest(of: EndpointingState.Speech(first: 400, last: 406))
    }

    @Test("Given quiet, when the network has no doubt, then nothing before the speech is kept")
    func quiet() {
        #expect(earliest(frames(contrast: 40)) == 400)
        #expect(earliest(frames(contrast: 40, inklings: [390: 0.03])) == 400)
    }

    @Test("Given weak signs of a voice, when the beginning is searched, then it reaches back over short gaps only")
    func inklings() {
        #expect(earliest(frames(contrast: 40, inklings: [360: 0.06, 310: 0.2])) == 310)
        #expect(earliest(frames(contrast: 40, inklings: [360: 0.06, 290: 0.3])) == 360)
        let all = Dictionary(uniqueKeysWithValues: (0..<400).map { ($0, Float(0.1)) })
        #expect(earliest(frames(contrast: 40, inklings: all)) == 150)
    }

    @Test("Given a loud background, when speech begins, then more of the sound before it is kept")
    func loud() {
        #expect(earliest(frames(contrast: 12)) == 370)
        #expect(earliest(frames(contrast: 12, inklings: [380: 0.1])) == 350)
        #expect(earliest(frames(contrast: 12), heard: false) == 400)
    }

    @Test("Given frames that were discarded, when the beginning is searched, then it stays within the kept ones")
    func start() {
        var frames = frames(contrast: 12, inklings: [200: 0.3])
        frames.discard(before: 395)
        #expect(earliest(frames) == 395)
    }
}
