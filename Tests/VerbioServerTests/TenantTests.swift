import Access
import Conversations
import Foundation
import HTTPTypes
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Tenants over HTTP", .serialized, .timeLimit(.minutes(5)))
struct TenantTests {
    @Test(
        "given a conversation of one tenant, when another calls any route with its identifier, then it does not exist")
    func apart() async throws {
        try await KeyPlace.with { place in
            let (owner, other) = (try await place.key("acme"), try await place.key("zenith"))
            let service = SampleService()
            try await withServer(service, policy: place.policy(isRequired: true)) { server in
                let made = try await server.send(
                    "POST", "/api/translate?from=en&to=es", fields: [owner], body: try Recordings.wav(seconds: 3))
                let conversation = try JSON.object(made.body)["conversation"] as? [String: Any]
                let id = try #require(conversation?["id"] as? String)
                // Accounts have identifiers of another kind, and are for keys of administrators alone.
                let routes = Routes.all.map { $0.name }
                    .filter {
                        $0.path.contains("{id}") && !$0.path.hasPrefix("/api/accounts")
                            && !$0.path.hasPrefix("/v1/models")
                    }
                #expect(routes.count >= 5)
                for route in routes {
                    var target = route.path.replacing("{id}", with: id).replacing("{number}", with: "1")
                    if target.hasSuffix("/export") { target += "?format=srt" }
                    let method = route.method.rawValue
                    let change =
                        target.hasSuffix("/speakers")
                        ? #"{"names":{"1":"taken"}}"#
                        : target.contains("/utterances/") ? #"{"source":"taken"}"# : #"{"title":"taken"}"#
                    let body: [UInt8]? = method == "PATCH" ? Array(change.utf8) : nil
                    let fields = ["Content-Type: application/json"]
                    let answer = try await server.send(method, target, fields: [other] + fields, body: body)
                    // The answer is the same as for an identifier that never existed.
                    let absent = try await server.send(
                        method, target.replacing(id, with: ConversationID.random().rawValue),
                        fields: [other] + fields, body: body)
                    #expect(answer.status == 404 && absent.status == 404, "\(method) \(target)")
                    #expect(answer.body == absent.body && answer.fields.keys.sorted() == absent.fields.keys.sorted())
                }
                for (key, count) in [(owner, 1), (other, 0)] {
                    #expect(try await conversations(server, key) == count)
                }
                let kept = try await server.send("GET", "/api/conversations/\(id)", fields: [owner])
                #expect(kept.status == 200 && !kept.text.contains("taken"))
                let local = try await service.store.conversations(limit: 9)
                #expect(local.isEmpty, "nor is it a conversation of the user of this machine")
            }
        }
    }

