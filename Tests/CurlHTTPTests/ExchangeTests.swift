import CurlHTTP
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

@Suite("An exchange", .serialized, .timeLimit(.minutes(5)))
struct ExchangeTests {
    let client = HTTPClient(time: .patient)

    @Test("Given a GET, when it is answered, then status, fields and body arrive")
    func get() async throws {
        let script = answering { connection, request in
            #expect(request.lines[0] == "GET /a%20b?c=d HTTP/1.1")
            #expect(request.field("user-agent") == "verbio")
            #expect(request.field("x-empty") == "")
            #expect(request.field("content-type") == nil)
            try await connection.answer(404, fields: ["X-One: 1", "X-Trimmed:  \t two words \t"], "not here")
        }
        try await ScriptedServer.run(script) { server in
            var request = ClientRequest(.get, server.url("/a%20b?c=d"))
            request.headers[HTTPField.Name("X-Empty")!] = ""
            let response = try await client.send(request)
            #expect(response.status == 404)
            #expect(response.headers[HTTPField.Name("x-one")!] == "1")
            #expect(response.headers[HTTPField.Name("x-trimmed")!] == "two words")
            #expect(try await response.body.collect() == Array("not here".utf8))
        }
    }

    @Test(
        "Given a body of any size, when it is sent with any method, then it arrives whole",
        arguments: [HTTPRequest.Method.post, .put, .patch, .delete], [0, 1, 70_000, 3_000_000])
    func bytes(method: HTTPRequest.Method, count: Int) async throws {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let script = answering { connection, request in
            #expect(request.method == method.rawValue)
            #expect(request.field("expect") == nil)
            #expect(request.field("content-type") == nil)
            #expect(request.body == body)
            try await connection.answer()
        }
        try await ScriptedServer.run(script) { server in
            let response = try await client.send(ClientRequest(method, server.url(), body: .bytes(body)))
            #expect(response.status == 200)
        }
    }

    @Test("Given a POST without a body, when it is sent, then its length is 0")
    func noBody() async throws {
        let script = answering { connection, request in
            try await connection.answer(request.field("content-length") == "0" ? 200 : 400)
        }
        try await ScriptedServer.run(script) { server in
            let response = try await client.send(ClientRequest(.post, server.url()))
            #expect(response.status == 200)
        }
    }

    @Test("Given a HEAD, when its answer claims a length, then there is no body and the connection is reused")
    func head() async throws {
        let script = answering { connection, request in
            #expect(request.method == "HEAD")
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        }
        try await ScriptedServer.run(script) { server in
            for _ in 1...2 {
                let response = try await client.send(ClientRequest(.head, server.url()))
                #expect(try await response.body.collect() == [])
            }
            #expect(server.connections == 1)
        }
    }

    @Test(
        "Given fields that the client sets itself, when a request is sent, then these are left out and repeated ones kept"
    )
    func fields() async throws {
        let script = answering { connection, request in
            let own = ["host", "content-length", "transfer-encoding", "connection", "expect"]
            #expect(own.compactMap { request.field($0) } == ["127.0.0.1:\(request.path.dropFirst())", "2"])
            #expect(request.field("accept-encoding")?.contains("gzip") == true)
            #expect(request.lines.filter { $0.hasPrefix("X-Two: ") } == ["X-Two: a", "X-Two: b"])
            // A line break in a value would begin an unintended field.
            #expect(request.lines.contains("X-Broken: a  X-Smuggled: b"))
            try await connection.answer()
        }
        try await ScriptedServer.run(script) { server in
            var request = ClientRequest(.post, server.url("/\(server.port)"), body: .bytes([1, 2]))
            for (name, value) in [
                ("Host", "elsewhere"), ("Content-Length", "7"), ("Transfer-Encoding", "chunked"),
                ("Accept-Encoding", "none"), ("Connection", "close"), ("Expect", "100-continue"), ("X-Two", "a"),
                ("X-Two", "b"), ("X-Broken", "a\r\nX-Smuggled: b"),
            ] { request.headers.append(HTTPField(name: HTTPField.Name(name)!, value: value)) }
            _ = try await client.send(request)
        }
    }

