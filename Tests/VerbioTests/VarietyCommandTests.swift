import Foundation
import Testing
import VerbioTesting

/// Varieties of languages, and notices of rough translations, as a user sees them.
@Suite("Languages on the command line", .timeLimit(.minutes(10)))
struct VarietyCommandTests {
    private func input(_ text: String, in product: Product) throws -> URL {
        let url = product.folder.appending(path: "in.txt")
        try Data(text.utf8).write(to: url)
        return url
    }

    @Test(
        "given --to zh-TW, when an engine writes simplified characters, then traditional ones come out, in the document, too"
    )
    func traditional() async throws {
        let product = try Product()
        defer { product.remove() }
        let line = try input("Hello, the train friend.\n", in: product)
        let command = ["text", "--from", "en", "--mt", "sim:instant"]
        let simplified = try await product.run(command + ["--to", "zh"], input: line)
        let traditional = try await product.run(command + ["--to", "zh_TW"], input: line)
        #expect(simplified.code == 0 && traditional.code == 0, "\(traditional.errors)")
        #expect(simplified.output != traditional.output && simplified.output.count == traditional.output.count)
        let document = try await product.run(command + ["--to", "zh-Hant", "--format", "json"], input: line)
        #expect(document.output.contains("\"to\":\"zh-Hant\"") && document.output.contains("\"language\":\"zh-Hant\""))
    }

    @Test(
        "given a tag, when it names more than the engines know, then one line says which variety is used",
        arguments: [
            ("es-MX", "'es-MX' is taken as es"), ("de-1996", "'1996' makes no difference"),
            ("zh-HK", "spoken as Mandarin"),
        ])
    func notes(tag: String, note: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let line = try input("Good morning.\n", in: product)
        let ended = try await product.run(
            ["text", "--from", "en", "--to", tag, "--mt", "sim:instant", "--format", "json"], input: line)
        #expect(ended.code == 0 && ended.errors.contains(note), "\(ended.errors)")
        let language = tag == "zh-HK" ? "zh-Hant" : String(tag.prefix(2))
        #expect(ended.output.contains("\"to\":\"\(language)\""))
    }

    @Test(
        "given Apertium, when lines are translated, then the run, the document and the list of providers say that it is rough",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/apertium/modes/eng-spa.mode"), "no Apertium"))
    func rough() async throws {
        let product = try Product()
        defer { product.remove() }
        let line = try input("The zorbling is here.\n", in: product)
        let command = ["text", "--from", "en", "--to", "es", "--mt", "apertium"]
        let ended = try await product.run(command, input: line)
        #expect(
            ended.errors.contains("1 translation is rough (apertium): good for the gist alone; 1 word is untranslated"))
        let document = try await product.run(command + ["--format", "json"], input: line)
        #expect(document.output.contains("\"quality\":\"rough\",\"unknownWords\":[\"zorbling\"]"), "\(document.output)")
        let phrase = try await product.run(
            ["phrases", "add", "The zorbling is here.", "--from", "en", "--to", "es", "--tts", "none"])
        #expect(phrase.code == 0 && phrase.errors.contains("the translation is rough"), "\(phrase.errors)")
        let providers = try await product.run(["providers", "--json"])
        #expect(
            providers.output.contains("\"quality\" : \"rough\"") || providers.output.contains("\"quality\":\"rough\""))
    }

    @Test(
        "given a translation by way of Spanish, when a Spanish word is left in it, then the language guard flags that word",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/apertium/modes/es-fr.mode"), "no Apertium"))
    func pivot() async throws {
        let product = try Product()
        defer { product.remove() }
        let line = try input("My brother bought a screwdriver yesterday.\n", in: product)
        let command = ["text", "--from", "en", "--to", "fr", "--mt", "apertium", "--format", "json"]
        let ended = try await product.run(command, input: line)
        let document = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
        let utterance = try #require((document?["utterances"] as? [[String: Any]])?.first)
        let translation = try #require(utterance["translation"] as? [String: Any])
        let flags = translation["flags"] as? [[String: Any]] ?? []
        let flag = try #require(flags.first { $0["name"] as? String == "language" }, "\(translation)")
        #expect(flag["evidence"] as? [String] == ["destornillador"])
        #expect((flag["reason"] as? String)?.contains("Spanish") == true)
    }
}
