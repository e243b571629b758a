import Foundation
import Plumbing
import StandIns
import Testing
import VerbioTesting

/// Commands with servers of the user's, as they run on a small machine.
@Suite("verbio with servers of one's own", .serialized, .timeLimit(.minutes(5)))
struct OwnServerTests {
    private func product(_ declarations: String) throws -> Product {
        let product = try Product()
        try declarations.write(
            to: product.folder.appending(path: "own.yaml"), atomically: true, encoding: .utf8)
        return product
    }

    private func environment(_ server: StandInServer) -> [String: String] {
        ["VERBIO_PROVIDERS_FILE": "own.yaml", "OWN_URL": server.url, "no_proxy": "127.0.0.1"]
    }

    @Test(
        "Given a pair that a server of Apertium's does not have, when texts are to be translated, then it is told once")
    func missingPair() async throws {
        let product = try product(
            "apy: {url: \"${OWN_URL}\", free: true, mt: {wire: apertium-apy, model: d, languages: [en, es, it]}}")
        defer { product.remove() }
        try await withStandIn { request in
            request.path == "/listPairs"
                ? .json(
                    200,
                    #"{"responseData":[{"sourceLanguage":"eng","targetLanguage":"spa"}],"responseStatus":200}"#)
                : .json(200, #"{"responseData":{"translatedText":"Hola."},"responseStatus":200}"#)
        } test: { server in
            let text = product.folder.appending(path: "lines.txt")
            try "One.\nTwo.\nThree.\n".write(to: text, atomically: true, encoding: .utf8)
            let arguments = ["text", "lines.txt", "--from", "en", "--mt", "apy", "--tts", "none"]
            let ended = try await product.run(arguments + ["--to", "it"], environment: environment(server))
            #expect(ended.code == 2, "\(ended.errors)")
            #expect(ended.errors.contains("does not translate from English to Italian"), "\(ended.errors)")
            #expect(ended.errors.contains("Spanish"), "\(ended.errors)")
            #expect(server.requests.map(\.path) == ["/listPairs"])
            let good = try await product.run(arguments + ["--to", "es"], environment: environment(server))
            #expect(good.code == 0, "\(good.errors)")
        }
    }

    @Test(
        "Given a language model, when a long text is translated, then it makes no summaries, and it does if asked for them"
    )
    func summaries() async throws {
        let product = try product(
            "own: {url: \"${OWN_URL}/v1\", free: true, mt: {wire: openai-chat, model: m, context-pairs: 40}}")
        defer { product.remove() }
        let lines = (1...30).map { "This is line \($0)." }
        try lines.joined(separator: "\n").write(
            to: product.folder.appending(path: "lines.txt"), atomically: true, encoding: .utf8)
        let bodies = Locked<[String]>([])
        try await withStandIn { request in
            let body = String(decoding: request.body, as: UTF8.self)
            bodies.withLock { $0.append(body) }
            return .json(
                200,
                #"{"choices":[{"message":{"content":"{\"translation\":\"Línea.\",\"summary\":\"They count.\"}"},"finish_reason":"stop"}]}"#
            )
        } test: { server in
            let arguments = [
                "text", "lines.txt", "--from", "en", "--to", "es", "--mt", "own", "--tts", "none", "--overwrite",
            ]
            _ = try await product.run(arguments, environment: environment(server))
            let usual = bodies.withLock { bodies in
                defer { bodies = [] }
                return bodies
            }
            #expect(!usual.isEmpty && usual.allSatisfy { !$0.contains("turns") && !$0.contains("\\\"later\\\"") })
            _ = try await product.run(
                arguments,
                environment: environment(server).merging([
                    "VERBIO_CONTEXT_SUMMARY": "10", "VERBIO_CONTEXT_PAIRS": "6",
                ]) { $1 })
            let asked = bodies.withLock { $0 }
            #expect(asked.contains { $0.contains("turns") } && !asked.contains { $0.contains("\\\"later\\\"") })
        }
    }
}
