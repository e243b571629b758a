import Foundation
import Testing
import VerbioTesting

/// Films, made by the command line as a user would.
@Suite("Films of the command line", .timeLimit(.minutes(10)))
struct FilmCommandTests {
    private static let engines = [
        "--from", "en", "--stt", "sim:instant", "--mt", "sim:instant", "--tts", "sim:instant",
    ]

    /// A product with `talk.mp4`: a small moving picture with the sample's speech.
    func product() async throws -> Product {
        let product = try Product()
        try await ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc=s=64x48:r=5", "-i", Product.sample("welcome.wav").path, "-shortest",
                "-c:v",
                "mpeg4", "-c:a", "aac", product.folder.appending(path: "talk.mp4").path,
            ])
        return product
    }

    private func ffmpeg(_ arguments: [String]) async throws {
        let program = try Program("/usr/bin/ffmpeg", ["-v", "error", "-y"] + arguments)
        #expect(await program.end() == 0)
    }

    /// `video h264`, `audio spa`, …: each track of a film with its language, or its codec if it has none.
    func tracks(_ product: Product, _ name: String) async throws -> [String] {
        let output = product.folder.appending(path: UUID().uuidString)
        let program = try Program(
            "/usr/bin/ffprobe",
            [
                "-v", "error", "-show_entries", "stream=codec_type:stream_tags=language", "-of", "csv=p=0",
                product.folder.appending(path: name).path,
            ], output: output.path)
        #expect(await program.end() == 0)
        return try String(contentsOf: output, encoding: .utf8).replacing(",und", with: "").split(separator: "\n")
            .map(String.init)
    }

    func names(_ product: Product, _ folder: String = "out") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: product.folder.appending(path: folder).path).sorted()
    }

    func bytes(_ product: Product, _ name: String) throws -> Data {
        try Data(contentsOf: product.folder.appending(path: name))
    }

    private func translate(_ more: [String], to languages: String = "es") -> [String] {
        ["translate", "talk.mp4", "--to", languages] + Self.engines + more
    }

    /// An ffmpeg that hangs when it is to write an MKV, and notes its process in `muxing` before.
    func hangingProgram(_ product: Product) throws -> [String: String] {
        let path = product.folder.appending(path: "ffmpeg").path
        // The check before the work writes an MKV, too, but only its first moment.
        try """
        #!/bin/sh
        case "$*" in
        *"-t 0.2"*) ;;
        *matroska\\ -y*) echo $$ > '\(product.folder.path)/muxing.new'
            mv '\(product.folder.path)/muxing.new' '\(product.folder.path)/muxing'
            exec sleep 600 ;;
        esac
        exec /usr/bin/ffmpeg "$@"
        """.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return ["VERBIO_FFMPEG_PATH": path]
    }

    @Test(
        "Given a film, when -o names a film, then this one file is written, with the voice first and the same each time"
    )
    func one() async throws {
        let product = try await product()
        defer { product.remove() }
        let ended = try await product.run(translate(["-o", "out/film.es.mkv"]))
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try names(product) == ["film.es.mkv"])
        #expect(try await tracks(product, "out/film.es.mkv") == ["video", "audio,spa", "audio,eng", "subtitle,spa"])

        let first = try bytes(product, "out/film.es.mkv")
        #expect(try await product.run(translate(["-o", "out/film.es.mkv"])).code == 0)
        #expect(try bytes(product, "out/film.es.mkv") == first)
    }

    @Test("Given a film, when several languages and containers are wanted, then each language has its films")
    func several() async throws {
        let product = try await product()
        defer { product.remove() }
        let ended = try await product.run(
            translate(["--formats", "mp4,mov,srt", "--captions", "bilingual", "-o", "out"], to: "es,fr"))
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(
            try names(product) == [
                "talk.en-es.srt", "talk.en-fr.srt", "talk.es.mov", "talk.es.mp4", "talk.fr.mov", "talk.fr.mp4",
            ])
        let expected = ["video", "audio,fra", "audio,eng", "subtitle,fra", "subtitle,eng"]
        #expect(try await tracks(product, "out/talk.fr.mp4") == expected)
        #expect(try await tracks(product, "out/talk.fr.mov") == expected)

        let collision = try await product.run(translate(["-o", "other/film.mkv"], to: "es,fr"))
        #expect(collision.code == 2 && collision.errors.contains("{language}"), "\(collision.errors)")
    }

    @Test("Given a film, when it is only transcribed or nothing is spoken, then it gets subtitles and no sound")
    func voiceless() async throws {
        let product = try await product()
        defer { product.remove() }
        let ended = try await product.run(
            ["transcribe", "talk.mp4", "--from", "en", "--stt", "sim:instant", "-o", "talk.en.mkv"])
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try await tracks(product, "talk.en.mkv") == ["video", "audio,eng", "subtitle,eng"])
    }

    @Test(
        "Given verbio killed while ffmpeg writes the film, when it is resumed, then the film is the same and nothing is asked"
    )
    func killed() async throws {
        let product = try await product()
        defer { product.remove() }
        let log = product.folder.appending(path: "calls")
        let calls = ["VERBIO_SIM_CALL_LOG": log.path]
        #expect(try await product.run(translate(["-o", "whole/film.mkv"]), environment: calls).code == 0)
        #expect(!Product.takeCalls(log).isEmpty)
        let whole = try bytes(product, "whole/film.mkv")
        try FileManager.default.removeItem(at: product.store)

        let marker = product.folder.appending(path: "muxing")
        let running = try product.start(translate(["-o", "out/film.mkv"]), environment: try hangingProgram(product))
        await running.wait { FileManager.default.fileExists(atPath: marker.path) }
        kill(running.pid, SIGKILL)
        _ = await running.program.end()
        let child = try #require(pid_t(String(contentsOf: marker, encoding: .utf8).filter(\.isNumber)))
        // The kernel ends the child with its parent; it is gone when its new parent has seen that.
        while kill(child, 0) == 0, try !String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8).contains(") Z ")
        {
            await Task.yield()
        }
        #expect(try names(product).allSatisfy { $0.hasPrefix(".") })

        let resumed = try await product.run(["resume"], environment: calls)
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(Product.takeCalls(log).isEmpty)
        #expect(try names(product) == ["film.mkv"])
        #expect(try bytes(product, "out/film.mkv") == whole)
    }

    @Test(
        "Given Ctrl-C while ffmpeg writes the film, when the command ends, then nothing is left and resume makes the film"
    )
    func interrupted() async throws {
        let product = try await product()
        defer { product.remove() }
        let marker = product.folder.appending(path: "muxing")
        let running = try product.start(translate(["-o", "out/film.mkv"]), environment: try hangingProgram(product))
        await running.wait { FileManager.default.fileExists(atPath: marker.path) }
        kill(running.pid, SIGINT)
        let ended = try await running.end()
        #expect(ended.code == 130 && ended.errors.contains("verbio resume"), "\(ended.errors)")
        #expect(try names(product).isEmpty)
        #expect(try await product.run(["resume"]).code == 0)
        #expect(try names(product) == ["film.mkv"])
    }

    @Test(
        "Given a stored conversation of a film, when the film has moved or changed, then export says so and takes its new place"
    )
    func exported() async throws {
        let product = try await product()
        defer { product.remove() }
        #expect(try await product.run(translate(["--formats", "srt", "-o", "out"])).code == 0)
        let list = try await product.run(["conversations", "list"]).output
        let id = String(try #require(list.firstMatch(of: /(?m)^(c[0-9a-z]{20})/)).1)
        let film = product.folder.appending(path: "talk.mp4")
        let moved = product.folder.appending(path: "elsewhere.mp4")
        try FileManager.default.moveItem(at: film, to: moved)

        let export = ["conversations", "export", id, "-o", "new.mp4"]
        let missing = try await product.run(export)
        #expect(missing.code == 3 && missing.errors.contains("--film"), "\(missing.errors)")
        let found = try await product.run(export + ["--film", "elsewhere.mp4"])
        #expect(found.code == 0, "\(found.errors)")
        #expect(try await tracks(product, "new.mp4").first == "video")

        var changed = try Data(contentsOf: moved)
        changed.append(0)
        try changed.write(to: moved)
        let other = try await product.run(export + ["--film", "elsewhere.mp4"])
        #expect(other.code == 3 && other.errors.contains("byte for byte"), "\(other.errors)")
    }

    @Test(
        "Given sound without a picture among films, when films are wanted, then it is refused before any call, and the others are made"
    )
    func pictureless() async throws {
        let product = try await product()
        defer { product.remove() }
        try FileManager.default.createDirectory(
            at: product.folder.appending(path: "in"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: product.folder.appending(path: "talk.mp4"), to: product.folder.appending(path: "in/talk.mp4"))
        try FileManager.default.copyItem(
            at: Product.sample("welcome.wav"), to: product.folder.appending(path: "in/a.wav"))
        let ended = try await product.run(
            ["translate", "in", "--to", "es", "--formats", "mkv", "-o", "out"] + Self.engines)
        #expect(ended.code == 3 && ended.errors.contains("in/a.wav: there is no picture"), "\(ended.errors)")
        #expect(try names(product) == ["talk.es.mkv"])
        #expect(try await product.run(["resume"]).errors.contains("nothing to resume"))

        let log = product.folder.appending(path: "calls")
        let alone = try await product.run(
            ["translate", "in/a.wav", "--to", "es", "-o", "a.mkv"] + Self.engines,
            environment: ["VERBIO_SIM_CALL_LOG": log.path])
        #expect(alone.code == 3 && alone.errors.split(separator: "\n").count == 1, "\(alone.errors)")
        #expect(Product.takeCalls(log).isEmpty)
    }

    @Test("Given a pipe, captions or a file of the user, when a film is wanted, then one sentence refuses it")
    func refused() async throws {
        let product = try await product()
        defer { product.remove() }
        let pipe = try await product.run(
            ["translate", "-", "--to", "es", "-o", "a.mkv"] + Self.engines,
            input: product.folder.appending(path: "talk.mp4"))
        #expect(pipe.code == 3 && pipe.errors.contains("save it to a file"), "\(pipe.errors)")

        try "1\n00:00:01,000 --> 00:00:02,000\nHello\n".write(
            to: product.folder.appending(path: "talk.srt"), atomically: true, encoding: .utf8)
        let captions = try await product.run(
            ["translate", "talk.srt", "--from", "en", "--to", "es", "--mt", "sim:instant", "-o", "a.mkv"])
        #expect(captions.code == 3 && captions.errors.contains("captions have no picture"), "\(captions.errors)")

        try "mine".write(to: product.folder.appending(path: "mine.mkv"), atomically: true, encoding: .utf8)
        let mine = try await product.run(translate(["-o", "mine.mkv"]))
        #expect(mine.code == 2 && mine.errors.contains("--overwrite"), "\(mine.errors)")
        let itself = try await product.run(translate(["-o", "talk.mp4", "--overwrite"]))
        #expect(itself.code == 2 && itself.errors.contains("this run reads this file"), "\(itself.errors)")
        #expect(try String(contentsOf: product.folder.appending(path: "mine.mkv"), encoding: .utf8) == "mine")

        for option in [["--mix", "duck"], ["--loudness", "-16"], ["--notice", "never"]] {
            let filmless = try await product.run(translate(["--formats", "srt"] + option))
            #expect(
                filmless.code == 2 && filmless.errors.contains("\(option[0]): it is for films"), "\(filmless.errors)")
        }
        for (option, word) in [("--mix", "quack"), ("--loudness", "-5"), ("--notice", "perhaps")] {
            let wrong = try await product.run(translate(["-o", "new.mkv", option, word]))
            #expect(wrong.code == 2 && wrong.errors.contains("-14") || wrong.errors.contains(word), "\(wrong.errors)")
        }

        let both = try await product.run(translate(["-o", "new.mkv", "--name-pattern", "{stem}"]))
        #expect(both.code == 2 && both.errors.contains("--name-pattern"), "\(both.errors)")
        let without = try await product.run(
            translate(["-o", "new.mkv"]), environment: ["VERBIO_FFMPEG_PATH": "/nowhere"])
        #expect(without.code == 2 && without.errors.contains("install ffmpeg"), "\(without.errors)")
    }
}
