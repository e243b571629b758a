import Hummingbird
import Plumbing
import Testing

@testable import VerbioServer

@Suite("Requests that are sent at once", .serialized, .timeLimit(.minutes(5)))
struct PipelineTests {
    @Test("given many requests on one connection, when they are sent at once, then all are answered in their order")
    func order() async throws {
        try await withServer { server in
            let connection = try await server.open()
            let paths = (0..<60).map { ["/api/health/live", "/openapi.json", "/nothing/\($0)"][$0 % 3] }
            try await connection.send(paths.map { String.head("GET", $0) }.joined())
            for path in paths {
                let answer = try await connection.answer()
                #expect(answer.status == (path.hasPrefix("/nothing") ? 404 : 200))
                #expect(path != "/openapi.json" || answer.body.count > 10_000)
            }
            await connection.close()
        }
    }

    @Test(
        "given requests with bodies and the client's end, when they are sent at once, then all are answered before the end"
    )
    func halfClosed() async throws {
        try await withServer { server in
            let connection = try await server.open()
            let body = #"{"text":"Hello.","from":"en","to":"es"}"#
            let post = String.head(
                "POST", "/api/translate", fields: ["Content-Type: application/json"], length: body.utf8.count)
            try await connection.send(
                post + body + .head("GET", "/api/health/live") + post + body + .head("GET", "/api/health"))
            try await connection.finishSending()
            for _ in 0..<4 { #expect(try await connection.answer().status == 200) }
            #expect(await connection.isEnded())
            await connection.close()
        }
    }

    @Test("given bytes that are no request behind some requests, then these are answered first, and the bytes refused")
    func garbage() async throws {
        try await withServer { server in
            let connection = try await server.open()
            try await connection.send(
                .head("GET", "/api/health/live") + .head("GET", "/api/health")
                    + "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n")
            for status in [200, 200, 400] { #expect(try await connection.answer().status == status) }
            #expect(await connection.isEnded())
            await connection.close()
        }
    }

    @Test(
        "given hundreds of requests at once, then all are answered, or the last answer says that the connection ends")
    func bound() async throws {
        try await HeldRoute.$hold.withValue(RequestHold()) {
            let place = try #require(HeldRoute.hold)
            try await withServer(moreRoutes: [HeldRoute.self]) { server in
                let connection = try await server.open()
                let count = PipelinedRequests.most + 50
                try await connection.send(
                    .head("GET", "/held") + String(repeating: .head("GET", "/api/health/live"), count: count))
                place.release(1)
                var answers = 0
                var isLast = false
                while !isLast, answers <= count {
                    let answer = try await connection.answer()
                    #expect(answer.status == 200)
                    answers += 1
                    isLast = answer.fields["connection"] == "close"
                }
                // How many come with one reading is up to the system.
                #expect(answers == count + 1 || isLast && answers == PipelinedRequests.most + 1)
                await connection.close()
            }
        }
    }

    @Test(
        "given connections with requests that wait fill the server, when a client comes, then the oldest ends after its next answer"
    )
    func room() async throws {
        try await HeldRoute.$hold.withValue(RequestHold()) {
            let place = try #require(HeldRoute.hold)
            try await withServer(configuration: .test(connections: 4), moreRoutes: [HeldRoute.self]) { server in
                var busy: [HTTPConnection] = []
                for number in 1...4 {
                    let connection = try await server.open()
                    try await connection.send(String(repeating: .head("GET", "/held"), count: 6))
                    await place.waitUntilBegun(number)
                    busy.append(connection)
                }
                async let health = server.send("GET", "/api/health")
                // Each answer lets another request begin.
                place.release(4)
                await place.waitUntilBegun(8)
                place.release(4)
                #expect(try await busy[0].answer().fields["connection"] == nil)
                #expect(try await busy[0].answer().fields["connection"] == "close")
                #expect(await busy[0].isEnded())
                let answer = try await health
                #expect(answer.status == 200)
                // Those that are left are answered at once.
                place.release(20)
                for connection in busy { await connection.close() }
            }
        }
    }
}

/// A route that answers when the test lets it.
private struct HeldRoute: Route {
    static let name = RouteName(.get, "/held")
    static let access = RouteAccess.open
    static let isBrief = false
    @TaskLocal static var hold: RequestHold?

    init(_ parts: RouteParts) {}

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        try await Self.hold?.wait()
        return Response(status: .ok)
    }
}
