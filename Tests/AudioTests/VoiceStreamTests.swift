import Audio
import Testing
import VerbioTesting

/// What a voice answers, in any container and in pieces of any size.
@Suite(.enabled(if: EncodedVoice.canBeMade, "ffmpeg is not installed"), .timeLimit(.minutes(5)))
struct VoiceStreamTests {
    /// Everything that the bytes give in pieces of this size.
    private static func heard(
        _ bytes: [UInt8], pieces: Int, ffmpegPath: String? = nil
    ) async throws -> (voice: VoiceAudio, cut: String?) {
        let stream = VoiceStream(ffmpegPath: ffmpegPath)
        var voice = VoiceAudio(sampleRate: 0, samples: [])
        func take() async throws {
            while let more = try await stream.next() {
                #expect(voice.samples.isEmpty || voice.sampleRate == more.sampleRate)
                voice.sampleRate = more.sampleRate
                voice.samples += more.samples
            }
        }
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            stream.append(Array(bytes[start..<min(bytes.count, start + pieces)]))
            try await take()
        }
        stream.end()
        try await take()
        return (voice, stream.cut)
    }

    /// The frequency of the tone, computed from its changes of sign. Noise in the silence around it does not count.
    private static func hertz(_ voice: VoiceAudio) -> Double {
        let signs = voice.samples.filter { $0.magnitude > 3_000 }.map { $0 < 0 }
        return Double(zip(signs, signs.dropFirst()).count { $0 != $1 }) / 2 / voice.seconds
    }

    private static func checkTone(_ voice: VoiceAudio, times: Double = 1, _ comment: Comment) {
        // MP3 and AAC without an index have padding of some frames.
        #expect(abs(voice.seconds - times * EncodedVoice.seconds) < 0.12 * times, comment)
        #expect(abs(hertz(voice) / EncodedVoice.hertz - 1) < 0.06, comment)
        // ffmpeg makes a mono tone 3 dB quieter in stereo.
        let loudest = voice.samples.map(\.magnitude).max() ?? 0
        #expect((10_000...22_000).contains(loudest), comment)
    }

    @Test(
        "Given a voice in any container, when it comes in pieces, then it is heard whole, and alike",
        arguments: EncodedVoice.allCases)
    func containers(_ kind: EncodedVoice) async throws {
        let bytes = try kind.bytes()
        let whole = try await Self.heard(bytes, pieces: bytes.count)
        Self.checkTone(whole.voice, "whole")
        #expect(whole.cut == nil)
        for pieces in [7, 333, 4_096] {
            let parts = try await Self.heard(bytes, pieces: pieces)
            #expect(parts.voice == whole.voice, "pieces of \(pieces)")
            #expect(parts.cut == nil)
        }
    }

    @Test("Given a voice without ffmpeg, when it comes byte by byte, then it is heard", arguments: EncodedVoice.native)
    func native(_ kind: EncodedVoice) async throws {
        let alone = try await Self.heard(try kind.bytes(), pieces: 1, ffmpegPath: "")
        Self.checkTone(alone.voice, "alone")
    }

    @Test(
        "Given most of a voice, when no more has come yet, then its audio is there",
        arguments: [
            EncodedVoice.wav, .wav24, .wavFloat, .wavStereo, .wavPiped, .mp3, .mp3WithoutIndex, .opus, .vorbis, .flac,
        ])
    func early(_ kind: EncodedVoice) async throws {
        let bytes = try kind.bytes()
        let stream = VoiceStream(ffmpegPath: "")
        stream.append(Array(bytes.prefix(bytes.count * 4 / 5)))
        var seconds = 0.0
        while let voice = try await stream.next() { seconds += voice.seconds }
        #expect(seconds > 0.4 * EncodedVoice.seconds)
    }

    @Test(
        "Given several files in one answer, when they come in pieces, then their headers are no sound",
        arguments: [
            EncodedVoice.wav, .wav8, .wav24, .wavFloat, .wavStereo, .wavPiped, .mp3, .mp3WithoutIndex, .opus, .vorbis,
        ])
    func several(_ kind: EncodedVoice) async throws {
        let bytes = try kind.bytes()
        for pieces in [7, 333, 100_000] {
            let heard = try await Self.heard(bytes + bytes + bytes, pieces: pieces, ffmpegPath: "")
            Self.checkTone(heard.voice, times: 3, "pieces of \(pieces)")
            #expect(heard.cut == nil)
        }
    }

    @Test("Given WAVs of other rates and widths behind the first, when they are heard, then at the rate of the first")
    func mixedRates() async throws {
        let bytes = try EncodedVoice.wav.bytes() + EncodedVoice.wav44100.bytes() + EncodedVoice.wavStereo.bytes()
        for pieces in [1, 7, 4_096, 1 << 20] {
            let heard = try await Self.heard(bytes, pieces: pieces)
            #expect(heard.voice.sampleRate == 24_000)
            Self.checkTone(heard.voice, times: 3, "pieces of \(pieces)")
        }
    }

    @Test(
        "Given a header for the first piece alone, when bare samples follow, then they are heard",
        arguments: [1, 5, 4_001])
    func headerOfTheFirstPiece(pieces: Int) async throws {
        let tone = (0..<48_000).map { Int16($0 % 48 * 600 - 14_400) }
        let bytes = waveBytes(Array(tone.prefix(12_000)), rate: 24_000)
        let rest = PCM16.littleEndianBytes(Array(tone.dropFirst(12_000)))
        let heard = try await Self.heard(bytes + rest, pieces: pieces)
        #expect(heard.voice == VoiceAudio(sampleRate: 24_000, samples: tone))
        #expect(heard.cut == nil)
    }

    @Test("Given chunks behind the samples, when they have come, then they are no sound", arguments: [1, 5, 4_001])
    func chunksBehind(pieces: Int) async throws {
        let tone = (0..<24_000).map { Int16($0 % 48 * 600 - 14_400) }
        let list =
            Array("LIST".utf8) + [7, 0, 0, 0] + Array("INFOabc".utf8) + [0] + Array("id3 ".utf8) + [2, 0, 0, 0, 9, 9]
        let one = waveBytes(tone, rate: 24_000) + list
        let heard = try await Self.heard(one + one, pieces: pieces)
        #expect(heard.voice == VoiceAudio(sampleRate: 24_000, samples: tone + tone))
        #expect(heard.cut == nil)
    }

    @Test("Given bytes that are no audio, when they end, then they are refused", arguments: ["", "ffmpeg"])
    func noise(ffmpegPath: String) async throws {
        var state: UInt64 = 7
        let bytes: [UInt8] = (0..<20_000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        await #expect(throws: VoiceStream.Failure.self) {
            _ = try await Self.heard(bytes, pieces: 999, ffmpegPath: ffmpegPath)
        }
        await #expect(throws: VoiceStream.Failure.self) {
            _ = try await Self.heard(Array("OggS".utf8) + bytes, pieces: 999, ffmpegPath: ffmpegPath)
        }
    }

    @Test("Given a stream that is released in the middle, when it is not read on, then the decoder ends")
    func letGo() async throws {
        let bytes = try EncodedVoice.opus.bytes()
        for _ in 0..<100 {
            let stream = VoiceStream()
            stream.append(Array(bytes.prefix(bytes.count / 2)))
            _ = try await stream.next()
        }
    }
}
