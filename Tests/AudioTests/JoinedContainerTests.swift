import Audio
import Foundation
import Testing
import VerbioTesting

/// Recordings in containers that were put after each other, as a recorder makes them that is stopped and started again.
@Suite("Joined containers", .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
struct JoinedContainerTests {
    /// A kind of file, and how ffmpeg makes it.
    struct Kind: CustomTestStringConvertible, Sendable {
        var ending: String
        var arguments: [String] = []
        /// Seconds that the codec adds to each recording, or takes from it.
        var tolerance = 0.12

        var testDescription: String { ([ending] + arguments).joined(separator: " ") }

        func bytes(_ hertz: Int, seconds: Double) async throws -> [UInt8] {
            try await MadeRecording(MadeRecording.tone(hertz, seconds: seconds) + arguments, ending).bytes
        }

        static let all = [
            Kind(ending: "webm", arguments: ["-c:a", "libopus"]),
            Kind(ending: "webm", arguments: ["-c:a", "libopus", "-live", "1"]),
            Kind(ending: "mkv", arguments: ["-c:a", "flac"]),
            Kind(ending: "m4a"),
            Kind(ending: "m4a", arguments: ["-movflags", "faststart"]),
            Kind(ending: "mp4", arguments: ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]),
            Kind(ending: "mov", arguments: ["-c:a", "pcm_s16le"]),
            Kind(ending: "wma", tolerance: 0.3),
            Kind(ending: "flv", arguments: ["-c:a", "mp3", "-ar", "22050"]),
            Kind(ending: "wv"),
            Kind(ending: "avi"),
            Kind(ending: "ts", arguments: ["-c:a", "aac"]),
            Kind(ending: "ac3"),
            Kind(ending: "tta"),
            Kind(ending: "nut", arguments: ["-c:a", "flac"]),
            Kind(ending: "wav", arguments: ["-c:a", "adpcm_ms"]),
            Kind(ending: "wav", arguments: ["-c:a", "adpcm_ima_wav"]),
            Kind(ending: "wav", arguments: ["-ar", "8000", "-c:a", "gsm_ms"]),
            Kind(ending: "wav", arguments: ["-ar", "8000", "-c:a", "adpcm_g726"]),
            Kind(ending: "wav", arguments: ["-c:a", "mp3"], tolerance: 0.2),
            Kind(ending: "wav", arguments: ["-c:a", "wmav2"], tolerance: 0.3),
            Kind(ending: "w64", arguments: ["-c:a", "adpcm_ms"]),
            Kind(ending: "caf", arguments: ["-c:a", "alac"], tolerance: 0.3),
            Kind(ending: "caf", arguments: ["-c:a", "adpcm_ima_qt"]),
            Kind(ending: "aiff", arguments: ["-c:a", "adpcm_ima_qt"]),
            Kind(ending: "au", arguments: ["-c:a", "pcm_mulaw"]),
            Kind(ending: "voc"),
            Kind(ending: "3gp", arguments: ["-c:a", "aac"]),
            Kind(ending: "mpg", arguments: ["-c:a", "mp2"]),
            Kind(ending: "dts", arguments: ["-strict", "-2", "-ar", "48000"]),
            Kind(ending: "latm", arguments: ["-c:a", "aac", "-f", "latm"]),
            Kind(ending: "gsm", arguments: ["-ar", "8000", "-c:a", "libgsm"]),
            Kind(ending: "mp2"),
            Kind(ending: "oga", arguments: ["-c:a", "flac"]),
            Kind(ending: "rm", arguments: ["-c:a", "ac3"], tolerance: 0.2),
        ]
    }

    private static let tones: [(hertz: Int, seconds: Double)] = [(400, 2), (1_000, 3), (600, 2)]

    /// The pitch of a second in the middle of each recording.
    private static func expectAll(_ recording: Recording, _ tolerance: Double) {
        let seconds = tones.map(\.seconds).reduce(0, +)
        #expect(abs(recording.seconds - seconds) < 3 * tolerance, "\(recording.seconds) s")
        var begin = 0.0
        for tone in tones {
            let middle = Int((begin + tone.seconds / 2) * 16_000)
            let part = recording.samples.dropFirst(middle - 4_000).prefix(8_000)
            let pitch = Double(zip(part, part.dropFirst()).count { ($0 < 0) != ($1 < 0) })
            #expect(
                abs(pitch - Double(tone.hertz)) < Double(tone.hertz) / 20, "\(tone.hertz) Hz at \(begin) s: \(pitch)")
            begin += tone.seconds
        }
    }

    @Test(
        "Given two or three joined recordings, when they are read, then each is heard at its place", arguments: Kind.all
    )
    func all(kind: Kind) async throws {
        var bytes: [UInt8] = []
        for (number, tone) in Self.tones.enumerated() {
            if number == 2 {
                let two = try await readFile(bytes)
                #expect(abs(two.seconds - 5) < 3 * kind.tolerance, "\(two.seconds) s of two")
            }
            bytes += try await kind.bytes(tone.hertz, seconds: tone.seconds)
        }
        let file = try await readFile(bytes)
        Self.expectAll(file, kind.tolerance)
        // A recording that needs its index is read from a copy, and the others as they come.
        let pieces = (0..<5).map { _ in Int.random(in: 1...9_000) }
        let stream = try await read(bytes, pieces: pieces)
        Self.expectAll(stream, kind.tolerance)
        #expect(stream.samples == file.samples, "pieces of \(pieces)")
    }

    @Test("Given joined recordings of several kinds, when they are read, then each is heard at its place")
    func mixed() async throws {
        let kinds = [Kind(ending: "webm"), Kind(ending: "wav"), Kind(ending: "m4a")]
        for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0]] {
            var bytes: [UInt8] = []
            for (tone, place) in zip(Self.tones, order) {
                bytes += try await kinds[place].bytes(tone.hertz, seconds: tone.seconds)
            }
            Self.expectAll(try await readFile(bytes), 0.12)
        }
    }

    @Test(
        "Given joined recordings of different rates, when they are read, then each is heard at its place, and none is damage",
        arguments: ["flac", "mp3", "aac", "wav"])
    func rates(ending: String) async throws {
        var bytes: [UInt8] = []
        for (tone, rate) in zip(Self.tones, ["44100", "16000", "48000"]) {
            bytes += try await Kind(ending: ending, arguments: ["-ar", rate]).bytes(tone.hertz, seconds: tone.seconds)
        }
        let file = try await readFile(bytes)
        Self.expectAll(file, 0.12)
        #expect(file.damage.isEmpty)
        let stream = try await read(bytes, pieces: [1, 4_000, 333])
        Self.expectAll(stream, 0.12)
        #expect(stream.damage.isEmpty)
    }

    @Test("Given recordings of other kinds before or after MP3, when they are read, then each is heard or named")
    func mixedWithMP3() async throws {
        func joined(_ order: [String]) async throws -> Recording {
            var bytes: [UInt8] = []
            for (tone, ending) in zip(Self.tones, order) {
                bytes += try await Kind(ending: ending).bytes(tone.hertz, seconds: tone.seconds)
            }
            return try await readFile(bytes)
        }
        for order in [
            ["mp3", "wav", "mp3"], ["wav", "mp3", "mp3"], ["mp3", "wav", "aac"], ["ogg", "wav", "mp3"],
            ["flac", "aiff", "wav"], ["flac", "wav", "flac"],
        ] {
            Self.expectAll(try await joined(order), 0.12)
        }
        for order in [["mp3", "flac", "mp3"], ["flac", "aac", "wav"], ["opus", "flac", "ogg"]] {
            let recording = try await joined(order)
            #expect(recording.seconds > 1.8 && !recording.damage.isEmpty, "\(order)")
        }
    }

    @Test(
        "Given bytes after a recording that are no audio, when it is read, then they are counted",
        arguments: ["wav", "aiff", "au", "caf", "w64", "mp3", "aac", "ogg", "opus", "m4a", "webm", "avi"].map {
            Kind(ending: $0)
        } + [
            Kind(ending: "ts", arguments: ["-c:a", "aac"]), Kind(ending: "mpg", arguments: ["-c:a", "mp2"]),
            Kind(ending: "m2ts", arguments: ["-c:a", "ac3"]), Kind(ending: "oga", arguments: ["-c:a", "flac"]),
            Kind(ending: "spx", arguments: ["-c:a", "libspeex"]),
        ])
    func rest(kind: Kind) async throws {
        let one = try await kind.bytes(400, seconds: 2)
        let noise = (0..<20_000).map { UInt8(truncatingIfNeeded: ($0 &* $0) >> 3 | 0x81) }
        let text = Array(repeatElement("Sentences are no sound. ".utf8, count: 1_000).joined())
        for rest in [noise, text] {
            for recording in [try await readFile(one + rest), try await read(one + rest, pieces: [7_000])] {
                #expect(abs(recording.seconds - 2) < 0.2, "\(recording.seconds)")
                #expect(recording.damage.contains { $0.what.contains("bytes after the audio are not audio") })
            }
        }
    }

    @Test("Given other bytes between two recordings, when they are read, then they are counted and both are heard")
    func foreign() async throws {
        // No beginning of a part in any of the kinds.
        let rubbish = [UInt8](repeating: 0x03, count: 50_000)
        let kinds = [
            Kind(ending: "m4a"), Kind(ending: "webm", arguments: ["-c:a", "libopus"]), Kind(ending: "tta"),
            Kind(ending: "wav", arguments: ["-c:a", "adpcm_ms"]),
        ]
        for kind in kinds {
            let (one, other) = (try await kind.bytes(400, seconds: 2), try await kind.bytes(1_000, seconds: 3))
            let behind = try await readFile(one + rubbish)
            #expect(abs(behind.seconds - 2) < 0.12)
            #expect(
                behind.damage.map(\.what).contains {
                    $0.hasSuffix("bytes after the audio are not audio, and were left out")
                })
            let between = try await readFile(one + rubbish + other)
            #expect(abs(between.seconds - 5) < 0.25, "\(between.seconds)")
            // Some programs write a tag behind the audio.
            let count = between.damage.compactMap { $0.what.firstMatch(of: /^(\d+) bytes after/)?.output.1 }
            #expect(between.damage.count == 1 && (50_000..<50_200).contains(count.first.flatMap { Int($0) } ?? 0))
        }
    }

    @Test(
        "Given a second recording that cannot be read, when a third follows, then the third is heard and a remark tells of it"
    )
    func unreadable() async throws {
        let kind = Kind(ending: "webm", arguments: ["-c:a", "libopus"])
        let (one, other) = (try await kind.bytes(400, seconds: 2), try await kind.bytes(1_000, seconds: 3))
        let silent = Array(one.prefix(200))
        let recording = try await readFile(one + silent + other)
        #expect(recording.damage.count == 1, "\(recording.damage)")
        #expect(recording.seconds > 4.7, "\(recording.seconds)")
    }

    @Test(
        "Given a transport stream whose clock wraps, when it is read, then its times count from its beginning",
        arguments: [3, 42])
    func wrappingClock(before: Int) async throws {
        let wrap = Double(1 << 33) / 90_000
        let arguments = ["-c:a", "aac", "-output_ts_offset", String(wrap - Double(before))]
        let recording = try await readFile(try await Kind(ending: "ts", arguments: arguments).bytes(400, seconds: 5))
        #expect(abs(recording.seconds - 5) < 0.2, "\(recording.seconds)")
        #expect(recording.samples.prefix(8_000).contains { abs($0) > 0.05 }, "it begins at once")
    }

    @Test("Given damage in an MP3 file, when it is read, then later audio keeps its time")
    func damagedMP3() async throws {
        var bytes = try await Kind(ending: "mp3", arguments: ["-b:a", "64k"]).bytes(400, seconds: 10)
        // Two of ten seconds.
        let (begin, end) = (bytes.count * 3 / 10, bytes.count * 5 / 10)
        bytes.replaceSubrange(begin..<end, with: repeatElement(0, count: end - begin))
        for recording in [try await readFile(bytes), try await read(bytes, pieces: [777, 5_000])] {
            #expect(abs(recording.seconds - 10) < 0.2, "\(recording.seconds)")
            #expect(
                recording.damage.contains { $0.what.hasSuffix("s are damaged, and are silence") }, "\(recording.damage)"
            )
        }
    }

    @Test(
        "Given damage in a stream of frames, when it is read, then the damage says by how much later audio is early",
        arguments: [
            Kind(ending: "aac", arguments: ["-b:a", "64k"]), Kind(ending: "ac3"), Kind(ending: "eac3"),
            Kind(ending: "dts", arguments: ["-strict", "-2", "-ar", "48000"]),
            Kind(ending: "latm", arguments: ["-c:a", "aac", "-f", "latm"]),
        ])
    func damagedFrames(kind: Kind) async throws {
        var bytes = try await kind.bytes(400, seconds: 10)
        let (begin, end) = (bytes.count * 3 / 10, bytes.count * 5 / 10)
        bytes.replaceSubrange(begin..<end, with: repeatElement(0, count: end - begin))
        let recording = try await readFile(bytes)
        let told = recording.damage.compactMap { damage in
            damage.what.firstMatch(of: /about (\d+\.\d) s are damaged; what follows/).flatMap { Double($0.output.1) }
        }
        #expect(abs(try #require(told.first) - (10 - recording.seconds)) < 0.3, "\(told), \(recording.seconds) s")
    }
}
