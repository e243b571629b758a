import Conversations
import Foundation
import Providers
import Testing
import VerbioServer
import VerbioTesting

/// `PATCH /api/conversations/{id}/utterances/{number}`.
@Suite("Correcting a text over HTTP", .serialized, .timeLimit(.minutes(5)))
struct RewriteTests {
    private typealias Object = [String: Any]
    private static let json = ["Content-Type: application/json"]

    private func translate(_ server: RunningServer, _ query: String = "from=en&to=es&speak=true") async throws -> Object
    {
        let answer = try await server.send(
            "POST", "/api/translate?\(query)", body: try Recordings.wav(seconds: 6))
        #expect(answer.status == 200)
        return try JSON.object(answer.body)
    }

    private func rewrite(
        _ document: Object, _ number: Int, _ text: String, _ server: RunningServer, fields: [String] = []
    ) async throws -> HTTPConnection.Answer {
        let id = try #require(document.conversation("id"))
        return try await server.send(
            "PATCH", "/api/conversations/\(id)/utterances/\(number)", fields: Self.json + fields,
            body: Array(try JSONSerialization.data(withJSONObject: ["source": text])))
    }

    @Test("given a corrected text, when it is sent, then that line alone is translated and spoken, and each text once")
    func corrects() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let before = try await translate(server)
            let answer = try await rewrite(before, 1, "  Where is the night train?\t", server)
            #expect(answer.status == 200)
            let after = try JSON.object(answer.body)
            #expect(after.conversation("state") == "complete")
            #expect(after.utterances[0].source == "Where is the night train?")
            #expect(after.utterances[0].outcome == "spoken")
            #expect(after.utterances[0].translation != before.utterances[0].translation)
            let rest = (before["utterances"] as? [NSDictionary] ?? []).dropFirst()
            #expect(Array(rest) == Array((after["utterances"] as? [NSDictionary] ?? []).dropFirst()))
            #expect(service.calls.count == 2, "the translation and the speech of one line")

            // The same text again changes nothing. A former text is found with its translation.
            #expect(try await rewrite(after, 1, "Where is the night train?", server).body == answer.body)
            let other = try JSON.object(try await rewrite(after, 1, "I am lost.", server).body)
            #expect(other.utterances[0].source == "I am lost." && service.calls.count == 4)
            let back = try JSON.object(try await rewrite(other, 1, "Where is the night train?", server).body)
            #expect(back.utterances[0].translation == after.utterances[0].translation)
            #expect(service.calls.count == 4)
            let first = try JSON.object(
                try await rewrite(back, 1, try #require(before.utterances[0].source), server).body)
            #expect(first.utterances[0].translation == before.utterances[0].translation)

            // The sound of what was said is still there, and so is the text for the search.
            let id = try #require(before.conversation("id"))
            #expect(try await server.send("GET", "/api/conversations/\(id)/utterances/1/audio").status == 200)
            let found = try await server.send("GET", "/api/conversations/search?q=night+train")
            #expect(try JSON.holds(found.body, #"{"matches":[],"next_cursor":null}"#))
        }
    }

    @Test("given a line of a text, when it is corrected, then its translation is that of the new text")
    func written() async throws {
        try await withServer { server in
            let made = try await server.send(
                "POST", "/api/translate", fields: Self.json,
                body: Array(#"{"text":"Hello\nWhere is it?","from":"en","to":"es"}"#.utf8))
            let before = try JSON.object(made.body)
            let after = try JSON.object(try await rewrite(before, 2, "Where is the station?", server).body)
            #expect(after.utterances.map(\.source) == ["Hello", "Where is the station?"])
            #expect(after.utterances[1].translation != before.utterances[1].translation)
            #expect(after.utterances[0].translation == before.utterances[0].translation)
        }
    }

    @Test("given a corrected translation, when it is sent, then it is spoken and stays until null is sent for it")
    func translation() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let before = try await translate(server)
            let id = try #require(before.conversation("id"))
            func send(_ body: String) async throws -> Object {
                let answer = try await server.send(
                    "PATCH", "/api/conversations/\(id)/utterances/1", fields: Self.json, body: Array(body.utf8))
                #expect(answer.status == 200, "\(answer.text)")
                return try JSON.object(answer.body)
            }
            let given = try await send(#"{"translation":"Lo escribí yo."}"#)
            #expect(given.utterances[0].translation == "Lo escribí yo." && given.utterances[0].outcome == "spoken")
            #expect(given.utterances[0].source == before.utterances[0].source)
            #expect(service.calls.count == 1, "the speech alone")
            let both = try await send(#"{"source":"A new text"}"#)
            #expect(both.utterances[0].source == "A new text" && both.utterances[0].translation == "Lo escribí yo.")
            #expect(service.calls.count == 1)
            let again = try await send(#"{"translation":null}"#)
            #expect(again.utterances[0].translation != "Lo escribí yo." && service.calls.count == 3)
            // The search finds what is there now.
            let found = try await server.send("GET", "/api/conversations/search?q=escrib%C3%AD")
            #expect(try JSON.holds(found.body, #"{"matches":[],"next_cursor":null}"#))
        }
    }

    @Test("given a transcript, when a text is corrected, then nothing is translated or spoken")
    func transcript() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let before = try await translate(server, "from=en&mt=none&tts=none")
            let after = try JSON.object(try await rewrite(before, 1, "Another text", server).body)
            #expect(after.utterances[0].source == "Another text" && after.utterances[0].translation == nil)
            #expect(after.utterances[0].outcome == "text-only" && service.calls.isEmpty)
            let id = try #require(before.conversation("id"))
            let refused = try await server.send(
                "PATCH", "/api/conversations/\(id)/utterances/1", fields: Self.json,
                body: Array(#"{"translation":"Hola"}"#.utf8))
            #expect(refused.status == 409)
            #expect(try JSON.object(refused.body)["code"] as? String == "translator.none")
        }
    }

    @Test("given a client that wants events, when a text is corrected, then it gets the line that is done again")
    func events() async throws {
        try await withServer { server in
            let answer = try await rewrite(
                try await translate(server), 2, "Good night", server, fields: ["Accept: text/event-stream"])
            #expect(answer.fields["content-type"] == "text/event-stream; charset=utf-8")
            let events = answer.text.split(separator: "\n").filter { $0.hasPrefix("data: ") }
            let first = try JSON.object(Array((events.first ?? "").dropFirst(6).utf8))
            #expect(first["event"] as? String == "utterance.reopened" && first["reason"] as? String == "text")
            #expect(first["utterance"] as? Int == 2)
            #expect(answer.text.contains("event: utterance.translated"))
            #expect(answer.text.contains("event: conversation.finished"))
        }
    }

    @Test("given a text without words, one of several lines, or an unknown utterance, then the answer says so")
    func refused() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let document = try await translate(server)
            for (number, text, status, code) in [
                (1, "…", 400, "utterance.text"), (1, "a\nb", 400, "utterance.text"),
                (1, String(repeating: "a", count: 20_001), 400, "utterance.text"), (99, "a", 404, "utterance.unknown"),
            ] {
                let answer = try await rewrite(document, number, text, server)
                #expect(answer.status == status)
                #expect(try JSON.object(answer.body)["code"] as? String == code)
            }
            let id = ConversationID(rawValue: try #require(document.conversation("id")))
            let claim = try await service.store.claim(id)
            let busy = try await rewrite(document, 1, "a", server)
            #expect(busy.status == 409)
            #expect(try JSON.object(busy.body)["code"] as? String == "conversation.busy")
            claim?.release()
            #expect(service.calls.isEmpty)
        }
    }
}
