import Hummingbird
import Plumbing
import Testing

@testable import VerbioServer

@Suite("Turns of requests", .serialized, .timeLimit(.minutes(5)))
struct RequestTurnTests {
    /// As many as one network or key may have at once.
    private static let share = FairLimiter<String>.short().share

    @Test(
        "given one network with more requests than its share, then these wait, and those of another network are answered"
    )
    func networks() async throws {
        var configuration = ServerConfiguration.test()
        configuration.proxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        try await SlowRoute.$hold.withValue(RequestHold()) {
            try await withServer(configuration: configuration, moreRoutes: [SlowRoute.self]) { server in
                try await Self.check(
                    on: server, "/slow", one: "X-Forwarded-For: 10.0.0.1", other: "X-Forwarded-For: 10.0.0.2")
            }
        }
    }

    @Test(
        "given one key with more requests than its share, then these wait, and those of another tenant's key are answered"
    )
    func keys() async throws {
        try await KeyPlace.with { place in
            let (one, other) = (try await place.key("acme"), try await place.key("umbrella"))
            try await SlowRoute.$hold.withValue(RequestHold()) {
                try await withServer(policy: place.policy(), moreRoutes: [SlowKeyRoute.self]) { server in
                    try await Self.check(on: server, "/slow/key", one: one, other: other)
                }
            }
        }
    }

    private static func check(on server: RunningServer, _ path: String, one: String, other: String) async throws {
        let hold = try #require(SlowRoute.hold)
        // Shares count as soon as two have come.
        for field in [one, other] {
            let answer = try await server.send("GET", path + "?quick=true", fields: [field])
            #expect(answer.status == 200)
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<share + 5 {
                group.addTask { try await server.send("GET", path, fields: [one]).status }
            }
            await hold.waitUntilBegun(share)
            for _ in 0..<3 {
                let quick = try await server.send("GET", path + "?quick=true", fields: [other])
                #expect(quick.status == 200)
                // The health needs no turn.
                let health = try await server.send("GET", "/api/health/live", fields: [one])
                #expect(health.status == 200)
            }
            #expect(hold.now == share)
            hold.release(share + 5)
            for try await status in group { #expect(status == 200) }
            #expect(hold.begun == share + 5 && hold.most == share)
        }
    }
}

/// A route that answers when the test lets it, or at once.
private struct SlowRoute: Route {
    static let name = RouteName(.get, "/slow")
    static let queryRule = QueryRule.unread
    static let access = RouteAccess.open
    @TaskLocal static var hold: RequestHold?

    init(_ parts: RouteParts) {}

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        if request.uri.query != "quick=true" { try await Self.hold?.wait() }
        return Response(status: .ok)
    }
}

/// The same with a key.
private struct SlowKeyRoute: Route {
    static let name = RouteName(.get, "/slow/key")
    static let queryRule = QueryRule.unread

    init(_ parts: RouteParts) {}

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        if request.uri.query != "quick=true" { try await SlowRoute.hold?.wait() }
        return Response(status: .ok)
    }
}