    @Test("given work of each kind, when a tenant has it done, then its conversations are that tenant's alone")
    func kinds() async throws {
        try await KeyPlace.with { place in
            let (owner, other) = (try await place.key("acme"), try await place.key("zenith"))
            try await withServer(policy: place.policy(isRequired: true)) { server in
                let wav = try Recordings.wav(seconds: 3)
                _ = try await server.send("POST", "/api/translate?from=en&to=es", fields: [owner], body: wav)
                let text = Array(#"{"text":"Where is it?","from":"en","to":"es"}"#.utf8)
                let json = ["Content-Type: application/json"]
                _ = try await server.send("POST", "/api/translate", fields: [owner] + json, body: text)
                let parts =
                    "--b\r\nContent-Disposition: form-data; name=\"language\"\r\n\r\nen\r\n"
                    + "--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nwhisper-1\r\n"
                    + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n"
                _ = try await server.send(
                    "POST", "/v1/audio/transcriptions",
                    fields: [owner, "Content-Type: multipart/form-data; boundary=b"],
                    body: Array(parts.utf8) + wav + Array("\r\n--b--\r\n".utf8))
                let client = try await Client.upgrade(
                    try await server.open(), "/api/live?from=en&to=es&raw=s16le:16000:1", fields: [owner])
                try await client.send(.binary(try Recordings.pcm()))
                try await client.send(.text(#"{"type":"end"}"#))
                _ = try await client.events()
                await client.leave()
                for (key, count) in [(owner, 4), (other, 0)] {
                    #expect(try await conversations(server, key) == count)
                }
            }
        }
    }

    @Test("given texts, phrases and work of one tenant, when another searches and lists, then there is nothing")
    func lists() async throws {
        try await KeyPlace.with { place in
            let (owner, other) = (try await place.key("acme"), try await place.key("zenith"))
            try await withServer(policy: place.policy(isRequired: true)) { server in
                let json = ["Content-Type: application/json"]
                let text = Array(#"{"text":"Where is it?","from":"en","to":"es"}"#.utf8)
                _ = try await server.send("POST", "/api/translate", fields: [owner] + json, body: text)
                let added = try await server.send("POST", "/api/phrases", fields: [owner] + json, body: text)
                let id = try #require(try JSON.object(added.body)["id"] as? String)
                for (target, name) in [
                    ("/api/conversations/search?q=where", "matches"), ("/api/phrases", "phrases"),
                    ("/api/usage", "days"),
                ] {
                    for (key, isEmpty) in [(owner, false), (other, true)] {
                        let answer = try JSON.object(try await server.send("GET", target, fields: [key]).body)
                        #expect((answer[name] as? [Any])?.isEmpty == isEmpty, "\(target)")
                    }
                }
                let today = try JSON.object(try await server.send("GET", "/api/phrases/today", fields: [other]).body)
                #expect(today["phrase"] is NSNull)
                for (method, target) in [("GET", "/api/phrases/\(id)/audio"), ("DELETE", "/api/phrases/\(id)")] {
                    #expect(try await server.send(method, target, fields: [other]).status == 404)
                }
                #expect(try await server.send("GET", "/api/phrases/\(id)/audio", fields: [owner]).status == 200)
            }
        }
    }

    /// How many conversations a key finds.
    private func conversations(_ server: RunningServer, _ key: String) async throws -> Int? {
        let list = try await server.send("GET", "/api/conversations", fields: [key])
        return try (JSON.object(list.body)["conversations"] as? [Any])?.count
    }

    @Test("given a live session of one tenant, when another uses its token, then it is as unknown as any other")
    func sessions() async throws {
        try await KeyPlace.with { place in
            let (owner, other) = (try await place.key("acme"), try await place.key("zenith"))
            try await withServer(policy: place.policy(isRequired: true)) { server in
                let client = try await Client.upgrade(
                    try await server.open(), "/api/live?from=en&to=es&raw=s16le:16000:1&resumable=true",
                    fields: [owner])
                let token = try #require(try await client.event()?["session"] as? String)
                func order(_ token: String, _ key: String) async throws -> HTTPConnection.Answer {
                    try await server.post(
                        "/api/live/\(token)", Array(#"{"type":"pause"}"#.utf8), fields: [key])
                }
                func resume(_ token: String, _ key: String) async throws -> HTTPConnection.Answer {
                    try await server.send("POST", "/api/live?session=\(token)", fields: [key])
                }
                func connect(_ token: String) async throws -> [String] {
                    let client = try await Client.upgrade(
                        try await server.open(), "/api/live?session=\(token)&after=0", fields: [other])
                    let told = try await [client.frame(), client.frame()]
                        .map { String(decoding: $0.payload, as: UTF8.self) }
                    await client.leave()
                    return told
                }
                let unknown = String(token.reversed())
                for call in [order, resume] {
                    let (foreign, absent) = (try await call(token, other), try await call(unknown, other))
                    #expect(foreign.status == 404 && absent.status == 404, "\(foreign.text)")
                    #expect(foreign.body == absent.body)
                }
                let (foreign, absent) = (try await connect(token), try await connect(unknown))
                #expect(foreign == absent && foreign[0].contains("\"code\""), "\(foreign)")
                #expect(try await order(token, owner).status == 204, "the session goes on for its tenant")
                await client.leave()
            }
        }
    }

    @Test("given two keys of one tenant, when one has made a conversation, then the other finds it")
    func together() async throws {
        try await KeyPlace.with { place in
            let keys = [try await place.key("acme"), try await place.key("acme")]
            try await withServer(policy: place.policy(isRequired: true)) { server in
                _ = try await server.send(
                    "POST", "/api/translate?from=en&to=es", fields: [keys[0]], body: try Recordings.wav(seconds: 3))
                #expect(try await conversations(server, keys[1]) == 1)
            }
        }
    }
}
