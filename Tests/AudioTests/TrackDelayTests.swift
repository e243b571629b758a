import Audio
import Foundation
import Plumbing
import Testing

/// Sound is heard when the container's clock says.
@Suite(.enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"), .serialized)
struct TrackDelayTests {
    private static let copy = ["-c", "copy"]

    /// A film whose sound, a tone, begins later than its picture.
    private func film(_ ending: String, _ codec: [String], delay: Double) async throws -> MadeRecording {
        let tone = MadeRecording.tone(400, rate: 48_000)
        return try await MadeRecording(
            MadeRecording.picture(seconds: delay + 2) + ["-itsoffset", "\(delay)"] + tone
                + ["-map", "0:v", "-map", "1:a", "-c:v", ending == "webm" ? "libvpx" : "mpeg4"] + codec, ending)
    }

    /// Where something is heard first, in seconds.
    private func onset(_ recording: Recording) -> Double {
        let first = recording.samples.firstIndex { abs($0) > 0.02 } ?? recording.samples.count
        return Double(first) / Double(speechSampleRate)
    }

    @Test(
        "Given a delayed track, when it is read, then it begins with silence",
        arguments: [
            ("mkv", ["-c:a", "aac"]), ("mkv", ["-c:a", "flac"]), ("mkv", ["-c:a", "libopus"]),
            ("webm", ["-c:a", "libopus"]),
            ("webm", ["-c:a", "libvorbis"]), ("mp4", ["-c:a", "aac"]), ("mov", ["-c:a", "pcm_s16le"]),
            ("mp4", ["-c:a", "aac", "-movflags", "faststart"]), ("ts", ["-c:a", "aac"]), ("ts", ["-c:a", "mp2"]),
        ])
    func delayed(_ ending: String, _ codec: [String]) async throws {
        let recording = try await film(ending, codec, delay: 4)
        let file = try await read(.file(recording.path))
        #expect(abs(onset(file) - 4) < 0.08, "\(onset(file))")
        #expect(abs(file.seconds - 6) < 0.15, "\(file.seconds)")
        #expect(file.damage.isEmpty)
        // A stream is heard as the file is.
        let stream = try await read(recording.bytes, pieces: [7, 4_000])
        #expect(abs(onset(stream) - onset(file)) < 0.001)
    }

    @Test(
        "Given a decoder's lead-in, when a track is read, then it is no delay",
        arguments: [
            ("mkv", ["-c:a", "aac"]), ("webm", ["-c:a", "libopus"]), ("mp4", ["-c:a", "aac"]), ("ts", ["-c:a", "aac"]),
            ("ts", ["-c:a", "mp2"]),
        ])
    func prompt(_ ending: String, _ codec: [String]) async throws {
        let recording = try await film(ending, codec, delay: 0)
        #expect(try await onset(read(.file(recording.path))) < 0.08)
        // The clock of all tracks begins at an hour.
        let late = try await MadeRecording(
            ["-copyts", "-itsoffset", "3600", "-i", recording.path] + Self.copy
                + (ending == "mp4" ? ["-movflags", "frag_keyframe"] : []),
            ending)
        #expect(try await onset(read(.file(late.path))) < 0.15)
    }

    @Test("Given sound alone, when it is read, then it begins at once, except by an MP4 file's own clock")
    func soundAlone() async throws {
        let tone = ["-itsoffset", "3"] + MadeRecording.tone(400)
        let webm = try await MadeRecording(tone + ["-c:a", "libopus"], "webm")
        #expect(try await onset(read(.file(webm.path))) < 0.1)
        let mp4 = try await MadeRecording(tone + ["-c:a", "aac"], "m4a")
        #expect(try await abs(onset(read(.file(mp4.path))) - 3) < 0.08)
    }

    @Test("Given a delayed second track, when tracks are read or mixed, then the delay counts")
    func tracks() async throws {
        let recording = try await MadeRecording(
            MadeRecording.tone(400, seconds: 1) + ["-itsoffset", "2"] + MadeRecording.tone(1_000, seconds: 1)
                + ["-map", "0", "-map", "1", "-c:a", "flac"], "mkv")
        #expect(try await onset(read(.file(recording.path), ReadingOptions(track: .number(1)))) < 0.01)
        let second = try await read(.file(recording.path), ReadingOptions(track: .number(2)))
        #expect(abs(onset(second) - 2) < 0.01 && abs(second.seconds - 3) < 0.01)
        let mix = try await read(.file(recording.path), ReadingOptions(track: .allMixed))
        #expect(abs(mix.seconds - 3) < 0.05)
        #expect(mix.samples[17_600..<30_400].allSatisfy { abs($0) < 0.001 })
        #expect(mix.samples[33_600..<46_400].contains { abs($0) > 0.02 })
    }

    @Test(
        "Given a late first track, when tracks are mixed, then all of it is heard at its time, wherever the clock begins",
        arguments: [
            ("ts", 0.0), ("ts", 1_000), ("ts", 95_440), ("mpg", 0), ("mpg", 60), ("mkv", 0), ("mp4", 0),
        ])
    func mixedClock(_ ending: String, _ begin: Double) async throws {
        let recording = try await MadeRecording(
            ["-itsoffset", "2"] + MadeRecording.tone(400, seconds: 9) + MadeRecording.tone(1_000, seconds: 1)
                + [
                    "-map", "0:a", "-map", "1:a", "-c:a", ending == "mp4" ? "aac" : "mp2", "-output_ts_offset",
                    String(begin),
                ], ending)
        let mix = try await read(.file(recording.path), ReadingOptions(track: .allMixed))
        #expect(abs(mix.seconds - 11) < 0.1, "\(mix.seconds)")
        try #require(mix.samples.count > 160_000)
        #expect(onset(mix) < 0.08)
        #expect(mix.samples[17_600..<30_400].allSatisfy { abs($0) < 0.001 }, "only the second track begins at once")
        #expect(mix.samples[33_600..<46_400].contains { abs($0) > 0.02 })
    }

    @Test(
        "Given streams joined end to end, when their tracks are mixed, then all of each is heard",
        arguments: ["ts", "mpg"])
    func joinedMix(_ ending: String) async throws {
        let piece = try await MadeRecording(
            MadeRecording.tone(400, seconds: 3) + MadeRecording.tone(1_000, seconds: 3)
                + ["-map", "0:a", "-map", "1:a", "-c:a", "mp2"], ending)
        let mix = try await readFile(piece.bytes + piece.bytes, ReadingOptions(track: .allMixed))
        #expect(abs(mix.seconds - 6) < 0.1, "\(mix.seconds)")
    }

    @Test(
        "Given a track that pauses, when it is read, then there is silence and the pause is reported",
        arguments: ["mkv", "ts"])
    func pause(_ ending: String) async throws {
        let tone = MadeRecording.tone(400, seconds: 1, rate: 48_000)
        // The second tone is put after the first one with a gap of two seconds.
        let pieces = try await MadeRecording(
            MadeRecording.picture(seconds: 4) + tone + [
                "-map", "0:v", "-map", "1:a", "-c:v", "mpeg4", "-af",
                "apad=whole_dur=4,aselect='lt(t,1)+gte(t,3)',asetpts='if(lt(PTS*TB,1),PTS,PTS)'", "-c:a", "mp2",
            ], ending)
        let recording = try await read(.file(pieces.path))
        #expect(abs(recording.seconds - 4) < 0.1, "\(recording.seconds)")
        #expect(recording.damage.count == 1 && recording.damage[0].isRemark, "\(recording.damage)")
        #expect(
            recording.damage.first?.what.hasPrefix("the track pauses for 2.0 seconds") == true, "\(recording.damage)")
    }

    @Test("Given a track that begins after ten minutes, when it is read, then the delay is kept")
    func long() async throws {
        let recording = try await film("mkv", ["-c:a", "aac"], delay: 700)
        let heard = try await read(.file(recording.path))
        #expect(abs(onset(heard) - 700) < 0.08 && heard.damage.isEmpty)
    }
}
