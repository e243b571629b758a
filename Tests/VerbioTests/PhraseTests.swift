import Foundation
import StandIns
import Testing
import VerbioTesting

/// The phrase book on the command line, with simulated engines whose every call is logged.
@Suite("Saved phrases", .timeLimit(.minutes(5)))
struct PhraseTests {
    static let engines = ["--mt", "sim:instant", "--tts", "sim:instant"]
    static let pharmacy = ["phrases", "add", "Where is the pharmacy?", "--from", "en", "--to", "es"]

    /// The log that the engines write, and the setting that enables it.
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

    @Test("Given a phrase, when it is added, then it is translated and spoken once, and can be said and deleted")
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

        let today = try await product.run(["phrases", "today", "--json"])
        #expect(try self.phrase(today.output)["id"] as? String == id)
        #expect(try await product.run(["phrases", "today"]).output.hasPrefix("\(id)  Where is the pharmacy?  →  "))

        // No engine is called: neither is installed.
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

    @Test(
        "given a phrase without a voice, when phrases are listed, then the list says so; one list line for each phrase")
    func silent() async throws {
        let product = try Product()
        defer { product.remove() }
        let own = ["--translation", "¿Dónde está la farmacia?", "--tts", "none", "--json"]
        let added = try await product.run(Self.pharmacy + own)
        #expect(added.code == 0, "\(added.errors)")
        #expect(try phrase(added.output)["translation"] as? String == "¿Dónde está la farmacia?")
        #expect(try await product.run(["phrases"]).output.contains("no voice yet"))
        #expect(try await product.run(["phrases", "list", "--json"]).output.split(separator: "\n").count == 1)
    }

    static let refusals: [(arguments: [String], code: Int32, says: String)] = [
        (pharmacy + ["--tag", "two words"] + engines, 2, "is no word"),
        (["phrases", "add", "Hello"] + engines, 2, "the languages are not given"),
        (["phrases", "add", "Hello", "--from", "en", "--to", "en"] + engines, 2, "both languages are English"),
        (
            ["phrases", "add", "Hello", "--from", "en", "--to", "es", "--mt", "nobody"], 2,
            "there is no engine 'nobody'"
        ),
        (
            ["phrases", "add", "Hello", "--from", "en", "--to", "ja", "--mt", "apertium"], 2,
            "run 'verbio models install firefox-en-ja', or name another translator"
        ),
        (["phrases", "delete", "p00000000"], 2, "there is no phrase"),
        (["phrases", "list", "--language", "xx"], 2, "is not a language"),
    ]

    @Test("Given wrong arguments, when phrases are used, then one sentence refuses them", arguments: refusals)
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

    @Test(
        "given a voice that fails, when a phrase is added, then the code is 4 and the phrase is there without a voice")
    func failing() async throws {
        let product = try Product()
        defer { product.remove() }
        let scenario = product.folder.appending(path: "broken.yaml")
        try "synthesis:\n  faults:\n    - fault: unauthorized\n".write(to: scenario, atomically: true, encoding: .utf8)
        let ended = try await product.run(Self.pharmacy + ["--mt", "sim:instant", "--tts", "sim:\(scenario.path)"])
        #expect(ended.code == 4, "\(ended.errors)")
        #expect(try await product.run(["phrases", "list"]).output.contains("no voice yet"))
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
        "Given a doubtful translation, when a second question does not mend it, then the phrase is marked doubtful",
        arguments: [
            (["Quiero cuatro manzanas."], "Quiero cuatro manzanas.", 2, true)
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
            // On a busy machine a call may be repeated; the repeated call is identical.
            #expect(Set(bodies).count == requests)
            #expect(bodies.allSatisfy { $0.contains("manzana") }, "the term is in the request")
        }
    }

    @Test("Given no phrases, when they are listed, then the list is empty")
    func empty() async throws {
        let product = try Product()
        defer { product.remove() }
        let list = try await product.run(["phrases", "list"])
        #expect(list.code == 0 && list.output.isEmpty && list.errors.contains("no phrases yet"))
    }
}

extension Product.Running {
    /// Like ``end()``, for output that is not text.
    fileprivate func ended() async throws -> (code: Int32, output: Data, errors: String) {
        let code = await program.end()
        return (code, try Data(contentsOf: output), try String(contentsOf: errors, encoding: .utf8))
    }
}
