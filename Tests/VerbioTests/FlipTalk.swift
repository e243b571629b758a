import Foundation
import Testing
import VerbioTesting

/// A store with one conversation, its calls and its documents.
struct FlipTalk {
    let product: Product
    var environment: [String: String] {
        ["VERBIO_SIM_CALL_LOG": log.path, "VERBIO_PROVIDERS_SCENARIOS": product.folder.path]
    }
    private var log: URL { product.folder.appending(path: "calls") }
    let engines = "sim:talk"

    /// - Parameter stages: what is in the scenario.
    init(_ stages: String = "") throws {
        product = try Product()
        try set(stages)
    }

    func set(_ stages: String) throws {
        let scenario = product.folder.appending(path: "talk.yaml")
        try "description: for flips\n\(stages)\n".write(to: scenario, atomically: true, encoding: .utf8)
    }

    func run(_ arguments: [String], input: URL? = nil) async throws -> Product.Ended {
        try await product.run(arguments, input: input, environment: environment)
    }

    /// Translates the sample and returns the conversation's identifier.
    func translate(_ more: [String] = [], file: String? = nil, input: URL? = nil) async throws -> String {
        let ended = try await run(
            [
                "translate", file ?? Product.sample("welcome.wav").path, "--from", "en", "--to", "es", "--stt",
                engines, "--mt", engines, "--tts", engines, "--formats", "wav", "-o", "tracks",
            ] + more, input: input)
        #expect(ended.code == 0, "\(ended.errors)")
        return try await id()
    }

    func id() async throws -> String {
        let list = try await run(["conversations", "list", "--json"])
        let object = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any]
        return try #require((object?["conversation"] as? [String: Any])?["id"] as? String)
    }

    func flip(_ id: String, _ sequence: Int, _ more: [String] = [], code: Int32 = 0) async throws -> Product.Ended {
        let ended = try await run(["conversations", "flip", id, String(sequence)] + more)
        #expect(ended.code == code, "\(ended.errors)")
        return ended
    }

    /// The calls made since the last time this was asked, as "stage utterance".
    func calls() -> [String] { Product.takeCalls(log).sorted() }

    var hasBegunTranslating: @Sendable () -> Bool {
        let log = log
        return { (try? String(contentsOf: log, encoding: .utf8))?.contains(" translation ") == true }
    }

    /// The document's utterances without their timings.
    func utterances(_ id: String) async throws -> [NSDictionary] {
        let folder = product.folder.appending(path: UUID().uuidString)
        let ended = try await run(["conversations", "export", id, "-o", folder.path, "--formats", "json"])
        #expect(ended.code == 0, "\(ended.errors)")
        let file = try #require(ended.output.split(separator: "\n").first.map(String.init))
        let object =
            try JSONSerialization.jsonObject(
                with: try withoutTimings(Data(contentsOf: URL(filePath: file)))) as? [String: Any]
        return try #require(object?["utterances"] as? [NSDictionary])
    }

    func events(_ id: String) async throws -> [[String: Any]] {
        try await run(["conversations", "show", id, "--json"]).output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }
}
