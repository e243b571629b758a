import Audio
import Foundation
import Glibc
import Language
import Plumbing
import Testing

@testable import Films

@Suite("Captions in the picture")
struct BurningTests {
    private let folder: FilmFolder

    init() throws { folder = try FilmFolder() }

    /// A film of two grey seconds.
    private func film(_ size: String = "320x240", _ more: [String] = []) async throws -> String {
        try await folder.film(
            "old.mkv",
            ["-f", "lavfi", "-i", "color=c=gray:s=\(size):r=10:d=2", "-f", "lavfi", "-i", "sine=d=2:r=48000"]
                + FilmFolder.codecs + more)
    }

    /// A program that stands for ffmpeg.
    private func program(_ script: String) throws -> String {
        let path = folder.path + "/ffmpeg"
        try ("#!/bin/sh\n" + script + "\nexec /usr/bin/ffmpeg \"$@\"\n").write(
            toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    /// Draws a word from 0.5 s to 1.5 s.
    private func burn(_ film: String, as container: FilmContainer = .mkv) async throws -> String {
        let writer = try FilmWriter(film: film, kind: "matroska", ffmpeg: nil)
        try writer.check(container, burning: [LanguageTag(.en)])
        let file = try UnnamedFile(in: folder.path)
        let text = BurnedText(writer.film, languages: [LanguageTag(.en)]).header
        try file.write(Array((text + "Dialogue: 0,0:00:00.50,0:00:01.50,Default,,0,0,0,,WORD\n").utf8), at: 0)
        var plan = FilmPlan(container)
        plan.burned = file.descriptor
        let path = folder.path + "/new.\(container)"
        let output = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
        defer { close(output) }
        try await writer.write(plan, to: output, called: path)
        return path
    }

    /// How many pixels of the frame at a time are not grey as the film, above and below the middle.
    private func drawn(in film: String, at seconds: String) async throws -> (above: Int, below: Int) {
        let picture = try await folder.run(
            "ffmpeg",
            ["-ss", seconds, "-i", film, "-frames:v", "1", "-pix_fmt", "gray", "-f", "rawvideo", "-y", "/dev/stdout"])
        let half = picture.count / 2
        func isDrawn(_ level: UInt8) -> Bool { abs(Int(level) - 128) > 40 }
        return (picture.prefix(half).count(where: isDrawn), picture.dropFirst(half).count(where: isDrawn))
    }

    @Test(
        "Given captions, when they are drawn into the picture, then they are seen at their time at the bottom",
        arguments: [FilmContainer.mkv, .mp4, .mov])
    func drawn(container: FilmContainer) async throws {
        let new = try await burn(try await film(), as: container)
        let shown = try await drawn(in: new, at: "1")
        #expect(shown.above == 0 && shown.below > 50, "\(shown)")
        for time in ["0.2", "1.8"] { #expect(try await drawn(in: new, at: time) == (0, 0)) }
        let described = try await folder.describe(new)
        #expect(described.streams.map(\.kind) == ["video", "audio"])
        #expect(described.of("video").map(\.codec) == ["h264"])
    }

    @Test(
        "Given a picture of another shape, when captions are drawn, then the line of text fits into it",
        arguments: ["135x241", "96x400", "640x200"])
    func shapes(size: String) async throws {
        let new = try await burn(try await film(size))
        #expect(try await drawn(in: new, at: "1").below > 5)
        let film = try Film(at: new, FilmPrograms(ffmpeg: nil))
        #expect(film.pictures.first.map { $0.width % 2 == 0 && $0.height % 2 == 0 } == true)
    }

    @Test(
        "Given WebM, no filter, no encoder or no font, when a film is checked, then the sentence names what is missing")
    func refused() async throws {
        let film = try await film()
        func problem(
            _ languages: [LanguageTag], _ container: FilmContainer = .mkv, ffmpeg: String? = nil
        ) throws
            -> Problem?
        {
            let writer = try FilmWriter(film: film, kind: nil, ffmpeg: ffmpeg)
            return #expect(throws: Problem.self) { try writer.check(container, burning: languages) }
        }
        let english = [LanguageTag(.en)]
        #expect(try problem(english, .webm)?.code == "film.burned-webm")
        let filterless = try program("echo \"[AVFilterGraph @ 0x55] No such filter: 'ass'\" >&2; exit 1")
        let filter = try problem(english, ffmpeg: filterless)
        #expect(filter?.code == "film.burning" && filter?.what.contains("libass") == true, "\(filter as Any)")
        let encoderless = try program("echo \"Unknown encoder 'libx264'\" >&2; exit 1")
        #expect(try problem(english, ffmpeg: encoderless)?.what.contains("libx264") == true)
        // Fonts of a machine without any for Hindi.
        try """
        <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
        <fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>\(folder.path)</cachedir></fontconfig>
        """.write(toFile: folder.path + "/fonts.conf", atomically: true, encoding: .utf8)
        let fontless = try program("export FONTCONFIG_FILE='\(folder.path)/fonts.conf'")
        let font = try problem([LanguageTag(.en), LanguageTag(.hi)], ffmpeg: fontless)
        #expect(font?.code == "film.font" && font?.what.contains("Hindi") == true, "\(font as Any)")
        #expect(font?.cure?.contains("fonts-noto-core") == true)
        let chinese = try problem([LanguageTag(.zh)], ffmpeg: fontless)
        #expect(chinese?.cure?.contains("fonts-noto-cjk") == true)
    }

    @Test("Given a picture on its side, when captions are drawn, then it is upright in MKV, too")
    func turned() async throws {
        let plain = try await film("64x128")
        let turned = try await folder.film(
            "turned.mp4", ["-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=90"])
        let old = try Film(at: turned, FilmPrograms(ffmpeg: nil))
        try #require(old.pictures.first?.turn != 0)
        let new = try Film(at: try await burn(turned), FilmPrograms(ffmpeg: nil))
        #expect(new.pictures.first?.turn == 0 && new.pictures.first?.width == 128)
    }
}
