import Audio
import Foundation
import Language
import Plumbing
import Testing

/// Which of several audio tracks is heard.
@Suite(.enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"), .serialized)
struct TrackTests {
    /// Two tones: 400 Hz marked as German, 1,000 Hz as English.
    private func twoTracks(
        _ ending: String, _ codec: [String], defaults: [String] = ["0", "default"],
        languages: [String] = ["ger", "eng"]
    ) async throws -> MadeRecording {
        let marks = zip(languages, defaults).enumerated().flatMap { index, mark in
            ["-metadata:s:a:\(index)", "language=\(mark.0)", "-disposition:a:\(index)", mark.1]
        }
        return try await MadeRecording(
            MadeRecording.tone(400) + MadeRecording.tone(1_000) + ["-map", "0:a", "-map", "1:a"] + codec + marks, ending
        )
    }

    private func heard(_ recording: MadeRecording, _ track: TrackChoice = .automatic, spoken: LanguageCode? = nil)
        async throws -> Recording
    {
        try await read(.file(recording.path), ReadingOptions(track: track, spokenLanguage: spoken))
    }

    @Test(
        "Given several tracks, when none is chosen, then the default one is heard",
        arguments: [("mkv", ["-c:a", "aac"]), ("mka", ["-c:a", "flac"])])
    func marked(_ ending: String, _ codec: [String]) async throws {
        #expect(try await heard(twoTracks(ending, codec)).isTone(1_000))
        #expect(try await heard(twoTracks(ending, codec, defaults: ["default", "0"])).isTone(400))
        // Nothing is marked: the first.
        #expect(try await heard(twoTracks(ending, codec, defaults: ["0", "0"])).isTone(400))
    }

    @Test(
        "Given a spoken language, when exactly one track is in it, then that is heard", arguments: ["mkv", "mp4", "ts"])
    func spoken(_ ending: String) async throws {
        let recording = try await twoTracks(ending, ["-c:a", "aac"])
        #expect(try await heard(recording, spoken: .de).isTone(400))
        #expect(try await heard(recording, spoken: .en).isTone(1_000))
        let twins = try await twoTracks(
            ending, ["-c:a", "aac"], defaults: ["default", "0"], languages: ["eng", "eng"])
        #expect(try await heard(twins, spoken: .en).isTone(400))
    }

    @Test("Given a number, a language or all-mixed, when tracks are chosen, then these are heard")
    func chosen() async throws {
        let recording = try await twoTracks("mkv", ["-c:a", "pcm_s16le"])
        #expect(try await heard(recording, .number(1), spoken: .en).isTone(400))
        #expect(try await heard(recording, .number(2)).isTone(1_000))
        #expect(try await heard(recording, .language("de")).isTone(400))
        #expect(try await heard(recording, .language("ENG")).isTone(1_000))
        let (first, second) = try await (heard(recording, .number(1)), heard(recording, .number(2)))
        let mix = try await heard(recording, .allMixed)
        #expect(mix.samples.count == first.samples.count)
        for at in stride(from: 1_000, to: 31_000, by: 997) {
            #expect(abs(mix.samples[at] - (first.samples[at] + second.samples[at]) / 2) < 0.001)
        }
    }

    @Test(
        "Given a stream with several tracks, when one is chosen, then it is heard as from the file",
        arguments: [("mkv", "aac"), ("ts", "aac"), ("mp4", "aac"), ("nut", "flac")])
    func streamed(_ ending: String, _ codec: String) async throws {
        let recording = try await twoTracks(ending, ["-c:a", codec])
        let file = try await heard(recording, .language("eng"))
        #expect(file.isTone(1_000))
        let stream = try await read(
            recording.bytes, pieces: [1, 999, 5_000], ReadingOptions(track: .language("eng")))
        #expect(stream.samples == file.samples)
    }

    @Test("Given several tracks, when one is heard, then a remark names the others")
    func told() async throws {
        let recording = try await twoTracks("mkv", ["-c:a", "aac"])
        let source = try await openSpeechSource(.file(recording.path))
        source.stop()
        #expect(source.tracks.map(\.language) == ["ger", "eng"])
        #expect(source.tracks.map(\.isHeard) == [false, true])
        #expect(source.tracks.map(\.codec) == ["aac", "aac"])
        #expect(source.tracks.unheard == "track 2 (eng, aac) is heard, and not track 1 (ger, aac)")
        // For bytes, the same remark is among the recording's other remarks.
        let stream = try await read(recording.bytes)
        #expect(stream.damage.map(\.what) == [source.tracks.unheard] && stream.damage[0].isRemark)
        let plain = try await MadeRecording(MadeRecording.tone(400), "wav")
        let tone = try await openSpeechSource(.file(plain.path))
        tone.stop()
        #expect(tone.tracks.map(\.number) == [1] && tone.tracks.unheard == nil)
    }

    @Test("Given a track that does not exist, when it is chosen, then the refusal lists those that do")
    func missing() async throws {
        let recording = try await twoTracks("mkv", ["-c:a", "aac"])
        for choice in [TrackChoice.number(3), .language("fr")] {
            let problem = await #expect(throws: Problem.self) { try await heard(recording, choice) }
            #expect(problem?.kind == .usage && problem?.code == "audio.no-such-track")
            #expect(problem?.cure?.contains("1 (ger, aac), 2 (eng, aac)") == true)
        }
        let tone = try await MadeRecording(MadeRecording.tone(400), "wav")
        #expect(try await heard(tone, .number(1)).isTone(400))
        #expect(try await heard(tone, .allMixed).isTone(400))
        let problem = await #expect(throws: Problem.self) { try await heard(tone, .number(2)) }
        #expect(problem?.code == "audio.no-such-track" && problem?.cure?.contains("only track 1") == true)
    }

    /// The first track of an MP4 file renamed to what no decoder knows, without the description of AAC.
    private static func withUnknownCodec(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for (name, other) in [("mp4a", "apac"), ("esds", "free")] {
            let place = bytes.indices.first { bytes[$0...].starts(with: name.utf8) }
            if let place { bytes.replaceSubrange(place..<place + 4, with: other.utf8) }
        }
        return bytes
    }

    /// Phones record spatial sound in this way: a track with a codec that no other phone has, marked as the default.
    @Test("Given a track that cannot be decoded, when none is chosen, then the first decodable one is heard")
    func undecodable() async throws {
        let bytes = Self.withUnknownCodec(
            try await twoTracks("mp4", ["-c:a", "aac"], defaults: ["default", "0"]).bytes)
        #expect(try await readFile(bytes).isTone(1_000))
        #expect(try await readFile(bytes, ReadingOptions(spokenLanguage: .de)).isTone(1_000))
        #expect(try await readFile(bytes, ReadingOptions(track: .allMixed)).isTone(1_000))
        let problem = await #expect(throws: Problem.self) {
            try await readFile(bytes, ReadingOptions(track: .number(1)))
        }
        #expect(problem?.kind == .input && problem?.code == "audio.unknown-codec")
        #expect(problem?.what.contains("'apac'") == true && problem?.cure?.contains("2 (eng, aac)") == true)
        // It is also refused if there is no other track.
        let single = Self.withUnknownCodec(
            try await MadeRecording(MadeRecording.tone(400) + ["-c:a", "aac"], "m4a").bytes)
        let refusal = await #expect(throws: Problem.self) { try await readFile(single) }
        #expect(refusal?.code == "audio.unknown-codec")
    }

    @Test(
        "Given an Ogg recording with several streams, when one is chosen, then it is heard",
        arguments: ["libopus", "libvorbis"])
    func ogg(codec: String) async throws {
        let recording = try await twoTracks("ogg", ["-c:a", codec])
        #expect(try await heard(recording).isTone(400))
        #expect(try await heard(recording, .number(2)).isTone(1_000))
        // Without the program the first is what there is.
        #expect(try await read(.file(recording.path), ReadingOptions(ffmpegPath: "")).isTone(400))
    }

    @Test("Given a title that looks like a track, when tracks are listed, then it is no track")
    func title() async throws {
        let recording = try await MadeRecording(
            MadeRecording.tone(400) + [
                "-metadata:s:a:0", "title=a\n  Stream #0:1(eng): Audio: pcm_s16le, 8000 Hz, mono (default)", "-c:a",
                "flac",
            ], "mkv")
        let source = try await openSpeechSource(.file(recording.path))
        source.stop()
        #expect(source.tracks.count == 1)
    }

    @Test("Given the text of a choice, when it is parsed, then it is read or refused")
    func choices() throws {
        #expect(try TrackChoice(parsing: "2") == .number(2))
        #expect(try TrackChoice(parsing: "all-mixed") == .allMixed)
        #expect(try TrackChoice(parsing: "zh-Hant") == .language("zh-Hant"))
        for text in ["", "0", "-1", "x", "1,2", "de fr", "9999"] {
            let problem = #expect(throws: Problem.self) { try TrackChoice(parsing: text) }
            #expect(problem?.kind == .usage && problem?.code == "audio.track")
        }
        for choice in [TrackChoice.number(7), .language("de"), .allMixed] {
            #expect(try choice.settingsName.map { try TrackChoice(parsing: $0) } == choice)
        }
    }
}
