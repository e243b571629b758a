import Foundation
import Testing
import VerbioTesting

/// `verbio captions`: checks, repairs and moves caption files.
@Suite("Caption files on the command line", .timeLimit(.minutes(10)))
struct CaptionsCommandTests {
    private static let film = """
        1
        00:00:01,000 --> 00:00:05,000
        Nobody had expected the train to come, and we all ran.

        2
        00:00:05,000 --> 00:00:05,500
        It had left.

        """

    private static func write(_ text: String, _ name: String, in product: Product) throws {
        try text.write(to: product.folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    private static func read(_ name: String, in product: Product) throws -> String {
        try String(contentsOf: product.folder.appending(path: name), encoding: .utf8)
    }

    @Test(
        "Given a file that breaks a profile, when it is checked, then each finding has a line, and the exit code is 5")
    func check() async throws {
        let product = try Product()
        defer { product.remove() }
        try Self.write(Self.film, "film.srt", in: product)
        let ended = try await product.run(["captions", "check", "film.srt"])
        #expect(ended.code == 5, "\(ended.errors)")
        #expect(
            ended.output.split(separator: "\n").map(String.init) == [
                "1     00:00:01.000  line-length    line 1 has 54 characters, at most 42",
                "1     00:00:01.000  gap            0 frames before cue 2, at least 2",
                "2     00:00:05.000  reading-speed  24 characters a second, at most 20 in English",
                "2     00:00:05.000  shortest-time  0.5 s on the screen, at least 0.833",
                "film.srt: 2 cues, 2 break netflix: 1 line-length, 1 reading-speed, 1 shortest-time, 1 gap",
            ])
        let ted = try await product.run(["captions", "check", "film.srt", "--profile", "ted", "--json"])
        #expect(ted.code == 5)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(ted.output.utf8)) as? [String: Any])
        #expect((report["rules"] as? [String: Int])?["gap"] == 0 && report["brokenCues"] as? Int == 2)
        let own = try await product.run(
            ["captions", "check", "film.srt"],
            environment: [
                "VERBIO_CAPTIONS_CHARACTERS": "60", "VERBIO_CAPTIONS_SPEED": "30", "VERBIO_CAPTIONS_SHORTEST": "0.4",
                "VERBIO_CAPTIONS_GAP_FRAMES": "0",
            ])
        #expect(own.code == 0 && own.output == "film.srt: 2 cues, all keep own\n", "\(own.output) \(own.errors)")
    }

    @Test("Given standard input, folders and several files, when they are checked, then each has its summary")
    func inputs() async throws {
        let product = try Product()
        defer { product.remove() }
        try FileManager.default.createDirectory(
            at: product.folder.appending(path: "folder"), withIntermediateDirectories: true)
        try Self.write(Self.film, "folder/b.srt", in: product)
        try Self.write("WEBVTT\n\n00:01.000 --> 00:03.000\nGood morning.\n", "folder/a.vtt", in: product)
        try Self.write("no captions", "folder/c.txt", in: product)
        let folder = try await product.run(["captions", "check", "folder", "--language", "en"])
        let summaries = folder.output.split(separator: "\n").filter { $0.contains(" cue") && $0.hasPrefix("folder/") }
        #expect(folder.code == 5 && summaries.count == 2 && summaries[0].contains("a.vtt"), "\(folder.output)")
        // Times between words are no loss if nothing is written.
        try Self.write("WEBVTT\n\n00:01.000 --> 00:03.000\nGood <00:02.000>morning to all.\n", "words.vtt", in: product)
        let words = try await product.run(["captions", "check", "words.vtt"])
        #expect(words.code == 0 && words.errors.isEmpty, "\(words.errors)")
        // What cannot be read is told, and the others are checked.
        let both = try await product.run(["captions", "check", "none.srt", "folder/b.srt"])
        #expect(
            both.output.contains("folder/b.srt: 2 cues") && both.errors.contains("none.srt: the file cannot be read"))
        let piped = try await product.run(
            ["captions", "check", "-"], input: product.folder.appending(path: "folder/b.srt"))
        #expect(piped.code == 5 && piped.output.contains("standard input: 2 cues"), "\(piped.output) \(piped.errors)")
    }

    @Test("Given a file that breaks a profile, when it is repaired, then a new file keeps it, and the first one stays")
    func fix() async throws {
        let product = try Product()
        defer { product.remove() }
        try Self.write(Self.film, "film.srt", in: product)
        let ended = try await product.run(["captions", "fix", "film.srt", "-o", "fixed.vtt"])
        #expect(ended.code == 0, "\(ended.output) \(ended.errors)")
        #expect(ended.output.hasSuffix("fixed.vtt: 2 cues, all keep netflix\n"), "\(ended.output)")
        #expect(try Self.read("film.srt", in: product) == Self.film)
        let fixed = try Self.read("fixed.vtt", in: product)
        #expect(fixed.contains("Nobody had expected the train\nto come, and we all ran.\n"), "\(fixed)")
        let again = try await product.run(["captions", "fix", "fixed.vtt", "-o", "again.vtt"])
        #expect(again.code == 0)
        #expect(try Self.read("again.vtt", in: product) == fixed)
        let piped = try await product.run(
            ["captions", "fix", "-", "-o", "-"], input: product.folder.appending(path: "film.srt"))
        #expect(piped.code == 0 && piped.output.hasPrefix("1\n00:00:01,000 --> "), "\(piped.output) \(piped.errors)")
    }

