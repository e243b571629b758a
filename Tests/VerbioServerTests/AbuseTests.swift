import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

/// Bytes that no honest client sends.
struct Attack: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: String
    /// What the server may answer; a refusal is always one of these.
    var statuses: Set<Int>

    var testDescription: String { name }

    init(_ name: String, _ bytes: String, _ statuses: Int...) {
        (self.name, self.bytes, self.statuses) = (name, bytes, Set(statuses))
    }

    /// A request for a target, as it stands.
    static func get(_ target: String, _ statuses: Int...) -> Attack {
        var attack = Attack("GET \(target.prefix(60))", .head("GET", target))
        attack.statuses = Set(statuses)
        return attack
    }

    static func json(_ name: String, _ body: String, to path: String = "/api/translate", _ statuses: Int...) -> Attack {
        var attack = Attack(
            name,
            .head("POST", path, fields: ["Content-Type: application/json"], length: body.utf8.count) + body)
        attack.statuses = Set(statuses)
        return attack
    }

    private static let post = "POST /api/translate?from=en&to=es HTTP/1.1\r\nHost: localhost\r\n"

    static let framing: [Attack] = [
        Attack("two lengths", post + "Content-Length: 4\r\nContent-Length: 5\r\n\r\nRIFF", 400),
        Attack("a list of lengths", post + "Content-Length: 4, 5\r\n\r\nRIFF", 400),
        Attack("a negative length", post + "Content-Length: -1\r\n\r\n", 400),
        Attack("a length with a sign", post + "Content-Length: +4\r\n\r\nRIFF", 400),
        Attack("a length in hexadecimal", post + "Content-Length: 0x4\r\n\r\nRIFF", 400),
        Attack("a length beyond 64 bits", post + "Content-Length: 99999999999999999999999\r\n\r\n", 400, 413),
        Attack("a length beyond the limit", post + "Content-Length: 9223372036854775807\r\n\r\n", 413),
        Attack("length and chunks", post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        Attack("chunks and length", post + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n", 400),
        Attack("chunks that are no last coding", post + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", 400, 415),
        Attack("an unknown coding", post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400, 415),
        Attack("a chunk without a size", post + "Transfer-Encoding: chunked\r\n\r\nzz\r\nRIFF\r\n0\r\n\r\n", 400),
        Attack("a negative chunk", post + "Transfer-Encoding: chunked\r\n\r\n-4\r\nRIFF\r\n0\r\n\r\n", 400),
        Attack(
            "a chunk beyond 64 bits", post + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nRIFF\r\n0\r\n\r\n",
            400),
        Attack("a space before the colon", "GET /api/health HTTP/1.1\r\nHost : localhost\r\n\r\n", 400),
        Attack("a folded field", "GET /api/health HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n", 200, 400),
        Attack("a zero byte in a field", "GET /api/health HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n", 400),
        Attack("a lone return in a field", "GET /api/health HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n", 400),
        Attack("a field without a name", "GET /api/health HTTP/1.1\r\nHost: localhost\r\n: a\r\n\r\n", 400),
        Attack(
            "chunks of HTTP/1.0",
            "POST /api/translate?from=en&to=es HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400),
        Attack(
            "a whole address and two hosts",
            "GET http://localhost/api/health HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
        Attack("no version", "GET /api/health\r\n\r\n", 400),
        Attack("a version of the future", "GET /api/health HTTP/2.5\r\nHost: localhost\r\n\r\n", 400, 505),
        Attack("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, 405),
        Attack("a handshake of TLS", "\u{16}\u{3}\u{1}\u{0}\u{5}hello", 400, 405),
        Attack("an address without end", "GET /" + String(repeating: "a", count: 100_000), 414, 431),
        Attack("a method without end", String(repeating: "A", count: 100_000), 400, 405, 431),
        Attack(
            "a thousand fields",
            "GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
                + (0..<1_000).map { "X-\($0): \($0)\r\n" }.joined() + "\r\n", 431),
    ]

    static let targets: [Attack] = [
        .get("/console/../../../etc/passwd", 400, 404), .get("/console/..%2f..%2fetc%2fpasswd", 404),
        .get("/console/%2e%2e/%2e%2e/etc/passwd", 404), .get("/console/%00", 404), .get("/console/main.js%00.css", 404),
        .get("//etc/passwd", 404), .get("/api//health", 200, 404), .get("/api/health/", 200, 404),
        .get("/api/./health", 404), .get("/api/conversations/%2e%2e", 404), .get("/%", 404), .get("/%zz", 404),
        .get("/api/health%0d%0aSet-Cookie:%20a=b", 404), .get("/api/health?detail=%0d%0aSet-Cookie:%20a=b", 400),
        // The host of a target counts, and the field Host does not.
        .get("http://evil.example/api/health", 403), .get("HTTPS://evil.example", 403),
        .get("http://localhost@evil.example/", 403), .get("http:///api/health", 403), .get("localhost:80", 400, 404),
        .get("*", 400, 404),
        .get("/api/conversations?limit=1e999", 400), .get("/api/conversations?limit=-1", 400),
        .get("/api/conversations?limit=NaN", 400), .get("/api/conversations?limit=0x10", 400),
        .get("/api/conversations?limit=%D9%A3", 400), .get("/api/conversations?limit=99999999999999999999999", 400),
        .get("/api/usage?days=-2147483649", 400), .get("/api/conversations?limit=1&limit=2", 400),
        .get("/api/conversations/search?q=%ED%A0%80", 400), .get("/api/conversations/search?q=%C0%AF", 400),
        .get("/api/conversations/c00000000000000000000/utterances/99999999999999999999/audio?of=source", 404),
        .get("/api/phrases/\(String(repeating: "p", count: 5_000))/audio", 404),
    ]

    static let objects: [Attack] = [
        .json("lists in lists", String(repeating: "[", count: 60_000), 400),
        .json(
            "objects in objects",
            #"{"text":"#
                + String(repeating: #"{"a":"#, count: 10_000) + "1" + String(repeating: "}", count: 10_001), 400),
        .json("a lone surrogate", #"{"text":"\ud800","from":"en","to":"es"}"#, 400),
        .json("a field twice", #"{"text":"a","from":"en","to":"es","to":"fr"}"#, 200, 400),
        .json("a number that is none", #"{"text":NaN}"#, 400),
        .json("a number beyond every range", #"{"text":"a","from":"en","to":"es","start":1e999}"#, 400),
        .json("bytes that are no text", "{\"text\":\"\u{0}\"}", 400),
        .json("nothing", "", 400), .json("half an object", #"{"text":"#, 400),
        .json("a field that is a list", #"{"text":["a"],"from":"en","to":"es"}"#, 200, 400),
        .json("lists in lists for a phrase", String(repeating: "[", count: 60_000), to: "/api/phrases", 400),
    ]
}

@Suite("Requests of no honest client", .serialized, .timeLimit(.minutes(5)))
struct AbuseTests {
    @Test(
        "given bytes that no honest client sends, then the answer is a clear refusal, and the next client is served",
        arguments: Attack.framing + Attack.targets + Attack.objects)
    func attacks(attack: Attack) async throws {
        try await withServer { server in
            let connection = try await server.open()
            try? await connection.send(attack.bytes)
            let answer = try await connection.answer()
            #expect(attack.statuses.contains(answer.status), "\(answer.status) \(answer.text.prefix(200))")
            #expect(answer.fields["set-cookie"] == nil)
            if answer.status >= 400 {
                #expect(answer.fields["content-type"] == "application/problem+json")
                #expect(try JSON.object(answer.body)["code"] as? String != nil)
            }
            await connection.close()
            let next = try await server.send("GET", "/api/health/live")
            #expect(next.status == 200)
        }
    }

    @Test(
        "given a whole address as target, when its host is the server's, then it is answered, whatever Host names",
        arguments: ["/api/health", "/api/conversations?limit=1", "", "?", "/api/health/live"])
    func wholeAddress(target: String) async throws {
        try await withServer { server in
            for host in ["Host: localhost", "Host: evil.example"] {
                let answer = try await server.send("GET", "http://127.0.0.1:\(server.port)\(target)", fields: [host])
                #expect(answer.status == 200, "\(answer.text)")
            }
        }
    }

    @Test(
        "given a request that hides another one in its body, when it is refused, then the other one is never answered")
    func smuggled() async throws {
        try await withServer { server in
            for fields in [
                ["Content-Length: 6", "Transfer-Encoding: chunked"], ["Content-Length: 0", "Content-Length: 60"],
                ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
            ] {
                let connection = try await server.open()
                try? await connection.send(
                    .head("POST", "/api/analyze", fields: fields) + "0\r\n\r\n" + .head("GET", "/api/health"))
                let answer = try await connection.answer()
                #expect((400..<500).contains(answer.status))
                #expect(answer.fields["connection"] == "close")
                #expect(await connection.isEnded())
                await connection.close()
            }
        }
    }

    @Test("given a thousand uploads that are broken off, then nothing of them stays: no run, no connection")
    func aborted() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            for number in 0..<1_000 {
                let connection = try await server.open()
                let target = number % 2 == 0 ? "/api/analyze" : "/api/translate?from=en&to=es"
                try? await connection.send(
                    .head("POST", target, length: 1_000_000)
                        + String(repeating: "R", count: number % 3 == 0 ? 0 : 3_000))
                await connection.close()
            }
            while service.running > 0 || Self.connections(to: server.port) > 0 { await Task.yield() }
            #expect(try await server.send("GET", "/api/health").status == 200)
        }
    }

    @Test("given many clients that never finish a request, then they make room for one that does")
    func slow() async throws {
        try await withServer(configuration: .test(connections: 32)) { server in
            var slow: [HTTPConnection] = []
            for number in 0..<500 {
                let connection = try await server.open()
                // Some send nothing, and some a part of a head.
                if number % 2 == 0 { try? await connection.send("GET /api/health HTTP/1.1\r\nHost: loc") }
                slow.append(connection)
            }
            for _ in 0..<3 { #expect(try await server.send("GET", "/api/health").status == 200) }
            #expect(Self.connections(to: server.port) <= 33)
            for connection in slow { await connection.close() }
        }
    }

    /// How many connections the server has: those whose own port is its port, and which this process has not closed.
    private static func connections(to port: Int) -> Int {
        let wanted = String(port, radix: 16, uppercase: true)
        let own = ":" + String(repeating: "0", count: 4 - wanted.count) + wanted
        return ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
            .flatMap { $0.split(separator: "\n") }.count { line in
                let fields = line.split(separator: " ")
                // Established, or closed by the other side alone.
                return fields.count > 3 && fields[1].hasSuffix(own) && ["01", "08"].contains(fields[3])
            }
    }
}
