import Foundation
import Testing
import VerbioTesting

/// `--from auto`: the language of each recording is found out before its conversation begins.
@Suite("--from auto", .timeLimit(.minutes(10)))
struct AutomaticLanguageTests {
    /// Runs a command with simulated engines, which hear a language that depends on the samples alone.
    private func run(_ product: Product, _ arguments: [String], code: Int32 = 0) async throws -> Product.Ended {
        let engines = ["--stt", "sim:instant", "--mt", "sim:instant", "--tts", "none"]
        let more = arguments[0] == "translate" ? engines : Array(engines[..<2])
        let ended = try await product.run(arguments + more)
        #expect(ended.code == code, "\(ended.errors)")
        return ended
    }

    /// The language that the first recording of the store is in.
    private func language(_ product: Product) async throws -> String? {
        let list = try await product.run(["conversations", "list", "--json"])
        let line = try #require(list.output.split(separator: "\n").first)
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let settings = (object?["conversation"] as? [String: Any])?["settings"] as? [String: Any]
        return (settings?["pair"] as? [String: Any])?["from"] as? String
    }

    @Test("Given a recording, when its language is found out, then it is told, stored and found again")
    func told() async throws {
        let product = try Product()
        defer { product.remove() }
        let talk = Product.sample("welcome.wav").path
        let first = try await run(product, ["transcribe", talk, "--from", "auto", "-o", "out"])
        let name = try #require(first.errors.firstMatch(of: /the language is ([A-Z][a-z]+)/)?.1)
        let code = try #require(try await language(product))
        #expect(code != "auto" && !name.isEmpty)
        // The same recording has the same conversation again, and by the name of its language, too.
        _ = try await run(product, ["transcribe", talk, "--from", "auto", "-o", "out"])
        _ = try await run(product, ["transcribe", talk, "--from", code, "-o", "out"])
        let list = try await product.run(["conversations", "list", "--json"])
        #expect(list.output.split(separator: "\n").count == 1)
    }

    @Test("Given several targets, when one is the language of the recording, then the others are made")
    func severalTargets() async throws {
        let product = try Product()
        defer { product.remove() }
        let talk = Product.sample("welcome.wav").path
        _ = try await run(product, ["transcribe", talk, "--from", "auto", "-o", "out"])
        let own = try #require(try await language(product))
        let other = own == "es" ? "fr" : "es"
        let both = try await run(
            product, ["translate", talk, "--from", "auto", "--to", "\(own),\(other)", "--formats", "srt", "-o", "both"])
        #expect(both.output.contains("welcome.\(other).srt") && !both.output.contains("welcome.\(own).srt"))
        let same = try await run(
            product, ["translate", talk, "--from", "auto", "--to", own, "--formats", "srt", "-o", "same"])
        #expect(same.errors.contains("already, so only the transcript is written"), "\(same.errors)")
        #expect(same.output.contains("welcome.\(own).srt"))
    }

    @Test("Given a folder with a file that is no recording, when it is translated, then the others are done")
    func folder() async throws {
        let product = try Product()
        defer { product.remove() }
        let folder = product.folder.appending(path: "talks")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Product.sample("welcome.wav"), to: folder.appending(path: "a.wav"))
        try Data("no recording".utf8).write(to: folder.appending(path: "b.wav"))
        let ended = try await run(
            product, ["translate", folder.path, "--from", "auto", "--to", "es,fr,ru", "--formats", "srt", "-o", "out"],
            code: 3)
        #expect(ended.errors.contains("a.wav: the language is"))
        #expect(ended.errors.contains("b.wav") && ended.output.contains("a."))
    }
}