    @Test("Given times to move, when a file is shifted, stretched and synchronized, then its times are exact")
    func retimes() async throws {
        let product = try Product()
        defer { product.remove() }
        try Self.write(Self.film, "film.srt", in: product)
        for (arguments, first) in [
            (["shift", "film.srt", "+1.5"], "00:00:02,500 --> 00:00:06,500"),
            (["shift", "film.srt", "-0:00:00.750"], "00:00:00,250 --> 00:00:04,250"),
            (["fps", "film.srt", "25", "50"], "00:00:00,500 --> 00:00:02,500"),
            (["sync", "film.srt", "--at", "0:00=0:10"], "00:00:11,000 --> 00:00:15,000"),
            (["sync", "film.srt", "--at", "0:00=0:10", "--at", "10=30"], "00:00:12,000 --> 00:00:20,000"),
        ] {
            let ended = try await product.run(["captions"] + arguments + ["-o", "-"])
            #expect(ended.code == 0 && ended.output.contains(first), "\(arguments): \(ended.output) \(ended.errors)")
        }
    }

    @Test(
        "Given what cannot be, when captions are checked, repaired or moved, then one sentence says why, and nothing is written",
        arguments: [
            (
                ["check", "film.srt", "--profile", "disney"], 2,
                "there is no profile of captions 'disney'; use one of: netflix"
            ),
            (["check", "film.srt", "--language", "en,en"], 2, "captions have one language, or two that differ"),
            (["check", "empty.srt"], 3, "empty.srt: there are no cues with times in it"),
            (["check", "none.srt"], 3, "none.srt: the file cannot be read"),
            (["fix", "film.srt", "-o", "film.srt"], 2, "film.srt"),
            (["fix", "film.srt", "-o", "film.xyz"], 2, "film.xyz: no captions are written as .xyz"),
            (["fix", "film.srt", "-o", "mine.srt"], 2, "mine.srt"),
            (
                ["shift", "film.srt", "-2", "-o", "out.srt"], 2,
                "film.srt: cue 1 would begin 00:00:01.000 before the film"
            ),
            (["shift", "film.srt", "soon", "-o", "out.srt"], 2, "give the time in seconds or as H:MM:SS.mmm"),
            (["shift", "film.srt", "-o", "out.srt"], 2, "a file and a time are needed"),
            (["fps", "film.srt", "25", "0", "-o", "out.srt"], 2, "0.0 is no number of frames a second"),
            (["sync", "film.srt", "-o", "out.srt"], 2, "there is no point to go by"),
            (["sync", "film.srt", "--at", "1:00", "-o", "out.srt"], 2, "'1:00' has no two times"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], code: Int32, words: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try Self.write(Self.film, "film.srt", in: product)
        try Self.write("", "empty.srt", in: product)
        try Self.write("mine", "mine.srt", in: product)
        let ended = try await product.run(["captions"] + arguments)
        #expect(ended.code == code && ended.errors.contains(words), "\(ended.code) \(ended.errors)")
        #expect(try Self.read("film.srt", in: product) == Self.film)
        #expect(try Self.read("mine.srt", in: product) == "mine")
        #expect(!FileManager.default.fileExists(atPath: product.folder.appending(path: "out.srt").path))
    }

    @Test(
        "Given a profile, when speech is translated, then its captions keep it, and a wrong one is refused before the work"
    )
    func translated() async throws {
        let product = try Product()
        defer { product.remove() }
        let arguments = [
            "translate", Product.sample("welcome.wav").path, "--from", "en", "--to", "es", "--formats", "srt",
        ]
        let wrong = try await product.run(
            arguments + CommandLineTests.simulated + ["-o", "x", "--profile", "disney"])
        #expect(wrong.code == 2 && wrong.errors.contains("there is no profile of captions 'disney'"), "\(wrong.errors)")
        for (profile, characters) in [("netflix", 42), ("bbc", 37)] {
            let ended = try await product.run(
                arguments + CommandLineTests.simulated + ["-o", profile, "--profile", profile])
            #expect(ended.code == 0, "\(ended.errors)")
            let text = try Self.read(profile + "/welcome.es.srt", in: product)
            let longest = text.split(separator: "\n").filter { !$0.contains("-->") }.map(\.count).max() ?? 0
            #expect((10...characters).contains(longest), "\(profile): \(longest)")
        }
    }
}
