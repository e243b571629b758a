import Audio
import Testing

/// The WAV of a voice, as it comes over a pipe or a socket.
@Suite struct WaveStreamTests {
    private static let tone = [Int16](repeating: 900, count: 24_000)

    @Test(
        "Given a header that states more than came, when the stream ends, then the missing bytes are known",
        arguments: [1, 7, 4_096])
    func truncated(chunk: Int) throws {
        let whole = waveBytes(Self.tone, rate: 24_000)
        let half = Array(whole.prefix(44 + 24_000))
        var stream = WaveStream()
        var count = 0
        for start in stride(from: 0, to: half.count, by: chunk) {
            count += try stream.samples(from: Array(half[start..<min(half.count, start + chunk)])).count
        }
        #expect(count == 12_000)
        #expect(stream.missingBytes == 24_000)
    }

    @Test(
        "Given a size that was written before the length was known, when the stream ends, then nothing is missing",
        arguments: [0, 0x7FFF_F000, 0x7FFF_FFFF, 2_000_000_000, 0xFFFF_FFFF, 48_000, 48_044])
    func placeholder(size: Int) throws {
        var stream = WaveStream()
        #expect(try stream.samples(from: waveBytes(Self.tone, rate: 24_000, claimedBytes: size)) == Self.tone)
        #expect(stream.missingBytes == 0)
    }
}