    @Test("Given repeated and folded fields, when an answer arrives, then they keep their order and are joined")
    func multimap() async throws {
        let script = answering { connection, _ in
            try await connection.answer(
                fields: ["Set-Cookie: a=1", "Vary: x", "SET-COOKIE: b=2", "set-cookie: c", "\t=3"])
        }
        try await ScriptedServer.run(script) { server in
            let response = try await client.send(ClientRequest(.get, server.url()))
            #expect(response.headers[values: .setCookie] == ["a=1", "b=2", "c =3"])
            #expect(response.headers.map(\.name.canonicalName).prefix(3) == ["set-cookie", "vary", "set-cookie"])
        }
    }

    @Test("Given interim answers, when the final one follows, then only that is returned")
    func interim() async throws {
        let script = answering { connection, _ in
            try await connection.send("HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\n")
            try await connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            try await connection.answer(201, fields: ["X-Late: 1"], "done")
        }
        try await ScriptedServer.run(script) { server in
            let response = try await client.send(ClientRequest(.post, server.url(), body: .bytes([1])))
            #expect(response.status == 201)
            #expect(response.headers.map(\.name.canonicalName) == ["x-late", "content-length"])
            #expect(try await response.body.collect() == Array("done".utf8))
        }
    }

    @Test(
        "Given a redirect, when it arrives, then it is returned and not followed", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let script = answering { connection, request in
            try await connection.answer(status, fields: ["Location: /elsewhere"], request.path)
        }
        try await ScriptedServer.run(script) { server in
            let response = try await client.send(ClientRequest(.post, server.url("/here"), body: .bytes([1])))
            #expect(response.status == status)
            #expect(response.headers[.location] == "/elsewhere")
            #expect(try await response.body.collect() == Array("/here".utf8))
        }
    }

    @Test("Given a chunked answer, when it arrives, then chunks are delivered at once and trailers ignored")
    func chunked() async throws {
        let taken = Milestone()
        let script = answering { connection, _ in
            try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            try await connection.sendChunk([1, 2, 3])
            await taken.wait()
            try await connection.sendChunk([4])
            try await connection.send("0\r\nX-Trailer: 1\r\n\r\n")
        }
        try await ScriptedServer.run(script) { server in
            let response = try await client.send(ClientRequest(.get, server.url()))
            var iterator = response.body.makeAsyncIterator()
            #expect(try await iterator.next() == [1, 2, 3])
            taken.reach()
            #expect(try await iterator.next() == [4])
            #expect(try await iterator.next() == nil)
            #expect(try await iterator.next() == nil)
        }
    }

    @Test("Given an answer without a length, when the connection ends, then the answer is complete")
    func untilClose() async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.0 200 OK\r\n\r\nall there is")
        }
        try await ScriptedServer.run(script) { server in
            let response = try await client.send(ClientRequest(.get, server.url()))
            #expect(try await response.body.collect() == Array("all there is".utf8))
        }
    }

    @Test("Given a body, when its client is released, then the body is still read to its end")
    func outlives() async throws {
        let taken = Milestone()
        let script = answering { connection, _ in
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1")
            await taken.wait()
            try await connection.send("2")
        }
        try await ScriptedServer.run(script) { server in
            let body = try await HTTPClient(time: .patient).send(ClientRequest(.get, server.url())).body
            taken.reach()
            #expect(try await body.collect() == Array("12".utf8))
        }
    }

    @Test(
        "Given text that is no usable URL, when it is requested, then it is refused before a connection",
        arguments: [
            "", "example.com", "/path", "http://", "ftp://example.com/", "file:///etc/passwd", "gopher://127.0.0.1/",
            "http://a b/", "http://example.com/\r\nX: y", "http://user:secret@example.com/",
            "http://example.com\0.org/",
            "http://exämple.com/", "http://[::1/", "http://example.com:99999/",
        ])
    func badURL(url: String) async throws {
        let failure = await failure { _ = try await client.send(ClientRequest(.get, url)) }
        #expect(failure?.kind == .badURL)
        #expect(failure?.mayHaveBeenProcessed == false)
        #expect(failure?.message.contains("secret") == false)
    }
}
