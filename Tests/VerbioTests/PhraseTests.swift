import Foundation
import Testing
import VerbioTesting

/// The phrase book on the command line, with simulated engines whose every call is logged.
@Suite("Saved phrases", .timeLimit(.minutes(5)))
struct PhraseTests {
    static let engines = ["--mt", "sim:instant", "--tts", "sim:instant"]
    static let pharmacy = ["phrases", "add", "Where is the pharmacy?", "--from", "en", "--to", "es"]

    /// The log the engines write, and what lets them.
    private struct Calls {
        let file: URL
        var environment: [String: String] { ["VERBIO_SIM_CALL_LOG": file.path] }
        var begun: [String] {
            ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").filter {
                $0.hasPrefix("begin")
            }
            .map(String.init)
        }

        init(_ product: Product) { file = product.folder.appending(path: "calls.log") }
    }

    private func phrase(_ line: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test("a phrase is translated and spoken once, listed, said without any call, and deleted")
    func life() async throws {
        let product = try Product()
        defer { product.remove() }
        let calls = Calls(product)
        let added = try await product.run(
            Self.pharmacy + ["--tag", "travel", "--tag", "health", "--json"] + Self.engines,
            environment: calls.environment)
        #expect(added.code == 0, "\(added.errors)")
        let phrase = try phrase(added.output)
        let id = try #require(phrase["id"] as? String)
        #expect(id.wholeMatch(of: /p[0-9a-z]{8}/) != nil)
        #expect(phrase["tags"] as? [String] == ["health", "travel"])
        #expect(calls.begun.count == 2)

        let listed = try await product.run(["phrases", "list", "--json", "--tag", "travel", "--language", "es"])
        #expect(try self.phrase(listed.output)["id"] as? String == id)
        #expect(try await product.run(["phrases"]).output.contains("health travel"))
        #expect(try await product.run(["phrases", "list", "--tag", "food"]).output.isEmpty)
        #expect(try await product.run(["phrases", "list", "--language", "fr"]).output.isEmpty)

        // No engine is asked: neither is there.
        let nobody = ["--tts", "sim:nowhere"]
        let said = try await product.run(["phrases", "say", id, "-o", "out.wav"], environment: calls.environment)
        #expect(said.code == 0, "\(said.errors)")
        let file = try Data(contentsOf: product.folder.appending(path: "out.wav"))
        #expect(file.prefix(4) == Data("RIFF".utf8) && file.count > 1_000)
        let piped = try await product.start(["phrases", "say", id] + nobody).ended()
        #expect(piped.code == 0, "\(piped.errors)")
        #expect(piped.output.suffix(1_000) == file.suffix(1_000))
        #expect(calls.begun.count == 2)

        let deleted = try await product.run(["phrases", "delete", id])
        #expect(deleted.code == 0 && deleted.output.contains(id))
        let gone = try await product.run(["phrases", "say", id])
        #expect(gone.code == 2 && gone.errors.contains("there is no phrase '\(id)'"))
        #expect(try await product.run(["phrases", "list"]).output.isEmpty)
        let blobs = FileManager.default.enumerator(
            at: product.store.appending(path: "blobs"), includingPropertiesForKeys: [.isRegularFileKey])
        let files = (blobs?.allObjects as? [URL] ?? []).filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
        #expect(files.isEmpty, "the audio goes with its phrase")
    }

    @Test("one's own translation is spoken as it stands, and no translator is asked")
    func ownTranslation() async throws {
        let product = try Product()
        defer { product.remove() }
        let calls = Calls(product)
        let first = try await product.run(
            Self.pharmacy + ["--tag", "a", "--tts", "none", "--json"] + ["--translation", "¿Dónde está la farmacia?"],
            environment: calls.environment)
        #expect(first.code == 0, "\(first.errors)")
        let id = try #require(try phrase(first.output)["id"] as? String)
        #expect(try phrase(first.output)["translation"] as? String == "¿Dónde está la farmacia?")
        #expect(calls.begun.isEmpty)
        #expect(try await product.run(["phrases"]).output.contains("no voice yet"))

        // Missing audio is made once.
        for _ in 0..<2 {
            let said = try await product.run(
                ["phrases", "say", id, "-o", "x.wav", "--tts", "sim:instant"], environment: calls.environment)
            #expect(said.code == 0, "\(said.errors)")
        }
        #expect(calls.begun.count == 1 && calls.begun[0].contains("synthesis"))

        // The same phrase again is edited, not doubled.
        let second = try await product.run(
            Self.pharmacy + [
                "--tag", "b", "--translation", "¿Dónde hay una farmacia?", "--json", "--tts", "sim:instant",
            ])
        #expect(try phrase(second.output)["id"] as? String == id)
        #expect(try phrase(second.output)["tags"] as? [String] == ["a", "b"])
        #expect(try await product.run(["phrases", "list", "--json"]).output.split(separator: "\n").count == 1)
    }

    @Test("engines that are named again are not paid again for what they made; other ones are asked")
    func namedAgain() async throws {
        let product = try Product()
        defer { product.remove() }
        let other = product.folder.appending(path: "other.yaml")
        try "seed: 2\n".write(to: other, atomically: true, encoding: .utf8)
        let calls = Calls(product)
        func add(_ more: [String]) async throws {
            let ended = try await product.run(Self.pharmacy + more, environment: calls.environment)
            #expect(ended.code == 0, "\(ended.errors)")
        }
        try await add(Self.engines)
        #expect(calls.begun.count == 2)
        try await add(Self.engines + ["--tag", "travel"])
        #expect(calls.begun.count == 2, "\(calls.begun)")
        // As one of several it has answered, too.
        try await add(["--mt", "sim:\(other.path),sim:instant", "--tts", "sim:instant"])
        #expect(calls.begun.count == 2, "\(calls.begun)")
        try await add(["--mt", "sim:instant", "--tts", "sim:instant", "--voice", "sim-es-high"])
        #expect(calls.begun.count == 3, "\(calls.begun)")
        try await add(["--mt", "sim:\(other.path)", "--tts", "none"])
        #expect(calls.begun.count == 4, "\(calls.begun)")
        // Words of one's own are nobody's answer.
        try await add(["--translation", "¿Y la farmacia?", "--tts", "none"])
        try await add(["--mt", "sim:\(other.path)", "--tts", "none"])
        #expect(calls.begun.count == 5, "\(calls.begun)")
    }

    static let refusals: [(arguments: [String], code: Int32, says: String)] = [
        (["phrases", "add", " ?! ", "--from", "en", "--to", "es"] + engines, 2, "the phrase has no words"),
        (
            ["phrases", "add", String(repeating: "a ", count: 600), "--from", "en", "--to", "es"] + engines, 2,
            "1199 characters"
        ),
        (pharmacy + ["--tag", "two words"] + engines, 2, "is no word"),
        (pharmacy + ["--translation", "..."] + engines, 2, "the translation has no words"),
        (["phrases", "add", "Hello"] + engines, 2, "the languages are not given"),
        (["phrases", "add", "Hello", "--from", "en", "--to", "en"] + engines, 2, "both languages are English"),
        (
            ["phrases", "add", "Hello", "--from", "en", "--to", "es", "--mt", "nobody"], 2,
            "there is no engine 'nobody'"
        ),
        (["phrases", "delete", "p00000000"], 2, "there is no phrase"),
        (["phrases", "list", "--language", "xx"], 2, "is not a language"),
    ]

    @Test("what cannot be is refused in a sentence", arguments: refusals)
    func refused(arguments: [String], code: Int32, says: String) async throws {
        let product = try Product()
        defer { product.remove() }
        // A store to look into.
        _ = try await product.run(["phrases", "add", "Hi", "--from", "en", "--to", "es"] + Self.engines)
        let ended = try await product.run(arguments)
        #expect(ended.code == code, "\(ended.errors)")
        #expect(ended.errors.contains(says), "\(ended.errors)")
        #expect(ended.output.isEmpty)
    }

    @Test("a voice that fails ends with code 4, and what was paid for is kept and not asked for again")
    func failing() async throws {
        let product = try Product()
        defer { product.remove() }
        let scenario = product.folder.appending(path: "broken.yaml")
        try "synthesis:\n  faults:\n    - fault: unauthorized\n".write(to: scenario, atomically: true, encoding: .utf8)
        let calls = Calls(product)
        let ended = try await product.run(
            Self.pharmacy + ["--mt", "sim:instant", "--tts", "sim:\(scenario.path)"], environment: calls.environment)
        #expect(ended.code == 4, "\(ended.errors)")
        #expect(try await product.run(["phrases", "list"]).output.contains("no voice yet"))
        #expect(calls.begun.count { $0.contains("translation") } == 1)
        let again = try await product.run(
            Self.pharmacy + ["--tts", "sim:instant"], environment: calls.environment)
        #expect(again.code == 0, "\(again.errors)")
        #expect(calls.begun.count { $0.contains("translation") } == 1)
        let voiced = calls.begun.count
        // A tag alone costs nothing, and takes no voice away.
        for silent in [[], ["--tts", "none"]] {
            let tagged = try await product.run(
                Self.pharmacy + ["--tag", "travel"] + silent, environment: calls.environment)
            #expect(tagged.code == 0, "\(tagged.errors)")
        }
        #expect(calls.begun.count == voiced)
        let list = try await product.run(["phrases", "list"]).output
        #expect(list.contains("travel") && !list.contains("no voice yet"))
        // Another voice that cannot be made takes it away neither.
        let other = try await product.run(Self.pharmacy + ["--tts", "sim:\(scenario.path)"])
        #expect(other.code == 4, "\(other.errors)")
        #expect(try await !product.run(["phrases", "list"]).output.contains("no voice yet"))
    }

    /// Answers as a language model, with the first of these, then the second, and so on.
    private static func model(_ answers: [String]) -> @Sendable (RecordedRequest) -> StandInAnswer {
        { request in
            let isToldMore = String(decoding: request.body, as: UTF8.self).contains("was refused")
            let text = answers[isToldMore ? answers.count - 1 : 0]
            return .json(
                200,
                """
                {"status":"completed","output":[{"type":"message","content":[{"type":"output_text",
                "text":"{\\"translation\\":\\"\(text)\\"}"}]}],"usage":{"input_tokens":100,"output_tokens":10}}
                """)
        }
    }

    @Test(
        "a doubtful translation is asked for once more with what is wrong; what stays doubtful is said to be",
        arguments: [
            (["Quiero cuatro manzanas.", "Quiero siete manzanas."], "Quiero siete manzanas.", 2, false),
            (["Quiero siete manzanas."], "Quiero siete manzanas.", 1, false),
            (["Quiero cuatro manzanas."], "Quiero cuatro manzanas.", 2, true),
        ])
    func guarded(answers: [String], kept: String, requests: Int, isDoubtful: Bool) async throws {
        let product = try Product()
        defer { product.remove() }
        let terms = product.folder.appending(path: "terms.csv")
        try "en,es\napple,manzana\n".write(to: terms, atomically: true, encoding: .utf8)
        try await withStandIn {
            Self.model(answers)($0)
        } test: { server in
            let added = try await product.run(
                [
                    "phrases", "add", "I want seven apples.", "--from", "en", "--to", "es", "--mt", "openai", "--tts",
                    "none", "--json", "--glossary", terms.path, "--formality", "formal",
                ],
                environment: [
                    "OPENAI_BASE_URL": server.url + "/v1", "OPENAI_API_KEY": "k", "no_proxy": "127.0.0.1",
                ])
            #expect(added.code == 0, "\(added.errors)")
            #expect(try phrase(added.output)["translation"] as? String == kept)
            #expect(added.errors.contains("doubtful (numbers)") == isDoubtful, "\(added.errors)")
            // What was doubtful is seen to be so afterwards, too.
            let listed = try await product.run(["phrases", "list", "--json"])
            for line in [added.output, listed.output] {
                let flags = try #require(try phrase(line)["flags"] as? [[String: Any]])
                #expect(flags.map { $0["name"] as? String } == (isDoubtful ? ["numbers"] : []))
            }
            #expect(try await product.run(["phrases"]).output.contains("⚑ numbers") == isDoubtful)
            let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
            // On a machine that is busy with other tests a call may have to be made again: then it is the very same.
            #expect(Set(bodies).count == requests)
            #expect(bodies.allSatisfy { $0.contains("manzana") }, "the term is in the request")
        }
    }

    @Test("before the first phrase there is an empty list")
    func empty() async throws {
        let product = try Product()
        defer { product.remove() }
        let list = try await product.run(["phrases", "list"])
        #expect(list.code == 0 && list.output.isEmpty && list.errors.contains("no phrases yet"))
    }

    @Test("what may cost more than is allowed is not begun")
    func costs() async throws {
        let product = try Product()
        defer { product.remove() }
        let calls = Calls(product)
        let ended = try await product.run(
            Self.pharmacy + ["--mt", "deepl", "--tts", "sim:instant", "--max-cost", "0.000001"],
            environment: calls.environment.merging(["DEEPL_API_KEY": "k"]) { $1 })
        #expect(ended.code == 2, "\(ended.errors)")
        #expect(ended.errors.contains("--max-cost"), "\(ended.errors)")
        #expect(calls.begun.isEmpty)
    }
}

extension Product.Running {
    /// As ``end()``, for output that is not text.
    fileprivate func ended() async throws -> (code: Int32, output: Data, errors: String) {
        let code = await program.end()
        return (code, try Data(contentsOf: output), try String(contentsOf: errors, encoding: .utf8))
    }
}
