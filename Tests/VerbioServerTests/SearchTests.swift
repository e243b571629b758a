import Foundation
import Testing
import VerbioServer

/// Pages of the list of conversations, and `GET /api/conversations/search`.
@Suite("Finding conversations", .serialized, .timeLimit(.minutes(5)))
struct SearchTests {
    private typealias Object = [String: Any]

    /// Translates a text, whose lines become utterances.
    private func write(_ text: String, title: String, _ server: RunningServer) async throws -> Object {
        let body = try JSONSerialization.data(
            withJSONObject: ["text": text, "from": "en", "to": "es", "title": title])
        let answer = try await server.send(
            "POST", "/api/translate", fields: ["Content-Type: application/json"], body: Array(body))
        #expect(answer.status == 200)
        return try JSON.object(answer.body)
    }

    /// Every page of a list, each of which has at most the limit.
    private func pages(_ target: String, _ name: String, limit: Int, _ server: RunningServer) async throws -> [[Object]]
    {
        var pages: [[Object]] = []
        var cursor = ""
        while pages.count < 20 {
            let answer = try JSON.object(try await server.send("GET", "\(target)limit=\(limit)\(cursor)").body)
            pages.append(try #require(answer[name] as? [Object]))
            guard let next = answer["next_cursor"] as? String else {
                #expect(answer["next_cursor"] is NSNull)
                break
            }
            cursor = "&cursor=\(next)"
        }
        return pages
    }

    @Test("given more conversations than a page has, when the cursors are followed, then each is listed once")
    func list() async throws {
        try await withServer { server in
            for number in 1...5 { _ = try await write("Hello", title: "talk \(number)", server) }
            let all = try await pages("/api/conversations?", "conversations", limit: 5, server)
            #expect(all.map(\.count) == [5])
            let paged = try await pages("/api/conversations?", "conversations", limit: 2, server)
            #expect(paged.map(\.count) == [2, 2, 1])
            #expect(paged.joined().compactMap { $0["id"] as? String } == all[0].compactMap { $0["id"] as? String })
            // A conversation that is deleted in the meantime does not move the others.
            let first = try #require(all[0][1]["id"] as? String)
            let cursor = try #require(
                JSON.object(try await server.send("GET", "/api/conversations?limit=2").body)["next_cursor"] as? String)
            #expect(try await server.send("DELETE", "/api/conversations/\(first)").status == 204)
            let rest = try JSON.object(try await server.send("GET", "/api/conversations?cursor=\(cursor)").body)
            #expect((rest["conversations"] as? [Object])?.count == 3)
        }
    }

    @Test("given stored texts, when words of either language are searched for, then their utterances are found")
    func search() async throws {
        try await withServer { server in
            let document = try await write("Where is the station?\nThank you, Zoë.", title: "asking", server)
            let id = try #require(document.conversation("id"))
            let translation = try #require(document.utterances[0].translation)
            for text in ["STATION", "the sta", "zoe", translation] {
                let query = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                let answer = try await server.send("GET", "/api/conversations/search?q=\(query)")
                #expect(answer.status == 200)
                let posted = try await server.send(
                    "POST", "/api/conversations/search", fields: ["Content-Type: application/json"],
                    body: Array(try JSONEncoder().encode(["q": text])))
                #expect(posted.status == 200 && posted.body == answer.body)
                let matches = try #require(try JSON.object(answer.body)["matches"] as? [Object])
                let number = text == "zoe" ? 2 : 1
                let found = try #require(matches.first { $0["utterance"] as? Int == number }, "\(text)")
                #expect(
                    Set(found.keys) == [
                        "conversation", "utterance", "title", "createdAt", "speaker", "from", "to", "source",
                        "translation",
                    ])
                #expect(found["conversation"] as? String == id && found["title"] as? String == "asking")
                #expect(found["source"] as? String == document.utterances[number - 1].source)
                #expect(found["translation"] as? String == document.utterances[number - 1].translation)
                #expect(found["from"] as? String == "en" && found["to"] as? String == "es")
                #expect(found["createdAt"] as? String == "2023-11-14T22:13:20.000Z")
            }
            let nothing = try await server.send("GET", "/api/conversations/search?q=bicycle")
            #expect(try JSON.holds(nothing.body, #"{"matches":[],"next_cursor":null}"#))
            #expect(try await server.send("DELETE", "/api/conversations/\(id)").status == 204)
            #expect(try await server.send("GET", "/api/conversations/search?q=station").body == nothing.body)
        }
    }

    @Test("given more matches than a page has, when the cursors are followed, then each is found once, newest first")
    func pages() async throws {
        try await withServer { server in
            _ = try await write((1...7).map { "platform \($0)" }.joined(separator: "\n"), title: "a", server)
            _ = try await write("no platform", title: "b", server)
            for query in ["platform", "pl"] {
                let target = "/api/conversations/search?q=\(query)&"
                let all = try await pages(target, "matches", limit: 100, server)
                #expect(all.map(\.count) == [8] && all[0][0]["title"] as? String == "b")
                #expect(all[0].dropFirst().compactMap { $0["utterance"] as? Int } == Array((1...7).reversed()))
                let paged = try await pages(target, "matches", limit: 3, server)
                #expect(paged.map(\.count) == [3, 3, 2])
                #expect(
                    paged.joined().compactMap { $0["source"] as? String }
                        == all[0].compactMap { $0["source"] as? String })
            }
        }
    }

    @Test("given a recording, when its words are found, then the time of the utterance is in the match")
    func time() async throws {
        try await withServer { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es", body: try Recordings.wav(seconds: 6))
            let document = try JSON.object(answer.body)
            let last = try #require(document.utterances.last)
            let query = try #require(last.source?.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let found = try JSON.object(try await server.send("GET", "/api/conversations/search?q=\(query)").body)
            let matches = try #require(found["matches"] as? [Object])
            #expect(matches.contains { $0["start"] as? Double == last.start && $0["source"] as? String == last.source })
        }
    }
}
