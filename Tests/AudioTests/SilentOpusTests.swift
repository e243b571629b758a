import Foundation
import Testing

@testable import Audio

/// Hours of Opus silence in a few megabytes.
struct SilentOpusTests {
    @Test("Given a packet that repeatedly became silence, when it comes again, then it is silence without decoding")
    func repeats() {
        var steady = SteadySilence()
        let (silence, other): ([UInt8], [UInt8]) = ([0xFC, 0xFF, 0xFE], [0xFC, 0xFF, 0xFD])
        for _ in 0..<50 {
            #expect(steady.length(of: silence) == nil)
            steady.note(silence, length: 320, [Float](repeating: 1e-30, count: 320)[...])
        }
        #expect(steady.length(of: silence) == 320)
        #expect(steady.length(of: other) == nil)
        // Whatever can be heard begins again.
        steady.note(silence, length: 320, [Float](repeating: 1e-3, count: 320)[...])
        #expect(steady.length(of: silence) == nil)
    }

    @Test(
        "Given speech around a long silence, when Opus is read, then the speech is unchanged",
        .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
    func resumes() async throws {
        let sound = try await MadeRecording(
            ["-f", "lavfi", "-i", "sine=f=400:d=1:r=48000", "-f", "lavfi", "-i", "sine=f=900:d=1:r=48000"]
                + ["-filter_complex", "[0]apad=pad_dur=60[a];[a][1]concat=v=0:a=1", "-c:a", "libopus", "-b:a", "64k"],
            "opus")
        let recording = try await read(.file(sound.path))
        #expect(abs(recording.seconds - 62) < 0.05)
        #expect(recording.samples[480_000..<960_000].allSatisfy { abs($0) < 1e-6 })
        // libopus by way of another program says the same.
        let other = try await MadeRecording(
            ["-c:a", "libopus", "-i", sound.path, "-ar", "16000", "-c:a", "pcm_f32le"], "wav")
        let reference = try await read(.file(other.path))
        let (ours, theirs) = (recording.samples.suffix(14_000), reference.samples.suffix(14_000))
        let difference = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 1
        #expect(difference < 0.02, "\(difference)")
    }
}
