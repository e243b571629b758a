import Audio
import AudioReport
import Foundation
import Hearing
import Testing
import VerbioTesting

@Suite("The report as a person reads it")
struct ReportTextTests {
    private func run(
        _ samples: [Int16], rate: Int = 16_000, channels: Int = 1, _ policy: ChannelPolicy = .mix
    ) async throws -> (report: AudioReport, peaks: SpooledPeaks?) {
        let pipe = BytePipe()
        let bytes = SpeechFixtures.wav(samples, rate: rate, channels: channels)
        Task {
            try await pipe.send(bytes)
            pipe.finish()
        }
        return try await Analysis(segmentation: .file, peaks: PeaksRequest()).run(
            .bytes(pipe, name: "made.wav"), options: ReadingOptions(channels: policy))
    }

    @Test("Given room above a waveform, when it is drawn, then the level that fills it stands there")
    func scale() async throws {
        let speech = try SpeechFixtures.sample()
        let (report, _) = try await run(speech)
        for width in [13, 40, 100] { #expect(report.lines(width: width).contains { $0.hasSuffix("top -5.8 dBFS") }) }
        #expect(!report.lines(width: 12).contains { $0.contains("top") })
        let other = speech.suffix(40_000) + speech.dropLast(40_000)
        let two = try await run(zip(speech, other).flatMap { [$0, $1 / 4] }, channels: 2, .speakersByChannel).report
        let headings = two.lines(width: 60).filter { $0.hasPrefix("channel") && $0.contains("top") }
        #expect(
            headings == [
                "channel 1                                      top -5.8 dBFS",
                "channel 2                                     top -17.9 dBFS",
            ])
    }

    @Test("Given dither or digital silence, when it is drawn, then the bars are minimal or missing")
    func dither() async throws {
        let dither = try await run((0..<32_000).map { Int16($0 * 7_919 % 5 / 2 - 1) }).report.lines(width: 80)
        #expect(dither.contains { $0.hasSuffix("top -40.0 dBFS") })
        #expect(dither.contains(String(repeating: "▂", count: 80)) && !dither.contains { $0.contains("▃") })
        let silence = try await run([Int16](repeating: 0, count: 32_000)).report.lines(width: 80)
        #expect(!silence.contains { $0.contains("top") || $0.contains("▁") })
    }

    @Test("Given samples at full scale, when they are reported, then stretches and samples are counted separately")
    func clipping() async throws {
        var samples = [Int16](repeating: 1_000, count: 16_000)
        let lines = { try await run(samples).report.lines(width: 200) }
        #expect(try await lines().contains { $0.hasSuffix(" no clipping") })
        samples[100] = .max
        #expect(try await lines().contains { $0.hasSuffix(" no clipping, 1 sample at full scale in all") })
        for index in 500..<505 { samples[index] = .max }
        #expect(try await lines().contains { $0.hasSuffix(" clipped 1 ×, 6 samples at full scale in all") })
    }

    @Test("Given a sound that passes no gate, when the SNR is measured, then the sound is neither voice nor noise")
    func beep() async throws {
        var numbers = SplitMix64(seed: 1)
        let voice = try SpeechFixtures.sample().prefix(80_000).map { $0 / 8 + .random(in: -20...20, using: &numbers) }
        let beep = (0..<64_000).map { index in
            let tone = index % 32_000 < 6_400 ? 20_000 * sin(Double(index) / 2) : 0
            return Int16(tone) + .random(in: -20...20, using: &numbers)
        }
        let (plain, beside) = (try await run(voice).report.lanes[0], try await run(voice + beep).report.lanes[0])
        #expect(beside.utterances.map(\.gate) == plain.utterances.map(\.gate) + ["too-even", "too-even"])
        let (ratio, expected) = (try #require(beside.snrDB), try #require(plain.snrDB))
        #expect(abs(ratio - expected) < 4)
        // Clicks too short for utterances, and louder than the voice together.
        let clicks = (0..<80_000).map { $0 % 8_000 < 400 ? Int16.max : 0 }
        let below = try await run(voice + clicks).report
        let (passes, figure) = (below.lanes[0].utterances.contains(where: \.passes), below.lanes[0].snrDB)
        #expect(passes && figure == nil)
        #expect(!below.lines(width: 100).contains { $0.contains("above the noise") })
    }

    @Test(
        "Given a recording of one or two samples, when it is analyzed, then it has one pixel and no utterance",
        arguments: [16_000, 44_100, 48_000, 192_000], [1, 2])
    func oneSample(rate: Int, count: Int) async throws {
        let (report, peaks) = try await run([Int16](repeating: 16_384, count: count), rate: rate)
        #expect(peaks?.length == 1 && report.channels[0].peakDBFS == -6.021)
        #expect(report.lanes[0].utterances.isEmpty && !report.lines(width: 80).isEmpty)
        #expect(!report.picture().svg(title: "one").isEmpty)
    }
}
