import Foundation
import Testing
import VerbioTesting

/// The command that sets a machine up, with engines that are simulated and models that are there already.
@Suite(.timeLimit(.minutes(5)))
struct SetupTests {
    private static let simulated = [
        "VERBIO_PROVIDERS_STT": "sim:instant", "VERBIO_PROVIDERS_MT": "sim:instant",
        "VERBIO_PROVIDERS_TTS": "sim:instant",
    ]

    /// Everything that German and English need, so that nothing has to be downloaded.
    private static func ready() throws -> Product {
        let product = try Product()
        let voices = ["piper-en_US-joe-medium": "en-us", "piper-de_DE-thorsten-medium": "de"]
        try product.installWorker(["whisper-base", "campplus", "opus-mt-de-en", "opus-mt-en-de"] + voices.keys)
        let models = product.folder.appending(path: "data/verbio/models")
        try Data(#"{"name": "campplus", "licence": "", "notice": "", "files": []}"#.utf8)
            .write(to: models.appending(path: "campplus/verbio-model.json"))
        for (name, language) in voices {
            let file = models.appending(path: "\(name)/\(name.dropFirst("piper-".count)).onnx")
            let description = #"{"audio": {"sample_rate": 22050}, "espeak": {"voice": "\#(language)"}}"#
            for path in [file.path, file.path + ".json"] { try Data(description.utf8).write(to: URL(filePath: path)) }
        }
        try Data().write(to: models.appending(path: "silero-vad.safetensors"))
        return product
    }

    private static func settings(_ product: borrowing Product) -> URL {
        product.folder.appending(path: ".config/verbio/verbio.yaml")
    }

    @Test("Given no models, when the set-up is only shown, then sizes and grades are named, and nothing is written")
    func shown() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(["setup", "--languages", "de,en", "--dry-run"])
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.hasPrefix("This machine has "))
        let lines = ended.output.split(separator: "\n")
        let recognizer = try #require(lines.first { $0.hasPrefix("recognition  whisper-") })
        #expect(recognizer.contains("MB") || recognizer.contains("is here"))
        #expect(lines.contains { $0.hasPrefix("speakers ") && $0.contains("campplus") && $0.contains("28 MB") })
        for row in ["firefox-de-en", "firefox-en-de"] {
            let line = try #require(lines.first { $0.contains(row) })
            #expect(line.hasSuffix("good") && line.contains("MB"))
        }
        #expect(ended.output.contains("To download: "))
        #expect(!FileManager.default.fileExists(atPath: Self.settings(product).path))
    }

    @Test("Given no terminal, when questions would be asked, then the command says how to go without them")
    func noTerminal() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(["setup", "--languages", "de,en"])
        #expect(ended.code == 2 && ended.output.isEmpty)
        #expect(ended.errors.contains("standard input is no terminal; add --yes"), "\(ended.errors)")
    }

    @Test("Given languages that cannot be used, when the command runs, then it says which option has to change")
    func languages() async throws {
        let product = try Product()
        defer { product.remove() }
        for (given, sentence) in [("de", "--languages: translation needs two languages"), ("de,xx", "'xx'")] {
            let ended = try await product.run(["setup", "--yes", "--languages", given])
            #expect(ended.code == 2 && ended.errors.contains(sentence), "\(ended.errors)")
        }
    }

    @Test(
        "Given a machine with all models, when it is set up, then each engine is tried and the settings are written once"
    )
    func written() async throws {
        let product = try Self.ready()
        defer { product.remove() }
        let file = Self.settings(product)
        let arguments = ["setup", "--yes", "--languages", "en,de"]
        let first = try await product.run(arguments, environment: Self.simulated)
        #expect(first.code == 0, "\(first.errors)\(first.output)")
        for stage in ["recognition", "translation", "synthesis"] {
            #expect(first.output.contains("ok    \(stage)"), "\(first.output)")
        }
        #expect(first.output.contains("All of it is installed."))
        #expect(first.output.contains("The languages are in \(file.path)"))
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("languages:\n  from: en\n  to: de\n"))
        // The commands need no languages any more.
        let plain = try await product.run(
            ["translate", Product.sample("hello.flac").path, "--formats", "txt"],
            environment: Self.simulated.merging(["VERBIO_HEARING_MODEL": "none"]) { $1 })
        #expect(plain.code == 0 && plain.output.contains("hello.de.txt"), "\(plain.errors)")
        // Again, with other languages: the file is the user's now.
        let again = try await product.run(["setup", "--yes", "--languages", "de,en"], environment: Self.simulated)
        #expect(again.code == 0 && again.output.contains("stays as it is"), "\(again.errors)")
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("Given a model that cannot be fetched, when the machine is set up, then the rest is tried, and the code is 4")
    func withoutNetwork() async throws {
        let product = try Self.ready()
        defer { product.remove() }
        try FileManager.default.removeItem(
            at: product.folder.appending(path: "data/verbio/models/silero-vad.safetensors"))
        let ended = try await product.run(
            ["setup", "--yes", "--languages", "en,de"],
            environment: Self.simulated.merging(["https_proxy": "http://127.0.0.1:1", "no_proxy": ""]) { $1 })
        #expect(ended.code == 4 && ended.errors.contains("silero-vad"), "\(ended.errors)")
        #expect(ended.output.contains("ok    translation") && ended.output.contains("Ready: "))
        #expect(FileManager.default.fileExists(atPath: Self.settings(product).path))
    }

    @Test("Given an engine that does not answer, when it is tried, then the command ends with 4 and writes nothing")
    func failing() async throws {
        let product = try Self.ready()
        defer { product.remove() }
        var simulated = Self.simulated
        simulated["VERBIO_PROVIDERS_MT"] = "sim:outage"
        let ended = try await product.run(["setup", "--yes", "--languages", "en,de"], environment: simulated)
        #expect(ended.code == 4 && ended.output.contains("fail  translation"), "\(ended.errors)\(ended.output)")
        #expect(!FileManager.default.fileExists(atPath: Self.settings(product).path))
    }
}
