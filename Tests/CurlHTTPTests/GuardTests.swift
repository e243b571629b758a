import CurlHTTP
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

@Suite("Guards", .serialized, .timeLimit(.minutes(5)))
struct GuardTests {
    let client = HTTPClient(time: .patient)

    @Test("Given a configured proxy, when requests are sent, then it is used except for its exceptions")
    func proxy() async throws {
        let proxied = answering { connection, request in try await connection.answer(200, request.lines[0]) }
        let direct = answering { connection, request in try await connection.answer(200, "direct") }
        try await ScriptedServer.run(proxied) { proxy in
            try await ScriptedServer.run(direct) { server in
                let client = HTTPClient(
                    configuration: HTTPClientConfiguration(proxy: .url(proxy.url(), except: ["127.0.0.1"])),
                    time: .patient)
                let first = try await client.send(ClientRequest(.get, "http://api.invalid/x")).body.collect()
                #expect(String(decoding: first, as: UTF8.self) == "GET http://api.invalid/x HTTP/1.1")
                let second = try await client.send(ClientRequest(.get, server.url())).body.collect()
                #expect(String(decoding: second, as: UTF8.self) == "direct")
            }
        }
    }

    @Test(
        "Given a body beyond its limit, when it is read, then it fails at the limit", arguments: [1_000, 0],
        [true, false])
    func endless(limit: Int, chunked: Bool) async throws {
        let closed = Milestone()
        let script: ScriptedServer.Script = { connection in
            defer { closed.reach() }
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\n\(chunked ? "Transfer-Encoding: chunked\r\n" : "")\r\n")
            let bytes = [UInt8](repeating: 1, count: 10_000)
            while true { try await chunked ? connection.sendChunk(bytes) : connection.send(bytes) }
        }
        try await ScriptedServer.run(script) { server in
            let request = ClientRequest(.get, server.url(), limits: ResponseLimits(body: limit))
            let failure = await failure { _ = try await client.send(request).body.collect() }
            #expect(failure?.kind == .tooLarge)
            #expect(failure?.message == "the answer is longer than \(limit) bytes")
            await closed.wait()
        }
    }

    @Test("Given a body of exactly the limit, when it is read, then it is complete")
    func limit() async throws {
        let script = answering { connection, _ in try await connection.answer(200, "12345") }
        try await ScriptedServer.run(script) { server in
            let request = ClientRequest(.get, server.url(), limits: ResponseLimits(body: 5))
            for _ in 1...2 {
                let body = try await client.send(request).body.collect()
                #expect(body.count == 5)
            }
        }
    }

    @Test(
        "Given a compressed body, when the limit is checked, then its unpacked size counts", arguments: Compressed.all)
    func bomb(compressed: Compressed) async throws {
        let script = answering { connection, _ in
            let coding = "Content-Encoding: \(compressed.coding)\r\nContent-Length: \(compressed.bytes.count)"
            try await connection.send("HTTP/1.1 200 OK\r\n\(coding)\r\n\r\n")
            try await connection.send(compressed.bytes)
        }
        try await ScriptedServer.run(script) { server in
            let small = ClientRequest(.get, server.url(), limits: ResponseLimits(body: 100_000))
            let failure = await failure { _ = try await client.send(small).body.collect() }
            #expect(failure?.kind == .tooLarge)
            let large = ClientRequest(.get, server.url(), limits: ResponseLimits(body: 1 << 20))
            let body = try await client.send(large).body.collect()
            #expect(body == [UInt8](repeating: 0, count: 1 << 20))
        }
    }

    @Test(
        "Given a body that is compressed twice, when it arrives, then it is refused",
        arguments: ["gzip, gzip", "gzip\r\nContent-Encoding: br"])
    func stacked(codings: String) async throws {
        let script = answering { connection, _ in
            try await connection.answer(200, fields: ["Content-Encoding: \(codings)"], "x")
        }
        try await ScriptedServer.run(script) { server in
            let failure = await failure { _ = try await client.send(ClientRequest(.get, server.url())) }
            #expect(failure?.kind == .malformed)
        }
    }

    @Test(
        "Given fields without end, when they arrive, then the request fails at the limit",
        arguments: ["X-Flood: again\r\n", "HTTP/1.1 103 Early Hints\r\n\r\n", "x"])
    func flood(piece: String) async throws {
        let closed = Milestone()
        let script: ScriptedServer.Script = { connection in
            defer { closed.reach() }
            _ = try await connection.request()
            if !piece.hasPrefix("HTTP") { try await connection.send("HTTP/1.1 200 OK\r\n") }
            let pieces = String(repeating: piece, count: 1_000)
            while true { try await connection.send(pieces) }
        }
        try await ScriptedServer.run(script) { server in
            let failure = await failure { _ = try await client.send(ClientRequest(.get, server.url())) }
            #expect(failure?.kind == .tooLarge)
            await closed.wait()
        }
    }

    @Test("Given trailers without end, when they arrive, then the body fails at the limit")
    func trailers() async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
            while true { try await connection.send(String(repeating: "X-Flood: again\r\n", count: 1_000)) }
        }
        try await ScriptedServer.run(script) { server in
            let body = try await client.send(ClientRequest(.get, server.url())).body
            let failure = await failure { _ = try await body.collect() }
            #expect(failure?.kind == .tooLarge)
        }
    }

    @Test("Given large fields, when the limit for them is raised, then they are accepted")
    func headerLimit() async throws {
        let script = answering { connection, _ in
            try await connection.answer(fields: ["X-Long: " + String(repeating: "x", count: 90_000)])
        }
        try await ScriptedServer.run(script) { server in
            let failure = await failure { _ = try await client.send(ClientRequest(.get, server.url())) }
            #expect(failure?.kind == .tooLarge)
            let request = ClientRequest(.get, server.url(), limits: ResponseLimits(headers: 100_000))
            let response = try await client.send(request)
            #expect(response.headers[HTTPField.Name("X-Long")!]?.utf8.count == 90_000)
        }
    }
}

/// A mebibyte of zeros, packed.
struct Compressed: Sendable, CustomTestStringConvertible {
    var coding: String
    var bytes: [UInt8]

    var testDescription: String { coding }

    static let all: [Compressed] = [
        // Deflate repeats one code, which is all zero bits.
        Compressed(
            coding: "gzip",
            bytes: hexadecimal("1f8b0800000000000203edc13101000000c2a0f54f6d085fa0")
                + [UInt8](repeating: 0, count: 1_016) + hexadecimal("3e031cea38a700001000")),
        Compressed(coding: "br", bytes: hexadecimal("5bffff8f7f02201e0b0472ef1f00")),
        Compressed(
            coding: "zstd",
            bytes: hexadecimal(
                "28b52ffda0000010004c000008000100fcff39100202001000020010000200100002001000020010000200100003001000")),
    ]

    private static func hexadecimal(_ digits: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Substring(digits)
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
