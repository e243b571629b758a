import Audio
import Foundation
import Glibc
import Language
import Plumbing
import Testing

@testable import Films

@Suite("Writing films")
struct FilmWriterTests {
    private let folder: FilmFolder

    init() throws { folder = try FilmFolder() }

    /// A voice that speaks from 1.0 s to 1.5 s: a tone of 1 kHz.
    private func voice(_ language: LanguageCode = .es) throws -> FilmPlan.Voice {
        let tape = try VoiceTape(rate: 16_000, in: folder.path)
        tape.writeSilence(frames: 16_000)
        try tape.write((0..<8_000).map { Int16(8_000 * sin(2 * Double.pi * 1_000 * Double($0) / 16_000)) })
        tape.speaks(in: 16_000..<24_000)
        return FilmPlan.Voice(language: LanguageTag(language), tape: tape, mix: SoundMix(.none, loudness: 0))
    }

    private func subtitles(_ text: String) throws -> UnnamedFile {
        let file = try UnnamedFile(in: folder.path)
        try file.write(Array("1\n00:00:01,000 --> 00:00:01,500\n\(text)\n\n".utf8), at: 0)
        return file
    }

    /// Writes a film with a voice and subtitles in Spanish.
    private func write(
        _ film: String, kind: String, as container: FilmContainer, notice: String? = nil
    ) async throws -> String {
        let text = try subtitles("Buenos días")
        var plan = FilmPlan(
            container, voice: try voice(),
            subtitles: [FilmPlan.Subtitles(language: LanguageTag(.es), file: text.descriptor, isDefault: false)])
        (plan.spoken, plan.notice) = (LanguageTag(.en), notice)
        let writer = try FilmWriter(film: film, kind: kind, ffmpeg: nil)
        try writer.check(container)
        let path = folder.path + "/new.\(container)"
        let output = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
        defer { close(output) }
        try await writer.write(plan, to: output, called: path)
        return path
    }

