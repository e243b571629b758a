import Access
import Testing
import VerbioTesting
import Yams

@testable import VerbioServer

@Suite("Pages of other origins, and proxies", .serialized, .timeLimit(.minutes(5)))
struct CrossOriginTests {
    private static func listing() -> ServerConfiguration {
        var configuration = ServerConfiguration.test()
        configuration.origins = ["https://app.example.com"]
        return configuration
    }

    @Test("given a listed origin, when its page asks, then it may read the answer, and pages of others may not")
    func origins() async throws {
        try await KeyPlace.with { place in
            let key = try await place.key { $0.limits.requestsPerMinute = 100 }
            try await withServer(configuration: Self.listing(), policy: place.policy()) { server in
                let listed = ["Origin: https://app.example.com", "Sec-Fetch-Site: cross-site"]
                for (target, status) in [("/api/conversations", 200), ("/api/conversations/x", 404)] {
                    let answer = try await server.send("GET", target, fields: listed + [key])
                    #expect(answer.status == status)
                    #expect(answer.fields["access-control-allow-origin"] == "https://app.example.com")
                    #expect(answer.fields["access-control-expose-headers"]?.contains("RateLimit-Remaining") == true)
                    #expect(
                        answer.fields["access-control-allow-credentials"] == nil && answer.fields["vary"] == "Origin")
                }
                let refused = try await server.send("GET", "/api/conversations", fields: listed)
                #expect(refused.status == 401 && refused.fields["access-control-allow-origin"] != nil)
                for other in [
                    "https://evil.example", "http://app.example.com", "https://app.example.com.evil.example", "null",
                ] {
                    let answer = try await server.send(
                        "GET", "/api/conversations", fields: ["Origin: \(other)", key])
                    #expect(answer.status == 403 && answer.fields["access-control-allow-origin"] == nil, "\(other)")
                }
                let two = try await server.send("GET", "/api/conversations", fields: [listed[0], listed[0], key])
                #expect(two.status == 403)
                let live = try await Client.upgrade(
                    try await server.open(), "/api/live?from=en&to=es&raw=s16le:16000:1", fields: listed + [key])
                #expect(live.status == 101)
                await live.leave()
            }
        }
    }

    @Test(
        "given a preflight request, when the origin is listed, then the answer says what the browser may send")
    func preflight() async throws {
        try await KeyPlace.with { place in
            try await withServer(configuration: Self.listing(), policy: place.policy(isRequired: true)) { server in
                func ask(_ target: String, _ origin: String) async throws -> HTTPConnection.Answer {
                    try await server.send(
                        "OPTIONS", target,
                        fields: [
                            "Origin: \(origin)", "Access-Control-Request-Method: PATCH",
                            "Access-Control-Request-Headers: authorization, x-stainless-lang,traceparent, b@d",
                        ])
                }
                let answer = try await ask("/api/conversations/c1", "https://app.example.com")
                #expect(answer.status == 204)
                #expect(answer.fields["access-control-allow-methods"] == "GET, HEAD, PATCH, DELETE")
                #expect(answer.fields["access-control-allow-headers"]?.contains("Authorization") == true)
                #expect(
                    answer.fields["access-control-allow-headers"]?.hasSuffix(
                        "X-Request-ID, x-stainless-lang, traceparent")
                        == true)
                #expect(answer.fields["access-control-expose-headers"]?.hasPrefix("Location, ") == true)
                #expect(answer.fields["access-control-allow-origin"] == "https://app.example.com")
                let nowhere = try await ask("/api/nowhere", "https://app.example.com")
                #expect(nowhere.status == 401)
                let stranger = try await ask("/api/conversations/c1", "https://evil.example")
                #expect(stranger.status == 403 && stranger.fields["access-control-allow-methods"] == nil)
            }
        }
    }

    @Test("given no listed origin, then no answer has a field of CORS")
    func off() async throws {
        try await withServer { server in
            for fields in [["Origin: http://localhost:1"], []] {
                let answer = try await server.send(
                    "OPTIONS", "/api/conversations", fields: ["Host: localhost:1"] + fields)
                #expect(answer.status == 405)
                #expect(!answer.fields.keys.contains { $0.hasPrefix("access-control") || $0 == "vary" })
            }
        }
    }

    @Test("given a trusted proxy, when it says how it was called, then the server believes it, and no other sender")
    func proxies() async throws {
        let forwarded = [
            "X-Forwarded-Host: verbio.example.com", "X-Forwarded-Proto: https",
            "X-Forwarded-For: 6.6.6.6, 203.0.113.9, 10.1.2.3",
        ]
        for isTrusted in [true, false] {
            var configuration = ServerConfiguration.test()
            configuration.names = ["verbio.example.com"]
            configuration.proxies = ["10.0.0.0/8", isTrusted ? "127.0.0.1" : "192.0.2.1"].compactMap(AddressRange.init)
            try await KeyPlace.with { place in
                let key = try await place.key()
                try await withServer(configuration: configuration, policy: place.policy(isRequired: true)) { server in
                    let page = try await server.send(
                        "GET", "/api/conversations", fields: [key, "Origin: https://verbio.example.com"] + forwarded)
                    #expect(page.status == (isTrusted ? 200 : 403))
                    #expect((page.fields["strict-transport-security"] != nil) == isTrusted)
                    let plain = try await server.send(
                        "GET", "/api/conversations", fields: [key, "Origin: http://verbio.example.com"] + forwarded)
                    #expect(plain.status == 403)
                    let evil = try await server.send(
                        "GET", "/api/conversations", fields: [key, "X-Forwarded-Host: evil.example"])
                    #expect(evil.status == (isTrusted ? 403 : 200))
                    let described = try await server.send("GET", "/openapi.yaml", fields: forwarded)
                    let address = isTrusted ? "https://verbio.example.com" : "http://127.0.0.1:\(server.port)"
                    #expect(described.text.contains("\n  - url: \"\(address)\"\n"))
                    while server.log.all.count < 4, !Task.isCancelled { await Task.yield() }
                    // The first of the three is what the client itself may have sent.
                    #expect(server.log.all[0].contains("client=\(isTrusted ? "203.0.113.9" : "127.0.0.1") "))
                }
            }
        }
    }

    @Test(
        "given a range of addresses, when an address is looked up, then its first bits decide",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false), ("192.168.128.0/17", "192.168.127.1", false),
            ("0.0.0.0/0", "9.9.9.9", true),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe80::1", false),
            ("0.0.0.0/0", "::1", false), ("::1", "0:0:0:0:0:0:0:1", true), ("10.0.0.0/8", "10.0.0", false),
        ])
    func ranges(range: String, address: String, isInside: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(address) == isInside)
    }

    @Test(
        "given a text that is no range, then it is refused",
        arguments: [
            "", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0.0/", "::/129", "example.com", "*",
        ])
    func noRange(text: String) { #expect(AddressRange(text) == nil) }
}
