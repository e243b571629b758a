import Conversations
import Foundation
import Hummingbird
import Jobs
import NIOCore
import Plumbing
import Providers
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Several languages, chosen engines and fetched recordings", .serialized, .timeLimit(.minutes(5)))
struct TargetTests {
    private static func results(_ answer: HTTPConnection.Answer) throws -> [[String: Any]] {
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(try JSON.object(answer.body)["results"] as? [[String: Any]])
    }

    @Test("given several languages, when a recording is sent, then each has its document, and each is the stored one")
    func documents() async throws {
        try await withServer { server in
            let results = try Self.results(
                try await server.send(
                    "POST", "/api/translate?from=en&to=es,fr,de", body: try Recordings.wav(seconds: 4)))
            #expect(results.map { $0["to"] as? String } == ["es", "fr", "de"])
            #expect(Set(results.compactMap { $0["conversation"] as? String }).count == 3)
            for result in results {
                #expect(result["state"] as? String == "complete")
                let document = try #require(result["document"] as? [String: Any])
                let id = try #require(result["conversation"] as? String)
                #expect(document.utterances.count > 0 && document.conversation("id") == id)
                let stored = try JSON.object(try await server.send("GET", "/api/conversations/\(id)").body)
                #expect(NSDictionary(dictionary: stored) == NSDictionary(dictionary: document))
            }
        }
    }

    @Test("given several languages, when files are requested, then their addresses are answered for each")
    func files() async throws {
        try await withServer { server in
            let results = try Self.results(
                try await server.send(
                    "POST", "/api/translate?from=en&to=es,fr&formats=srt,vtt", body: try Recordings.wav(seconds: 4)))
            for result in results {
                let files = try #require(result["files"] as? [[String: Any]])
                #expect(files.count == 2 && result["document"] == nil)
                for file in files {
                    #expect(try await server.send("GET", try #require(file["href"] as? String)).status == 200)
                }
            }
        }
    }

