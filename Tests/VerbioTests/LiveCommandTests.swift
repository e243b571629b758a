import Foundation
import Plumbing
import Testing
import VerbioTesting

@Suite("verbio live", .serialized, .timeLimit(.minutes(5)))
struct LiveCommandTests {
    private static let engines = ["--stt", "sim:instant", "--mt", "sim:instant", "--tts", "sim:instant"]
    private static let live = ["live", "--from", "en", "--to", "es"] + engines
    private static let simulated = live + ["--simulate", Product.sample("welcome.wav").path, "--speed", "20"]

    private func text(_ name: String, of product: Product) throws -> String {
        try String(contentsOf: product.folder.appending(path: name), encoding: .utf8)
    }

    @Test(
        "Given captions of each kind, when a recording is simulated, then each file has every utterance",
        arguments: ["srt", "vtt", "txt"])
    func captions(kind: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(
            Self.simulated + ["--captions", "talk.\(kind)", "--current-line", "now.txt", "--report", "lag.json"])
        #expect(ended.code == 0, "\(ended.errors)")
        let captions = try text("talk.\(kind)", of: product)
        let cues = captions.components(separatedBy: "\n\n").filter { $0.contains(kind == "txt" ? "  es: " : " --> ") }
        #expect(cues.count == 6, "\(captions)")
        let last = try text("now.txt", of: product).trimmingCharacters(in: .newlines)
        #expect(!last.isEmpty)
        #expect(captions.replacing("\n", with: " ").contains(last))
        let report = try #require(
            JSONSerialization.jsonObject(with: Data(text("lag.json", of: product).utf8)) as? [String: Any])
        #expect((report["utterances"] as? [Any])?.count == 6)
        #expect(report["voicedCoverage"] as? Double == 1)
        #expect(ended.errors.contains("behind the speaker"))
    }

    @Test("Given the files of a session, when the same command runs again, then it replaces them")
    func sameCommand() async throws {
        let product = try Product()
        defer { product.remove() }
        let files = [
            "--captions", "talk.srt", "--audio-out", "talk.wav", "--current-line", "now.txt", "--report", "lag.json",
        ]
        for _ in 0..<2 {
            let ended = try await product.run(Self.simulated + files)
            #expect(ended.code == 0, "\(ended.errors)")
        }
        try "mine".write(to: product.folder.appending(path: "now.txt"), atomically: true, encoding: .utf8)
        #expect(try await product.run(Self.simulated + files).code == 2)
        #expect(try text("now.txt", of: product) == "mine")
    }

    @Test("Given the captions and voice of a session, when a second one gets no translation, then they stay")
    func secondSession() async throws {
        let product = try Product()
        defer { product.remove() }
        let files = ["--captions", "talk.srt", "--audio-out", "talk.wav"]
        #expect(try await product.run(Self.simulated + files).code == 0)
        let before = try ["talk.srt", "talk.wav"].map { try Data(contentsOf: product.folder.appending(path: $0)) }
        let failed = try await product.run(
            Self.simulated.map { $0 == "sim:instant" ? "openai" : $0 }.replacing(
                ["--stt", "openai"], with: ["--stt", "sim:instant"]
            )
            .replacing(["--tts", "openai"], with: ["--tts", "sim:instant"]) + files,
            environment: ["OPENAI_BASE_URL": "http://127.0.0.1:1/v1", "OPENAI_API_KEY": "k"])
        #expect(failed.code == 5, "\(failed.errors)")
        let after = try ["talk.srt", "talk.wav"].map { try Data(contentsOf: product.folder.appending(path: $0)) }
        #expect(after == before)
        #expect(failed.errors.contains("talk.srt is the file of the earlier run, which holds more"), "\(failed.errors)")
    }

    @Test(
        "Given the captions and voice of a session, when a later one hears less, then they stay if nothing else is asked for"
    )
    func shorterSession() async throws {
        let product = try Product()
        defer { product.remove() }
        let files = ["--captions", "talk.srt", "--audio-out", "talk.wav"]
        #expect(try await product.run(Self.simulated + files).code == 0)
        let names = ["talk.srt", "talk.wav"]
        let before = try names.map { try Data(contentsOf: product.folder.appending(path: $0)) }
        let short = Self.simulated.map { $0.hasSuffix("welcome.wav") ? Product.sample("hello.flac").path : $0 } + files
        let kept = try await product.run(short)
        #expect(kept.code == 0, "\(kept.errors)")
        #expect(try names.map { try Data(contentsOf: product.folder.appending(path: $0)) } == before)
        #expect(kept.errors.contains("talk.srt is the file of the earlier run, which holds more"), "\(kept.errors)")
        #expect(try !text("talk.1.srt", of: product).isEmpty)
        #expect(try await product.run(short + ["--overwrite"]).code == 0)
        #expect(try text("talk.srt", of: product) == text("talk.1.srt", of: product))
    }

    @Test(
        "Given nothing that hears a voice, when live or translate runs, then none is made, and a named one is told of")
    func unheard() async throws {
        let product = try Product()
        defer { product.remove() }
        let calls = product.folder.appending(path: "calls")
        func voices(_ arguments: [String]) async throws -> (made: Int, errors: String) {
            let ended = try await product.run(arguments, environment: ["VERBIO_SIM_CALL_LOG": calls.path])
            #expect(ended.code == 0, "\(ended.errors)")
            return (Product.takeCalls(calls).count { $0.hasPrefix("synthesis") }, ended.errors)
        }
        let silent = try await voices(Self.simulated)
        #expect(silent.made == 0 && silent.errors.contains("nothing is spoken: the voice is for --audio-out"))
        #expect(try await voices(Self.simulated + ["--audio-out", "v.wav"]).made == 6)
        let translate =
            ["translate", Product.sample("welcome.wav").path, "--from", "en", "--to", "fr"] + Self.engines + ["-q"]
        let captions = try await voices(translate + ["--formats", "srt"])
        #expect(
            captions.made == 0 && captions.errors.contains("nothing is spoken: --formats names no format with sound"))
        #expect(try await voices(translate + ["--formats", "srt,wav"]).made == 6)
        // A voice of the configuration is no surprise.
        let plain = try await product.run(
            ["live", "--from", "en", "--to", "es", "--simulate", Product.sample("welcome.wav").path, "--speed", "20"],
            environment: [
                "VERBIO_PROVIDERS_STT": "sim:instant", "VERBIO_PROVIDERS_MT": "sim:instant",
                "VERBIO_PROVIDERS_TTS": "sim:instant",
            ])
        #expect(!plain.errors.contains("nothing is spoken"), "\(plain.errors)")
    }

    @Test(
        "Given a signal, when a session runs, then what was said is finished, also when its terminal is closed",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func signalled(number: Int32) async throws {
        let product = try Product()
        defer { product.remove() }
        let running = try product.start(
            Self.live + ["--simulate", Product.sample("welcome.wav").path, "--speed", "2"])
        await running.wait(for: "es  ")
        kill(running.pid, number)
        let ended = try await running.end()
        #expect(ended.errors.contains("complete after"), "\(ended.code): \(ended.output) \(ended.errors)")
        #expect((0...255).contains(ended.code) && ended.code != 128 + number)
    }

    @Test("Given captions on standard output, then the texts go to standard error")
    func captionsInAPipe() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(Self.simulated + ["--captions", "-", "--caption-language", "bilingual"])
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.hasPrefix("1\n00:00:"))
        #expect(ended.output.components(separatedBy: " --> ").count >= 7)
        #expect(ended.errors.contains("[0:00] en  "))
    }

    @Test(
        "Given a file of the user's, when captions, line or report would replace it, then it is kept",
        arguments: ["--captions", "--current-line", "--report"])
    func kept(option: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try "mine".write(to: product.folder.appending(path: "mine.txt"), atomically: true, encoding: .utf8)
        let ended = try await product.run(Self.simulated + [option, "mine.txt"])
        #expect(ended.code == 2, "\(ended.errors)")
        #expect(try text("mine.txt", of: product) == "mine")
    }

    @Test("Given a player in a pipe, then it gets a sound without gaps for as long as the conversation lasts")
    func player() async throws {
        let product = try Product()
        defer { product.remove() }
        let line =
            (["\"$VERBIO\""] + Self.simulated + [
                "--audio-out", "-", "--audio-format", "raw", "--playback", "skip-ahead",
            ])
            .joined(separator: " ")
        let ended = try await product.shell("\(line) | cat > voice.raw")
        #expect(ended.code == 0, "\(ended.errors)")
        let voice = try Data(contentsOf: product.folder.appending(path: "voice.raw"))
        // 1.4 s of time for the recording at its speed, and the rest of what is spoken.
        #expect(voice.count > 24_000 * 2)
        #expect(voice.contains { $0 != 0 })
        #expect(ended.errors.contains("6 utterances in 0:27 of audio, complete"), "\(ended.errors)")
    }

    @Test("Given a player that ends, when the voice has nowhere to go, then the texts continue")
    func playerLeaves() async throws {
        let product = try Product()
        defer { product.remove() }
        let line = (["\"$VERBIO\""] + Self.simulated + ["--audio-out", "-"]).joined(separator: " ")
        let ended = try await product.shell("(\(line); echo code $?) | head -c 200 > voice.wav")
        #expect(ended.errors.contains("the player has ended"), "\(ended.errors)")
        #expect(ended.errors.contains("6 utterances in 0:27 of audio, complete"), "\(ended.errors)")
    }

    @Test("Given a recorder on the PATH, when --mic is given, then it is started and heard")
    func microphone() async throws {
        let product = try Product()
        defer { product.remove() }
        let raw = product.folder.appending(path: "talk.raw")
        try Data(SpeechFixtures.wav(try SpeechFixtures.sample()).dropFirst(44)).write(to: raw)
        let recorder = product.folder.appending(path: "pw-record")
        try "#!/bin/sh\necho \"$@\" > arguments\nexec cat talk.raw\n".write(
            to: recorder, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: recorder.path)
        let path = product.folder.path + ":/usr/bin:/bin"
        let ended = try await product.run(Self.live + ["--device", "desk"], environment: ["PATH": path])
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.errors.contains("6 utterances in 0:27 of audio, complete"), "\(ended.errors)")
        #expect(try text("arguments", of: product).contains("--target desk"))
        let listed = try await product.run(["live", "--from", "en", "--list-devices"], environment: ["PATH": path])
        #expect(listed.code == 0 && listed.errors.contains("pw-record records"), "\(listed.errors)")
        // Nothing here translates English into Japanese, and which language is spoken is not known before it is heard.
        let found = try await product.run(
            ["live", "--from", "auto", "--to", "ja", "--stt", "sim:instant", "--mic"], environment: ["PATH": path])
        #expect(found.errors.contains("verbio: the language is "), "\(found.errors)")
        #expect(found.errors.contains("6 utterances in 0:27 of audio, complete"), "\(found.errors)")
    }

    @Test("Given a recorder that fails, when --mic is given, then the problem names the recorder and not a recording")
    func brokenRecorder() async throws {
        let product = try Product()
        defer { product.remove() }
        let recorder = product.folder.appending(path: "pw-record")
        let noise = "echo ALSA lib conf.c: unknown card >&2\necho pw-record FAIL: no such device >&2"
        try "#!/bin/sh\n\(noise)\nexit 1\n".write(to: recorder, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: recorder.path)
        let path = product.folder.path + ":/usr/bin:/bin"
        let ended = try await product.run(Self.live + ["--mic"], environment: ["PATH": path])
        #expect(ended.code == 3)
        #expect(ended.errors.contains("pw-record ended without a sound: no such device;"), "\(ended.errors)")
        #expect(!ended.errors.contains("ALSA"), "\(ended.errors)")
        #expect(ended.errors.contains("--device") && !ended.errors.contains("give a recording"), "\(ended.errors)")
    }

    @Test("Given a terminal, when live speech is awaited, then a line shows that, and it is removed")
    func levelLine() async throws {
        let product = try Product()
        defer { product.remove() }
        let words = [Product.executable.path] + Self.live + ["<", Product.sample("welcome.wav").path]
        let line = words.joined(separator: " ")
        let ended = try await product.shell("script -qec '\(line)' /dev/null")
        #expect(ended.output.contains(/0:00  (listening|starting [^ ]+…)  no sound yet/), "\(ended.output)")
        #expect(!ended.output.contains(/no sound yet *\r?\n/), "the line is replaced, not kept")
    }

    @Test("Given a pipe without a byte, when it is heard, then the program before it is at fault")
    func emptyPipe() async throws {
        let product = try Product()
        defer { product.remove() }
        let line = (["false | \"$VERBIO\""] + Self.live).joined(separator: " ")
        let ended = try await product.shell(line)
        #expect(ended.code == 3)
        #expect(
            ended.errors.contains("verbio: standard input ended before any sound came; see what"), "\(ended.errors)")
    }

    @Test("Given an engine that is not there, when --mic is given, then no recorder is started")
    func noEngine() async throws {
        let product = try Product()
        defer { product.remove() }
        let recorder = product.folder.appending(path: "pw-record")
        try "#!/bin/sh\ntouch \(product.folder.path)/started\n".write(to: recorder, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: recorder.path)
        let path = product.folder.path + ":/usr/bin:/bin"
        let ended = try await product.run(
            ["live", "--from", "en", "--to", "es", "--stt", "no-such-engine", "--mic"], environment: ["PATH": path])
        #expect(ended.code != 0)
        #expect(!FileManager.default.fileExists(atPath: product.folder.appending(path: "started").path))
    }

    @Test("Given a regular file as standard output, when raw or Opus is requested, then the file has that form")
    func opusFile() async throws {
        let product = try Product()
        defer { product.remove() }
        let line = (["\"$VERBIO\""] + Self.simulated + ["--audio-out", "-", "--audio-format", "opus"])
            .joined(separator: " ")
        let ended = try await product.shell("\(line) > talk.opus")
        #expect(ended.code == 0, "\(ended.errors)")
        let bytes = try Data(contentsOf: product.folder.appending(path: "talk.opus"))
        #expect(bytes.starts(with: Data("OggS".utf8)))
    }

    @Test("Given no recorder, when --mic is given, then one sentence says what to install")
    func noRecorder() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(Self.live + ["--mic"], environment: ["PATH": product.folder.path])
        #expect(ended.code == 2)
        #expect(ended.errors.contains("no recorder is installed"), "\(ended.errors)")
    }

    @Test(
        "Given options that contradict each other, then they are refused with a cure",
        arguments: [
            ["--speed", "2"], ["--simulate", "a.wav", "--mic"], ["--simulate", "a.wav", "--speed", "0"],
            ["--mic", "--raw", "s16le"], ["--captions", "talk.doc"], ["--captions", "-", "--json"],
            ["--playback", "loud"], ["--audio-format", "mp3"], ["--caption-language", "latin"],
            ["--audio-format", "opus"], ["--audio-format", "raw", "--audio-out", "voice.wav"],
        ])
    func refused(options: [String]) async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(Self.live + options)
        #expect(ended.code == 2, "\(ended.errors)")
        #expect(ended.errors.contains("; ") || ended.errors.contains("use one of"), "\(ended.errors)")
    }

    @Test(
        "Given a run that is killed while speech comes, when it is resumed, then the speech that had come is interpreted"
    )
    func killed() async throws {
        let product = try Product()
        defer { product.remove() }
        // Speech up to the middle of the second utterance, in as many blocks as are read at once. The pipe stays open, so the
        // speech does not end there.
        let count = 27 * 4_096
        let pipe = product.folder.appending(path: "speech").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let descriptor = open(pipe, O_RDWR)
        defer { close(descriptor) }
        let speech = try SpeechFixtures.sample().prefix(count).withUnsafeBytes { Array($0) }
        async let writing: Void = WorkerThread("speech").run {
            var left = speech[...]
            while !left.isEmpty {
                let count = left.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                left = left.dropFirst(count)
            }
        }
        let running = try product.start(Self.live + ["--raw", "s16le", "--json"], input: URL(filePath: pipe))
        await running.wait(for: #""durable":true,"event":"acknowledged","sample":\#(count),"#)
        try await writing
        kill(running.pid, SIGKILL)
        let ended = try await running.end()
        let id = try #require(ended.output.firstMatch(of: /"conversation":"(c[0-9a-z]+)"/)?.1)
        let resumed = try await product.run(["resume", String(id)])
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(resumed.output.contains("2 utterances in"), "\(resumed.output)")
        let spool = product.store.appending(path: "spool/\(id)")
        #expect(!FileManager.default.fileExists(atPath: spool.path))
    }
}
