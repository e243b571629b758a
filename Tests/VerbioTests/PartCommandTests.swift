import Foundation
import Testing
import VerbioTesting

/// `--start` and `--end`.
@Suite("A part of a recording", .timeLimit(.minutes(5)))
struct PartCommandTests {
    private let sample = Product.sample("welcome.wav").path

    private func utterances(_ name: String, of product: Product) throws -> [[String: Any]] {
        let data = try Data(contentsOf: product.folder.appending(path: "out/\(name)"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(document["utterances"] as? [[String: Any]])
    }

    @Test("Given a part, when it is translated, then it has the times of the whole, and its own files and conversation")
    func translates() async throws {
        let product = try Product()
        defer { product.remove() }
        #expect(try await product.run(CommandLineTests.translate(sample)).code == 0)
        let whole = try utterances("welcome.es.json", of: product)
        let bytes = try Data(contentsOf: product.folder.appending(path: "out/welcome.es.srt"))
        let last = try #require(whole.last?["start"] as? Double)
        let start = String(Int(last) - 1)
        #expect(last > 3)
        let ended = try await product.run(CommandLineTests.translate(sample, ["--start", "0:\(start)"]))
        #expect(ended.code == 0, "\(ended.errors)")
        let part = try utterances("welcome.\(start)s-end.es.json", of: product)
        #expect(!part.isEmpty && part.count < whole.count)
        let begins = try #require(part.last?["start"] as? Double)
        #expect(abs(begins - last) < 0.3, "\(begins) instead of \(last)")
        for utterance in part { #expect(try #require(utterance["start"] as? Double) >= Double(Int(last) - 1)) }
        #expect(try Data(contentsOf: product.folder.appending(path: "out/welcome.es.srt")) == bytes)
        let list = try await product.run(["conversations", "list", "--json"])
        #expect(list.output.split(separator: "\n").count == 2)

        let again = try await product.run(CommandLineTests.translate(sample, ["--start", start]))
        #expect(again.code == 0, "\(again.errors)")
        #expect(try await product.run(["conversations", "list", "--json"]).output == list.output)
    }

    @Test("Given an end after that of the recording, when the part is transcribed, then a note states the difference")
    func endBehind() async throws {
        let product = try Product()
        defer { product.remove() }
        let arguments = ["transcribe", sample, "--from", "en", "--stt", "sim:instant", "-o", "out"]
        let ended = try await product.run(arguments + ["--start", "1", "--end", "1:00:00"])
        #expect(ended.code == 0 && ended.errors.contains("the part was to end at 1:00:00"), "\(ended.errors)")
        #expect(
            FileManager.default.fileExists(
                atPath: product.folder.appending(path: "out/welcome.1s-1h0m0s.en.srt").path))
    }

    @Test(
        "Given a part that cannot be heard, when a command is to read it, then it is refused before any work",
        arguments: [
            (["--start", "1:00:00"], "the part begins at 1:00:00, and the recording ends at"),
            (["--start", "soon"], "--start: 'soon' is no time"),
            (["--start", "3", "--end", "2"], "--end: the part ends"),
        ])
    func refused(options: [String], sentence: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let translate = CommandLineTests.translate(sample, options)
        let analyze = ["analyze", sample] + options
        let estimate = ["estimate", sample, "--stt", "sim:instant", "--mt", "none"] + options
        for arguments in [translate, analyze, estimate] {
            let ended = try await product.run(arguments)
            #expect(ended.code == 2 && ended.errors.contains(sentence), "\(arguments) \(ended.code) \(ended.errors)")
        }
        #expect(try await product.run(["conversations", "list"]).output.isEmpty)
    }
}
