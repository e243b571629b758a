import Foundation
import Testing
import VerbioTesting

/// The choice of Firefox's models, with small ones that translate word by word.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FirefoxCommandTests {
    private static let english = [("Hello", "Hola"), ("red", "rojo"), ("house", "casa")]
    private static let spanish = [("Hola", "Hello"), ("rojo", "red"), ("casa", "house")]

    private func product(_ models: [(from: String, to: String, words: [(String, String)])]) throws -> Product {
        let product = try Product()
        for model in models {
            let folder = product.folder.appending(path: "data/verbio/models/firefox-\(model.from)-\(model.to)")
            try DictionaryModel(model.words).write(to: folder.path, direction: model.from + model.to)
        }
        return product
    }

    private func translators(_ product: Product) async throws -> [String] {
        let list = try await product.run(["conversations", "list", "--json"])
        return list.output.matches(of: /"translation":{"model":"([^"]*)","name":"([^"]*)"/).map { "\($0.2)/\($0.1)" }
    }

    @Test("Given Firefox's model of the direction, when nothing names a translator, then it goes before all others")
    func automatic() async throws {
        let product = try product([("en", "es", Self.english), ("es", "en", Self.spanish)])
        defer { product.remove() }
        try product.installWorker(["opus-mt-en-es", "opus-mt-es-en"])
        let ended = try await product.run(["text", "Hello. red house.", "--from", "en", "--to", "es"])
        #expect(ended.code == 0 && ended.output == "Hola. rojo casa.\n", "\(ended.errors)")
        #expect(try await translators(product) == ["firefox/en-es"])
        // A named engine is that engine.
        let other = try await product.run(["text", "Bye.", "--from", "en", "--to", "es", "--mt", "ct2"])
        #expect(other.output == "en-es:Bye.\n", "\(other.errors)")
    }

    @Test("Given models of other directions alone, when nothing names a translator, then another engine is taken")
    func otherDirections() async throws {
        let product = try product([("es", "en", Self.spanish)])
        defer { product.remove() }
        try product.installWorker(["opus-mt-en-es", "opus-mt-es-en"])
        let ended = try await product.run(["text", "Bye.", "--from", "en", "--to", "es"])
        #expect(ended.output == "en-es:Bye.\n", "\(ended.errors)")
        let named = try await product.run(["text", "Bye.", "--from", "en", "--to", "es", "--mt", "firefox"])
        #expect(named.code != 0 && named.errors.contains("use --mt ct2"), "\(named.errors)")
    }

    @Test(
        "Given two models, when a text goes from one to the other language by way of English, then both are kept with it"
    )
    func pivot() async throws {
        let product = try product([("es", "en", Self.spanish), ("en", "pt", [("red", "vermelho"), ("house", "casa")])])
        defer { product.remove() }
        let ended = try await product.run(["text", "rojo casa.", "--from", "es", "--to", "pt", "--format", "json"])
        #expect(ended.code == 0 && ended.output.contains("vermelho casa."), "\(ended.errors)")
        #expect(ended.output.contains("pivot:en"), "\(ended.output)")
        #expect(try await translators(product) == ["firefox/es-en+en-pt"])
    }

    @Test("Given a model that is missing, when it is named, then the command that installs it is told")
    func missing() async throws {
        let product = try product([("en", "es", Self.english)])
        defer { product.remove() }
        for mt in ["firefox", "firefox/en-de"] {
            let ended = try await product.run(["text", "Hello.", "--from", "en", "--to", "de", "--mt", mt])
            #expect(ended.code != 0)
            #expect(ended.errors.contains("verbio models install firefox-en-de"), "\(mt): \(ended.errors)")
        }
    }

    @Test("Given both directions, when either side may write, then both models are taken")
    func twoWay() async throws {
        let product = try product([("en", "es", Self.english), ("es", "en", Self.spanish)])
        defer { product.remove() }
        let ended = try await product.run(
            ["text", "Hello, red house.", "--from", "en", "--to", "es", "--two-way"])
        #expect(ended.output == "Hola, rojo casa.\n", "\(ended.errors)")
        #expect(try await translators(product) == ["firefox/en-es+es-en"])
    }

    @Test("Given a text begun with one model, when the others are installed, then it is gone on with as it was begun")
    func resumed() async throws {
        let product = try product([("en", "es", Self.english)])
        defer { product.remove() }
        let lines = product.folder.appending(path: "lines.txt")
        try "Hello.\nred house.\n".write(to: lines, atomically: true, encoding: .utf8)
        let first = try await product.run(["text", lines.path, "--from", "en", "--to", "es"])
        #expect(first.output == "Hola.\nrojo casa.\n", "\(first.errors)")
        let list = try await product.run(["conversations", "list", "--json"])
        let id = try #require(list.output.firstMatch(of: /"id" ?: ?"([a-z0-9]+)"/)).1
        let again = try await product.run(["resume", String(id), "--json"])
        #expect(again.code == 0, "\(again.errors)")
        #expect(try await translators(product) == ["firefox/en-es"])
    }
}
