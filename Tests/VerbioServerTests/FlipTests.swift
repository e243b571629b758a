import Foundation
import Plumbing
import Testing
import VerbioServer

/// `POST /api/conversations/{id}/utterances/{number}/flip`.
@Suite("Turning an utterance round over HTTP", .timeLimit(.minutes(10)))
struct FlipTests {
    private typealias Object = [String: Any]

    /// Translates a recording, and returns its address and its document.
    private func translate(_ server: RunningServer) async throws -> (address: String, document: Object) {
        let answer = try await server.send(
            "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 6))
        let document = try JSON.object(answer.body)
        let id = try #require((document["conversation"] as? Object)?["id"] as? String)
        return ("/api/conversations/\(id)", document)
    }

    private func utterance(_ document: Object, _ number: Int) throws -> Object {
        try #require(document["utterances"] as? [Object])[number - 1]
    }

    @Test("Given a translation, when an utterance is flipped and back, then only that one changes, and is restored")
    func flips() async throws {
        try await withServer { server in
            let (address, before) = try await translate(server)
            let answer = try await server.send("POST", address + "/utterances/1/flip", body: [])
            #expect(answer.status == 200)
            let after = try JSON.object(answer.body)
            let first = try utterance(after, 1)
            #expect(first["speaker"] as? String == "other")
            #expect((first["direction"] as? Object)?["reason"] as? String == "corrected")
            #expect((first["translation"] as? Object)?["language"] as? String == "en")
            #expect(try utterance(after, 2) as NSDictionary == utterance(before, 2) as NSDictionary)
            let shown = try await server.send("GET", address)
            #expect(try JSON.object(shown.body) as NSDictionary == after as NSDictionary)
            let back = try await server.send("POST", address + "/utterances/1/flip?speaker=user", body: [])
            let again = try utterance(try JSON.object(back.body), 1)
            #expect(again["speaker"] as? String == "user")
            #expect(again["source"] as? NSDictionary == (try utterance(before, 1))["source"] as? NSDictionary)
        }
    }

    @Test(
        "Given a client that asks for events, when a direction is corrected, then it gets what is done again and the end"
    )
    func events() async throws {
        try await withServer { server in
            let (address, _) = try await translate(server)
            let answer = try await server.send(
                "POST", address + "/utterances/2/flip", fields: ["Accept: text/event-stream"], body: [])
            #expect(answer.fields["content-type"] == "text/event-stream; charset=utf-8")
            let names = answer.text.split(separator: "\n").filter { $0.hasPrefix("event: ") }.map { $0.dropFirst(7) }
            #expect(names.first == "utterance.reopened" && names.last == "conversation.finished")
            #expect(names.contains("utterance.translated"))
        }
    }

    @Test("Given no such utterance, then a flip gets 404", arguments: ["99", "0", "-1", "x", "99999999999999999999"])
    func unknown(number: String) async throws {
        try await withServer { server in
            let (address, _) = try await translate(server)
            let answer = try await server.send("POST", address + "/utterances/\(number)/flip", body: [])
            #expect(answer.status == 404)
            #expect(try JSON.object(answer.body)["code"] as? String == "utterance.unknown")
        }
    }

    @Test(
        "Given a correction in progress, when its client leaves, then it is completed, and a second one is refused")
    func busy() async throws {
        let gate = Gate()
        let isHeld = Locked(false)
        let service = SampleService(
            hooks: .init(opening: { if isHeld.withLock({ $0 }) { await gate.wait() } }))
        try await withServer(service) { server in
            let (address, _) = try await translate(server)
            _ = try await service.begun.next()
            isHeld.withLock { $0 = true }
            let first = try await server.open()
            try await first.send(.head("POST", address + "/utterances/1/flip", length: 0))
            _ = try await service.begun.next()
            let second = try await server.send("POST", address + "/utterances/2/flip", body: [])
            #expect(second.status == 409 && second.fields["retry-after"] == "1")
            let problem = try JSON.object(second.body)
            #expect(problem["code"] as? String == "conversation.busy")
            #expect(problem["conversation"] as? String == address.split(separator: "/").last.map(String.init))
            await first.close()
            gate.open()
            // As soon as the first has been seen through.
            var third = try await server.send("POST", address + "/utterances/2/flip", body: [])
            while third.status == 409 {
                third = try await server.send("POST", address + "/utterances/2/flip", body: [])
            }
            #expect(third.status == 200)
            let document = try JSON.object(third.body)
            #expect(try utterance(document, 1)["speaker"] as? String == "other")
            #expect(try utterance(document, 1)["outcome"] as? String == "spoken")
        }
    }
}
