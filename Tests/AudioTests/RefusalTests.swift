import Audio
import Foundation
import Plumbing
import Testing
import VerbioTesting

/// What cannot be read is refused with a name, a reason and a cure.
struct RefusalTests {
    private func problem(_ input: AudioInput, _ options: ReadingOptions = ReadingOptions()) async -> Problem? {
        await #expect(throws: Problem.self) { try await read(input, options) }
    }

    private func problem(_ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()) async -> Problem? {
        await #expect(throws: Problem.self) { try await read(bytes, options) }
    }

    @Test("Given a path that cannot be read, when it is opened, then the problem says why")
    func files() async throws {
        #expect(await problem(.file("/nowhere/talk.wav"))?.code == "audio.not-found")
        #expect(await problem(.file("/tmp"))?.code == "audio.is-directory")
        #expect(await problem(.file("/tmp\0/talk.wav"))?.code == "audio.not-found")
        #expect(await problem(.descriptor(99_999))?.code == "audio.unreadable")
        #expect(await problem(.file("/nowhere/talk.wav"))?.place == "/nowhere/talk.wav")
        #expect(await problem(.file(""))?.description == "the name of the recording is empty; name a file")
    }

    @Test("Given a name that is not UTF-8, when it is opened, then the problem differs from a missing file")
    func foreignName() async throws {
        // What the system gives a program for a byte that is no UTF-8.
        let found = try #require(await problem(.file("/nowhere/caf\u{FFFD}.wav")))
        #expect(found.code == "audio.not-found" && found.what.contains("not UTF-8"))
        #expect(found.cure == "rename it, or pipe it in with '-'")
    }

    @Test("Given no bytes or no samples, when they are read, then the problem says so")
    func empty() async {
        #expect(await problem([])?.code == "audio.empty")
        #expect(await problem(waveBytes([], rate: 16_000))?.code == "audio.no-samples")
        let raw = ReadingOptions(raw: RawFormat(sample: .s16le, rate: 16_000, channels: 1))
        #expect(await problem([], raw)?.code == "audio.no-samples")
    }

    @Test(
        "Given text that names other files, when it is read, then it is refused and they are not opened",
        arguments: [
            "#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n", "ffconcat version 1.0\nfile /etc/passwd\n",
            "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n",
            "<?xml version=\"1.0\"?>\n<MPD></MPD>\n", "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", "hello",
            "[playlist]\nFile1=/etc/passwd\n", "Grüße, 世界",
        ])
    func text(_ text: String) async {
        #expect(await problem(Array(text.utf8))?.code == "audio.not-audio")
    }

