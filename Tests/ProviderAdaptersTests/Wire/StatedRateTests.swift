import ProviderAdapters
import Providers
import StandIns
import Testing

/// Bare samples at another rate than the usual one.
@Suite(.serialized) struct StatedRateTests {
    private static let samples = [UInt8](repeating: 0x11, count: 32_256)

    @Test(
        "Given bare samples, when the server states their rate, then they are taken at it, else at the usual one",
        arguments: [
            // As a real server answered: see local-tts-studio-pcm-22050 in the field reports.
            ("audio/pcm_s16le", [("x-sample-rate", "22050"), ("x-channels", "1")], 22_050),
            ("audio/pcm;rate=16000", [], 16_000), ("audio/L16; channels=1; rate=\"48000\"", [], 48_000),
            ("application/octet-stream", [], 24_000), ("audio/pcm; rate=0", [], 24_000),
            ("application/octet-stream", [("X-Audio-Sample-Rate", "16000")], 16_000),
            ("audio/pcm", [("X-Sample-Rate", " 16000 Hz")], 16_000), ("audio/pcm;sample-rate=44100.0", [], 44_100),
            ("audio/pcm", [("X-Sample-Rate", "many")], 24_000), ("audio/pcm", [("X-Sample-Rate", "9999999")], 24_000),
        ])
    func rate(type: String, fields: [(String, String)], expected: Int) async throws {
        let answer = StandInAnswer.body(200, type: type, Self.samples, headers: fields)
        let outcome = try await withStandIn { _ in
            answer
        } test: { server in
            await AdapterCases.named("openai-tts").adapter(at: server.url).call("Good day.")
        }
        #expect(outcome.error == nil)
        #expect(outcome.synthesis?.sampleRate == expected)
    }

    @Test(
        "Given bare samples of several channels, when the server states that, then they are mixed",
        arguments: [
            ("audio/pcm;rate=24000;channels=2", [], 2), ("audio/pcm", [("X-Channels", "2")], 2),
            ("audio/pcm;channels=many", [], 1), ("audio/pcm;channels=0", [("x-channels", "1")], 1),
        ])
    func channels(type: String, fields: [(String, String)], expected: Int) async throws {
        let answer = StandInAnswer.body(200, type: type, Self.samples, headers: fields)
        let outcome = try await withStandIn { _ in
            answer
        } test: { server in
            await AdapterCases.named("openai-tts").adapter(at: server.url).call("Good day.")
        }
        #expect(outcome.error == nil)
        #expect(outcome.synthesis?.sampleCount == Self.samples.count / 2 / expected)
    }
}
