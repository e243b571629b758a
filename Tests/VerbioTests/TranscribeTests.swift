import Foundation
import FoundationNetworking
import Testing
import VerbioTesting

/// What is said, written down and not translated.
@Suite("verbio transcribe", .timeLimit(.minutes(5)))
struct TranscribeTests {
    private let sample = Product.sample("welcome.wav").path

    private func transcribe(_ more: String...) -> [String] {
        ["transcribe", sample, "--from", "en", "--stt", "sim:instant", "-o", "out"] + more
    }

    private func document(_ name: String, of product: Product) throws -> [String: Any] {
        let file = product.folder.appending(path: "out/\(name)")
        return try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    }

    @Test("Given a very soft recording, when it is transcribed, then one line says so; a usual one has none")
    func soft() async throws {
        let product = try Product()
        defer { product.remove() }
        let loud = try SpeechFixtures.sample()
        for (name, samples) in [("loud", loud), ("soft", loud.map { $0 / 250 })] {
            try Data(SpeechFixtures.wav(samples)).write(to: product.folder.appending(path: name + ".wav"))
            let ended = try await product.run(
                ["transcribe", name + ".wav", "--from", "en", "--stt", "sim:instant", "--formats", "json"])
            #expect(ended.code == 0, "\(ended.errors)")
            let document = try String(contentsOf: product.folder.appending(path: name + ".en.json"), encoding: .utf8)
            for text in [ended.errors, document] {
                #expect(text.contains("the speech is very soft (") == (name == "soft"), "\(text)")
            }
        }
    }

