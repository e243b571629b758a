import Foundation
import Testing
import VerbioTesting

/// What a user reads about captions, and can choose.
@Suite("Captions on the command line", .timeLimit(.minutes(10)))
struct CaptionCommandTests {
    private static func translate(to language: String, into folder: String, _ more: [String]) -> [String] {
        ["translate", Product.sample("welcome.wav").path, "--from", "en", "--to", language, "-o", folder]
            + CommandLineTests.simulated + more
    }

    @Test("Given captions too fast to be read with ease, when a run ends, then their number is shown")
    func fastCaptions() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(Self.translate(to: "ja", into: "out", ["--formats", "srt,vtt"]))
        #expect(ended.code == 0, "\(ended.errors)")
        let told = ended.output.split(separator: "\n").filter { $0.contains("characters a second") }
        #expect(
            told.count == 1 && told[0].hasSuffix(" of 6 captions go by at more than 4 characters a second"), "\(told)")
        let slow = try await product.run(Self.translate(to: "es", into: "out", []))
        #expect(slow.code == 0 && !slow.output.contains("characters a second"), "\(slow.output)")
    }

    @Test(
        "Given a caption file, when it is translated, then it needs no recognizer and keeps its times, and text refuses it"
    )
    func captionFile() async throws {
        let product = try Product()
        defer { product.remove() }
        let times = ["00:00:01,001 --> 00:00:02,502", "00:00:02,600 --> 00:00:04,007"]
        let film = "1\n\(times[0])\nI wanted to tell you\n\n2\n\(times[1])\nthat the train has left.\n"
        try film.write(to: product.folder.appending(path: "film.en.srt"), atomically: true, encoding: .utf8)
        let options = ["film.en.srt", "--from", "en", "--to", "es,ja", "--mt", "sim:instant"]
        let ended = try await product.run(["translate"] + options)
        #expect(ended.code == 0, "\(ended.errors)")
        for name in ["film.es.srt", "film.ja.srt"] {
            let text = try String(contentsOf: product.folder.appending(path: name), encoding: .utf8)
            #expect(text.split(separator: "\n").filter { $0.contains("-->") }.map(String.init) == times)
        }
        let refused: [(arguments: [String], words: String)] = [
            (["translate"] + options + ["--start", "1"], "captions are read and not heard"),
            (["translate"] + options + ["--stt", "sim:instant"], "captions are read and not heard"),
            (["text", "film.en.srt", "--from", "en", "--to", "es", "--mt", "sim:instant"], "'verbio translate'"),
            (["translate", ".", "--from", "en", "--to", "es", "--mt", "sim:instant"], "name caption files one by one"),
        ]
        for (arguments, words) in refused {
            let ended = try await product.run(arguments)
            #expect(ended.code == 2 && ended.errors.contains(words), "\(arguments): \(ended.errors)")
        }
        #expect(try String(contentsOf: product.folder.appending(path: "film.en.srt"), encoding: .utf8) == film)
        try "Hello there.\n".write(to: product.folder.appending(path: "no.srt"), atomically: true, encoding: .utf8)
        let untimed = try await product.run(["translate", "no.srt", "--from", "en", "--to", "es"])
        #expect(untimed.code == 3)
        #expect(
            untimed.errors.hasSuffix("give subtitles as srt, vtt, ass, ttml, sbv, lrc or lines with times\n"),
            "\(untimed.errors)")
    }
}
