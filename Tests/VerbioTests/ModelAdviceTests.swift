import Foundation
import Testing

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
        let command = "verbio models install opus-mt-de-en argos-en-ja"
        let found = try #require(lacking.first { $0.command == command })
        #expect(found.adds == "offline translation, German to Japanese" && found.bytes > 100_000_000)
        try product.installWorker(["opus-mt-de-en", "argos-en-ja"])
        #expect(try await advice(product, languages).allSatisfy { !$0.adds.contains("translation") })
    }

    @Test("Given no languages in the settings, when some have no translator, then one model is named that adds them")
    func allLanguages() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["opus-mt-de-en"])
        let told = try #require(try await advice(product).first { $0.command == "verbio models install m2m100-418m" })
        #expect(told.adds.hasPrefix("m2m100-418m: offline translation for "))
        #expect(told.adds.contains(" ja ") && !told.adds.contains(" de "), "\(told.adds)")
        #expect(told.adds.count <= 70, "a line of 80 columns has room for the size, too")
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
}