    @Test("Given a recording, when it is transcribed, then the files have the spoken language and no translation")
    func files() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(transcribe())
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.contains("] en  ") && ended.output.contains(/transcribed [0-9.]+ s\n/), "\(ended.output)")
        #expect(!ended.output.contains("translation") && !ended.output.contains("synthesis"), "\(ended.output)")
        let names = try FileManager.default.contentsOfDirectory(atPath: product.folder.appending(path: "out").path)
        #expect(names.sorted() == ["welcome.en.json", "welcome.en.srt", "welcome.en.txt", "welcome.en.vtt"])
        let document = try document("welcome.en.json", of: product)
        let conversation = try #require(document["conversation"] as? [String: Any])
        #expect((conversation["providers"] as? [String: Any])?.keys.sorted() == ["recognition"])
        #expect((document["usage"] as? [String: Any])?.keys.sorted() == ["recognition"])
        for utterance in try #require(document["utterances"] as? [[String: Any]]) {
            #expect(utterance["translation"] is NSNull && utterance["outcome"] as? String == "text-only")
        }
        let out = product.folder.appending(path: "out")
        let text = try String(contentsOf: out.appending(path: "welcome.en.txt"), encoding: .utf8)
        #expect(text.hasPrefix("welcome.wav\nEnglish\n\n["), "\(text)")
        let captions = try String(contentsOf: out.appending(path: "welcome.en.srt"), encoding: .utf8)
        #expect(captions.contains("-->") && !captions.contains("["), "no cue is marked as untranslated: \(captions)")
    }

    @Test("Given a transcript, when it is repeated or translated later, then nothing is recognized again")
    func reused() async throws {
        let product = try Product()
        defer { product.remove() }
        #expect(try await product.run(transcribe()).code == 0)
        for again in [
            transcribe(),
            [
                "translate", sample, "--from", "en", "--to", "es", "--mt", "none", "--stt", "sim:instant", "-o", "out",
            ],
        ] {
            let ended = try await product.run(again)
            #expect(ended.code == 0 && ended.output.contains("found everything finished and made no calls"))
        }
        #expect(try await product.run(["conversations", "list", "--json"]).output.split(separator: "\n").count == 1)
        let translated = try await product.run(CommandLineTests.translate(sample))
        #expect(translated.code == 0, "\(translated.errors)")
        let document = try document("welcome.es.json", of: product)
        for utterance in try #require(document["utterances"] as? [[String: Any]]) {
            let timings = utterance["timings"] as? [String: [String: Any]]
            #expect(timings?["recognition"]?["reused"] as? Bool == true)
            #expect(utterance["translation"] is [String: Any])
        }
    }

    @Test("Given a transcription that is killed, when it is resumed, then its files are those of an undisturbed run")
    func killed() async throws {
        let product = try Product()
        defer { product.remove() }
        try "recognition: {latency: 300}".write(
            to: product.folder.appending(path: "slow.yaml"), atomically: true, encoding: .utf8)
        let environment = [
            "VERBIO_PROVIDERS_SCENARIOS": product.folder.path, "VERBIO_PIPELINE_STT_CONCURRENCY": "1",
        ]
        let transcribe = ["transcribe", sample, "--from", "en", "--stt", "sim:slow", "-o", "out"]
        let running = try product.start(transcribe, environment: environment)
        await running.wait(for: "] en  ")
        Foundation.kill(running.pid, SIGKILL)
        _ = try await running.end()
        let resumed = try await product.run(["resume"], environment: environment)
        #expect(resumed.code == 0, "\(resumed.errors)")
        let whole = try await product.run(
            transcribe.dropLast() + ["whole"], environment: environment.merging(["VERBIO_STORE_PATH": "fresh"]) { $1 })
        #expect(whole.code == 0, "\(whole.errors)")
        for name in ["welcome.en.srt", "welcome.en.txt", "welcome.en.json"] {
            let texts = try ["out", "whole"].map {
                try Data(contentsOf: product.folder.appending(path: "\($0)/\(name)"))
            }
            let isDocument = name.hasSuffix("json")
            #expect(
                try (isDocument ? withoutTimings(texts[0]) : texts[0])
                    == (isDocument ? withoutTimings(texts[1]) : texts[1]), "\(name)")
        }
    }

    @Test("Given a failed recognition, when a run ends, then the code is 5, and without speech it is 3")
    func exitCodes() async throws {
        let product = try Product()
        defer { product.remove() }
        let scenario = product.folder.appending(path: "mine.yaml")
        try "recognition: {faults: [{fault: unauthorized, when: {utterance: [2]}}]}".write(
            to: scenario, atomically: true, encoding: .utf8)
        let partial = try await product.run(transcribe("--stt", "sim:\(scenario.path)"))
        #expect(partial.code == 5 && partial.errors.contains("continue with 'verbio resume"), "\(partial.errors)")
        let resumed = try await product.run(["resume", "--stt", "sim:instant"])
        #expect(resumed.code == 0, "\(resumed.errors)")
        let silence = product.folder.appending(path: "silence.wav")
        try Data(SpeechFixtures.wav([Int16](repeating: 0, count: 32_000))).write(to: silence)
        let silent = try await product.run(["transcribe", silence.path, "--from", "en", "--stt", "sim:instant"])
        #expect(silent.code == 3, "\(silent.errors)")
    }

    @Test("Given two languages and --mt none, when a recording is transcribed, then both sides are distinguished")
    func twoLanguages() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(
            ["translate", sample, "--from", "en", "--to", "es", "--two-way", "--mt", "none", "--stt", "sim:instant"]
                + ["-o", "out"])
        #expect(ended.code == 0, "\(ended.errors)")
        let document = try document("welcome.en-es.json", of: product)
        let utterances = try #require(document["utterances"] as? [[String: Any]])
        let languages = utterances.compactMap { ($0["source"] as? [String: Any])?["language"] as? String }
        #expect(Set(languages) == ["en", "es"])
        let text = product.folder.appending(path: "out/welcome.en-es.txt")
        #expect(try String(contentsOf: text, encoding: .utf8).hasPrefix("welcome.wav\nEnglish and Spanish\n"))
    }

    @Test("Given --mt none, when live runs, then it prints what is said, and refuses a file for speech")
    func live() async throws {
        let product = try Product()
        defer { product.remove() }
        let input = Product.sample("welcome.wav")
        let ended = try await product.run(
            ["live", "--from", "en", "--mt", "none", "--stt", "sim:instant"], input: input)
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = ended.output.split(separator: "\n")
        #expect(lines.count == 6 && lines.allSatisfy { $0.contains("] en  ") }, "\(ended.output)")
        let voice = try await product.run(
            ["live", "--from", "en", "--mt", "none", "--audio-out", "v.wav", "--stt", "sim:instant"], input: input)
        #expect(voice.code == 2)
        #expect(
            voice.errors
                == "verbio: --audio-out: without a translation there is nothing to speak; leave it out, or name a translator with "
                + "--mt\n")
    }

    @Test("Given --mt none, when a run is estimated, then it has the stage of recognition only")
    func estimate() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(
            ["estimate", sample, "--stt", "sim:instant", "--mt", "none", "--json"])
        #expect(ended.code == 0, "\(ended.errors)")
        let told = try #require(
            try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
        let stages = (told["stages"] as? [[String: Any]])?.compactMap { $0["stage"] as? String }
        #expect(stages == ["recognition"])
    }

    @Test(
        "Given options that need a translation, when there is none, then one sentence with code 2 refuses them",
        arguments: [
            (
                ["transcribe", "talk.wav"],
                "the language that is spoken is not given; add --from, for example --from en"
            ),
            (
                ["transcribe", "-", "--from", "auto", "--stt", "sim:instant"],
                "-: it can be read only once, and finding out its language reads it, too"
            ),
            (
                ["translate", "talk.wav", "--from", "auto", "--to", "es", "--stt", "pocketsphinx"],
                "--from auto: pocketsphinx does not detect languages"
            ),
            (
                ["translate", "talk.wav", "--from", "auto", "--to", "es", "--speaker", "other"],
                "--from auto: the language is found out only for recordings of one side"
            ),
            (["transcribe", "talk.wav", "--from", "en", "--formats", "wav"], "--formats wav: without a translation"),
            (
                ["translate", "talk.wav", "--from", "en", "--mt", "none", "--tts", "flite"],
                "--tts: without a translation"
            ),
            (
                ["translate", "talk.wav", "--from", "en", "--mt", "none", "--voice", "x"],
                "--voice: without a translation"
            ),
            (["translate", "talk.wav", "--from", "en", "--to", "es", "--mt", "none,apertium"], "--mt: none and other"),
            (
                ["translate", "talk.wav", "--from", "en", "--mt", "none", "--two-way"],
                "the language for --to is not given"
            ),
            (["text", "hello", "--from", "en", "--mt", "none"], "--mt none: without a translator there is nothing"),
        ])
    func refused(_ arguments: [String], _ sentence: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try FileManager.default.copyItem(
            at: Product.sample("welcome.wav"), to: product.folder.appending(path: "talk.wav"))
        let ended = try await product.run(arguments)
        #expect(ended.code == 2 && ended.output.isEmpty)
        #expect(
            ended.errors.hasPrefix("verbio: " + sentence) && ended.errors.split(separator: "\n").count == 1,
            "\(ended.errors)")
    }

    @Test("Given a direction that the named translator lacks, when a run starts, then its refusal names transcribe")
    func noTranslator() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run([
            "translate", sample, "--from", "en", "--to", "ja", "--stt", "sim:instant", "--mt", "apertium",
        ])
        #expect(ended.code == 2)
        #expect(
            ended.errors.hasSuffix("'verbio transcribe' transcribes it without a translation\n"),
            "\(ended.errors)")
    }

    @Test("Given a transcript or a translation, when resume asks for the other, then it is refused")
    func halfway() async throws {
        let product = try Product()
        defer { product.remove() }
        #expect(try await product.run(transcribe()).code == 0)
        #expect(try await product.run(CommandLineTests.translate(sample)).code == 0)
        let list = try await product.run(["conversations", "list"]).output.split(separator: "\n").dropFirst(2)
        for line in list {
            let id = String(line.prefix { $0 != " " })
            let isTranslated = line.contains("→")
            let ended = try await product.run(["resume", id, "--mt", isTranslated ? "none" : "sim:instant"])
            #expect(ended.code == 2, "\(ended.errors)")
            #expect(
                ended.errors.contains(
                    isTranslated ? "was begun with a translation" : "was begun to be transcribed only"))
        }
        #expect(list.count == 2)
    }

    @Test("Given mt=none, when a recording is sent over HTTP, then the document has what was said")
    func http() async throws {
        let product = try Product()
        defer { product.remove() }
        let server = try product.start(
            ["serve", "--port", "0"],
            environment: [
                "VERBIO_PROVIDERS_STT": "sim:instant", "VERBIO_PROVIDERS_MT": "sim:instant",
                "VERBIO_PROVIDERS_TTS": "sim:instant",
            ])
        await server.wait(for: "listening on")
        let told = try String(contentsOf: server.errors, encoding: .utf8)
        let address = try #require(told.firstMatch(of: /http:[^\s]+/)).output
        var request = URLRequest(url: try #require(URL(string: "\(address)/api/translate?from=en&mt=none")))
        request.httpMethod = "POST"
        let body = try Data(contentsOf: Product.sample("welcome.wav"))
        let (data, response) = try await URLSession.shared.upload(for: request, from: body)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let providers = (document["conversation"] as? [String: Any])?["providers"] as? [String: Any]
        #expect(providers?.keys.sorted() == ["recognition"])
        let utterances = try #require(document["utterances"] as? [[String: Any]])
        #expect(utterances.count == 6 && utterances.allSatisfy { $0["source"] is [String: Any] })
        Foundation.kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
    }
}
