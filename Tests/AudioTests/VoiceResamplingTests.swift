import Testing

@testable import Audio

struct VoiceResamplingTests {
    @Test(
        "given speech in pieces, when they are brought to another rate, then they are the whole at that rate",
        arguments: [(22_050, 24_000), (16_000, 24_000), (48_000, 24_000), (44_100, 24_000), (24_000, 24_000)],
        [1, 7, 160, 5_000])
    func pieces(rates: (Int, Int), size: Int) throws {
        var random = SystemRandomNumberGenerator()
        let samples = (0..<(size == 1 ? 700 : 12_345)).map { _ in Int16.random(in: -20_000...20_000, using: &random) }
        var resampling = VoiceResampling(from: rates.0, to: rates.1)
        var joined: [Int16] = []
        for start in stride(from: 0, to: samples.count, by: size) {
            joined += try resampling.samples(adding: Array(samples[start..<min(start + size, samples.count)]))
        }
        joined += try resampling.end()
        let whole = try VoiceResampler.resample(VoiceAudio(sampleRate: rates.0, samples: samples), to: rates.1)
        #expect(joined == whole.samples)
    }
}
