import Foundation
import Testing
import VerbioTesting

/// What `verbio doctor` and `verbio providers` say of models that would add something.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct ModelAdviceTests {
    private struct Told: Decodable {
        struct Advice: Decodable, Equatable {
            var adds: String
            var bytes: Int
            var command: String
        }
        var moreModels: [Advice]
    }

    private func advice(_ product: Product, _ environment: [String: String] = [:]) async throws -> [Told.Advice] {
        let ended = try await product.run(["providers", "--json"], environment: environment)
        #expect(ended.code == 0, "\(ended.errors)")
        return try JSONDecoder().decode(Told.self, from: Data(ended.output.utf8)).moreModels
    }

    @Test(
        "Given the languages of the settings, when a direction has no translator, then its models are named, else nothing"
    )
    func direction() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker([])
        let languages = ["VERBIO_LANGUAGES_FROM": "de", "VERBIO_LANGUAGES_TO": "ja"]
        let lacking = try await advice(product, languages)
        let command = "verbio models install firefox-de-en firefox-en-ja"
        let found = try #require(lacking.first { $0.command == command })
        #expect(found.adds == "offline translation, German to Japanese" && found.bytes > 50_000_000)
        try product.installWorker(["opus-mt-de-en", "argos-en-ja"])
        #expect(try await advice(product, languages).allSatisfy { !$0.adds.contains("translation") })
    }

    @Test("Given no languages in the settings, when some lack a translator one way, then one model adds them")
    func allLanguages() async throws {
        let product = try Product()
        defer { product.remove() }
        for (models, isWhole) in [(["opus-mt-de-en"], false), (["opus-mt-de-en", "opus-mt-en-de"], true)] {
            try product.installWorker(models)
            let told = try #require(
                try await advice(product).first { $0.command == "verbio models install m2m100-418m" })
            #expect(told.adds.hasPrefix("m2m100-418m: offline translation from or into "))
            #expect(told.adds.contains(" ja ") && told.adds.contains(" de ") != isWhole, "\(told.adds)")
            #expect(told.adds.count <= 70, "a line of 80 columns has room for the size, too")
        }
    }

    @Test("Given Whisper base, when a better model is not installed, then doctor names it with its size and command")
    func recognition() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["whisper-base"])
        let doctor = try await product.run(["doctor"])
        let lines = doctor.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let line = try #require(lines.firstIndex { $0.hasSuffix("whisper-small: better recognition, 484 MB") })
        #expect(lines[line].hasPrefix("note") && lines[line + 1] == "→ verbio models install whisper-small")
        try product.installWorker(["whisper-small"])
        let better = try await product.run(["doctor"])
        #expect(!better.output.contains("better recognition"))
    }

    @Test("Given a terminal of 80 columns, when the models are listed, then each is one line that fits")
    func list() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker([])
        let ended = try await product.run(["models", "list"])
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(ended.output)")
        let model = try #require(lines.first { $0.hasPrefix("opus-mt-en-ROMANCE ") })
        #expect(model.hasSuffix(" en→es fr it pt"))
    }

    @Test("Given a name that the catalogue lacks, when a model is used, then the problem does not say to install it")
    func unknown() async throws {
        let product = try Product()
        defer { product.remove() }
        for command in ["path", "verify"] {
            let ended = try await product.run(["models", command, "whisper-huge"])
            #expect(ended.code == 2 && ended.errors.contains("no model 'whisper-huge' in the catalogue; use one of"))
            let known = try await product.run(["models", command, "whisper-small"])
            #expect(known.code == 2 && known.errors.contains("install it with 'verbio models install whisper-small'"))
        }
    }

    @Test(
        "Given a network that make model installed, when models are verified or found, then it is one of them")
    func alone() async throws {
        let product = try Product()
        defer { product.remove() }
        let models = product.folder.appending(path: "data/verbio/models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        let file = models.appending(path: "silero-vad.safetensors")
        try Data("no network".utf8).write(to: file)
        let found = try await product.run(["models", "path", "silero-vad"])
        #expect(found.code == 0 && found.output == file.path + "\n", "\(found.errors)")
        for names in [[], ["silero-vad"]] {
            let verified = try await product.run(["models", "verify"] + names)
            #expect(verified.code != 0 && verified.errors.contains("\(file.path): "), "\(verified.errors)")
            #expect(
                verified.errors.contains("delete it, then 'verbio models install silero-vad'"), "\(verified.errors)")
        }
        let removed = try await product.run(["models", "remove", "silero-vad"])
        #expect(removed.code == 2 && removed.errors.contains("; delete \(file.path)"), "\(removed.errors)")
    }

    @Test(
        "Given the network of make model, when models are verified, then it is intact",
        .enabled(if: InstalledModel.path != nil, "the speech network is not installed: make model"))
    func intact() async throws {
        let product = try Product()
        defer { product.remove() }
        let models = product.folder.appending(path: "data/verbio/models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        let installed = try #require(InstalledModel.path)
        try Data(contentsOf: URL(filePath: installed)).write(to: models.appending(path: "silero-vad.safetensors"))
        #expect(try await product.run(["models", "verify"]).output == "silero-vad: intact\n")
    }

    @Test("Given a voice that is named and missing, when it is to speak, then its own installation is advised")
    func voice() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker([])
        let engines = ["--stt", "sim:instant", "--mt", "sim:instant", "--tts"]
        for (voice, advised) in [
            ("piper/de_DE-thorsten-medium", "run 'verbio models install piper-de_DE-thorsten-medium'"),
            ("piper", "run 'verbio models install piper-es_ES-davefx-medium'"),
            ("piper/de_DE-thorsten-medum", "did you mean 'piper-de_DE-thorsten-medium'"),
            ("piper/no_NO-voice-high", "choose a model that 'verbio models list' shows"),
        ] {
            let ended = try await product.run(
                ["translate", Product.sample("welcome.wav").path, "--from", "en", "--to", "es"] + engines + [voice])
            #expect(ended.code == 4 && ended.errors.contains(advised), "\(ended.errors)")
        }
    }
}
