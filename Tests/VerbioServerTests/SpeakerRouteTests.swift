import Audio
import Conversations
import Foundation
import Testing

@testable import VerbioServer

/// `PATCH /api/conversations/{id}/speakers`.
@Suite("Speakers over HTTP", .serialized, .timeLimit(.minutes(5)))
struct SpeakerRouteTests {
    private static let json = ["Content-Type: application/json"]

    /// A conversation whose utterances are of two people in turn.
    private static func told(_ server: RunningServer, _ service: SampleService) async throws -> ConversationID {
        let answer = try await server.send(
            "POST", "/api/translate?from=en&to=es", body: try Recordings.wav(seconds: 30))
        let id = ConversationID(rawValue: try #require(try JSON.object(answer.body).conversation("id")))
        let records = try await service.store.utterances(of: id, after: 0, limit: 99)
        let turns = records.map { PersonTurn(range: $0.utterance.speech, person: ($0.utterance.sequence + 1) % 2 + 1) }
        try #require(turns.count > 2)
        try await service.store.commit([.persons(id, Persons(turns: turns))])
        return id
    }

    private static func persons(_ document: [String: Any]) -> [Int] {
        (document["utterances"] as? [[String: Any]] ?? []).map { $0["person"] as? Int ?? 0 }
    }

    @Test("given speakers, when names, a merge and an utterance are sent, then the document and the captions have them")
    func change() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let id = try await Self.told(server, service)
            let named = try await server.send(
                "PATCH", "/api/conversations/\(id)/speakers", fields: Self.json,
                body: Array(#"{"names":{"1":"Ana","3":"Eva"},"utterances":{"2":3}}"#.utf8))
            #expect(named.status == 200, "\(named.text)")
            let document = try JSON.object(named.body)
            let persons = (document["conversation"] as? [String: Any])?["persons"] as? [[String: Any]]
            #expect(persons?.map { $0["name"] as? String }.prefix(3) == ["Ana", nil, "Eva"])
            #expect(Self.persons(document).prefix(2) == [1, 3])
            let captions = try await server.send("GET", "/api/conversations/\(id)/export?format=vtt")
            #expect(captions.text.contains("<v Ana>") && captions.text.contains("<v Eva>"))
            let merged = try await server.send(
                "PATCH", "/api/conversations/\(id)/speakers", fields: Self.json,
                body: Array(#"{"merge":{"3":1},"names":{"1":null}}"#.utf8))
            #expect(Self.persons(try JSON.object(merged.body)).prefix(2) == [1, 1])
            let unknown = try await server.send(
                "PATCH", "/api/conversations/\(id)/speakers", fields: Self.json,
                body: Array(#"{"names":{"9":"Ida"}}"#.utf8))
            #expect(unknown.status == 400)
            #expect(try JSON.object(unknown.body)["code"] as? String == "speakers.unknown")
        }
    }

    @Test(
        "given a conversation without speakers, or one that is being worked on, when it is changed, then it is refused")
    func refused() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let id = ConversationID(rawValue: try await ExportTests.translated(server))
            func code(_ status: Int) async throws -> String? {
                let answer = try await server.send(
                    "PATCH", "/api/conversations/\(id)/speakers", fields: Self.json,
                    body: Array(#"{"names":{"1":"Ana"}}"#.utf8))
                #expect(answer.status == status)
                return try JSON.object(answer.body)["code"] as? String
            }
            #expect(try await code(400) == "speakers.none")
            let claim = try await service.store.claim(id)
            #expect(try await code(409) == "conversation.busy")
            claim?.release()
        }
    }
}
