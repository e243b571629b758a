import Access
import Foundation
import HTTPTypes
import Language
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("Keys over HTTP", .serialized, .timeLimit(.minutes(5)))
struct KeyTests {
    /// Every route with an address that could exist.
    private static let requests = Routes.all.map { type in
        (
            type: type, method: type.name.method.rawValue,
            target: type.name.path.replacing("{id}", with: "c0000000000000000000x").replacing("{number}", with: "1")
                .replacing("{file}", with: "main.js").replacing("{name}", with: "deepl")
                .replacing("{issuer}", with: "google")
        )
    }

    @Test("given no key on this machine, when requests come without one, then they are served, until a key is made")
    func firstKey() async throws {
        try await KeyPlace.with { place in
            try await withServer(policy: place.policy()) { server in
                let fields = ["Authorization: Bearer unused"]
                #expect(try await server.send("GET", "/api/conversations", fields: fields).status == 200)
                #expect(try await server.send("GET", "/api/conversations").status == 200)
                let key = try await place.key()
                #expect(try await server.send("GET", "/api/conversations").status == 401)
                #expect(try await server.send("GET", "/api/conversations", fields: [key]).status == 200)
            }
        }
    }

    @Test("given a server that demands keys, when a route is called without one, then it is refused, unless it is open")
    func routes() async throws {
        try await KeyPlace.with { place in
            try await withServer(policy: place.policy(isRequired: true)) { server in
                var open: [String] = []
                for request in Self.requests {
                    let answer = try await server.send(request.method, request.target)
                    if request.type.access == .open {
                        open.append(request.target)
                        // There are no accounts.
                        let isOfAccounts = ["/api/auth/", "/api/billing/"].contains(where: request.target.hasPrefix)
                        #expect(answer.status == (isOfAccounts ? 404 : 200), "\(request.target)")
                        continue
                    }
                    #expect(answer.status == 401, "\(request.method) \(request.target)")
                    #expect(answer.fields["www-authenticate"] == "Bearer realm=\"verbio\"")
                    let body = try JSON.object(answer.body)
                    let isOpenAI = request.target.hasPrefix("/v1/")
                    let error = isOpenAI ? body["error"] as? [String: Any] : body
                    #expect(error?["code"] as? String == "key.missing")
                    if isOpenAI { #expect(error?["type"] as? String == "invalid_request_error") }
                    if !isOpenAI { #expect(answer.fields["content-type"] == "application/problem+json") }
                }
                let signingIn =
                    [
                        "apple", "oidc/google", "guest", "refresh", "ways", "google/start", "google/callback", "device",
                        "device/token",
                    ].map { "/api/auth/\($0)" } + ["/api/billing/stripe", "/api/billing/apple"]
                #expect(
                    Set(open)
                        == Set(
                            [
                                "/api/health", "/api/health/live", "/api/health/ready", "/openapi.yaml",
                                "/openapi.json", "/docs", "/", "/console/main.js",
                            ]
                                + signingIn))
            }
        }
    }

    @Test(
        "given a server that demands keys, when nothing is at an address, then a request without a key does not learn it"
    )
    func unknownAddress() async throws {
        try await KeyPlace.with { place in
            try await withServer(policy: place.policy(isRequired: true)) { server in
                for target in ["/x", "/api", "/api/conversationz"] {
                    let without = try await server.send("GET", target)
                    let with = try await server.send("GET", target, fields: [await place.key()])
                    #expect(without.status == 401 && with.status == 404)
                }
                let detail = try await server.send("GET", "/api/health?detail=true")
                #expect(detail.status == 401)
            }
        }
    }

    @Test("given a field that shows no valid key, then the answer says what is wrong with it")
    func refusedKeys() async throws {
        try await KeyPlace.with { place in
            let good = try await place.key()
            let (revoked, revokedText) = try await place.ring.create(KeyRequest(label: "revoked"))
            _ = try await place.ring.revoke(revoked.id)
            let brief = try await place.key("brief") { $0.lifetime = .seconds(60) }
            place.time.advance(by: .seconds(60))
            let cases: [([String], String)] = [
                (["Authorization: Basic dXNlcjpwYXNz"], "key.malformed"), (["Authorization: Bearer"], "key.malformed"),
                (["Authorization:"], "key.malformed"), ([good, good], "key.malformed"),
                (["Authorization: Bearer vk_x"], "key.unknown"), ([good.replacing("vk_", with: "vk-")], "key.unknown"),
                ([good + "0"], "key.unknown"), (["Authorization: Bearer \(revokedText)"], "key.revoked"),
                ([brief], "key.expired"),
            ]
            try await withServer(policy: place.policy()) { server in
                for (fields, code) in cases {
                    let answer = try await server.send("GET", "/api/conversations", fields: fields)
                    #expect(answer.status == 401)
                    let found = try JSON.object(answer.body)["code"] as? String
                    #expect(found == code)
                    #expect(answer.fields["www-authenticate"]?.hasPrefix("Bearer realm=\"verbio\", error=") == true)
                    // An open route is open for such a request, too.
                    #expect(try await server.send("GET", "/api/health", fields: fields).status == 200)
                }
                let lower = good.replacing("Bearer", with: "bearer")
                #expect(try await server.send("GET", "/api/conversations", fields: [lower]).status == 200)
                #expect(!server.log.all.contains { $0.contains(revokedText) || $0.contains("vk_") })
            }
        }
    }

    @Test("given a key without a permission, when a route needs it, then the answer is 403 and names the permission")
    func permissions() async throws {
        try await KeyPlace.with { place in
            try await withServer(policy: place.policy(isRequired: true)) { server in
                var fields: [Permission: String] = [:]
                for permission in Permission.allCases {
                    fields[permission] = try await place.key { $0.permissions = [permission] }
                }
                for request in Self.requests {
                    guard case .key(let needed) = request.type.access else { continue }
                    for (permission, field) in fields {
                        let answer = try await server.send(request.method, request.target, fields: [field])
                        #expect((answer.status == 403) == (permission != needed), "\(request.target) \(permission)")
                        guard permission != needed else { continue }
                        #expect(answer.text.contains("key.permission") && answer.text.contains("'\(needed.rawValue)'"))
                    }
                }
                let usual = try await place.key()
                #expect(try await server.send("GET", "/metrics", fields: [usual]).status == 403)
            }
        }
    }

    @Test("given live speech, when the handshake has no key, then it is refused, and with a key the socket opens")
    func live() async throws {
        try await KeyPlace.with { place in
            try await withServer(policy: place.policy(isRequired: true)) { server in
                let target = "/api/live?from=en&to=es&raw=s16le:16000:1"
                let refused = try await server.open()
                try await refused.send(.head("GET", target, fields: Client.fields))
                #expect(try await refused.answer().status == 401)
                await refused.close()
                let key = try await place.key()
                let client = try await Client.upgrade(try await server.open(), target, fields: [key])
                #expect(client.status == 101)
                await client.leave()
            }
        }
    }

    @Test("given a ticket, when a live session is opened with it in the address, then it opens once, and without a key")
    func ticket() async throws {
        try await KeyPlace.with { place in
            try await withServer(policy: place.policy(isRequired: true)) { server in
                func ticket(_ key: String) async throws -> String {
                    let answer = try await server.send("POST", "/api/live/tickets", fields: [key])
                    let body = try JSON.object(answer.body)
                    #expect(answer.status == 200 && body["expiresIn"] as? Int == 30)
                    #expect(answer.fields["cache-control"] == "no-store")
                    return try #require(body["ticket"] as? String)
                }
                func target(_ ticket: String) -> String {
                    "/api/live?from=en&to=es&raw=s16le:16000:1&ticket=\(ticket)"
                }
                func refused(_ ticket: String) async throws -> String? {
                    let answer = try await server.send("GET", target(ticket), fields: Client.fields)
                    #expect(answer.status == 401)
                    return try JSON.object(answer.body)["code"] as? String
                }
                let first = try await ticket(await place.key("acme"))
                let elsewhere = try await server.send("GET", "/api/conversations?ticket=\(first)")
                #expect(elsewhere.status == 401, "it opens live sessions only")
                let client = try await Client.upgrade(try await server.open(), target(first))
                #expect(client.status == 101)
                try await client.send(.binary(try Recordings.pcm()))
                try await client.send(.text(#"{"type":"end"}"#))
                _ = try await client.events()
                await client.leave()
                let list = try await server.send("GET", "/api/conversations", fields: [await place.key("acme")])
                #expect((try JSON.object(list.body)["conversations"] as? [Any])?.count == 1, "of the key's tenant")
                for spent in [first, "x"] {
                    let code = try await refused(spent)
                    #expect(code == "ticket.unknown")
                }
                let (key, text) = try await place.ring.create(KeyRequest(label: "brief"))
                let late = try await ticket("Authorization: Bearer \(text)")
                _ = try await place.ring.revoke(key.id)
                let code = try await refused(late)
                #expect(code == "key.revoked")
                let reader = try await place.key { $0.permissions = [.read] }
                let forbidden = try await server.send("POST", "/api/live/tickets", fields: [reader])
                #expect(forbidden.status == 403)
                #expect(!server.log.all.contains { $0.contains(first) || $0.contains(late) })
            }
        }
    }

    @Test("given terms that are in no address, when a ticket carries them, then the live session uses them")
    func carried() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            func ticket(_ body: String) async throws -> HTTPConnection.Answer {
                try await server.post("/api/live/tickets", Array(body.utf8))
            }
            let answer = try await ticket(
                #"{"to":"es","title":"Kestrel","glossary":"source,target\nKestrel,Kestrel\ninvoice,factura"}"#)
            #expect(answer.status == 200, "\(answer.text)")
            let name = try #require(try JSON.object(answer.body)["ticket"] as? String)
            let client = try await Client.upgrade(
                try await server.open(), "/api/live?from=en&raw=s16le:16000:1&ticket=\(name)")
            #expect(client.status == 101)
            try await client.send(.text(#"{"type":"end"}"#))
            _ = try await client.events()
            await client.leave()
            let request = try #require(service.requests.withLock { $0.first })
            #expect(request.title == "Kestrel" && request.glossary?.terms.count == 2)
            for body in [#"{"session":"x"}"#, #"{"title":1}"#, "[]"] {
                #expect(try await ticket(body).code == "body.malformed", "\(body)")
            }
        }
    }

    @Test("given a server that always demands a key, then it answers to any name, or to those that are listed")
    func names() async throws {
        try await KeyPlace.with { place in
            try await withServer(policy: place.policy(isRequired: true)) { server in
                for host in ["verbio.example.com", "10.1.2.3:80", "localhost"] {
                    let answer = try await server.send("GET", "/api/health", fields: ["Host: \(host)"])
                    #expect(answer.status == 200)
                }
                let own = ["Host: verbio.example.com", "Origin: https://verbio.example.com"]
                let page = try await server.send("GET", "/api/health", fields: own)
                #expect(page.status == 200)
                let other = ["Host: verbio.example.com", "Origin: https://evil.example"]
                let stranger = try await server.send("GET", "/api/health", fields: other)
                #expect(stranger.status == 403)
            }
            var listed = ServerConfiguration.test()
            listed.names = ["Verbio.example.com"]
            try await withServer(configuration: listed, policy: place.policy(isRequired: true)) { server in
                for (host, status) in [("verbio.EXAMPLE.com:443", 200), ("evil.example", 403), ("10.1.2.3", 403)] {
                    let answer = try await server.send("GET", "/api/health", fields: ["Host: \(host)"])
                    #expect(answer.status == status, "\(host)")
                }
            }
        }
    }

    @Test("given a server that other machines reach without keys, then it answers to addresses, and to no foreign name")
    func insecure() async throws {
        var everywhere = ServerConfiguration.test()
        everywhere.host = "0.0.0.0"
        try await withServer(configuration: everywhere) { server in
            for (host, status) in [("10.1.2.3:80", 200), ("[fe80::1]", 200), ("evil.example", 403), ("1.2.3", 403)] {
                let answer = try await server.send("GET", "/api/health", fields: ["Host: \(host)"])
                #expect(answer.status == status, "\(host)")
            }
        }
    }

    @Test(
        "given an address, when it is judged, then only those of this machine are its own",
        arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("localhost", true), ("0.0.0.0", false),
            ("127.evil.example", false), ("127.0.0.1.example", false), ("10.0.0.1", false), ("::", false),
        ])
    func loopback(host: String, isLoopback: Bool) {
        var configuration = ServerConfiguration.test()
        configuration.host = host
        #expect(configuration.isLoopback == isLoopback)
    }
}
