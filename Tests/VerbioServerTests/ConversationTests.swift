import Testing
import VerbioServer

@Suite(.timeLimit(.minutes(10)))
struct ConversationTests {
    @Test("Given an empty list of conversations, when two recordings are translated, then the list has both")
    func list() async throws {
        try await withServer { server in
            let empty = try await server.send("GET", "/api/conversations")
            #expect(empty.text == #"{"conversations":[],"next_cursor":null}"# + "\n")
            for title in ["one", "two"] {
                _ = try await server.send(
                    "POST", "/api/translate?from=en&to=es&title=\(title)", body: try Recordings.wav(seconds: 2))
            }
            let all = try await list(server, "")
            #expect(Set(all.compactMap { $0["title"] as? String }) == ["one", "two"])
            for entry in all {
                #expect(
                    Set(entry.keys) == [
                        "id", "title", "state", "from", "to", "createdAt", "seconds", "utterances", "failed",
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
}
