import Audio
import Testing

/// The same bytes give the same samples, however they arrive.
@Suite(.enabled(if: Corpus.isPresent, "the shared corpus is not beside the package"), .timeLimit(.minutes(10)))
struct PieceTests {
    static let files = [
        "format/gen/s24.wav", "format/gen/mulaw8k.wav", "format/sr/audio-stereo-16-bit-44100Hz.wav",
        "format/gen/aiff.aiff", "format/gen/w64.w64", "hostile/bitflip/caf-1.caf", "format/gen/rf64.wav",
        "format/sr/audio-stereo-24-bit-44100Hz.flac", "format/gen/vorbis.ogg", "format/gen/vorbis-chained-rates.ogg",
        "format/gen/opus-60ms.opus", "format/gen/mp3-vbr-noxing.mp3", "format/minimp3/l2-test32.mp3",
    ]

    @Test("bytes in odd pieces give the same bits as the file", arguments: files)
    func pieces(_ file: String) async throws {
        let options = ReadingOptions(ffmpegPath: "")
        let whole = try await read(.file(Corpus.path(file)), options)
        let bytes = try contents(file)
        // Single bytes through the header, where the parsing is; and pieces that fit nothing.
        let patient = Array(repeating: 1, count: 2_000) + [bytes.count]
        for pieces in [[7, 997, 4_096], patient] {
            let streamed = try await read(bytes, pieces: pieces, options)
            #expect(streamed.lanes == whole.lanes)
            #expect(streamed.source.codec == whole.source.codec)
            #expect(streamed.damage == whole.damage)
            #expect(streamed.expectedSeconds == nil)
        }
    }

    @Test("what ffmpeg converts comes the same way", .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
    func converted() async throws {
        // The first can be streamed; the second has its index at the end and must be written to a file first.
        for file in ["format/gen/pcm.mkv", "format/gen/video-h264-aac.mp4"] {
            let whole = try await read(.file(Corpus.path(file)))
            let streamed = try await read(contents(file), pieces: [1, 4_096, 333])
            #expect(streamed.lanes == whole.lanes)
        }
    }

    @Test("blocks from a file are as long as asked for, but for the last")
    func blocks() async throws {
        let recording = try await read(
            .file(Corpus.path("format/gen/s24.wav")), ReadingOptions(blockSeconds: 0.25))
        #expect(recording.blockSizes.dropLast().allSatisfy { $0 == 4_000 })
        #expect(recording.samples.count == 47_840)
    }
}
