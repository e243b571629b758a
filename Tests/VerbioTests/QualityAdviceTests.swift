import Foundation
import StandIns
import Testing
import VerbioTesting

/// The one command of `verbio doctor` that raises quality most, and the grades that it follows.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct QualityAdviceTests {
    /// What the doctor says of quality, and the command below it.
    private func quality(_ product: Product, _ environment: [String: String] = [:]) async throws -> (
        says: String, command: String?
    ) {
        let ended = try await product.run(["doctor"], environment: environment)
        let lines = ended.output.split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.contains(#/^\w+ +quality /#) }, "\(ended.output)")
        let next = lines[place + 1].trimmingCharacters(in: .whitespaces)
        return (lines[place], next.hasPrefix("→ ") ? String(next.dropFirst(2)) : nil)
    }

    private static func languages(_ from: String, _ to: String) -> [String: String] {
        ["VERBIO_LANGUAGES_FROM": from, "VERBIO_LANGUAGES_TO": to]
    }

    @Test("Given nothing installed, when the doctor is asked, then one command for the user's languages is named")
    func nothing() async throws {
        let product = try Product()
        defer { product.remove() }
        let told = try await quality(product, Self.languages("de", "ja"))
        #expect(told.command == "verbio models install --for de,ja")
        #expect(told.says.hasPrefix("note"), "\(told.says)")
        #expect(told.says.contains("German → Japanese and Japanese → German are not translated"), "\(told.says)")
        #expect(told.says.contains("not recognized, German and Japanese have no good voice"), "\(told.says)")
        #expect(told.says.contains(/; what follows makes it good, \d+ MB$/), "\(told.says)")
    }

    @Test(
        "Given no languages in the settings, when the doctor is asked, then the locale names them, with English",
        arguments: [
            (["LANG": "de_DE.UTF-8"], "de,en"), (["LANG": "C.UTF-8", "LC_ALL": "it_IT.UTF-8"], "it,en"),
            (["LANG": "ru_RU", "VERBIO_LANGUAGES_FROM": "ko"], "ko,ru"),
            (["LANG": "de_DE", "VERBIO_LANGUAGES_FROM": "en", "VERBIO_LANGUAGES_TO": "fr,ko"], "en,fr,ko"),
        ])
    func locale(environment: [String: String], languages: String) async throws {
        let product = try Product()
        defer { product.remove() }
        #expect(try await quality(product, environment).command == "verbio models install --for \(languages)")
    }

    @Test("Given English alone, when the doctor is asked, then a pair is named all the same")
    func english() async throws {
        let product = try Product()
        defer { product.remove() }
        for environment in [[:], ["LANG": "C"], ["LANG": "en_GB.UTF-8"], ["LANG": "tlh"]] {
            #expect(try await quality(product, environment).command == "verbio models install --for en,es")
        }
    }

    @Test(
        "Given Apertium, when nothing better is installed, then the doctor says that it is rough and what makes it good",
        .enabled("needs Apertium's packages") {
            FileManager.default.fileExists(atPath: "/usr/share/apertium/modes/eng-spa.mode")
        })
    func rough() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["whisper-base"])
        let told = try await quality(product, Self.languages("es", "en"))
        #expect(told.says.contains("Spanish → English and English → Spanish are rough (apertium)"), "\(told.says)")
        #expect(told.says.contains("makes it good") && !told.says.contains("recognized"), "\(told.says)")
        try DictionaryModel([("Hola", "Hello")]).write(
            to: product.folder.appending(path: "data/verbio/models/firefox-es-en").path, direction: "esen")
        let half = try await quality(product, Self.languages("es", "en"))
        #expect(half.says.contains("quality        English → Spanish is rough (apertium)"), "\(half.says)")
    }

    @Test("Given everything installed, when the doctor is asked, then quality is good and no command is named")
    func everything() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["whisper-base"])
        let models = product.folder.appending(path: "data/verbio/models")
        for direction in ["jaen", "enja"] {
            let name = "firefox-\(direction.prefix(2))-\(direction.suffix(2))"
            try DictionaryModel([("a", "b")]).write(
                to: models.appending(path: name).path, direction: direction)
        }
        let japanese = models.appending(path: "open-jtalk-mei")
        try FileManager.default.createDirectory(at: japanese, withIntermediateDirectories: true)
        try Data("voice".utf8).write(to: japanese.appending(path: "mei_normal.htsvoice"))
        let voice = models.appending(path: "piper-en_US-joe-medium")
        try FileManager.default.createDirectory(at: voice, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: voice.appending(path: "en_US-joe-medium.onnx"))
        try Data(#"{"audio": {"sample_rate": 22050}, "espeak": {"voice": "en-us"}}"#.utf8)
            .write(to: voice.appending(path: "en_US-joe-medium.onnx.json"))
        let last = try await quality(product, Self.languages("ja", "en"))
        #expect(last.says.contains("music and other sounds can be mistaken for speech; what follows mends that, 1 MB"))
        try Data("network".utf8).write(to: models.appending(path: "silero-vad.safetensors"))
        let told = try await quality(product, Self.languages("ja", "en"))
        #expect(told.command == nil && told.says.hasPrefix("ok"), "\(told.says)")
        #expect(told.says.hasSuffix("Japanese and English: the best models of the catalogue are installed"))
    }

    @Test("Given Hindi, whose best models are rough, when the doctor is asked, then it does not promise more")
    func hindi() async throws {
        let product = try Product()
        defer { product.remove() }
        let told = try await quality(product, Self.languages("en", "hi"))
        #expect(told.says.contains("what follows translates roughly"), "\(told.says)")
    }

    @Test("Given a network, when the doctor is asked, then nothing is asked of it")
    func noNetwork() async throws {
        let product = try Product()
        defer { product.remove() }
        let script: StandInServer.Script = { _ in .json(404, "{}") }
        try await withStandIn(script) { server in
            let proxy = Dictionary(
                uniqueKeysWithValues: ["http_proxy", "https_proxy", "all_proxy"].map { ($0, server.url) })
            _ = try await quality(product, proxy.merging(Self.languages("de", "en")) { $1 })
            #expect(server.requests.isEmpty)
        }
    }

    @Test("Given a better grade of the second engine, when nothing names a translator, then that engine is taken")
    func follows() async throws {
        let product = try Product()
        defer { product.remove() }
        // Published: Firefox 0.79 (rough) into Hindi; OPUS-MT 0.60 (rough); M2M100 is not graded, which is above rough.
        try DictionaryModel([("Hello", "नमस्ते")]).write(
            to: product.folder.appending(path: "data/verbio/models/firefox-en-hi").path, direction: "enhi")
        try product.installWorker(["opus-mt-en-hi"])
        let ended = try await product.run(["text", "Hello.", "--from", "en", "--to", "hi", "--format", "json"])
        #expect(ended.output.contains("नमस्ते") && ended.output.contains("\"quality\":\"rough\""), "\(ended.output)")
        let languages = try await product.run(["languages", "--json"])
        #expect(languages.output.contains(/"metric" : "comet"/) && languages.output.contains("0.79"))
        let table = try await product.run(["languages"])
        #expect(table.output.contains(/\nen +.*hi~/), "\(table.output)")
    }
}
