import Audio
import Testing
import VerbioTesting

/// The same bytes give the same samples, however they arrive.
@Suite(.enabled(if: Corpus.isPresent, "the shared corpus is not beside the package"), .timeLimit(.minutes(10)))
struct PieceTests {
    static let files = [
        "format/gen/s24.wav", "format/gen/mulaw8k.wav", "format/sr/audio-stereo-16-bit-44100Hz.wav",
        "format/gen/aiff.aiff", "format/gen/w64.w64", "hostile/bitflip/caf-1.caf", "format/gen/rf64.wav",
        "format/sr/audio-stereo-24-bit-44100Hz.flac", "format/gen/vorbis.ogg", "format/gen/vorbis-chained-rates.ogg",
        "format/gen/opus-60ms.opus", "format/gen/mp3-vbr-noxing.mp3", "format/minimp3/l2-test32.mp3",
    ]

    @Test(
        "Given a file, when its bytes arrive in odd pieces, then the samples are the same bit for bit", arguments: files
    )
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

    @Test(
        "Given a damaged MP3, when its bytes arrive in any pieces, then the damage is at the same places",
        arguments: 1...12)
    func damagedMP3(seed: UInt64) async throws {
        let whole = try contents("format/gen/mp3-vbr-noxing.mp3")
        var generator = SplitMix64(seed: seed)
        var bytes = whole + whole.dropFirst(whole.count / 2)
        for _ in 0..<3 {
            let place = Int.random(in: 2_000..<bytes.count - 2_000, using: &generator)
            let length = Int.random(in: 1...1_500, using: &generator)
            let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            switch seed % 3 {
            case 0: bytes.insert(contentsOf: noise, at: place)
            case 1: bytes.removeSubrange(place..<place + length)
            default: bytes.replaceSubrange(place..<place + length, with: noise)
            }
        }
        let options = ReadingOptions(ffmpegPath: "")
        let file = try await readFile(bytes, options)
        #expect(!file.damage.isEmpty)
        for pieces in [[1], [97], [417, 1_044], [7, 997, 4_096], [65_536]] {
            let streamed = try await read(bytes, pieces: pieces, options)
            #expect(streamed.damage == file.damage, "pieces of \(pieces)")
            #expect(streamed.lanes == file.lanes, "pieces of \(pieces)")
        }
    }

    @Test(
        "Given a recording for ffmpeg, when its bytes arrive in pieces, then the samples are the same",
        .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
    func converted() async throws {
        // The first can be streamed; the second has its index at the end and must be written to a file first.
        for file in ["format/gen/pcm.mkv", "format/gen/video-h264-aac.mp4"] {
            let whole = try await read(.file(Corpus.path(file)))
            let streamed = try await read(contents(file), pieces: [1, 4_096, 333])
            #expect(streamed.lanes == whole.lanes)
        }
    }

    @Test("Given a block length, when a file is read, then all blocks but the last have it")
    func blocks() async throws {
        let recording = try await read(
            .file(Corpus.path("format/gen/s24.wav")), ReadingOptions(blockSeconds: 0.25))
        #expect(recording.blockSizes.dropLast().allSatisfy { $0 == 4_000 })
        #expect(recording.samples.count == 47_840)
    }
}