    /// Seconds at which the voice begins and ends in the first sound track.
    private func spoken(_ path: String) async throws -> (Double, Double) {
        let samples = try await folder.sound(path, track: 0)
        let loud = samples.indices.filter { abs(Int(samples[$0])) > 1_000 }
        return (Double(try #require(loud.first)) / 8_000, Double(try #require(loud.last)) / 8_000)
    }

    @Test(
        "Given a film, when it gets a voice and subtitles, then the picture is copied and each track says what it is",
        arguments: FilmContainer.allCases)
    func tracks(container: FilmContainer) async throws {
        let codecs = container == .webm ? ["-c:v", "libvpx", "-c:a", "libopus"] : FilmFolder.codecs
        let film = try await folder.film(
            "old.mkv", FilmFolder.inputs + codecs + ["-metadata:s:a:0", "language=eng", "-metadata", "title=A talk"])
        let new = try await write(film, kind: "matroska", as: container, notice: "The voice is synthetic.")

        let described = try await folder.describe(new)
        #expect(described.streams.map(\.kind) == ["video", "audio", "audio", "subtitle"])
        #expect(try await folder.picture(new) == folder.picture(film))
        let sounds = described.of("audio")
        #expect(sounds.map { $0.tag("language") } == ["spa", "eng"])
        #expect(sounds.map(\.isDefault) == [true, false])
        if container != .webm {
            #expect((sounds[0].tag("title") ?? sounds[0].tag("handler_name"))?.contains("synthetic voice") == true)
        }
        #expect(described.of("subtitle").map { $0.tag("language") } == ["spa"])
        #expect(described.comment == "The voice is synthetic.")
        #expect(described.format.tags?.first { $0.key.lowercased() == "title" }?.value == "A talk")

        let (start, end) = try await spoken(new)
        #expect(abs(start - 1) < 0.03 && abs(end - 1.5) < 0.05, "\(start) \(end)")
        let frame = 1.0 / 25
        let times = try await (folder.pictureTimes(film), folder.pictureTimes(new))
        #expect(times.0.count == times.1.count)
        #expect(abs(try #require(times.0.last) - #require(times.1.last)) < frame)
        let length = try await Double(folder.describe(film).format.duration) ?? 0
        #expect(abs((Double(described.format.duration) ?? 0) - length) <= frame + 0.001)
    }

    @Test("Given a film in an MP4, when it becomes one again, then its index comes before its samples")
    func faststart() async throws {
        let film = try await folder.film("old.mp4", FilmFolder.inputs + FilmFolder.codecs)
        let bytes = try Data(contentsOf: URL(filePath: try await write(film, kind: "mp4", as: .mp4)))
        let (index, samples) = (bytes.range(of: Data("moov".utf8)), bytes.range(of: Data("mdat".utf8)))
        #expect(try #require(index).lowerBound < #require(samples).lowerBound)
    }

    /// The places of a film's clock: as it begins, later, and with a sound that is late.
    @Test(
        "Given a film whose clock does not begin at 0, or whose sound is late, when it gets a voice, then the voice is on time",
        arguments: [
            ("ts", "mpegts", ["-output_ts_offset", "50"]), ("mkv", "matroska", ["-output_ts_offset", "7"]),
            ("mp4", "mp4", ["-output_ts_offset", "2"]), ("mpg", "mpeg", []), ("avi", "avi", []), ("mov", "mp4", []),
        ])
    func clocks(ending: String, kind: String, options: [String]) async throws {
        let codecs = ["mpg", "ts"].contains(ending) ? ["-c:v", "mpeg2video", "-c:a", "mp2"] : FilmFolder.codecs
        let film = try await folder.film("old.\(ending)", FilmFolder.inputs + codecs + options)
        for container in [FilmContainer.mkv, .mov] {
            let new = try await write(film, kind: kind, as: container)
            let (start, _) = try await spoken(new)
            let described = try await folder.describe(new)
            let begin = Double(described.format.start) ?? 0
            // The speech clock begins with the film, except that of an MP4, which begins at its own 0.
            let film = try await folder.describe(film)
            let old = kind == "mp4" ? Double(film.format.start) ?? 0 : 0
            let pictures = try await folder.pictureTimes(new)
            let picture = try #require(pictures.first)
            #expect(abs(start - 1) < 0.05, "\(container) \(start) \(begin) \(picture)")
            #expect(abs(picture - old) < 0.08, "\(container) \(picture) \(old)")
        }
    }

    @Test("Given a film with a late sound track, when it gets a voice, then the old sound stays late")
    func delay() async throws {
        let film = try await folder.film(
            "old.mkv",
            [
                "-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=3", "-itsoffset", "1", "-f", "lavfi", "-i",
                "sine=f=440:d=2:r=48000",
            ]
                + FilmFolder.codecs)
        let new = try await write(film, kind: "matroska", as: .mkv)
        let samples = try await folder.sound(new, track: 1)
        let first = try #require(samples.firstIndex { abs(Int($0)) > 1_000 })
        #expect(abs(Double(first) / 8_000 - 1) < 0.05)
        #expect(try await abs(spoken(new).0 - 1) < 0.05)
    }

    @Test(
        "Given a film with chapters, subtitles, a font and two sounds, when it becomes an MKV, then all of them are kept"
    )
    func everything() async throws {
        let chapters = folder.path + "/chapters.txt"
        try """
        ;FFMETADATA1
        comment=A comment of the maker
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=1000
        title=One
        [CHAPTER]
        TIMEBASE=1/1000
        START=1000
        END=3000
        title=Two
        """.write(toFile: chapters, atomically: true, encoding: .utf8)
        let srt = folder.path + "/old.srt"
        try "1\n00:00:00,500 --> 00:00:01,000\nHello\n".write(toFile: srt, atomically: true, encoding: .utf8)
        let font = folder.path + "/font.ttf"
        try "no font".write(toFile: font, atomically: true, encoding: .utf8)
        let film = try await folder.film(
            "old.mkv",
            FilmFolder.inputs + [
                "-f", "lavfi", "-i", "sine=f=880:d=3:r=48000", "-i", srt, "-i", chapters, "-attach", font,
            ]
                + ["-metadata:s:t", "mimetype=font/ttf", "-map", "0:v", "-map", "1:a", "-map", "2:a", "-map", "3:s"]
                + ["-map_metadata", "4", "-map_chapters", "4", "-metadata:s:s:0", "language=eng"]
                + ["-disposition:s:0", "default+forced"] + FilmFolder.codecs + ["-c:s", "srt"])
        let new = try await write(film, kind: "matroska", as: .mkv, notice: "The voice is synthetic.")
        let described = try await folder.describe(new)
        #expect(
            described.streams.map(\.kind)
                == ["video", "audio", "audio", "audio", "subtitle", "subtitle", "attachment"])
        #expect(described.chapters.map { $0.tags?["title"] } == ["One", "Two"])
        #expect(described.of("subtitle").map { $0.tag("language") } == ["spa", "eng"])
        #expect(described.of("subtitle")[1].disposition["forced"] == 1)
        #expect(described.comment == "A comment of the maker\nThe voice is synthetic.")

        // The font has no place in an MP4; everything else has.
        let mp4 = try await folder.describe(try await write(film, kind: "matroska", as: .mp4))
        #expect(mp4.of("audio").count == 3 && mp4.of("subtitle").count == 2 && mp4.chapters.count == 2)
        #expect(mp4.of("subtitle").allSatisfy { $0.codec == "mov_text" })
    }

    @Test("Given a picture with a variable frame rate, when the film gets a voice, then each frame keeps its time")
    func variable() async throws {
        let film = try await folder.film(
            "old.mkv",
            FilmFolder.inputs + ["-vf", "select='not(mod(n\\,3))+lt(n\\,20)'", "-vsync", "vfr"] + FilmFolder.codecs)
        for container in [FilmContainer.mkv, .mp4] {
            let new = try await write(film, kind: "matroska", as: container)
            let (old, times) = try await (folder.pictureTimes(film), folder.pictureTimes(new))
            let (first, start) = try (#require(old.first), #require(times.first))
            #expect(
                old.count == times.count
                    && zip(old, times).allSatisfy { abs(($0 - first) - ($1 - start)) < 0.002 }, "\(container)")
            #expect(abs(first - start) < 0.02)
        }
    }

    @Test("Given a turned picture of a telephone, when the container cannot keep it turned, then the film is refused")
    func turned() async throws {
        let straight = try await folder.film("straight.mp4", FilmFolder.inputs + FilmFolder.codecs)
        let film = try await folder.film(
            "old.mp4", ["-i", straight, "-c", "copy", "-metadata:s:v:0", "rotate=90"])
        let turn = try await folder.describe(film).of("video")[0].sides?.first?.rotation
        #expect(turn != nil && turn != 0)
        let mp4 = try await write(film, kind: "mp4", as: .mp4)
        #expect(try await folder.describe(mp4).of("video")[0].sides?.first?.rotation == turn)
        do {
            let mkv = try await write(film, kind: "mp4", as: .mkv)
            #expect(try await folder.describe(mkv).of("video")[0].sides?.first?.rotation == turn)
        } catch let problem as Problem {
            #expect(problem.code == "film.turned")
        }
    }

    @Test("Given a song with a cover, when it is to become a film, then it is refused, because nothing moves in it")
    func cover() async throws {
        let picture = try await folder.film(
            "cover.jpg", ["-f", "lavfi", "-i", "testsrc=s=64x48:d=1", "-frames:v", "1"])
        let song = try await folder.film(
            "song.m4a",
            ["-f", "lavfi", "-i", "sine=d=1", "-i", picture, "-map", "0", "-map", "1", "-c:v", "copy", "-c:a", "aac"]
                + ["-disposition:v:0", "attached_pic"])
        #expect(throws: Problem.self) { try FilmWriter(film: song, kind: "mp4", ffmpeg: nil) }
        do { _ = try FilmWriter(film: song, kind: "mp4", ffmpeg: nil) } catch {
            #expect(error.code == "film.no-picture")
        }
    }

    @Test("Given a picture that a container cannot hold, when it is checked before the work, then one sentence says so")
    func refused() async throws {
        let film = try await folder.film("old.mkv", FilmFolder.inputs + FilmFolder.codecs)
        let writer = try FilmWriter(film: film, kind: "matroska", ffmpeg: nil)
        do {
            try writer.check(.webm)
            Issue.record("it was not refused")
        } catch let problem as Problem {
            #expect(problem.code == "film.refused" && problem.description.contains("use mkv"), "\(problem)")
        }
    }

    @Test("Given no ffmpeg, when a film is wanted, then one sentence says what to install")
    func missing() throws {
        do {
            _ = try FilmWriter(film: "/dev/null", kind: nil, ffmpeg: "/nowhere/ffmpeg")
            Issue.record("it was found")
        } catch {
            #expect(error.code == "film.ffmpeg" && error.description.contains("install ffmpeg"))
        }
    }

    @Test("Given a film that is being written, when its task is cancelled, then ffmpeg is ended and the call throws")
    func cancelled() async throws {
        let film = try await folder.film("old.mkv", FilmFolder.inputs + FilmFolder.codecs)
        let writer = try FilmWriter(film: film, kind: "matroska", ffmpeg: nil)
        let path = folder.path + "/new.mkv"
        let output = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
        defer { close(output) }
        let plan = FilmPlan(.mkv, voice: try voice())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await writer.write(plan, to: output, called: path)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Given a full disk, when a film is written, then the problem is the disk")
    func full() async throws {
        let film = try await folder.film("old.mkv", FilmFolder.inputs + FilmFolder.codecs)
        let writer = try FilmWriter(film: film, kind: "matroska", ffmpeg: nil)
        let output = open("/dev/full", O_RDWR)
        defer { close(output) }
        do {
            try await writer.write(FilmPlan(.mkv), to: output, called: "new.mkv")
            Issue.record("it was written")
        } catch let problem as Problem {
            #expect(problem.code == "output.disk-full", "\(problem)")
        }
    }
}
