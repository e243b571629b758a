import Foundation
import Testing
import VerbioTesting

/// `verbio models install --for`: the models that some languages need.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct LanguageKitTests {
    /// A proxy that does not exist: whatever asks the network fails.
    private static let noNetwork = ["https_proxy": "http://127.0.0.1:1", "no_proxy": ""]

    private func kit(_ product: Product, _ languages: String, _ options: [String] = ["--dry-run"]) async throws
        -> Product.Ended
    {
        try await product.run(["models", "install", "--for", languages] + options, environment: Self.noNetwork)
    }

    /// The names in the second column, with the third and fourth.
    private func rows(_ output: String) -> [[String]] {
        output.split(separator: "\n").dropFirst(2).map { line in
            line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
        }.filter { $0.count == 4 }
    }

    @Test("Given two languages, when their models are planned, then there is all that they need, and nothing is asked")
    func pair() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await kit(product, "de,en")
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
        let rows = rows(ended.output)
        #expect(
            rows.map { $0[1] } == [
                "silero-vad", "whisper-base", "firefox-de-en", "firefox-en-de", "piper-de_DE-thorsten-medium",
                "piper-en_US-joe-medium",
            ], "\(ended.output)")
        #expect(rows.map { $0[3] }.suffix(4) == ["German → English", "English → German", "German", "English"])
        #expect(rows.allSatisfy { $0[2].hasSuffix("MB") })
        #expect(
            ended.output.contains("To download: 6 models, 317 MB, and the worker's Python packages, 90 MB."),
            "\(ended.output)")
        #expect(ended.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(ended.output)")
    }

    @Test("Given several languages, when their models are planned, then English is in the middle and none is twice")
    func several() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await kit(product, "es, pt-BR,Spanish,fr")
        let names = rows(ended.output).map { $0[1] }
        let translators = names.filter { $0.hasPrefix("firefox-") }
        let wanted = ["es", "pt", "fr"].flatMap { ["firefox-\($0)-en", "firefox-en-\($0)"] }
        #expect(translators.sorted() == wanted.sorted(), "\(ended.output)")
        #expect(names.count { $0.hasPrefix("piper-") } == 3 && !names.contains("piper-en_US-joe-medium"))
    }

    @Test("Given all twelve languages, when their models are planned, then each is there once")
    func twelve() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await kit(product, "English,es,fr,de,it,pt,zh-Hant,ja,ko,ar,hi,ru")
        let names = rows(ended.output).map { $0[1] }
        #expect(ended.code == 0 && Set(names).count == names.count, "\(ended.output)")
        #expect(names.count { $0.hasPrefix("firefox-") } == 22 && names.count { $0.hasPrefix("piper-") } == 10)
    }

    @Test(
        "Given basic languages, when their models are planned, then one model translates them, or a note says that none does"
    )
    func basic() async throws {
        let product = try Product()
        defer { product.remove() }
        let dutch = try await kit(product, "nl,en")
        let names = rows(dutch.output).map { $0[1] }
        #expect(names.contains("m2m100-418m") && names.contains { $0.hasPrefix("whisper-") }, "\(dutch.output)")
        #expect(dutch.output.contains("no voice for Dutch"))
        let telugu = try await kit(product, "te,en")
        #expect(telugu.output.contains("no translator for all of these languages"), "\(telugu.output)")
    }

    @Test("Given installed models with a lower grade, when a kit is planned, then better ones are in it")
    func better() async throws {
        let product = try Product()
        defer { product.remove() }
        // Published: fair into English and rough into Japanese; Firefox's are good.
        try product.installWorker(["opus-mt-ja-en", "argos-en-ja"])
        let ended = try await kit(product, "ja,en")
        #expect(ended.output.contains("firefox-ja-en") && ended.output.contains("firefox-en-ja"), "\(ended.output)")
    }

    @Test("Given models that are here, when a kit is planned, then they stay, and only the rest is downloaded")
    func here() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker([
            "whisper-small", "opus-mt-de-en", "opus-mt-en-de", "piper-en_US-joe-medium",
        ])
        let voice = product.folder.appending(path: "data/verbio/models/piper-en_US-joe-medium")
        for name in ["en_US-joe-medium.onnx", "en_US-joe-medium.onnx.json"] {
            try Data(#"{"audio": {"sample_rate": 22050}, "espeak": {"voice": "en-us"}}"#.utf8).write(
                to: voice.appending(path: name))
        }
        let ended = try await kit(product, "de,en")
        let here = rows(ended.output).filter { $0[2] == "is here" }.map { $0[1] }
        #expect(
            here == ["whisper-small", "opus-mt-de-en", "opus-mt-en-de", "piper-en_US-joe-medium"], "\(ended.output)")
        #expect(ended.output.contains("To download: 2 models, 64 MB.\n"), "\(ended.output)")
    }

    @Test(
        "Given languages without a voice in the catalogue, when a kit is planned, then one sentence says what speaks them"
    )
    func noVoice() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await kit(product, "ja,ko")
        #expect(
            ended.output.contains("The catalogue has no voice for Korean; espeak-ng speaks it.")
                && ended.output.contains("open-jtalk-mei"), "\(ended.output)")
        #expect(ended.code == 0 && !ended.output.contains("piper-"))
    }

    @Test(
        "Given what cannot be installed, when a kit is asked for, then one sentence says so",
        arguments: [
            ("de", 2, "translation needs two languages, and 'de' names one; give at least two, such as --for de,en"),
            ("pt-BR,pt-PT", 2, "names one; give at least two"), ("", 2, "names none"),
            ("de,cy", 2, "'cy' is not a language"),
        ])
    func unusable(languages: String, code: Int32, says: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await kit(product, languages)
        #expect(ended.code == code && ended.errors.contains(says), "\(ended.errors)")
        #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
    }

    @Test("Given names and languages, or a folder and languages, when both are named, then the command is refused")
    func both() async throws {
        let product = try Product()
        defer { product.remove() }
        let names = try await kit(product, "de,en", ["whisper-base"])
        #expect(names.code == 2 && names.errors.contains("not both"), "\(names.errors)")
        let folder = try await kit(product, "de,en", ["--from", "here"])
        #expect(folder.code == 2 && folder.errors.contains("name that model instead"), "\(folder.errors)")
    }

    @Test(
        "Given several models that cannot be had, when they are installed, then all are tried and one error names them")
    func failures() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker([])
        let ended = try await kit(product, "ja,en", ["--offline"])
        #expect(ended.code == 2, "\(ended.errors)")
        let last = try #require(ended.errors.split(separator: "\n").last)
        #expect(
            last.contains(
                "6 of 6 models are not installed: silero-vad, whisper-base, firefox-ja-en, firefox-en-ja, "
                    + "open-jtalk-mei, piper-en_US-joe-medium (silero-vad: the model silero-vad is not installed, and the network may "
                    + "not be used)"), "\(last)")
        // A proxy that does not answer would fail each of them.
        let dead = try await kit(product, "ja,en", [])
        #expect(dead.code == 4 && dead.errors.contains("at the proxy 127.0.0.1:1"), "\(dead.errors)")
        #expect(!dead.errors.contains("models are not installed"))
    }

    @Test("Given one model that cannot be had, when it is installed, then the error is that model's own")
    func one() async throws {
        let product = try Product()
        defer { product.remove() }
        let alone = try await product.run(["models", "install", "silero-vad", "--offline"])
        #expect(alone.code == 2 && alone.errors.contains("the model silero-vad is not installed, and the network"))
        #expect(!alone.errors.contains("models are not installed"), "\(alone.errors)")
    }

    @Test("Given a model without hashes and no terminal, when it is installed, then it is refused before any request")
    func unpinned() async throws {
        let product = try Product()
        defer { product.remove() }
        let refused = try await product.run(["models", "install", "opus-mt-ko-en"], environment: Self.noNetwork)
        #expect(refused.code == 2, "\(refused.errors)")
        #expect(
            refused.errors.hasSuffix(
                "opus-mt-ko-en: no public record states the hashes of this model, so its first download cannot be "
                    + "checked; accept that with --allow-unpinned, or give a folder that has its files with --from\n"),
            "\(refused.errors)")
        // The next model is tried all the same.
        let both = try await product.run(
            ["models", "install", "opus-mt-ko-en", "whisper-tiny"], environment: Self.noNetwork)
        #expect(both.code == 4 && both.errors.contains("opus-mt-ko-en cannot be installed; continuing"))
        // With the flag it goes on, to the proxy that does not answer here.
        let accepted = try await product.run(
            ["models", "install", "opus-mt-ko-en", "--allow-unpinned"], environment: Self.noNetwork)
        #expect(accepted.code == 4 && accepted.errors.contains("proxy"), "\(accepted.errors)")
    }

    @Test("Given the list of models, when it is shown, then each model says what it needs besides its files")
    func needs() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(["models", "list"])
        let lines = ended.output.split(separator: "\n").map(String.init)
        func line(_ name: String) throws -> String { try #require(lines.first { $0.hasPrefix(name + " ") }) }
        #expect(try line("whisper-base").contains("MB * ") && line("piper-en_US-joe-medium").contains("MB *+ "))
        #expect(try !line("firefox-en-pt").contains("*") && !line("silero-vad").contains("*"))
        #expect(lines.contains("* needs the worker's Python packages, 90 MB; the first such model installs them"))
        #expect(lines.contains("+ needs the program espeak-ng") && ended.errors.isEmpty)
        #expect(try line("llama-qwen2.5-coder-1.5b").contains("MB # "))
        #expect(lines.contains("# needs llama.cpp's program llama-server"))
        #expect(try line("opus-mt-ko-en").contains("MB *! ") && !line("whisper-tiny").contains("!"))
        #expect(lines.contains("! is unpinned: no public record states its hashes, so 'install' asks first"))
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(ended.output)")
        let json = try await product.run(["models", "list", "--json"])
        #expect(json.output.contains(/"name" : "firefox-en-pt",\n *"needs" : \[\n*\s*\]/), "\(json.output.prefix(900))")
    }
}
