import Foundation
import Testing
import VerbioTesting

/// `--speaker-events`, as a user would try it.
@Suite("verbio --speaker-events", .timeLimit(.minutes(10)))
struct SpeakerEventTests {
    private static func document(_ product: Product, _ file: String = "out/welcome.es.json") throws -> [[String: Any]] {
        let data = try Data(contentsOf: product.folder.appending(path: file))
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return object?["utterances"] as? [[String: Any]] ?? []
    }

    private static func events(_ product: Product, _ text: String) throws -> String {
        let file = product.folder.appending(path: "events.jsonl")
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    @Test(
        "Given speaker events, when a recording is translated, then the transcript names the speaker of each utterance")
    func translates() async throws {
        let product = try Product()
        defer { product.remove() }
        let file = try Self.events(
            product, "{\"at\": 4.5, \"speaker\": \"other\"}\n{\"at\": 13.5, \"speaker\": \"user\"}\n")
        let sample = Product.sample("welcome.wav").path
        let ended = try await product.run(CommandLineTests.translate(sample, ["--quiet", "--speaker-events", file]))
        #expect(ended.code == 0, "\(ended.errors)")
        let utterances = try Self.document(product)
        #expect(utterances.map { $0["speaker"] as? String } == ["user", "other", "other", "user", "user", "user"])
        let directions = utterances.compactMap { $0["direction"] as? [String: Any] }
        #expect(directions.map { $0["reason"] as? String } == ["speaker"] + Array(repeating: "push-to-talk", count: 5))
        #expect(directions.map { $0["from"] as? String } == ["en", "es", "es", "en", "en", "en"])
        let transcript = try String(contentsOf: product.folder.appending(path: "out/welcome.es.txt"), encoding: .utf8)
        #expect(transcript.contains("] other\n  es: ") && transcript.contains("] user\n  en: "))

        // The same again is the same conversation, other events are another.
        _ = try await product.run(CommandLineTests.translate(sample, ["--quiet", "--speaker-events", file]))
        func count() async throws -> Int {
            try await product.run(["conversations", "list", "--json"]).output.split(separator: "\n").count
        }
        #expect(try await count() == 1)
        _ = try Self.events(product, "{\"at\": 0, \"speaker\": \"other\"}")
        _ = try await product.run(CommandLineTests.translate(sample, ["--quiet", "--speaker-events", file]))
        #expect(try await count() == 2)
        #expect(try Self.document(product).allSatisfy { $0["speaker"] as? String == "other" })
    }

    @Test("Given speaker events and --two-way, when live runs, then the events decide") func live() async throws {
        let product = try Product()
        defer { product.remove() }
        let file = try Self.events(product, "{\"at\": 0, \"speaker\": \"other\"}")
        let ended = try await product.run(
            ["live", "--from", "en", "--to", "es", "--two-way", "--json", "--speaker-events", file]
                + CommandLineTests.simulated, input: Product.sample("welcome.wav"))
        #expect(ended.code == 0, "\(ended.errors)")
        let recognized = ended.output.split(separator: "\n").filter { $0.contains("utterance.recognized") }
        #expect(recognized.count == 6)
        #expect(recognized.allSatisfy { $0.contains("\"speaker\":\"other\"") && $0.contains("\"language\":\"es\"") })
    }

    @Test("Given wrong speaker events, when a run starts, then one sentence refuses it") func refused() async throws {
        let product = try Product()
        defer { product.remove() }
        let sample = Product.sample("welcome.wav").path
        let good = try Self.events(product, "{\"at\": 1, \"speaker\": \"user\"}")
        let bad = product.folder.appending(path: "bad.jsonl")
        try Data("{\"at\": 2, \"speaker\": \"user\"}\n{\"at\": 1, \"speaker\": \"other\"}\n".utf8).write(to: bad)
        let pipe = product.folder.appending(path: "button").path
        #expect(mkfifo(pipe, 0o600) == 0)
        for (arguments, sentence) in [
            (
                ["--speaker-events", bad.path],
                "bad.jsonl: line 2: its time is before that of the event before; give events"
            ),
            (["--speaker-events", "nowhere.jsonl"], "nowhere.jsonl: the speaker events cannot be read; give a file"),
            (["--speaker-events", product.folder.path], ": the speaker events cannot be read; give a file"),
            (
                ["--speaker-events", pipe],
                "button: the speaker events are not a file; give a file, or use 'verbio live'"
            ),
            (
                ["--speaker-events", good, "--speakers-by-channel"],
                "--speaker-events and --speakers-by-channel exclude each other; give one of them"
            ),
            (["--speaker-events", good, bad.path], "--speaker-events is for one recording; name one recording"),
        ] {
            let ended = try await product.run(CommandLineTests.translate(sample, arguments))
            #expect(ended.code == 2, "\(arguments)")
            #expect(
                ended.errors.split(separator: "\n").count == 1 && ended.errors.contains(sentence), "\(ended.errors)")
        }
    }
}