    @Test("given a text and several languages, when events are requested, then one conversation follows the other")
    func events() async throws {
        try await withServer { server in
            let connection = try await server.open()
            let body = Array(#"{"text":"Where is it?","from":"en","to":"es,fr"}"#.utf8)
            try await connection.send(
                .head(
                    "POST", "/api/translate", fields: ["Accept: text/event-stream", "Content-Type: application/json"],
                    length: body.count))
            try await connection.send(body)
            #expect(try await connection.head().status == 200)
            var events: [ServerSentEvent] = []
            while let event = try await connection.realEvent() { events.append(event) }
            let names = events.map(\.event)
            #expect(names.count { $0 == "conversation.started" } == 2 && names.last == "conversation.finished")
            let owners = try events.map { try JSON.object($0.data)["conversation"] as? String }
            #expect(Set(owners).count == 2 && owners.first != owners.last)
        }
    }

    @Test("given a language that fails, when others do not, then it has an error and they have documents")
    func failure() async throws {
        let service = SampleService(
            hooks: .init(opening: { [count = Counter()] in
                if count.next() == 2 { throw BytesLost() }
            }))
        try await withServer(service) { server in
            let results = try Self.results(
                try await server.send(
                    "POST", "/api/translate?from=en&to=es,fr,de", body: try Recordings.wav(seconds: 3)))
            #expect(results.map { $0["document"] != nil } == [true, false, true])
            #expect(results[1].errorCode == "internal.unexpected")
        }
        let lost = SampleService(hooks: .init(opening: { throw BytesLost() }))
        try await withServer(lost) { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es,fr", body: try Recordings.wav(seconds: 3))
            #expect(answer.status == 500)
        }
    }

    @Test("given engines that the operator offers, when a job names one, then it does the work, and no other does")
    func engines() async throws {
        try await JobHall.with { hall in
            let service = SampleService(offered: ["sim:realistic"])
            try await withServer(service, jobs: try hall.services()) { server in
                let text = Array(
                    #"{"text":"Where is it?","from":"en","to":"es","mt":"sim:realistic","speak":true}"#.utf8)
                let json = ["Content-Type: application/json"]
                let done = try await server.ended(
                    try await server.job("context=2", fields: json, body: text).id)
                #expect(done.state == "done", "\(done)")
                let id = try #require(done.conversations.first?["conversation"] as? String)
                let stored = try #require(
                    try await service.store.conversation(ConversationID(rawValue: id)))
                #expect(stored.settings.providers[.translation]?.name == "sim:realistic")
                #expect(stored.settings.providers[.synthesis]?.name == "sim:instant")
                #expect(stored.settings.context.pairs == 2)

                for (body, code) in [
                    (#"{"text":"a","from":"en","to":"es","mt":"sim:flaky"}"#, "engine.not-offered"),
                    (#"{"text":"a","from":"en","to":"es","max-cost":0.1}"#, nil as String?),
                ] {
                    let job = try await server.ended(
                        try await server.job("", fields: json, body: Array(body.utf8)).id)
                    #expect(job.errorCode == code, "\(job)")
                }
            }
        }
    }

    // MARK: Addresses

    private static func fetch(_ hosts: [String]) throws -> OutsideFetch {
        let list = try HostList(hosts, of: "test")
        return OutsideFetch(listed: list, client: OutsideClient(listed: list))
    }

    @Test("given a host that the operator lists, when a request names a recording there, then that is translated")
    func fetched() async throws {
        try await JobHall.with { hall in
            try await withServer(
                jobs: try hall.services(), moreRoutes: [RecordingRoute.self], fetch: try Self.fetch(["127.0.0.1"])
            ) { server in
                let here = "http://127.0.0.1:\(server.port)/recording"
                for place in [here, here + "?hops=3"] {
                    let encoded = place.replacing("?", with: "%3F").replacing("=", with: "%3D")
                    let answer = try await server.send("POST", "/api/translate?from=en&to=es&url=\(encoded)", body: [])
                    #expect(answer.status == 200, "\(answer.text)")
                    #expect(try JSON.object(answer.body).utterances.count > 0)
                }
                let body = Array(#"{"url":"\#(here)","from":"en","to":"es"}"#.utf8)
                let json = ["Content-Type: application/json"]
                #expect(try await server.send("POST", "/api/translate", fields: json, body: body).status == 200)
                let job = try await server.job("", fields: json, body: body)
                #expect(try await server.ended(job.id).state == "done")
            }
        }
    }

    @Test(
        "given an address that is not allowed or leads nowhere, when it is sent, then the answer says why",
        arguments: [
            ("http://127.0.0.1:PORT/recording?hops=4", 422, "url.failed"),
            ("http://127.0.0.1:PORT/recording?to=http://localhost/", 400, "url.malformed"),
            ("http://127.0.0.1:PORT/recording?to=https://10.0.0.1/", 400, "url.private"),
            ("http://127.0.0.1:PORT/recording?to=https://example.com/", 400, "url.not-allowed"),
            ("http://127.0.0.1:PORT/recording?to=file:///etc/passwd", 400, "url.malformed"),
            ("http://127.0.0.1:PORT/nothing", 422, "url.failed"),
            ("http://127.0.0.1:PORT/recording?bytes=1000001", 422, "url.failed"),
            ("https://example.com/a.wav", 400, "url.not-allowed"),
            ("https://169.254.169.254/latest", 400, "url.private"),
            ("http://[::1]/", 400, "url.malformed"),
            ("https://u:p@127.0.0.1/", 400, "url.malformed"),
            ("gopher://127.0.0.1/", 400, "url.malformed"),
        ])
    func refused(place: String, status: Int, code: String) async throws {
        try await withServer(
            configuration: .test(maximumBodyBytes: 1_000_000), moreRoutes: [RecordingRoute.self],
            fetch: try Self.fetch(["127.0.0.1"])
        ) { server in
            let place = place.replacing("PORT", with: "\(server.port)")
            let body = Array(#"{"url":"\#(place)","from":"en","to":"es"}"#.utf8)
            let answer = try await server.send(
                "POST", "/api/translate", fields: ["Content-Type: application/json"], body: body)
            #expect(answer.status == status, "\(answer.text)")
            #expect(try JSON.object(answer.body)["code"] as? String == code)
        }
    }

    @Test(
        "given an address and a body, when both are sent, then the request is refused",
        arguments: ["translate", "jobs"])
    func both(route: String) async throws {
        try await JobHall.with { hall in
            try await withServer(jobs: try hall.services(), fetch: try Self.fetch(["*"])) { server in
                for (fields, body) in [
                    ([], Array("RIFF".utf8)),
                    (["Content-Type: application/json"], Array(#"{"text":"a"}"#.utf8)),
                ] {
                    let answer = try await server.send(
                        "POST", "/api/\(route)?from=en&to=es&url=https://example.com/a.wav", fields: fields, body: body)
                    #expect(answer.status == 400)
                    #expect(try JSON.object(answer.body)["code"] as? String == "url.and-body")
                }
            }
        }
    }
}

/// Counts calls.
private final class Counter: Sendable {
    private let count = Locked(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// A recording, possibly after some redirects.
private struct RecordingRoute: Route {
    static let name = RouteName(.get, "/recording")
    static let queryRule = QueryRule.unread
    static let access = RouteAccess.open

    init(_ parts: RouteParts) {}

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = request.uri.queryParameters
        if let place = query["to"] {
            return Response(status: .found, headers: [.location: String(place)])
        }
        if let hops = query["hops"].flatMap({ Int($0) }), hops > 0 {
            return Response(status: .temporaryRedirect, headers: [.location: "/recording?hops=\(hops - 1)"])
        }
        let bytes =
            try query["bytes"].flatMap { Int($0) }.map { [UInt8](repeating: 0, count: $0) }
            ?? Recordings.wav(seconds: 3)
        return Response(
            status: .ok, headers: [.contentType: "audio/wav"], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
