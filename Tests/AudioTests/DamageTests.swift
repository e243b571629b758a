import Audio
import Foundation
import Plumbing
import Testing
import VerbioTesting

/// What is said about recordings that are not as they should be.
struct DamageTests {
    private let voice = sine(220, rate: 16_000, seconds: 1)

    @Test("Given a WAV file that is cut, when it is read, then the damage is reported with its time")
    func truncated() async throws {
        let bytes = Array(waveBytes(voice, rate: 16_000).dropLast(16_000))
        let recording = try await read(bytes)
        #expect(recording.samples.count == 8_000)
        #expect(recording.damage.map(\.atSeconds) == [0.5])
        #expect(recording.damage.first?.what.contains("after 0.50 of 1.00 seconds") == true)
    }

    @Test("Given a WAV file without its last byte, when it is read, then the damage is below a hundredth of a second")
    func lastByte() async throws {
        let recording = try await read(Array(waveBytes(voice, rate: 16_000).dropLast()))
        #expect(recording.samples.count == 15_999)
        #expect(
            recording.damage.first?.what == "the file ends before its header says, by less than a hundredth of a second"
        )
    }

    @Test(
        "Given samples that are no numbers, when they are read, then the damage has their place",
        arguments: [Float.nan, .infinity, -1e30])
    func badNumber(number: Float) async throws {
        var samples = [Float](repeating: 0.25, count: 2 * 44_100 * 4)
        for frame in [2 * 44_100 + 22_050, 3 * 44_100] { samples[2 * frame + 1] = number }
        let recording = try await readFile(waveBytes(floats: samples, rate: 44_100, channels: 2))
        #expect(recording.isFinite && recording.damage.map(\.atSeconds) == [2.5])
    }

    @Test(
        "Given a WAV file without its size, when it is read, then it is read to its end",
        arguments: [0, 0xFFFF_FFFF, 0x7FFF_FFFF])
    func unfinished(claimed: Int) async throws {
        let recording = try await read(waveBytes(voice, rate: 16_000, claimedBytes: claimed))
        #expect(recording.samples.count == 16_000)
        #expect(recording.damage.isEmpty)
    }

    @Test("Given bytes after the samples, when a WAV file is read, then they are no audio")
    func garbage() async throws {
        let recording = try await read(waveBytes(voice, rate: 16_000) + [UInt8](repeating: 0x55, count: 9_999))
        #expect(recording.samples.count == 16_000)
        #expect(recording.damage.isEmpty)
    }

    @Test(
        "Given a WAV file with an old size, when it is read, then all samples are read and a remark says so",
        arguments: [1_024, 160_000])
    func staleHeader(claimed: Int) async throws {
        let long = sine(220, rate: 16_000, seconds: 10)
        let recording = try await readFile(waveBytes(long, rate: 16_000, claimedBytes: claimed))
        #expect(recording.samples == long.map { Float($0) / 32_768 })
        #expect(recording.damage.map(\.atSeconds) == [Double(claimed / 2) / 16_000])
        #expect(recording.damage.first?.what.hasPrefix("the header says that the file ends after") == true)
    }

    @Test(
        "Given a header with too few frames, when the file is read, then all samples are read and a remark says so",
        arguments: BigEndianFile.allCases)
    func shortHeader(_ kind: BigEndianFile) async throws {
        let long = sine(220, rate: 16_000, seconds: 10)
        let recording = try await readFile(kind.bytes(long, rate: 16_000, claimedFrames: 80_000))
        let isWhole = recording.samples == long.map { Float($0) / 32_768 }
        #expect(isWhole)
        #expect(recording.damage.map(\.atSeconds) == [5])
        #expect(recording.damage.first?.what.hasPrefix("the header says that the file ends after 5.00 seconds") == true)
    }

    @Test(
        "Given a header with too many frames, when the file is read, then the damage is reported",
        arguments: BigEndianFile.allCases)
    func longHeader(_ kind: BigEndianFile) async throws {
        let short = try await readFile(kind.bytes(voice, rate: 16_000, claimedFrames: 32_000))
        #expect(short.samples.count == 16_000)
        #expect(short.damage.first?.what.contains("after 1.00 of 2.00 seconds") == true)
        let whole = kind.bytes(voice, rate: 16_000, claimedFrames: 16_000)
        for padding in [0, 9_999] {
            let recording = try await readFile(whole + [UInt8](repeating: 0, count: padding))
            let isWhole = recording.samples == voice.map { Float($0) / 32_768 }
            #expect(isWhole && recording.damage.isEmpty)
            #expect(recording.expectedSeconds == 1)
        }
    }

    @Test(
        "Given an AIFF, AU or CAF file without its size, when it is read, then it is read to its end",
        arguments: BigEndianFile.allCases)
    func neverFinished(_ kind: BigEndianFile) async throws {
        let recording = try await readFile(kind.bytes(voice, rate: 16_000, claimedFrames: 0))
        #expect(recording.samples.count == 16_000)
    }

    @Test("Given a W64 file that is cut, when it is read, then the damage is reported with its time")
    func wave64() async throws {
        let cut = Array(wave64Bytes(voice, rate: 16_000).dropLast(16_000))
        for recording in [try await readFile(cut), try await read(cut)] {
            #expect(recording.samples.count == 8_000 && recording.source.container == "w64")
            #expect(recording.damage.map(\.atSeconds) == [0.5])
            #expect(recording.damage.first?.what.contains("after 0.50 of 1.00 seconds") == true)
        }
    }

    @Test(
        "Given packed samples in a W64 file, when they end before the header says, then that is damage",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sox"), "sox is not installed"))
    func wave64Packed() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)").path
        defer { for end in [".wav", ".w64"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let long = sine(220, rate: 16_000, seconds: 20)
        try Data(waveBytes(long, rate: 16_000)).write(to: URL(filePath: path + ".wav"))
        let sox = try Program("/usr/bin/sox", [path + ".wav", "-e", "ima-adpcm", path + ".w64"])
        #expect(await sox.end() == 0)
        let bytes = Array(try Data(contentsOf: URL(filePath: path + ".w64")))
        let whole = try await read(bytes)
        // The last block is filled up.
        #expect((320_000...321_100).contains(whole.samples.count) && whole.damage.isEmpty)
        let cut = try await read(Array(bytes.prefix(bytes.count / 2)))
        #expect((159_000...161_000).contains(cut.samples.count))
        #expect(cut.samples == Array(whole.samples.prefix(cut.samples.count)))
        #expect(cut.damage.map(\.atSeconds) == [cut.toldSeconds])
        #expect(cut.damage.first?.what.hasPrefix("the file ends before its header says") == true)
    }

    @Test("Given a W64 file that is whole or unfinished, when it is read, then there is no damage")
    func wave64Whole() async throws {
        let isWhole = { (recording: Recording) in
            recording.samples == voice.map { Float($0) / 32_768 } && recording.damage.isEmpty
        }
        let whole = wave64Bytes(voice, rate: 16_000)
        let recording = try await readFile(whole)
        #expect(isWhole(recording) && recording.expectedSeconds == 1)
        let remarked = try await read(whole + wave64Chunk("list", [UInt8](repeating: 0x55, count: 4_096)))
        #expect(isWhole(remarked))
        for claimed in [0, 24, Int.max, -1] {
            let bytes = wave64Bytes(voice, rate: 16_000, claimedSize: claimed)
            let (file, stream) = (try await readFile(bytes), try await read(bytes))
            #expect(isWhole(file) && isWhole(stream))
        }
    }

    @Test("Given a long list of remarks after the samples, when a file is read, then it is no audio")
    func remarks() async throws {
        let remarks = Array("LIST".utf8) + [0, 0, 2, 0] + [UInt8](repeating: 0x55, count: 131_072)
        let recording = try await readFile(waveBytes(voice, rate: 16_000) + remarks)
        #expect(recording.samples.count == 16_000 && recording.damage.isEmpty)
    }

    @Test("Given half a frame at the end, when raw audio is read, then a remark says so")
    func halfFrame() async throws {
        let raw = RawFormat(sample: .s16le, rate: 16_000, channels: 2)
        let recording = try await read([UInt8](repeating: 1, count: 4_003), ReadingOptions(raw: raw))
        #expect(recording.samples.count == 1_000)
        #expect(recording.damage.map(\.what) == ["the audio ends in the middle of a frame"])
    }

    @Test("Given a sender that breaks off, when its bytes are read, then what arrived is kept")
    func broken() async throws {
        let pipe = BytePipe()
        try await pipe.send(waveBytes(voice, rate: 16_000))
        pipe.finish(Problem(.input, "upload.broken", "the connection was lost"))
        #expect(try await read(.bytes(pipe, name: "upload")).samples.count == 16_000)

        let second = BytePipe()
        second.finish(Problem(.input, "upload.broken", "the connection was lost"))
        let problem = await #expect(throws: Problem.self) {
            try await read(.bytes(second, name: "upload"))
        }
        #expect(problem?.code == "upload.broken")
    }

    @Test(
        "Given lost pages of Opus, when they are read, then later audio keeps its time",
        .enabled(if: Corpus.isPresent, "the shared corpus is not beside the package"))
    func lostPage() async throws {
        let whole = try await read(.file(Corpus.path("format/gen/opus-60ms.opus")))
        var bytes = try contents("format/gen/opus-60ms.opus")
        // The second page of audio; the first two pages are headers.
        let pages = OggBytes.pages(of: bytes)
        try #require(pages.count > 4)
        bytes.removeSubrange(pages[3]..<pages[4])
        let recording = try await read(bytes)
        #expect(recording.samples.count == whole.samples.count)
        #expect(recording.damage.map(\.what) == ["a page of the stream is missing"])
        #expect(recording.samples.suffix(8_000).elementsEqual(whole.samples.suffix(8_000)) { abs($0 - $1) < 0.05 })
    }

    @Test(
        "Given a repeated page of Opus, when it is read, then it is heard once and reported",
        .enabled(if: Corpus.isPresent, "the shared corpus is not beside the package"))
    func repeatedPage() async throws {
        let whole = try await read(.file(Corpus.path("format/gen/opus-60ms.opus")))
        let bytes = try contents("format/gen/opus-60ms.opus")
        let pages = OggBytes.pages(of: bytes)
        try #require(pages.count > 4)
        // One with audio, and the very first.
        for page in [3, 0] {
            var bytes = bytes
            bytes.insert(contentsOf: Array(bytes[pages[page]..<pages[page + 1]]), at: pages[page + 1])
            for recording in [try await readFile(bytes), try await read(bytes, pieces: [777])] {
                #expect(recording.samples == whole.samples)
                #expect(recording.damage.map(\.what) == ["a page of the stream comes twice and was left out once"])
            }
        }
    }

    @Test(
        "Given Opus cut from a stream, when it is read, then it begins at once, and a gap keeps its time",
        .enabled(if: Corpus.isPresent, "the shared corpus is not beside the package"))
    func granules() async throws {
        let whole = try await read(.file(Corpus.path("format/gen/opus-60ms.opus")))
        let bytes = try contents("format/gen/opus-60ms.opus")
        let later = try await read(OggBytes.shifted(bytes, by: 300 * 48_000, fromPage: 2))
        #expect(later.samples == whole.samples && later.damage.isEmpty)
        let torn = try await read(OggBytes.shifted(bytes, by: 60 * 48_000, fromPage: 3))
        #expect(abs(torn.samples.count - whole.samples.count - 60 * 16_000) < 16)
        #expect(torn.damage.map(\.what) == ["60 seconds of the stream are missing"])
    }

    @Test(
        "Given an Ogg stream for ffmpeg without its last page, when it is read, then the damage is reported",
        .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
    func cutOggFLAC() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).oga").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let encoder = try Program(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=5:r=16000:a=0.1:seed=1", "-c:a", "flac", "-f", "ogg",
                path,
            ])
        #expect(await encoder.end() == 0)
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let whole = try await read(bytes)
        #expect(whole.samples.count == 80_000 && whole.damage.isEmpty)
        let cut = Array(bytes.prefix(bytes.count / 2))
        for recording in [try await read(cut), try await readFile(cut)] {
            #expect(recording.samples.count < 60_000 && recording.source.codec == "flac")
            #expect(recording.damage.map(\.what) == ["the stream stops without its last page"])
            #expect(recording.damage.map(\.atSeconds) == [recording.toldSeconds])
        }
        // However the bytes arrive, and with rubbish that looks like the beginning of pages again and again after them.
        for pieces in [Array(repeating: 1, count: 2_000) + [bytes.count], [27, 3, 997]] {
            #expect(try await read(bytes, pieces: pieces).damage.isEmpty)
            #expect(
                try await read(cut, pieces: pieces).damage.map(\.what) == ["the stream stops without its last page"])
        }
        let magic = Array("OggS".utf8)
        let rubbish = (0..<5_000).flatMap { _ in magic }
        #expect(try await readFile(bytes + rubbish).samples.count == 80_000)
        #expect(try await readFile(cut + rubbish).damage.map(\.what) == ["the stream stops without its last page"])
    }

    @Test(
        "Given WavPack, when anything but a tag follows its samples, then it is cut off",
        .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
    func wavPack() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).wv").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sound = "anoisesrc=d=20:r=16000:a=0.1:seed=1"
        let encoder = try Program(
            "/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i", sound, "-c:a", "wavpack", path])
        #expect(await encoder.end() == 0)
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let tag = try #require(bytes.indices.dropLast(8).first { bytes[$0...].starts(with: "APETAGEX".utf8) })
        let old = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
        for end in [[], Array(bytes[tag...]), old, Array(bytes[tag...]) + old] {
            let whole = bytes[..<tag] + end
            for recording in [try await readFile(Array(whole)), try await read(Array(whole), pieces: [4_099])] {
                #expect(recording.samples.count == 320_000 && recording.damage.isEmpty, "\(recording.damage)")
            }
        }
        var torn = bytes
        let blocks = bytes.indices.dropLast(8).filter { bytes[$0...].starts(with: "wvpk".utf8) }
        try #require(blocks.count > 3)
        torn.replaceSubrange(blocks[2]..<blocks[2] + 4, with: Array("xxxx".utf8))
        for damaged in [Array(bytes[..<(tag / 2)]), torn, bytes[..<tag] + [UInt8](repeating: 0x55, count: 500)] {
            #expect(try await readFile(damaged).damage.count == 1)
        }
    }

    @Test(
        "Given an MP4 file without its index, when it is read, then the problem says that it is cut",
        .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
    func cutMP4() async throws {
        let type: [UInt8] = [0, 0, 0, 20] + Array("ftypM4A ".utf8) + [0, 0, 0, 0] + Array("M4A ".utf8)
        let bytes = type + [0, 1, 0, 0] + Array("mdat".utf8) + [UInt8](repeating: 0x21, count: 9_000)
        let problem = await #expect(throws: Problem.self) { try await readFile(bytes) }
        #expect(problem?.code == "audio.truncated" && problem?.what.contains("before its index") == true)
    }

    @Test("Given bytes full of false Ogg pages, when they are read, then they are refused")
    func falsePages() async throws {
        let magic = Array("OggS".utf8)
        let rubbish = (0..<1_000_000).flatMap { _ in magic }
        let problem = await #expect(throws: Problem.self) {
            try await read(rubbish, ReadingOptions(ffmpegPath: ""))
        }
        #expect(problem?.code == "audio.malformed")
    }

    @Test("Given a limit of seconds, when a recording is longer, then it ends there")
    func tooLong() async throws {
        var limits = DecodingLimits()
        limits.seconds = 0.25
        let recording = try await read(waveBytes(voice, rate: 16_000), ReadingOptions(limits: limits))
        #expect(recording.samples.count == 4_000)
        #expect(recording.damage.count == 1)
    }

    @Test(
        "Given a file that unpacks to far too much audio, when it is read, then it is cut",
        .enabled(if: flac != nil, "flac is not installed"), arguments: [(16_000, 5_400), (48_000, 150)])
    func bomb(rate: Int, seconds: Int) async throws {
        // Silence in a few kilobytes: 65,535 samples in each block.
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)").path
        defer { for end in [".raw", ".flac"] { try? FileManager.default.removeItem(atPath: path + end) } }
        #expect(FileManager.default.createFile(atPath: path + ".raw", contents: Data(count: rate * seconds)))
        let encoder = try Program(
            try #require(Self.flac),
            [
                "-s", "--lax", "--no-padding", "--no-seektable", "-b", "65535", "--force-raw-format", "--endian=little",
                "--sign=signed", "--channels=1",
            ]
                + ["--bps=8", "--sample-rate=\(rate)", "-o", path + ".flac", path + ".raw"])
        #expect(await encoder.end() == 0)
        var limits = DecodingLimits()
        limits.unpackedSeconds = Double(seconds * 2 / 3)
        let recording = try await read(.file(path + ".flac"), ReadingOptions(limits: limits))
        #expect((limits.unpackedSeconds - 10...limits.unpackedSeconds + 100).contains(recording.seconds))
        #expect(recording.seconds < Double(seconds))
        #expect(recording.damage.map(\.what) == ["it is far too small for so much audio; the rest was not read"])
        // Raw silence is as large as it is long.
        #expect(
            try await read(
                .file(path + ".raw"), ReadingOptions(raw: try RawFormat(parsing: "u8:\(rate)"), limits: limits)
            ).damage == [])
    }

    private static let flac = ["/usr/bin/flac", "/usr/local/bin/flac"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test("Given a large ID3 tag, when the file is read, then the tag is skipped")
    func tag() async throws {
        let size = 400_000
        let head: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0] + [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
        let bytes = head + [UInt8](repeating: 0xFF, count: size) + waveBytes(voice, rate: 16_000)
        #expect(try await read(bytes).samples.count == 16_000)
    }
}
