import Testing
import VerbioServer

@Suite("Connections that wait for their clients", .serialized, .timeLimit(.minutes(5)))
struct IdleConnectionTests {
    @Test("given as many idle connections as there may be, when a client comes, then it is served")
    func newClient() async throws {
        try await withServer(configuration: .test(connections: 8)) { server in
            var idle: [HTTPConnection] = []
            for number in 0..<40 {
                let connection = try await server.open()
                // Some say nothing, some only half, and some have had an answer.
                if number % 3 == 1 { try await connection.send("GET /api/health HTTP/1.1\r\nHost: loc") }
                if number % 3 == 2 {
                    try await connection.send(.head("GET", "/api/health"))
                    #expect(try await connection.answer().status == 200)
                }
                idle.append(connection)
            }
            #expect(try await server.send("GET", "/api/health").status == 200)
            // The first that came had waited longest.
            #expect(await idle[0].isEnded())
            for connection in idle { await connection.close() }
        }
    }

    @Test("given a connection with a request in progress, when idle ones fill the server, then it is not closed")
    func atWork() async throws {
        try await withServer(configuration: .test(connections: 6)) { server in
            let busy = try await server.open()
            try await busy.send(.chunkedTranslation(events: true))
            var idle: [HTTPConnection] = []
            for _ in 0..<20 { idle.append(try await server.open()) }
            #expect(try await server.send("GET", "/api/health").status == 200)
            try await busy.sendChunk([UInt8](repeating: 0, count: 32_000))
            try await busy.sendLastChunk()
            #expect(try await busy.head().status == 200)
            while try await busy.event() != nil {}
            for connection in idle + [busy] { await connection.close() }
        }
    }

    @Test("given fewer connections than there may be, then idle ones stay")
    func room() async throws {
        try await withServer(configuration: .test(connections: 8)) { server in
            var idle: [HTTPConnection] = []
            for _ in 0..<6 { idle.append(try await server.open()) }
            #expect(try await server.send("GET", "/api/health").status == 200)
            for connection in idle {
                try await connection.send(.head("GET", "/api/health"))
                #expect(try await connection.answer().status == 200)
                await connection.close()
            }
        }
    }

    @Test("given clients that read none of their answers fill the server, when a client comes, then it is served")
    func unread() async throws {
        try await withServer(configuration: .test(connections: 8)) { server in
            var deaf: [HTTPConnection] = []
            for _ in 0..<20 {
                let connection = try await HTTPConnection.open(server.port, receiveBuffer: 4_096)
                let requests = String(repeating: .head("GET", "/openapi.json"), count: 200)
                try await connection.stall(sending: Array(requests.utf8))
                deaf.append(connection)
            }
            for _ in 0..<3 { #expect(try await server.send("GET", "/api/health").status == 200) }
            for connection in deaf { await connection.close() }
        }
    }

    @Test(
        "given clients that do not send the rest of their requests fill the server, when a client comes, then it is served"
    )
    func unsent() async throws {
        try await withServer(configuration: .test(connections: 8)) { server in
            var slow: [HTTPConnection] = []
            for _ in 0..<20 {
                let connection = try await server.open()
                try await connection.send(
                    .head(
                        "POST", "/api/conversations/search", fields: ["Content-Type: application/json"], length: 100)
                        + "{")
                slow.append(connection)
            }
            for _ in 0..<3 { #expect(try await server.send("GET", "/api/health").status == 200) }
            for connection in slow { await connection.close() }
        }
    }
}
