import Audio
import Testing
import VerbioTesting

/// Answers of voices that broke off, in every container whose statements prove it.
@Suite(.enabled(if: EncodedVoice.canBeMade, "ffmpeg is not installed"), .timeLimit(.minutes(5)))
struct CutVoiceTests {
    /// - Throws: if it cannot be read.
    private static func cut(of bytes: [UInt8]) async throws -> String? {
        let stream = VoiceStream()
        for start in stride(from: 0, to: bytes.count, by: 1_000) {
            stream.append(Array(bytes[start..<min(bytes.count, start + 1_000)]))
            while try await stream.next() != nil {}
        }
        stream.end()
        while try await stream.next() != nil {}
        return stream.cut
    }

    /// Whether the bytes are an unfinished voice, in whichever way that is reported.
    private static func isRefused(_ bytes: [UInt8]) async throws -> Bool {
        do {
            return try await cut(of: bytes) != nil
        } catch is VoiceStream.Failure {
            return true
        }
    }

    /// Containers that state their length or their end.
    private static let stating = EncodedVoice.allCases.filter {
        ![.wavPiped, .mp3WithoutIndex, .flacPiped, .mp4Fragments, .aac].contains($0)
    }

    @Test(
        "Given a container that says where it ends, when it is cut anywhere, then that is known, and whole it is not",
        arguments: stating)
    func proven(_ kind: EncodedVoice) async throws {
        let bytes = try kind.bytes()
        #expect(try await Self.cut(of: bytes) == nil)
        for part in [0.1, 0.25, 0.5, 0.75, 0.9, 0.97] {
            let count = Int(Double(bytes.count) * part)
            #expect(try await Self.isRefused(Array(bytes.prefix(count))), "\(count) of \(bytes.count) bytes")
        }
    }

    @Test(
        "Given frames without a statement of their number, when one is cut, then that is known",
        arguments: [EncodedVoice.mp3WithoutIndex, .flacPiped, .mp4Fragments, .aac])
    func brokenFrames(_ kind: EncodedVoice) async throws {
        let bytes = try kind.bytes()
        #expect(try await Self.cut(of: bytes) == nil)
        // The last frame, which is longer than this in each of them, lacks its end.
        #expect(try await Self.isRefused(bytes.dropLast(kind == .mp4Fragments ? 200 : 9)))
        #expect(try await Self.isRefused(Array(bytes.prefix(bytes.count * 2 / 3 - 3))))
    }

    @Test("Given a WAV written into a pipe, when it ends anywhere, then nothing proves that it was cut")
    func withoutStatement() async throws {
        let bytes = try EncodedVoice.wavPiped.bytes()
        #expect(try await Self.cut(of: bytes) == nil)
        #expect(try await Self.cut(of: Array(bytes.prefix(bytes.count / 2))) == nil)
    }

    @Test("Given an MP3 with an index, when its last two frames are missing, then that is known")
    func lastFrames() async throws {
        let bytes = try EncodedVoice.mp3.bytes()
        // 64 kbit/s at 24 kHz: 192 bytes a frame.
        #expect(try await Self.isRefused(bytes.dropLast(192 * 2)))
    }

    @Test(
        "Given several files in one answer, when the last is cut, then that is known",
        arguments: [EncodedVoice.wav, .wav24, .wavStereo, .opus, .vorbis])
    func lastOfSeveral(_ kind: EncodedVoice) async throws {
        let bytes = try kind.bytes()
        #expect(try await Self.cut(of: bytes + bytes) == nil)
        #expect(try await Self.isRefused(bytes + bytes.prefix(bytes.count * 3 / 4)))
    }

    @Test("Given WAVs whose headers all state the length of the whole answer, when they have come, then it is whole")
    func lengthOfAll() async throws {
        let tone = (0..<24_000).map { Int16($0 % 48 * 600 - 14_400) }
        let one = waveBytes(tone, rate: 24_000, claimedBytes: 3 * 48_000)
        #expect(try await Self.cut(of: one + one + one) == nil)
        // A single one is taken at its word.
        #expect(try await Self.cut(of: one) != nil)
    }
}
