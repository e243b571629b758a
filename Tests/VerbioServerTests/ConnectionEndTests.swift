import Foundation
import Testing

@testable import VerbioServer

/// Which answer is the last one on its connection.
@Suite("The end of connections", .timeLimit(.minutes(5)))
struct ConnectionEndTests {
    @Test(
        "given a client that asks for the end of its connection, when it is answered, then the answer says so and is the last",
        arguments: ["close", "Close", "TE, close"])
    func close(wish: String) async throws {
        try await withServer { server in
            let connection = try await server.open()
            try await connection.send(
                .head("GET", "/api/health") + .head("GET", "/api/health", fields: ["Connection: \(wish)"]))
            #expect(try await connection.answer().fields["connection"] == nil)
            let last = try await connection.answer()
            #expect(last.status == 200 && last.fields["connection"] == "close")
            #expect(await connection.isEnded())
            await connection.close()
        }
    }

    @Test(
        "given a client of HTTP/1.0, when it is answered, then the answer is of its version and ends with the connection"
    )
    func former() async throws {
        try await withServer { server in
            let text = #"{"text":"Hello","from":"en","to":"es"}"#
            for (head, body, last) in [
                ("GET /api/health HTTP/1.0", "", "}\n"),
                (
                    "POST /api/translate HTTP/1.0\r\nAccept: text/event-stream\r\nContent-Type: application/json", text,
                    "\n\n"
                ),
            ] {
                let connection = try await server.open()
                let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
                try await connection.send("\(head)\r\nHost: localhost\r\n\(length)\r\n\(body)")
                let answer = String(decoding: await connection.rest(), as: UTF8.self)
                #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n") && answer.hasSuffix(last))
                let fields = answer.prefix(answer.count - answer.split(separator: "\r\n\r\n", maxSplits: 1)[1].count)
                #expect(!fields.lowercased().contains("transfer-encoding"))
                await connection.close()
            }
        }
    }
}
