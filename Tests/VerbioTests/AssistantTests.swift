import Foundation
import Glibc
import Testing
import VerbioTesting

/// `verbio mcp`, as an assistant's program uses it.
@Suite("Tools for assistants", .serialized, .timeLimit(.minutes(5)))
struct AssistantTests {
    private static let greeting =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#

    private static func call(_ id: Int, _ tool: String, _ arguments: [String: Any], token: Int? = nil) throws -> String
    {
        var parameters: [String: Any] = ["name": tool, "arguments": arguments]
        if let token { parameters["_meta"] = ["progressToken": token] }
        let message: [String: Any] = ["jsonrpc": "2.0", "id": id, "method": "tools/call", "params": parameters]
        return String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self)
    }

    /// The answers to lines of input, by the number of the request; notifications have none.
    ///
    /// - Parameter count: the answers after which the client leaves; nil for all.
    private static func answers(
        to lines: [String], _ product: Product, _ arguments: [String] = [], by recognizer: String = "sim:instant",
        count: Int? = nil
    ) async throws -> (byID: [Int: [String: Any]], others: [[String: Any]]) {
        let pipe = product.folder.appending(path: UUID().uuidString)
        #expect(mkfifo(pipe.path, 0o600) == 0)
        let client = try FileHandle(forUpdating: pipe)
        _ = fcntl(client.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let running = try product.start(
            ["mcp", "--stt", recognizer, "--mt", "sim:instant", "--tts", "sim:instant"] + arguments, input: pipe)
        try client.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        let wanted = count ?? lines.count { !$0.contains("notifications/") }
        let isAnswered = try await running.reaches {
            let text = try String(contentsOf: running.output, encoding: .utf8)
            return text.split(separator: "\n").count { $0.contains("\"id\":") } >= wanted
        }
        #expect(isAnswered)
        try client.close()
        let result = try await running.end()
        #expect(result.code == 0)
        var (byID, others): ([Int: [String: Any]], [[String: Any]]) = ([:], [])
        for line in result.output.split(separator: "\n") {
            let message = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(message["jsonrpc"] as? String == "2.0")
            if let id = message["id"] as? Int { byID[id] = message } else { others.append(message) }
        }
        return (byID, others)
    }

    private static func text(_ answer: [String: Any]?) -> (text: String, isError: Bool) {
        let result = answer?["result"] as? [String: Any]
        let content = result?["content"] as? [[String: Any]]
        return (content?.first?["text"] as? String ?? "", result?["isError"] as? Bool ?? true)
    }

    @Test("given an assistant's program, when it connects, then it learns the tools and their arguments")
    func listing() async throws {
        let product = try Product()
        defer { product.remove() }
        let listing = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
        let (answers, others) = try await Self.answers(
            to: [Self.greeting, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, listing], product)
        let greeting = try #require(answers[0]?["result"] as? [String: Any])
        #expect(greeting["protocolVersion"] as? String == "2025-06-18" && others.isEmpty)
        let tools = try #require((answers[1]?["result"] as? [String: Any])?["tools"] as? [[String: Any]])
        #expect(
            tools.compactMap { $0["name"] as? String } == [
                "transcribe", "translate", "translate_text", "speak", "search", "conversation",
            ])
        for tool in tools {
            let schema = try #require(tool["inputSchema"] as? [String: Any])
            let properties = try #require(schema["properties"] as? [String: Any])
            let required = try #require(schema["required"] as? [String])
            #expect(!required.isEmpty && required.allSatisfy { properties[$0] != nil })
        }
    }

    @Test("given a recording, when it is translated, then the text comes with times, and is found again by its words")
    func translation() async throws {
        let product = try Product()
        defer { product.remove() }
        let wav = SpeechFixtures.packageRoot + "/Samples/welcome.wav"
        let (first, progress) = try await Self.answers(
            to: [try Self.call(1, "translate", ["path": wav, "from": "en", "to": "es"], token: 7)], product)
        let translated = Self.text(first[1])
        #expect(!translated.isError && translated.text.contains("[0:00] ") && translated.text.contains("  → "))
        #expect(!progress.isEmpty)
        for one in progress {
            #expect(one["method"] as? String == "notifications/progress")
            #expect((one["params"] as? [String: Any])?["progressToken"] as? Int == 7)
        }
        let id = try #require(translated.text.firstMatch(of: /conversation (\w+),/)?.1)
        let words = try #require(translated.text.firstMatch(of: /→ (\w+ \w+)/)?.1)
        let (second, _) = try await Self.answers(
            to: [
                try Self.call(1, "conversation", ["id": String(id)]),
                try Self.call(2, "search", ["query": String(words), "limit": 1]),
                try Self.call(3, "translate", ["path": wav, "from": "en", "to": "es"]),
            ], product)
        #expect(Self.text(second[1]).text == translated.text)
        #expect(Self.text(second[2]).text.contains(id))
        #expect(Self.text(second[3]).text == translated.text, "the same call continues the same conversation")
    }

    @Test(
        "given a text, when it is translated and spoken, then the text and the sound are answered, or a new file is made"
    )
    func speech() async throws {
        let product = try Product()
        defer { product.remove() }
        let file = product.folder.appending(path: "said.wav")
        let own = product.folder.appending(path: "own.wav")
        try Data("mine".utf8).write(to: own)
        let (answers, _) = try await Self.answers(
            to: [
                try Self.call(1, "translate_text", ["text": "Good day.\nWater.", "from": "en", "to": "es"]),
                try Self.call(2, "speak", ["text": "Agua", "language": "es"]),
                try Self.call(3, "speak", ["text": "Agua", "language": "es", "output": file.path]),
                try Self.call(4, "speak", ["text": "Agua", "language": "es", "output": own.path]),
            ], product)
        #expect(Self.text(answers[1]).text.split(separator: "\n").count == 5)
        let content = (answers[2]?["result"] as? [String: Any])?["content"] as? [[String: Any]]
        let sound = (content?.last?["data"] as? String).flatMap { Data(base64Encoded: $0) }
        #expect(sound?.prefix(4) == Data("RIFF".utf8) && content?.last?["mimeType"] as? String == "audio/wav")
        #expect(try Data(contentsOf: file) == sound)
        #expect(Self.text(answers[4]) == ("\(own.path): there is such a file already; name a new file", true))
        #expect(try Data(contentsOf: own) == Data("mine".utf8))
    }

    @Test("given calls that cannot be done, then each answer says why, and the next call is done")
    func refusals() async throws {
        let product = try Product()
        defer { product.remove() }
        let folder = product.folder.appending(path: "allowed")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "out"), withDestinationURL: URL(filePath: SpeechFixtures.packageRoot))
        let (answers, others) = try await Self.answers(
            to: [
                "nonsense", #"{"id":1}"#, #"{"jsonrpc":"2.0","id":2,"method":"nope"}"#,
                try Self.call(3, "sing", [:]), try Self.call(4, "translate", ["to": "es"]),
                try Self.call(5, "search", ["query": "a", "limit": "x"]),
                try Self.call(6, "search", ["query": "a", "colour": "red"]),
                try Self.call(
                    7, "transcribe", ["path": folder.path + "/out/Samples/welcome.wav", "from": "en"]),
                try Self.call(8, "transcribe", ["path": folder.path + "/none.wav", "from": "en"]),
                try Self.call(9, "conversation", ["id": "c0"]),
                String(repeating: "a", count: 1 << 21),
                try Self.call(10, "translate_text", ["text": "Water.", "from": "en", "to": "es"]),
            ], product, ["--folder", folder.path])
        let codes = others.compactMap { ($0["error"] as? [String: Any])?["code"] as? Int }
        #expect(codes == [-32_700, -32_600, -32_600])
        #expect((answers[2]?["error"] as? [String: Any])?["code"] as? Int == -32_601)
        #expect((answers[3]?["error"] as? [String: Any])?["code"] as? Int == -32_602)
        #expect(Self.text(answers[4]) == ("path: it is missing; give it", true))
        #expect(Self.text(answers[5]) == ("limit: it is of another type; give it as integer", true))
        #expect(Self.text(answers[6]).text.hasPrefix("there is no argument 'colour'; use query, limit"))
        #expect(Self.text(answers[7]).text.contains("it is outside of \(folder.path)"))
        #expect(Self.text(answers[8]).text.contains("there is no such file"))
        #expect(Self.text(answers[9]).text.contains("there is no store here"))
        #expect(!Self.text(answers[10]).isError)
    }

    @Test("given a client that leaves in the middle, then what is in flight is stored, and the same call continues it")
    func leaving() async throws {
        let product = try Product()
        defer { product.remove() }
        let wav = SpeechFixtures.packageRoot + "/Samples/welcome.wav"
        let call = try Self.call(1, "translate", ["path": wav, "from": "en", "to": "es"])
        let ping = #"{"jsonrpc":"2.0","id":0,"method":"ping"}"#
        let (left, _) = try await Self.answers(to: [ping, call], product, by: "sim:realistic", count: 1)
        #expect(left[1] == nil || Self.text(left[1]).text.contains("not finished"))
        let (answers, _) = try await Self.answers(to: [call], product, by: "sim:realistic")
        #expect(!Self.text(answers[1]).isError && !Self.text(answers[1]).text.contains("not finished"))
        let list = try await product.run(["conversations", "list", "--json"])
        #expect(list.output.split(separator: "\n").count <= 2)
    }
}
