import Foundation
import Plumbing
import Testing

@testable import Audio

@Suite("AAC through ffmpeg", .serialized, .timeLimit(.minutes(2)))
struct AACEncodingTests {
    private static let isInstalled = AACEncoding(ffmpeg: nil) != nil

    private static func tone(seconds: Int, rate: Int) -> VoiceAudio {
        VoiceAudio(
            sampleRate: rate,
            samples: (0..<seconds * rate).map { Int16(8_000 * sin(2 * .pi * 440 * Double($0) / Double(rate))) })
    }

    @Test(
        "given speech at a rate, when it is encoded, then it is decoded to the same length and loudness",
        .enabled(if: isInstalled, "ffmpeg is not installed"), arguments: AACEncoding.rates)
    func rates(rate: Int) async throws {
        let encoder = try #require(AACEncoding(ffmpeg: nil))
        let bytes = try encoder.encode(Self.tone(seconds: 3, rate: rate))
        let pipe = BytePipe(capacity: bytes.count + 1)
        try await pipe.send(bytes)
        pipe.finish()
        let source = try await openSpeechSource(.bytes(pipe, name: "speech"), options: ReadingOptions())
        var samples: [Float] = []
        while let block = try await source.next() { samples += block.lanes[0] }
        // The encoder adds up to two frames of 1,024 samples.
        let seconds = Double(samples.count) / 16_000
        #expect(abs(seconds - 3) < 2 * 1_024 / Double(rate) + 0.05, "\(seconds) s")
        let middle = samples[16_000..<32_000]
        let level = (middle.reduce(0) { $0 + $1 * $1 } / Float(middle.count)).squareRoot()
        #expect(abs(level - 8_000 / 32_768 / Float(2).squareRoot()) < 0.02, "\(level)")
    }

    @Test(
        "given more speech than the sockets hold, when it is encoded, then neither side waits for the other",
        .enabled(if: isInstalled, "ffmpeg is not installed"))
    func long() throws {
        let encoder = try #require(AACEncoding(ffmpeg: nil))
        let bytes = try encoder.encode(Self.tone(seconds: 600, rate: 24_000))
        #expect(bytes.count > 600 * 4_000)
    }

    @Test("given no such program, then there is no encoder", arguments: ["", "/no/ffmpeg"])
    func missing(path: String) { #expect(AACEncoding(ffmpeg: path) == nil) }

    @Test(
        "given a program that fails, says nothing or never ends, when it is to encode, then that is an error",
        arguments: ["false", "true", "yes"])
    func refusing(program: String) throws {
        let encoder = try #require(AACEncoding(ffmpeg: program))
        let error = #expect(throws: Problem.self) { try encoder.encode(Self.tone(seconds: 1, rate: 16_000)) }
        #expect(error?.code == "audio.aac")
    }

    @Test("given an encoding that was cancelled, when it is to begin, then the program is stopped and nothing is given")
    func cancelled() throws {
        // It would never end.
        let encoder = try #require(AACEncoding(ffmpeg: "yes"))
        encoder.cancel()
        #expect(throws: CancellationError.self) { try encoder.encode(Self.tone(seconds: 1, rate: 16_000)) }
    }
}
