import Foundation
import Testing
import VerbioTesting

/// Films with captions: those beside a film, and those in its picture.
extension FilmCommandTests {
    /// The engines of a film with captions: none recognizes.
    private static let writers = ["--mt", "sim:instant", "--tts", "sim:instant"]

    /// Captions of 27 seconds, with one behind the end, and with damage in line 9.
    private static let captions = """
        1
        00:00:01,001 --> 00:00:02,502
        I wanted to tell you

        2
        00:00:02,600 --> 00:00:04,000
        that the train has left.

        A text without a time

        3
        00:00:20,000 --> 00:00:21,000
        <i>Really?</i>

        4
        00:00:40,000 --> 00:00:41,500
        The end.

        """

    private func captionedProduct() async throws -> Product {
        let product = try await product()
        try Self.captions.write(to: product.folder.appending(path: "talk.en.srt"), atomically: true, encoding: .utf8)
        return product
    }

    private func captioned(_ more: [String], to languages: String = "es") -> [String] {
        ["translate", "talk.mp4", "--captions", "talk.en.srt", "--from", "en", "--to", languages] + Self.writers + more
    }

    private func seconds(_ product: Product, _ name: String) async throws -> Double {
        let output = product.folder.appending(path: UUID().uuidString)
        let program = try Program(
            "/usr/bin/ffprobe",
            [
                "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0",
                product.folder.appending(path: name).path,
            ], output: output.path)
        #expect(await program.end() == 0)
        let text = try String(contentsOf: output, encoding: .utf8)
        return try #require(Double(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test(
        "Given a film and its captions, when it is translated into two languages, then their text is spoken at their times without recognition"
    )
    func captioned() async throws {
        let product = try await captionedProduct()
        defer { product.remove() }
        let log = product.folder.appending(path: "calls")
        let files = ["--formats", "mkv,srt,wav,json", "--captions", "bilingual", "-o", "out"]
        let calls = ["VERBIO_SIM_CALL_LOG": log.path]
        let ended = try await product.run(captioned(files, to: "es,ja"), environment: calls)
        #expect(ended.code == 0, "\(ended.errors)")
        let made = Product.takeCalls(log)
        // Three passages in two languages, translated and spoken.
        #expect(made.count == 12 && !made.contains { $0.contains("recognition") }, "\(made)")
        #expect(
            try await tracks(product, "out/talk.ja.mkv") == [
                "video", "audio,jpn", "audio,eng", "subtitle,jpn", "subtitle,eng",
            ])
        let text = try String(contentsOf: product.folder.appending(path: "out/talk.en-es.srt"), encoding: .utf8)
        let times = text.split(separator: "\n").filter { $0.contains("-->") }
        #expect(times.first == "00:00:01,001 --> 00:00:02,502" && times.count == 4, "\(times)")
        #expect(text.contains("I wanted to tell you") && text.contains("<i>Really?</i>"))
        #expect(ended.errors.contains("talk.en.srt: ") && ended.errors.contains("line 9"), "\(ended.errors)")
        #expect(
            ended.errors.contains("talk.en.srt: 1 of 4 captions begins after the end of talk.mp4 (0:27)"),
            "\(ended.errors)")
        // The voice of the last caption is heard, and the picture stays as long as it was.
        #expect(try await seconds(product, "out/talk.es.mkv") > 40)
        #expect(try await seconds(product, "out/talk.es.wav") > 40)

        let again = try await product.run(captioned(files, to: "es,ja"), environment: calls)
        #expect(again.code == 0 && Product.takeCalls(log).isEmpty, "\(again.errors)")
        try Self.captions.replacing("The end.", with: "Goodbye.").write(
            to: product.folder.appending(path: "talk.en.srt"), atomically: true, encoding: .utf8)
        let changed = try await product.run(captioned(files), environment: calls)
        #expect(changed.code == 0, "\(changed.errors)")
        #expect(
            Product.takeCalls(log).contains { $0.contains("translation") }, "other captions are another conversation")
    }

    @Test(
        "Given captions that end before their film, when it is dubbed with a ducked original, then the film keeps its length"
    )
    func captionedLength() async throws {
        let product = try await captionedProduct()
        defer { product.remove() }
        let captions = Self.captions.components(separatedBy: "\n4\n")[0] + "\n"
        try captions.write(to: product.folder.appending(path: "talk.en.srt"), atomically: true, encoding: .utf8)
        let ended = try await product.run(
            captioned(["--formats", "mkv,wav", "--mix", "duck", "--from", "auto", "-o", "out"]))
        #expect(ended.code == 0 && ended.errors.contains("English, by its text"), "\(ended.errors)")
        let old = try await seconds(product, "talk.mp4")
        #expect(abs(try await seconds(product, "out/talk.es.mkv") - old) < 0.3)
        #expect(abs(try await seconds(product, "out/talk.es.wav") - old) < 0.3)

        let estimate = try await product.run(
            ["estimate", "talk.mp4", "--captions", "talk.en.srt", "--from", "en", "--to", "es"] + Self.writers)
        #expect(
            estimate.code == 0 && estimate.output.contains("2 passages with"), "\(estimate.output + estimate.errors)")
        #expect(estimate.output.contains("synthesis") && !estimate.output.contains("recognition"), "\(estimate.output)")
    }

    @Test(
        "Given verbio killed while it writes the film of captions, when it is resumed, then the film is the same and nothing is asked"
    )
    func captionedKilled() async throws {
        let product = try await captionedProduct()
        defer { product.remove() }
        let log = product.folder.appending(path: "calls")
        let calls = ["VERBIO_SIM_CALL_LOG": log.path]
        #expect(try await product.run(captioned(["-o", "whole/film.mkv"]), environment: calls).code == 0)
        #expect(!Product.takeCalls(log).isEmpty)
        let whole = try bytes(product, "whole/film.mkv")
        try FileManager.default.removeItem(at: product.store)

        let marker = product.folder.appending(path: "muxing")
        let running = try product.start(captioned(["-o", "out/film.mkv"]), environment: try hangingProgram(product))
        await running.wait { FileManager.default.fileExists(atPath: marker.path) }
        kill(running.pid, SIGKILL)
        _ = await running.program.end()
        #expect(try names(product).allSatisfy { $0.hasPrefix(".") })

        let resumed = try await product.run(["resume"], environment: calls)
        #expect(resumed.code == 0 && Product.takeCalls(log).isEmpty, "\(resumed.errors)")
        #expect(try bytes(product, "out/film.mkv") == whole)
    }

    @Test("Given --captions with a file, when there is not one recording for it, then one sentence refuses it")
    func captionedRefused() async throws {
        let product = try await captionedProduct()
        defer { product.remove() }
        func refused(_ inputs: [String], _ options: [String] = []) async throws -> (Int32?, String) {
            let arguments = ["translate"] + inputs + ["--captions", "talk.en.srt", "--from", "en", "--to", "es"]
            let ended = try await product.run(
                arguments + options + Self.writers, input: product.folder.appending(path: "talk.mp4"))
            #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
            return (ended.code, ended.errors)
        }
        for (inputs, options, words) in [
            (["."], [], "is a folder"), (["talk.mp4", "other.mp4"], [], "there are several"),
            (["talk.en.srt"], [], "is a caption file, too"), (["-"], [], "save it to a file"),
            (["talk.mp4"], ["--stt", "sim:instant"], "--stt cannot be used"),
            (["talk.mp4"], ["--start", "1"], "--start and --end cannot be used"),
            (["talk.mp4"], ["--captions", "b.srt"], "one caption file"),
            (["talk.mp4"], ["--captions", "both"], "caption style 'both'"),
        ] {
            let (code, errors) = try await refused(inputs, options)
            #expect(code == 2 && errors.contains(words), "\(inputs) \(options): \(errors)")
        }
        let missing = try await product.run(
            ["translate", "talk.mp4", "--captions", "no.srt", "--from", "en", "--to", "es"] + Self.writers)
        #expect(missing.code == 3 && missing.errors.contains("no caption file 'no.srt'"), "\(missing.errors)")
        let own = try await product.run(captioned(["--formats", "srt", "--name-pattern", "talk.en", "--overwrite"]))
        #expect(own.code == 2 && own.errors.contains("this run reads this file"), "\(own.errors)")
    }

    // MARK: Captions in the picture

    private func pictures(_ product: Product, _ name: String) async throws -> String {
        let output = product.folder.appending(path: UUID().uuidString)
        let program = try Program(
            "/usr/bin/ffprobe",
            [
                "-v", "error", "-select_streams", "v", "-show_entries", "stream=codec_name", "-of", "csv=p=0",
                product.folder.appending(path: name).path,
            ], output: output.path)
        #expect(await program.end() == 0)
        return try String(contentsOf: output, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(
        "Given --burn, when a run is killed while the film is written, then resume draws the captions, and other runs copy the picture"
    )
    func burned() async throws {
        let product = try await captionedProduct()
        defer { product.remove() }
        let burning = ["--burn", "--captions", "bilingual"]
        let marker = product.folder.appending(path: "muxing")
        let running = try product.start(
            captioned(burning + ["-o", "out/film.mkv"]), environment: try hangingProgram(product))
        await running.wait { FileManager.default.fileExists(atPath: marker.path) }
        kill(running.pid, SIGKILL)
        _ = await running.program.end()
        #expect(try await product.run(["resume"]).code == 0)
        #expect(try names(product) == ["film.mkv"])
        #expect(try await pictures(product, "out/film.mkv") == "h264")
        #expect(
            try await tracks(product, "out/film.mkv") == [
                "video", "audio,spa", "audio,eng", "subtitle,spa", "subtitle,eng",
            ])
        #expect(try await product.run(captioned(["-o", "out/copied.mkv"])).code == 0)
        #expect(try await pictures(product, "out/copied.mkv") == "mpeg4")

        let filmless = try await product.run(captioned(["--burn", "--formats", "srt"]))
        #expect(filmless.code == 2 && filmless.errors.contains("--burn: it is for films"), "\(filmless.errors)")
        let webm = try await product.run(captioned(["--burn", "-o", "a.webm"]))
        #expect(webm.code == 2 && webm.errors.contains("webm cannot hold"), "\(webm.errors)")
    }
}
