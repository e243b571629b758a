import Hummingbird
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Answers that are prepared", .serialized, .timeLimit(.minutes(5)))
struct PreparedAnswerTests {
    @Test(
        "given a client that has the answer, plain or compressed, when it asks with its tag, then it gets 304",
        arguments: ["/openapi.json", "/openapi.yaml", "/api/languages", "/api/providers"])
    func tags(path: String) async throws {
        try await withServer { server in
            for fields in [[], ["Accept-Encoding: gzip"]] {
                let answer = try await server.send("GET", path, fields: fields)
                let tag = try #require(answer.fields["etag"])
                #expect(answer.status == 200 && tag.hasPrefix("W/") == !fields.isEmpty)
                let again = try await server.send("GET", path, fields: fields + ["If-None-Match: \(tag)"])
                #expect(again.status == 304 && again.body.isEmpty)
                #expect(try await server.send("GET", path, fields: ["If-None-Match: \"other\""]).status == 200)
            }
        }
    }

    @Test("given a description under several addresses, then each has its own address and its own tag")
    func addresses() async throws {
        var configuration = ServerConfiguration.test()
        configuration.proxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        configuration.names = (0..<40).map { "host\($0).example" }
        try await withServer(configuration: configuration) { server in
            var tags: Set<String> = []
            // More addresses than are kept, and each of them twice.
            for number in Array(0..<40) + Array(0..<40) {
                for form in ["json", "yaml"] {
                    let answer = try await server.send(
                        "GET", "/openapi.\(form)",
                        fields: ["X-Forwarded-Host: host\(number).example", "X-Forwarded-Proto: https"])
                    #expect(answer.status == 200 && answer.text.contains("\"https://host\(number).example\""))
                    tags.insert(try #require(answer.fields["etag"]))
                }
            }
            #expect(tags.count == 80)
        }
    }

    @Test(
        "given more addresses than are kept, when a client comes with another one at once, then its answer is not compressed, and a second later it is"
    )
    func floods() async throws {
        let time = ManualTime()
        var configuration = ServerConfiguration.test()
        configuration.proxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        configuration.names = (0..<30).map { "host\($0).example" }
        try await withServer(time: time.source, configuration: configuration) { server in
            func codings(_ numbers: Range<Int>) async throws -> [String?] {
                var found: [String?] = []
                for number in numbers {
                    let answer = try await server.send(
                        "GET", "/openapi.json",
                        fields: ["X-Forwarded-Host: host\(number).example", "Accept-Encoding: gzip"])
                    #expect(answer.status == 200 && answer.fields["vary"] == "Accept-Encoding")
                    found.append(answer.fields["content-encoding"])
                }
                return found
            }
            let first = try await codings(0..<20)
            #expect(first == Array(repeating: "gzip", count: 16) + [nil, nil, nil, nil])
            // What is kept stays.
            let known = try await codings(0..<1)
            #expect(known == ["gzip"])
            time.advance(by: .seconds(1))
            let later = try await codings(16..<18)
            #expect(later == ["gzip", nil])
        }
    }

    @Test(
        "given an answer about the machine, when many clients ask, then it is made once in two seconds, and a change shows after these"
    )
    func recent() async throws {
        let time = ManualTime()
        let place = RecentPlace(time.source)
        try await RecentPlace.$current.withValue(place) {
            try await withServer(time: time.source, moreRoutes: [RecentRoute.self]) { server in
                let first = try await server.send("GET", "/recent")
                #expect(first.text == "{\"count\":1}\n")
                for _ in 0..<5 { #expect(try await server.send("GET", "/recent").text == first.text) }
                time.advance(by: RecentAnswer.lifetime)
                let second = try await server.send("GET", "/recent")
                #expect(second.text == "{\"count\":2}\n")
                #expect(second.fields["etag"] != first.fields["etag"])
            }
        }
    }
}

/// What the route answers with.
private final class RecentPlace: Sendable {
    @TaskLocal static var current: RecentPlace?

    let answer: RecentAnswer
    let count = Locked(0)

    init(_ time: TimeSource) { answer = RecentAnswer(time: time) }
}

private struct RecentRoute: Route {
    static let name = RouteName(.get, "/recent")
    static let access = RouteAccess.open

    init(_ parts: RouteParts) {}

    private struct Count: Encodable {
        var count: Int
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let place = RecentPlace.current else { return Response(status: .notFound) }
        return try await place.answer.response(to: request, context) {
            Count(
                count: place.count.withLock { count in
                    count += 1
                    return count
                })
        }
    }
}
