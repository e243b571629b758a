import Foundation
import Testing
import VerbioTesting

/// What a user sees: exit codes, and one clear sentence for everything that cannot be done.
@Suite("The command line", .timeLimit(.minutes(10)))
struct CommandLineTests {
    static let simulated = ["--stt", "sim:instant", "--mt", "sim:instant", "--tts", "sim:instant"]

    static func translate(_ file: String, _ more: [String] = []) -> [String] {
        ["translate", file, "--from", "en", "--to", "es", "-o", "out"] + simulated + more
    }

    @Test("Given few files that may be open, when a command runs, then the limit is raised, or named if it cannot be")
    func openFiles() async throws {
        let product = try Product()
        defer { product.remove() }
        let command =
            "exec \"$VERBIO\" translate '\(Product.sample("welcome.wav").path)' --from en --to es --stt "
            + "sim:instant --mt sim:instant --tts none --formats srt -o out"
        let raised = try await product.shell("ulimit -Sn 20; \(command)")
        #expect(raised.code == 0, "\(raised.errors)")
        let few = try await product.shell("ulimit -n 40; \(command)")
        #expect(few.code == 6, "\(few.errors)")
        #expect(few.errors.hasPrefix("verbio: only 40 files may be open at once, and Verbio needs 64; raise the limit"))
    }

    @Test("Given a server that may open few files, when it starts, then it keeps fewer connections, and says so")
    func fewFilesOfAServer() async throws {
        let product = try Product()
        defer { product.remove() }
        // No machine has this address, so the server ends at once.
        let command =
            "VERBIO_PROVIDERS_STT=sim:instant VERBIO_PROVIDERS_MT=sim:instant VERBIO_PROVIDERS_TTS=none exec \"$VERBIO\" "
            + "serve --insecure --host 203.0.113.1"
        let few = try await product.shell("ulimit -n 100; \(command)")
        let notice = "at most 50 connections are kept open and not 256 (serve.connections), because only 100 files"
        #expect(few.code == 2 && few.errors.contains(notice), "\(few.errors)")
        let enough = try await product.shell("ulimit -n 1024; \(command)")
        #expect(enough.code == 2 && !enough.errors.contains("connections are kept"), "\(enough.errors)")
    }

    @Test("Given --version or --help, when the program runs, then it prints the text on standard output")
    func helpAndVersion() async throws {
        let product = try Product()
        defer { product.remove() }
        let version = try await product.run(["--version"])
        #expect(version.code == 0)
        #expect(version.output.split(separator: ".").count == 3)
        for command in [
            "translate", "transcribe", "live", "text", "serve", "resume", "conversations", "analyze", "peaks",
            "providers", "languages", "doctor",
            "config",
        ] {
            let help = try await product.run([command, "--help"])
            #expect(help.code == 0)
            #expect(help.output.hasPrefix("OVERVIEW: "), "\(command) has an overview")
            #expect(help.errors.isEmpty)
        }
        let all = try await product.run(["--help"])
        for code in [
            "0    everything", "2    wrong usage", "3    the audio", "4    an engine", "5    some", "6    the store",
            "130  interrupted",
        ] {
            #expect(all.output.contains(code), "exit code \(code) is documented")
        }
    }

