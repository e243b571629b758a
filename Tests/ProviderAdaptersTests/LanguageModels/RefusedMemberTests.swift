import Foundation
import Plumbing
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// Servers that offer a vendor's interface and know only a part of it.
@Suite("Members that a server refuses", .timeLimit(.minutes(5)))
struct RefusedMemberTests {
    /// As llama-cpp-python answers a schema, with status 500, and as others refuse one or a temperature.
    private static let refusals: [(member: String, status: Int, message: String)] = [
        ("response_format", 400, "Failed to parse grammar"),
        ("response_format", 500, "failed to convert JSON schema to grammar"),
        ("response_format", 400, "guided decoding backend is not available"),
        ("stream_options", 422, "unexpected field stream_options"), ("stream", 400, "streaming is not supported"),
        (
            "response_format", 500,
            "1 validation error:\\n  {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': "
                + "'Input should be text or json_object', 'input': 'json_schema'}"
        ),
        ("response_format", 400, "'response_format.type' must be one of text, json_object"),
        ("temperature", 400, "Unsupported value: 'temperature' does not support 0 with this model"),
    ]

    @Test(
        "Given a server that refuses a member, when it is called, then it is asked again without, and not asked with it again",
        arguments: refusals)
    func refused(member: String, status: Int, message: String) async throws {
        let bodies = Log()
        try await withStandIn { request in
            let body = try request.json()
            bodies.add(["response_format", "temperature", "stream", "stream_options"].filter { body[$0] != nil })
            guard body[member] == nil else { return .json(status, "{\"error\":{\"message\":\"\(message)\"}}") }
            return .json(200, #"{"choices":[{"message":{"content":"Hola."},"finish_reason":"stop"}]}"#)
        } test: { server in
            let name = member.hasPrefix("stream") ? "openai-chat-stream" : "openai-chat-structured"
            let adapter = AdapterCases.named(name).adapter(at: server.url)
            for _ in 0..<2 { #expect(await adapter.call().text == "Hola.") }
        }
        let had = bodies.all.map { $0.contains(member) }
        #expect(had == [true, false, false])
    }

    /// As servers on pydantic answer, such as those of FastAPI.
    @Test("Given a server that names a refused member by its place, when it is called, then it is asked again without")
    func place() async throws {
        let count = Locked(0)
        try await withStandIn { request in
            count.withLock { $0 += 1 }
            guard try request.json()["response_format"] != nil else {
                return .json(200, #"{"choices":[{"message":{"content":"Hola."},"finish_reason":"stop"}]}"#)
            }
            return .json(
                422,
                #"{"detail":[{"type":"extra_forbidden","loc":["body","response_format"],"msg":"Extra inputs are not permitted","input":{}}]}"#
            )
        } test: { server in
            let adapter = AdapterCases.named("openai-chat-structured").adapter(at: server.url)
            for _ in 0..<2 { #expect(await adapter.call().text == "Hola.") }
        }
        #expect(count.withLock { $0 } == 3)
    }

    @Test("Given calls at the same time, when the server refuses a member of each, then each is asked again without it")
    func concurrent() async throws {
        let (came, all) = (Locked(0), BoundedChannel<Void>(capacity: 1))
        try await withStandIn { request in
            guard try request.json()["temperature"] != nil else {
                return .json(200, #"{"choices":[{"message":{"content":"Hola."},"finish_reason":"stop"}]}"#)
            }
            let number = came.withLock { came in
                came += 1
                return came
            }
            // No answer before both requests are there.
            if number == 2 { all.finish() } else { _ = try await all.next() }
            return .json(400, #"{"error":{"message":"'temperature' does not support 0 with this model"}}"#)
        } test: { server in
            let adapter = AdapterCases.named("openai-chat").adapter(at: server.url)
            async let first = adapter.call()
            async let second = adapter.call()
            let texts = await [first.text, second.text]
            #expect(texts == ["Hola.", "Hola."])
        }
    }

    @Test("Given a translator, then it is asked for the likeliest words, unless it reasons or an option says otherwise")
    func temperature() async throws {
        for (options, wanted) in [
            ([:], 0.0), (["temperature": "0.3"], 0.3), (["reasoning-effort": "none"], 0),
            (["reasoning-effort": "low"], nil),
        ] as [([String: String], Double?)] {
            let sent = Log()
            try await withStandIn { request in
                sent.add([(try request.json()["temperature"]?.number).map { "\($0)" } ?? "none"])
                return .json(200, #"{"choices":[{"message":{"content":"Hola."},"finish_reason":"stop"}]}"#)
            } test: { server in
                let adapter = AdapterCase.translator(
                    "chat", .openAIChat, model: "m", base: "/v1", options: options, from: [])
                _ = await adapter.adapter(at: server.url).call()
            }
            #expect(sent.all == [[wanted.map { "\($0)" } ?? "none"]])
        }
    }

    private final class Log: Sendable {
        private let lines = Locked<[[String]]>([])
        var all: [[String]] { lines.withLock { $0 } }
        func add(_ line: [String]) { lines.withLock { $0.append(line) } }
    }
}
