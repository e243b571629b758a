import Testing
import VerbioServer

@Suite(.timeLimit(.minutes(10)))
struct ConversationTests {
    @Test("Given an empty list of conversations, when two recordings are translated, then the list has both")
    func list() async throws {
        try await withServer { server in
            let empty = try await server.send("GET", "/api/conversations")
            #expect(try JSON.holds(empty.body, #"{"conversations":[],"next_cursor":null}"#))
            for title in ["one", "two"] {
                _ = try await server.send(
                    "POST", "/api/translate?from=en&to=es&title=\(title)", body: try Recordings.wav(seconds: 2))
            }
            let all = try await list(server, "")
            #expect(Set(all.compactMap { $0["title"] as? String }) == ["one", "two"])
            for entry in all {
                #expect(
                    Set(entry.keys) == [
                        "id", "title", "beginning", "state", "from", "to", "createdAt", "seconds", "utterances",
                        "failed",
                    ])
                #expect(entry["state"] as? String == "complete")
                #expect(entry["from"] as? String == "en" && entry["to"] as? String == "es")
                #expect(entry["createdAt"] as? String == "2023-11-14T22:13:20.000Z")
                #expect(entry["failed"] as? Int == 0)
            }
            #expect(try await list(server, "?limit=1").count == 1)
        }
    }

    private func list(_ server: RunningServer, _ query: String) async throws -> [[String: Any]] {
        let answer = try await server.send("GET", "/api/conversations\(query)")
        return try #require(try JSON.object(answer.body)["conversations"] as? [[String: Any]])
    }

    private static func said(_ utterance: [String: Any]) -> String? {
        (utterance["source"] as? [String: Any])?["text"] as? String
    }

    @Test("given a conversation, when its utterances are requested in pages, then they are those of its document")
    func utterancePages() async throws {
        try await withServer { server in
            let made = try await server.send(
                "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 20))
            let document = try JSON.object(made.body)
            let id = try #require(document.conversation("id"))
            let whole = try #require(document["utterances"] as? [[String: Any]])
            #expect(whole.count > 2)
            var (cursor, numbers, texts): (String?, [Int], [String]) = ("0", [], [])
            while let from = cursor {
                let answer = try await server.send(
                    "GET", "/api/conversations/\(id)/utterances?limit=2&cursor=\(from)")
                #expect(answer.status == 200 && answer.fields["content-type"] == "application/json")
                let page = try JSON.object(answer.body)
                let utterances = try #require(page["utterances"] as? [[String: Any]])
                #expect((1...2).contains(utterances.count) && page["state"] as? String == "complete")
                numbers += utterances.compactMap { $0["sequence"] as? Int }
                texts += utterances.compactMap(Self.said)
                cursor = page["next_cursor"] as? String
            }
            #expect(numbers == whole.compactMap { $0["sequence"] as? Int })
            #expect(texts == whole.compactMap(Self.said) && texts.count == whole.count)
            // What comes after the last one: nothing yet.
            let later = try await server.send("GET", "/api/conversations/\(id)/utterances?cursor=\(whole.count)")
            #expect(try JSON.holds(later.body, #"{"utterances":[],"state":"complete","next_cursor":null}"#))
        }
    }
}