    @Test("Given a recording, when it is translated, then the command names the files that it wrote")
    func translates() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(Self.translate(Product.sample("welcome.wav").path, ["--quiet"]))
        #expect(ended.code == 0, "\(ended.errors)")
        let files = ended.output.split(separator: "\n").map(String.init)
        #expect(
            Set(files.map { URL(filePath: $0).lastPathComponent }) == [
                "welcome.es.json", "welcome.es.srt", "welcome.es.vtt", "welcome.es.txt", "welcome.es.wav",
            ])
        for file in files { #expect(FileManager.default.fileExists(atPath: product.folder.appending(path: file).path)) }
        let list = try await product.run(["conversations", "list"])
        #expect(list.output.contains("complete"))
        #expect(list.output.contains("welcome.wav"))
    }

    @Test("Given silence after the last utterance, when conversations are listed, then the length includes it")
    func listedLength() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "long.wav")
        let silence = [Int16](repeating: 0, count: 9 * 16_000)
        try Data(SpeechFixtures.wav(try SpeechFixtures.sample() + silence)).write(to: recording)
        let ended = try await product.run(Self.translate(recording.path))
        #expect(ended.code == 0 && ended.output.contains(" in 0:36 of audio"), "\(ended.output)")
        let list = try await product.run(["conversations", "list"])
        #expect(list.output.contains(" 0:36 "), "\(list.output)")
    }

    @Test("Given two recordings with the same sound, when both are translated, then each has files of its own name")
    func sameSound() async throws {
        let product = try Product()
        defer { product.remove() }
        for name in ["first.wav", "second.wav"] {
            let copy = product.folder.appending(path: name)
            try FileManager.default.copyItem(at: Product.sample("welcome.wav"), to: copy)
            let ended = try await product.run(Self.translate(copy.path, ["--quiet", "--formats", "srt"]))
            #expect(ended.code == 0 && ended.output == "out/" + name.replacing("wav", with: "es.srt") + "\n")
        }
    }

    @Test("Given an output folder that cannot be made, when a run starts, then it is refused before any work")
    func outputFolder() async throws {
        let product = try Product()
        defer { product.remove() }
        try Data("in the way".utf8).write(to: product.folder.appending(path: "out"))
        let ended = try await product.run(Self.translate(Product.sample("welcome.wav").path, ["-o", "out/deeper"]))
        #expect(ended.code == 2)
        #expect(ended.output.isEmpty)
        #expect(
            ended.errors.hasSuffix("verbio: out/deeper: this folder cannot be made; choose a folder you may write to\n")
        )
        let list = try await product.run(["conversations", "list", "--json"])
        #expect(list.output.isEmpty, "nothing was begun")
    }

    @Test(
        "Given raw samples on standard input, when --raw is missing, then the error says how to describe them",
        arguments: ["translate", "live"])
    func rawWithoutSayingSo(_ command: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let raw = product.folder.appending(path: "samples")
        try Data((0..<64_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 3) }).write(to: raw)
        let arguments = [command] + (command == "translate" ? ["-"] : []) + ["--from", "en", "--to", "es"]
        let ended = try await product.run(arguments + Self.simulated, input: raw)
        #expect(ended.code == 3)
        #expect(
            ended.errors.hasSuffix("give a sound file, or say what the raw samples are with --raw s16le and --rate\n"))
    }

    @Test("Given --two-way, when a recording is translated, then each side is translated into the other language")
    func twoWay() async throws {
        let product = try Product()
        defer { product.remove() }
        let sample = Product.sample("welcome.wav").path
        let ended = try await product.run(Self.translate(sample, ["--two-way", "--quiet"]))
        #expect(ended.code == 0, "\(ended.errors)")
        let out = product.folder.appending(path: "out/welcome.es.json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: out)) as? [String: Any])
        let utterances = try #require(document["utterances"] as? [[String: Any]])
        let directions = utterances.compactMap { $0["direction"] as? [String: Any] }
        #expect(Set(directions.compactMap { $0["from"] as? String }) == ["en", "es"])
        for (utterance, direction) in zip(utterances, directions) {
            let translation = utterance["translation"] as? [String: Any]
            #expect(translation?["language"] as? String == direction["to"] as? String)
            #expect(direction["reason"] as? String == "wording" && direction["confidence"] is Double)
            #expect(utterance["speaker"] as? String == (direction["from"] as? String == "en" ? "user" : "other"))
        }
        let told = try await product.run(
            ["translate", sample, "--from", "en", "--to", "es", "--two-way"])
        #expect(told.code == 2 && told.errors.contains("pocketsphinx does not recognize Spanish"))
        let side = try await product.run(Self.translate(sample, ["--speaker", "user", "--speakers-by-channel"]))
        #expect(side.code == 2)
        #expect(
            side.errors.contains(
                "--speaker and --speakers-by-channel exclude each other; leave --speaker out: the first channel is the user and "
                    + "the second the other side"), "\(side.errors)")
        let both = try await product.run(Self.translate(sample, ["--two-way", "--speakers-by-channel"]))
        #expect(both.code == 2 && both.errors.contains("exclude each other"))
    }

    @Test("Given the other side alone, when it is translated, then the files are named after that direction")
    func otherSide() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(
            Self.translate(Product.sample("welcome.wav").path, ["--speaker", "other", "--formats", "srt,txt"]))
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.errors.contains(", es → en\n"), "\(ended.errors)")
        #expect(ended.output.contains("welcome.en.srt") && !ended.output.contains("welcome.es."))
        let text = try String(contentsOf: product.folder.appending(path: "out/welcome.en.txt"), encoding: .utf8)
        #expect(text.contains("\nSpanish → English\n"))
        #expect(try await product.run(["conversations", "list"]).output.contains("es → en"))
    }

    @Test("Given an example of several lines, when help is shown, then the example is as it is to be typed")
    func examples() async throws {
        let product = try Product()
        defer { product.remove() }
        let help = try await product.run(["live", "--help"])
        #expect(help.output.contains("mkfifo button; arecord -t raw -f S16_LE -r 16000 | \\\n"), "\(help.output)")
    }

    @Test("Given --json, when a recording is translated, then the output has one event per line, in order")
    func events() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(Self.translate(Product.sample("welcome.wav").path, ["--json"]))
        #expect(ended.code == 0)
        let events = try ended.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(events.first?["event"] as? String == "conversation.started")
        #expect(events.last?["event"] as? String == "conversation.finished")
        let finished = events.filter { $0["event"] as? String == "utterance.finished" }
        #expect(finished.compactMap { $0["utterance"] as? Int } == Array(1...6))
        // The last one has the captions, which are written by then.
        let captions = try #require(events.last?["captions"] as? [String: Any])
        #expect(captions["cues"] as? Int == 6 && captions["fast"] as? Int == 0)
        #expect(captions["speeds"] as? [String: Int] == ["es": 17])
        let none = try await product.run(
            Self.translate(Product.sample("welcome.wav").path, ["--json", "--formats", "txt"]))
        #expect(!none.output.contains("captions") && none.output.hasSuffix("}\n"), "\(none.output)")
    }

    @Test("Given a file, a pipe and a repeated run, when each is translated, then the document is the same")
    func sameFromAPipe() async throws {
        let product = try Product()
        defer { product.remove() }
        let sample = Product.sample("welcome.wav")
        let file = try await product.run(Self.translate(sample.path, ["--title", "talk", "--formats", "json,srt,wav"]))
        #expect(file.code == 0, "\(file.errors)")
        let out = product.folder.appending(path: "out")
        let first = try Self.document(out.appending(path: "talk.es.json"))
        let captions = try Data(contentsOf: out.appending(path: "talk.es.srt"))
        let track = try Data(contentsOf: out.appending(path: "talk.es.wav"))

        let again = try await product.run(
            Self.translate(sample.path, ["--title", "talk", "--formats", "json,srt,wav"]))
        #expect(again.code == 0)
        #expect(try Self.document(out.appending(path: "talk.es.json")) == first)

        let pipe = try await product.run(
            Self.translate("-", ["--title", "talk", "--formats", "json,srt,wav"]), input: sample)
        #expect(pipe.code == 0, "\(pipe.errors)")
        #expect(try Self.document(out.appending(path: "talk.es.json")) == first)
        #expect(try Data(contentsOf: out.appending(path: "talk.es.srt")) == captions)
        #expect(try Data(contentsOf: out.appending(path: "talk.es.wav")) == track)
    }

    /// A document without its timings and without what names the source, which differs between a file and a pipe.
    static func document(_ url: URL) throws -> Data {
        let stripped = try withoutTimings(Data(contentsOf: url))
        var object = try #require(try JSONSerialization.jsonObject(with: stripped) as? [String: Any])
        var conversation = try #require(object["conversation"] as? [String: Any])
        conversation["id"] = nil
        conversation["origin"] = nil
        object["conversation"] = conversation
        var source = try #require(object["source"] as? [String: Any])
        source["name"] = nil
        source["sha256"] = nil
        object["source"] = source
        return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    }

    struct Refusal: CustomTestStringConvertible {
        var arguments: [String]
        var code: Int32
        var says: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let sample = Product.sample("welcome.wav").path

    @Test(
        "Given arguments that cannot work, when the program runs, then one sentence and the exit code say so",
        arguments: [
            Refusal(arguments: ["frob"], code: 2, says: "frob"),
            Refusal(arguments: ["translate"], code: 2, says: "<file>"),
            Refusal(arguments: ["translate", sample], code: 2, says: "--from and --to"),
            Refusal(
                arguments: ["translate", sample, "--from", "en", "--to", "en"], code: 2,
                says: "both languages are English"),
            Refusal(
                arguments: ["translate", sample, "--from", "en", "--to", "xx"], code: 2, says: "'xx' is not a language"),
            Refusal(
                arguments: translate(sample, ["a/welcome.mp3"]), code: 2,
                says: "a/welcome.mp3: its files would have the names of those of \(sample)"),
            Refusal(arguments: translate(sample, [sample]), code: 2, says: "the recording is given twice"),
            Refusal(
                arguments: translate(sample, ["other.wav", "--title", "Both"]), code: 2,
                says: "each with its own --title"),
            Refusal(arguments: translate(sample, ["--formats", "pdf"]), code: 2, says: "'pdf' is not a format"),
            Refusal(arguments: translate(sample, ["--captions", "both"]), code: 2, says: "caption style 'both'"),
            Refusal(arguments: translate(sample, ["--voice", "nobody"]), code: 2, says: "no voice 'nobody'"),
            Refusal(
                arguments: translate(sample, ["--channel", "1", "--speakers-by-channel"]), code: 2,
                says: "exclude each other"),
            Refusal(arguments: translate(sample, ["--raw", "s17le"]), code: 2, says: "no kind of sample"),
            Refusal(
                arguments: ["translate", sample, "--from", "en", "--to", "es", "--stt", "nobody"], code: 2,
                says: "no engine 'nobody'"),
            Refusal(
                arguments: translate(sample, ["--config", "/nowhere.yaml"]), code: 2,
                says: "no such configuration file"),
            Refusal(arguments: ["resume", "cnothing"], code: 2, says: "no conversation 'cnothing'"),
            Refusal(arguments: ["conversations", "show", "cnothing"], code: 6, says: "store"),
            Refusal(arguments: translate("/nowhere.wav"), code: 3, says: "no such file"),
            Refusal(arguments: translate("/"), code: 2, says: "no recordings in this folder"),
            Refusal(arguments: translate(Product.root.appending(path: "Package.swift").path), code: 3, says: "audio"),
            Refusal(arguments: translate(sample, ["--channel", "3"]), code: 2, says: "no channel 3"),
            Refusal(arguments: translate(sample, ["--speakers-by-channel"]), code: 2, says: "channel"),
            Refusal(
                arguments: ["translate", sample, "--from", "en", "--to", "es", "--mt", "sim:instant", "--tts", "none"],
                code: 4, says: "pocketsphinx"),
            Refusal(arguments: translate(sample, ["--store", "/dev/null"]), code: 6, says: "/dev/null"),
        ])
    func refusals(_ refusal: Refusal) async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(
            refusal.arguments, environment: ["VERBIO_POCKETSPHINX_MODEL": "/nowhere"])
        #expect(ended.code == refusal.code, "\(ended.errors)")
        #expect(ended.errors.contains(refusal.says), "\(ended.errors)")
        #expect(ended.output.isEmpty, "nothing but results goes to standard output")
        #expect(
            !ended.errors.contains("Error Domain") && !ended.errors.contains("NSError")
                && !ended.errors.contains("CodingKey"), "no internals are shown")
    }

    @Test("Given an empty file or silence, when it is translated, then the error says which of the two it is")
    func nothingToHear() async throws {
        let product = try Product()
        defer { product.remove() }
        let empty = product.folder.appending(path: "empty.wav")
        try Data().write(to: empty)
        let nothing = try await product.run(Self.translate(empty.path))
        #expect(nothing.code == 3)
        #expect(nothing.errors.contains("the file is empty"))
        let silent = product.folder.appending(path: "silent.wav")
        try Data(SpeechFixtures.wav([Int16](repeating: 0, count: 48_000))).write(to: silent)
        let silence = try await product.run(Self.translate(silent.path, ["--quiet"]))
        #expect(silence.code == 3)
        #expect(silence.errors.contains("no speech was found"))
        #expect(silence.output.contains("silent.es.json") && !silence.output.contains("silent.es.wav"))
        let live = try await product.run(
            ["live", "--from", "en", "--to", "es"] + Self.simulated, input: silent)
        #expect(live.code == 3 && live.errors.contains("no speech was found"), "\(live.errors)")
    }

    @Test("Given empty standard input, when it is read, then the error names it", arguments: [[], ["--raw", "s16le"]])
    func nothingOnStandardInput(options: [String]) async throws {
        let product = try Product()
        defer { product.remove() }
        let live = ["live", "--from", "en", "--to", "es"] + Self.simulated
        for command in [live, Self.translate("-"), ["analyze", "-"]] {
            let ended = try await product.run(command + options)
            #expect(
                ended.code == 3 && ended.errors.contains("standard input ended before any sound came"),
                "\(command[0]): \(ended.errors)")
        }
    }

    @Test("Given a truncated file, when it is translated, then its readable part is used and the damage is reported")
    func truncated() async throws {
        let product = try Product()
        defer { product.remove() }
        let whole = SpeechFixtures.wav(try SpeechFixtures.sample())
        let cut = product.folder.appending(path: "cut.wav")
        try Data(whole.prefix(whole.count / 2)).write(to: cut)
        let ended = try await product.run(Self.translate(cut.path, ["--quiet"]))
        #expect(ended.code == 0)
        #expect(ended.errors.contains("cut.wav: at"), "\(ended.errors)")
        #expect(ended.output.contains("cut.es.srt"))
    }

    @Test(
        "Given a film, when it is translated, then ffmpeg of the PATH decodes it, and without ffmpeg it is refused",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "needs ffmpeg"))
    func throughFFmpeg() async throws {
        let product = try Product()
        defer { product.remove() }
        let film = product.folder.appending(path: "film.mp4")
        let encoder = try Program(
            "/usr/bin/ffmpeg", ["-v", "error", "-i", Self.sample, "-c:a", "aac", film.path])
        #expect(await encoder.end() == 0)
        let read = try await product.run(Self.translate(film.path, ["--quiet"]))
        #expect(read.code == 0, "\(read.errors)")
        #expect(read.output.contains("film.es.srt"))
        // In another store: what is complete is written from the store, without ffmpeg.
        let other = product.folder.appending(path: "other").path
        let without = try await product.run(
            Self.translate(film.path, ["--overwrite"]),
            environment: ["VERBIO_FFMPEG_PATH": "", "VERBIO_STORE_PATH": other])
        #expect(without.code == 3)
        #expect(without.errors.contains("ffmpeg"))
    }

    @Test("Given a recording of one utterance, when the run ends, then its summary has the singular")
    func oneUtterance() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "short.wav")
        try Data(SpeechFixtures.wav(Array(try SpeechFixtures.sample().prefix(60_000)))).write(to: recording)
        let ended = try await product.run(
            ["translate", recording.path, "--from", "en", "--to", "es"] + Self.simulated)
        #expect(ended.code == 0 && ended.output.contains("  1 utterance in 0:03 of audio"), "\(ended.output)")
    }

    @Test("Given raw samples, when live reads them to their end, then utterances are printed and spoken audio written")
    func live() async throws {
        let product = try Product()
        defer { product.remove() }
        let raw = product.folder.appending(path: "talk.raw")
        try Data(SpeechFixtures.wav(try SpeechFixtures.sample()).dropFirst(44)).write(to: raw)
        let ended = try await product.run(
            ["live", "--from", "en", "--to", "es", "--raw", "s16le", "--audio-out", "spoken.wav"] + Self.simulated,
            input: raw)
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.split(separator: "\n").count == 12, "a line and its translation for each utterance")
        #expect(ended.errors.contains("  6 utterances in 0:27 of audio, complete after "), "\(ended.errors)")
        #expect(ended.errors.contains("\nvoice ") && ended.errors.contains("█  spoken "), "\(ended.errors)")
        #expect(ended.errors.contains("\nstage "), "\(ended.errors)")
        let spoken = try Data(contentsOf: product.folder.appending(path: "spoken.wav"))
        #expect(spoken.count > 16_000)
        #expect(spoken.prefix(4) == Data("RIFF".utf8))
    }
}
