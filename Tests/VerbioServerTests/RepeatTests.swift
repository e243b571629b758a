import Conversations
import Foundation
import Plumbing
import Testing
import VerbioServer
import VerbioTesting

/// `Idempotency-Key`.
@Suite("Requests that are sent again", .serialized, .timeLimit(.minutes(5)))
struct RepeatTests {
    private typealias Object = [String: Any]
    private static let json = ["Content-Type: application/json"]
    private static let text = Array(#"{"text":"Where is the station?","from":"en","to":"es"}"#.utf8)

    private func send(
        _ server: RunningServer, _ key: String, _ target: String = "/api/translate", fields: [String] = json,
        body: [UInt8] = text
    ) async throws -> HTTPConnection.Answer {
        try await server.send("POST", target, fields: fields + ["Idempotency-Key: \(key)"], body: body)
    }

    private func code(_ answer: HTTPConnection.Answer) throws -> String? {
        try JSON.object(answer.body)["code"] as? String
    }

    @Test(
        "given a key, when the same text is sent again, then it is the same conversation, and another text is refused")
    func texts() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let first = try await send(server, "k1")
            #expect(first.status == 200 && first.fields["idempotency-replayed"] == nil)
            let again = try await send(server, "k1")
            #expect(again.status == 200 && again.fields["idempotency-replayed"] == "true")
            #expect(again.body == first.body && service.requests.withLock { $0.count } == 1)
            // The order of the fields makes no other request.
            let turned = try await send(
                server, "k1", body: Array(#"{"to":"es","from":"en","text":"Where is the station?"}"#.utf8))
            #expect(turned.body == first.body)
            let other = try await send(server, "k1", body: Array(#"{"text":"Hello","from":"en","to":"es"}"#.utf8))
            #expect(other.status == 422)
            #expect(try code(other) == "idempotency.other")
            let elsewhere = try await send(server, "k1", "/api/phrases")
            #expect(elsewhere.status == 422)
            // Another key is another request, and so is one without a key.
            let second = try await send(server, "k2")
            #expect(try JSON.object(second.body).conversation("id") != JSON.object(first.body).conversation("id"))
            #expect(try await service.store.conversations(limit: 9).count == 2)
            // Of a conversation that was deleted since, nothing is left to be found.
            let id = try #require(try JSON.object(first.body).conversation("id"))
            #expect(try await server.send("DELETE", "/api/conversations/\(id)").status == 204)
            let anew = try JSON.object(try await send(server, "k1").body)
            #expect(anew.conversation("id") != id && anew.utterances.count == 1)
        }
    }

    @Test("given a key, when the same recording is sent again, then it is not translated again, whatever its form")
    func recordings() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let wav = try Recordings.wav(seconds: 4)
            let target = "/api/translate?from=en&to=es"
            let first = try await send(server, "audio", target, fields: [], body: wav)
            let again = try await send(server, "audio", target, fields: [], body: wav)
            #expect(first.status == 200 && again.body == first.body)
            let events = try await send(server, "audio", target, fields: ["Accept: text/event-stream"], body: wav)
            #expect(events.fields["content-type"] == "text/event-stream")
            #expect(events.text.contains("event: conversation.started"))
            #expect(events.text.contains("event: utterance.translated"))
            #expect(events.text.contains("event: conversation.finished"))
            #expect(service.requests.withLock { $0.count } == 1)
            let other = try await send(server, "audio", target + "&title=a", fields: [], body: wav)
            #expect(other.status == 422)
            let longer = try await send(server, "audio", target, fields: [], body: try Recordings.wav(seconds: 5))
            #expect(longer.status == 422)
            let captions = try await send(server, "srt", target + "&formats=srt", fields: [], body: wav)
            let same = try await send(server, "srt", target + "&formats=srt", fields: [], body: wav)
            #expect(captions.text.hasPrefix("1\n") && same.body == captions.body)
            let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n"
            let form = Array(head.utf8) + wav + Array("\r\n--b--\r\n".utf8)
            let type = ["Content-Type: multipart/form-data; boundary=b"]
            let sent = try await send(server, "form", target, fields: type, body: form)
            #expect(try await send(server, "form", target, fields: type, body: form).body == sent.body)
            #expect(service.requests.withLock { $0.count } == 3)
        }
    }

    @Test(
        "given a request that is being done, when it is sent again, then the answer is 409; a client that leaves ends nothing"
    )
    func open() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(opening: { await gate.wait() }))
        try await withServer(service) { server in
            let wav = try Recordings.wav(seconds: 4)
            let fields = ["Idempotency-Key: k"]
            let first = try await server.open()
            try await first.send(.head("POST", "/api/translate?from=en&to=es", fields: fields, length: wav.count))
            try await first.send(wav)
            _ = try await service.begun.next()
            let second = try await send(server, "k", "/api/translate?from=en&to=es", fields: [], body: wav)
            #expect(second.status == 409 && second.fields["retry-after"] == "1")
            #expect(try code(second) == "idempotency.open")
            await first.close()
            gate.open()
            let finished = try #require(try await service.ended.next())
            #expect(try finished.get().state == .complete)
            var answer = try await send(server, "k", "/api/translate?from=en&to=es", fields: [], body: wav)
            while answer.status == 409 {
                answer = try await send(server, "k", "/api/translate?from=en&to=es", fields: [], body: wav)
            }
            #expect(answer.status == 200 && answer.fields["idempotency-replayed"] == "true")
            #expect(try JSON.object(answer.body).conversation("state") == "complete")
            #expect(service.requests.withLock { $0.count } == 1)
        }
    }

    @Test(
        "given a key, when a server with the same store is started anew, then the conversation is found; after a day it is not"
    )
    func restart() async throws {
        let store = InMemoryStore()
        let time = ManualTime()
        let first = try await withServer(SampleService(store: store), time: time.source) { server in
            try await send(server, "k")
        }
        let service = SampleService(store: store)
        try await withServer(service, time: time.source) { server in
            let again = try await send(server, "k")
            #expect(again.body == first.body)
            #expect(service.requests.withLock { $0.isEmpty })
            time.advance(by: .seconds(86_400))
            let later = try await send(server, "k")
            #expect(later.body != first.body)
        }
    }

    @Test("given a phrase with a key, when another one is sent with it, then it is refused")
    func phrases() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let first = try await send(server, "p", "/api/phrases")
            #expect(first.status == 200)
            #expect(try await send(server, "p", "/api/phrases").body == first.body)
            #expect(service.calls.count == 2)
            let other = try await send(
                server, "p", "/api/phrases", body: Array(#"{"text":"Hello","from":"en","to":"es"}"#.utf8))
            #expect(other.status == 422)
            #expect(try code(other) == "idempotency.other")
        }
    }

    @Test(
        "given a field that is no key, when it is sent, then the answer says what a key is",
        arguments: ["", "a b", "é", String(repeating: "k", count: 256), "a\r\nIdempotency-Key: b"])
    func malformed(key: String) async throws {
        try await withServer { server in
            let answer = try await send(server, key)
            #expect(answer.status == 400)
            #expect(try code(answer) == "idempotency.key")
        }
    }

    @Test("given two tenants, when both send the same key, then each has a conversation of its own")
    func tenants() async throws {
        try await KeyPlace.with { place in
            let keys = [try place.key("acme"), try place.key("zenith")]
            try await withServer(policy: place.policy(isRequired: true)) { server in
                var ids: Set<String> = []
                for key in keys {
                    let answer = try await send(server, "same", fields: Self.json + [key])
                    ids.insert(try #require(try JSON.object(answer.body).conversation("id")))
                }
                #expect(ids.count == 2)
            }
        }
    }
}