    @Test("Given Ogg Opus that ends before its audio, when it is read, then it is refused", arguments: [20, 60, 100])
    func cutOpus(count: Int) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).opus").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = try OpusFileWriter(path: path, sampleRate: 16_000)
        try writer.write(try SpeechFixtures.sample())
        try writer.finish()
        let bytes = try Array(Data(contentsOf: URL(filePath: path)).prefix(count))
        let found = try #require(await problem(bytes))
        #expect(found.code == "audio.truncated")
        #expect(found.description.hasSuffix("the recording ends before any audio; give the whole file"))
    }

    @Test(
        "Given Ogg FLAC, when ffmpeg is missing, then the problem says so",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is not installed"))
    func oggFLAC() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).oga").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let encoder = try Program(
            "/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "flac", "-f", "ogg", path])
        #expect(await encoder.end() == 0)
        let found = try #require(await problem(.file(path), ReadingOptions(ffmpegPath: "")))
        #expect(found.cure?.hasPrefix("install ffmpeg (apt-get install ffmpeg) or convert it") == true)
    }

    @Test(
        "Given files that are refused while others are opened, when each refusal is read, then it has its own reason",
        .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
    func refusedAtOnce() async throws {
        func file(_ ending: String, _ codec: String) async throws -> [UInt8] {
            let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)\(ending)")
                .path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let sound = ["-f", "lavfi", "-i", "sine=d=1:r=16000"]
            let encoder = try Program("/usr/bin/ffmpeg", ["-v", "error"] + sound + ["-c:a", codec, path])
            #expect(await encoder.end() == 0)
            return try Array(Data(contentsOf: URL(filePath: path)))
        }
        let (refused, fine) = (try await file(".w64", "libmp3lame"), try await file(".wav", "adpcm_ima_wav"))
        let found = Locked<[String: Int]>([:])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<2_000 {
                group.addTask {
                    var code = "none"
                    do {
                        _ = try await read(number.isMultiple(of: 2) ? refused : fine, ReadingOptions(ffmpegPath: ""))
                    } catch let problem as Problem { code = problem.code }
                    found.withLock { $0[code, default: 0] += 1 }
                }
            }
            try await group.waitForAll()
        }
        #expect(found.withLock { $0 } == ["audio.unsupported-format": 1_000, "none": 1_000])
    }

    @Test(
        "Given a known container with another codec, when ffmpeg is missing, then the problem says so",
        .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"),
        arguments: [
            ("caf", "alac"), ("caf", "flac"), ("caf", "adpcm_ima_qt"), ("wav", "aac"), ("wav", "adpcm_g722"),
            ("wav", "wmav2"), ("w64", "aac"), ("w64", "libmp3lame"), ("au", "adpcm_g722"),
        ])
    func otherCodecs(container: String, codec: String) async throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "verbio-\(UUID().uuidString).\(container)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sound = ["-f", "lavfi", "-i", "anoisesrc=d=3:r=16000:a=0.1:seed=1"]
        let encoder = try Program("/usr/bin/ffmpeg", ["-v", "error"] + sound + ["-c:a", codec, path])
        #expect(await encoder.end() == 0)
        let found = try #require(await problem(.file(path), ReadingOptions(ffmpegPath: "")))
        #expect(
            found.code == "audio.unsupported-format" && found.what.contains("needs the program ffmpeg"),
            "\(found.code): \(found)")
        #expect(found.cure?.hasPrefix("install ffmpeg (apt-get install ffmpeg) or convert it") == true)
    }

    @Test(
        "Given ffmpeg that cannot decode a recording, when it is refused, then the cure is not to install ffmpeg",
        .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
    func unknownCodec() async throws {
        var bytes = waveBytes([Int16](repeating: 99, count: 16_000), rate: 16_000)
        bytes.replaceSubrange(20..<22, with: [0x77, 0x77])
        let found = try #require(await problem(bytes))
        #expect(found.code != "audio.unsupported-format" && !found.description.contains("install"), "\(found)")
    }

    /// Found by the fuzzer: libsndfile works through all of what is not there.
    @Test(
        "Given a CAF with a huge header, when it is read, then it is refused",
        arguments: [0x0A00_001A, UInt64(1) << 40, .max])
    func hugeHeader(size: UInt64) async throws {
        func big(_ value: UInt64, _ bytes: Int) -> [UInt8] {
            (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var bytes = Array("caff".utf8) + [0, 1, 0, 0]
        bytes += Array("desc".utf8) + big(32, 8) + big((16_000.0).bitPattern, 8)
        bytes += Array("lpcm".utf8) + big(2, 4) + big(2, 4) + big(1, 4) + big(1, 4) + big(16, 4)
        let entry = Array("encoder\0somebody\0".utf8)
        let sound = Array("data".utf8) + big(4 + 3_200, 8) + big(0, 4) + [UInt8](repeating: 1, count: 3_200)
        let whole = bytes + Array("info".utf8) + big(UInt64(4 + entry.count), 8) + big(1, 4) + entry + sound
        #expect(try await read(whole, ReadingOptions(ffmpegPath: "")).seconds == 0.1)
        let broken = bytes + Array("info".utf8) + big(size, 8) + big(1, 4) + entry + sound
        // The description's size is believed no more than that of the texts.
        var longer = broken
        longer.replaceSubrange(12..<20, with: big(size, 8))
        for bytes in [broken, longer] {
            let found = try #require(await problem(bytes, ReadingOptions(ffmpegPath: "")))
            #expect(found.code == "audio.malformed" && found.what.contains("claims \(size) bytes"))
        }
    }

    /// Found by the fuzzer: libsndfile's decoder continues without a byte for as long as the header claims.
    @Test(
        "Given a G.726 recording, when its header claims hours, then it ends with its bytes", .timeLimit(.minutes(10)))
    func endlessADPCM() async throws {
        func little(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        // 32 kbit/s at 8 kHz: 4,000 bytes are a second; the header claims hours.
        let format = little(0x40, 2) + little(1, 2) + little(8_000, 4) + little(4_000, 4) + little(64, 2) + little(4, 2)
        let sound = (0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let bytes =
            Array("RIFF".utf8) + little(0x7F00_0024, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + format
            + Array("data".utf8) + little(0x7F00_0000, 4) + sound
        let recording = try await read(bytes, ReadingOptions(ffmpegPath: ""))
        #expect(recording.seconds == 1)
        #expect(recording.damage.map(\.atSeconds) == [1])
    }

    /// Found by the fuzzer: left to itself libsndfile looks for the rest of such a header forever, in ever more memory.
    @Test("Given a cut header with too many channels, when it is read, then it is refused", .timeLimit(.minutes(10)))
    func endlessHeader() async {
        let format: [UInt8] = [18, 0, 0, 0, 1, 0, 68, 0, 172, 0, 1, 0, 136, 88, 1, 0, 2, 0, 16, 0, 0, 0]
        let bytes = Array("RIFF".utf8) + [80, 0, 0, 0] + Array("WAVEfmt ".utf8) + format + Array("LIST".utf8)
        let remarks = (0..<344).map { UInt8(truncatingIfNeeded: $0 * 37) }
        let ends: [[UInt8]] = [
            [26, 0], [26, 0, 0, 0], [26, 0, 0, 0, 0x49], [0xFF, 0xFF, 0xFF, 0x7F, 1, 2, 3],
            [0x7C, 0xC4, 0x46, 0xFC] + remarks,
        ]
        for end in ends {
            #expect(await problem(bytes + end, ReadingOptions(ffmpegPath: ""))?.kind == .input)
        }
    }

    @Test("Given too many channels or an impossible rate, when it is read, then it is refused")
    func limits() async {
        let wide = waveBytes([Int16](repeating: 0, count: 6_500), rate: 16_000, channels: 65)
        #expect(await problem(wide)?.code == "audio.channels")
        #expect(await problem(waveBytes([1, 2, 3], rate: 999))?.code == "audio.sample-rate")
        #expect(await problem(waveBytes([1, 2, 3], rate: 0))?.code == "audio.sample-rate")
        let raw = RawFormat(sample: .u8, rate: 48_000, channels: 200)
        #expect(await problem([1, 2, 3], ReadingOptions(raw: raw))?.code == "audio.channels")
    }

    @Test("Given noise, when it is read with or without ffmpeg, then it is no audio")
    func noise() async {
        var generator = SplitMix64(seed: 7)
        let bytes = (0..<200_000).map { _ in UInt8.random(in: 0x80...0xFF, using: &generator) }
        #expect(await problem(bytes, ReadingOptions(ffmpegPath: ""))?.code == "audio.unsupported-format")
        if ffmpegIsInstalled { #expect(await problem(bytes)?.code == "audio.not-audio") }
    }

    @Test("Given a raw format on the command line, when it is parsed, then it is read or refused")
    func rawFormats() throws {
        #expect(try RawFormat(parsing: "s16le:16000:2") == RawFormat(sample: .s16le, rate: 16_000, channels: 2))
        #expect(try RawFormat(parsing: "mulaw:8000") == RawFormat(sample: .mulaw, rate: 8_000, channels: 1))
        for text in ["", "s16le", "s17le:16000:1", "s16le:-1:1", "s16le:16000:0", "s16le:16000:1:1", "s16le:x"] {
            let problem = #expect(throws: Problem.self) { try RawFormat(parsing: text) }
            #expect(problem?.kind == .usage)
        }
    }
}
