import Conversations
import Foundation
import Interpreting
import Plumbing
import Testing
import VerbioServer
import VerbioTesting

/// `POST /api/conversations/{id}/resume`.
@Suite("Continuing a conversation over HTTP", .timeLimit(.minutes(5)))
struct ContinuationTests {
    /// A service whose first translation is cut short after an utterance.
    private func cuttingService() -> SampleService {
        let isCut = Locked(false)
        return SampleService(
            hooks: .init(delivering: { control in
                if isCut.withLock({ cut in
                    defer { cut = true }
                    return !cut
                }) {
                    control.cutShort()
                }
            }))
    }

    private func interrupted(_ server: RunningServer) async throws -> String {
        let made = try await server.send(
            "POST", "/api/translate?from=en&to=es", body: try Recordings.wav(seconds: 20))
        let document = try JSON.object(made.body)
        #expect(document.conversation("state") == "interrupted", "\(made.text)")
        return try #require(document.conversation("id"))
    }

    @Test("given an interrupted conversation, when it is continued, then it is complete, and the missing rest is told")
    func rest() async throws {
        let service = cuttingService()
        try await withServer(service) { server in
            let id = try await interrupted(server)
            let answer = try await server.send("POST", "/api/conversations/\(id)/resume")
            #expect(answer.status == 200)
            let document = try JSON.object(answer.body)
            #expect(document.conversation("state") == "complete")
            let damage = (document["source"] as? [String: Any])?["damage"] as? [[String: Any]]
            #expect((damage?.first?["what"] as? String)?.hasPrefix("what follows is missing") == true, "\(answer.text)")
            let list = try JSON.object(try await server.send("GET", "/api/conversations").body)
            let entry = try #require((list["conversations"] as? [[String: Any]])?.first)
            #expect(entry["endIsLost"] as? Bool == true && entry["state"] as? String == "complete")

            // Again: nothing is left to do, and the events are those of the conversation.
            let calls = service.calls.count
            let again = try await server.send("POST", "/api/conversations/\(id)/resume")
            #expect(again.body == answer.body && service.calls.count == calls)
            let events = try await server.send(
                "POST", "/api/conversations/\(id)/resume", fields: ["Accept: text/event-stream"])
            #expect(events.text.contains("event: conversation.finished"))
        }
    }

    @Test("given a conversation that another run owns, when it is continued, then the request is refused with 409")
    func busy() async throws {
        let service = cuttingService()
        try await withServer(service) { server in
            let id = try await interrupted(server)
            let claim = try await service.store.claim(ConversationID(rawValue: id))
            let refused = try await server.send("POST", "/api/conversations/\(id)/resume")
            #expect(refused.status == 409)
            #expect(try JSON.object(refused.body)["code"] as? String == "conversation.busy")
            claim?.release()
            #expect(try await server.send("POST", "/api/conversations/\(id)/resume").status == 200)
        }
    }

    @Test("given conversations, when they are listed, then each has what was said first, as it was corrected")
    func beginning() async throws {
        try await withServer { server in
            let made = try await server.send(
                "POST", "/api/translate", fields: ["Content-Type: application/json"],
                body: Array(#"{"text":"Hello\nWhere is it?","from":"en","to":"es"}"#.utf8))
            let id = try #require(try JSON.object(made.body).conversation("id"))
            func first() async throws -> String? {
                let list = try JSON.object(try await server.send("GET", "/api/conversations").body)
                return (list["conversations"] as? [[String: Any]])?.first?["beginning"] as? String
            }
            #expect(try await first() == "Hello")
            _ = try await server.send(
                "PATCH", "/api/conversations/\(id)/utterances/1", fields: ["Content-Type: application/json"],
                body: Array(#"{"source":"Good morning"}"#.utf8))
            #expect(try await first() == "Good morning")
        }
    }
}
