import Crypto
import Foundation
import Jobs
import Plumbing
import StandIns
import Testing
import VerbioServer
import VerbioTesting

@Suite("Callbacks of jobs", .serialized, .timeLimit(.minutes(5)))
struct JobCallbackTests {
    @Test(
        "given a receiver that fails twice, when a job has ended, then the callback is repeated later, signed each time"
    )
    func retried() async throws {
        let time = ManualTime()
        try await JobHall.with(time.source) { hall in
            try await withStandIn { request in
                request.index < 2 ? .empty(500) : .empty(204)
            } test: { receiver in
                try await withServer(time: time.source, jobs: try hall.services()) { server in
                    let job = try await server.job("from=en&to=es&callback=\(receiver.url)/done?a=1")
                    #expect((job["callback"] as? [String: Any])?.state == "waiting")
                    _ = try await receiver.requests(count: 1)
                    for count in 2...3 {
                        while receiver.requests.count < count {
                            time.advance(by: .seconds(5))
                            await Task.yield()
                        }
                    }
                    while try await callback(server, job.id)?.state == "waiting" { await Task.yield() }
                    let callback = try await callback(server, job.id)
                    #expect(callback?.state == "delivered" && callback?["attempts"] as? Int == 3)
                }
                for request in receiver.requests {
                    #expect(request.method == "POST" && request.target == "/done?a=1")
                    #expect(try JSON.object(request.body).state == "done")
                    try expectSigned(request)
                }
                #expect(Set(receiver.requests.map { $0[header: "verbio-signature"] }).count == 3)
            }
        }
    }

    @Test("given a callback that was not delivered, when the server starts again, then it is delivered")
    func restarted() async throws {
        let time = ManualTime()
        try await JobHall.with(time.source) { hall in
            try await withStandIn { request in
                request.index == 0 ? .empty(503) : .empty()
            } test: { receiver in
                var id = ""
                try await withServer(time: time.source, jobs: try hall.services()) { server in
                    id = try await server.job("from=en&to=es&callback=\(receiver.url)/").id
                    _ = try await receiver.requests(count: 1)
                    while try await callback(server, id)?["attempts"] as? Int != 1 { await Task.yield() }
                }
                time.advance(by: .seconds(60))
                try await withServer(time: time.source, jobs: try hall.services()) { server in
                    _ = try await receiver.requests(count: 2)
                    while try await callback(server, id)?.state == "waiting" { await Task.yield() }
                }
                #expect(receiver.requests.count == 2)
            }
        }
    }

    @Test(
        "given one tenant's callbacks that are never answered, when another tenant's job ends, then its callback is sent"
    )
    func turns() async throws {
        try await JobHall.with { hall in
            try await withStandIn { request in
                request.path == "/hang" ? .empty().hanging(.beforeHeaders) : .empty()
            } test: { receiver in
                try await KeyPlace.with { place in
                    let (one, other) = (try await place.key("acme"), try await place.key("umbrella"))
                    // The server does not wait long for what is never answered.
                    let configuration = ServerConfiguration.test(grace: .milliseconds(500))
                    try await withServer(
                        configuration: configuration, policy: place.policy(), jobs: try hall.services()
                    ) { server in
                        for _ in 0..<20 {
                            let query = "from=en&to=es&callback=\(receiver.url)/hang"
                            let id = try await server.job(query, fields: [one]).id
                            _ = try await server.ended(id, fields: [one])
                        }
                        let id = try await server.job("from=en&to=es&callback=\(receiver.url)/ok", fields: [other]).id
                        while try await callback(server, id, fields: [other])?.state == "waiting" { await Task.yield() }
                        // None of the first tenant's has ended meanwhile, and it has not all places.
                        #expect(receiver.requests.count { $0.path == "/hang" } <= 8)
                    }
                }
            }
        }
    }

    @Test("given a redirect, when a callback is answered with it, then it is not followed and counts as a failure")
    func redirected() async throws {
        try await JobHall.with { hall in
            try await withStandIn { request in
                .json(302, "", headers: [("Location", "/elsewhere")])
            } test: { receiver in
                try await withServer(jobs: try hall.services()) { server in
                    let id = try await server.job("from=en&to=es&callback=\(receiver.url)/").id
                    while try await callback(server, id)?["attempts"] as? Int != 1 { await Task.yield() }
                    #expect(try await callback(server, id)?.state == "waiting")
                }
                #expect(receiver.requests.map(\.path) == ["/"])
            }
        }
    }

    @Test(
        "given an address that is not to be called, when a job names it, then the job is refused",
        arguments: [
            ("https://10.0.0.1/x", "url.private"), ("https://[::1]/", "url.private"),
            ("https://[fd00::1]/", "url.private"),
            ("https://169.254.169.254/latest", "url.private"), ("https://localhost/", "url.private"),
            ("https://[::ffff:10.0.0.1]/", "url.private"), ("https://0x0a000001/", "url.private"),
            ("https://167772161/", "url.private"), ("http://example.com/", "url.malformed"),
            ("ftp://example.com/", "url.malformed"), ("https://a:b@example.com/", "url.malformed"),
            ("/done", "url.malformed"), ("https://", "url.malformed"),
        ])
    func refused(url: String, code: String) async throws {
        try await JobHall.with { hall in
            try await withServer(jobs: try hall.services()) { server in
                let answer = try await server.send(
                    "POST", "/api/jobs?from=en&to=es&callback=\(url)", body: try Recordings.wav(seconds: 2))
                #expect(answer.status == 400)
                #expect(try JSON.object(answer.body)["code"] as? String == code)
                #expect(hall.uploads.isEmpty)
            }
        }
    }

    @Test("given no secret, when a job names a callback, then it is refused")
    func unsigned() async throws {
        try await JobHall.with { hall in
            try await withServer(jobs: try hall.services(isSigned: false)) { server in
                let answer = try await server.send(
                    "POST", "/api/jobs?from=en&to=es&callback=https://example.com/", body: [1])
                #expect(answer.status == 400)
                #expect(try JSON.object(answer.body)["code"] as? String == "callback.no-secret")
            }
        }
    }

    private func callback(
        _ server: RunningServer, _ id: String, fields: [String] = []
    ) async throws -> [String: Any]? {
        try JSON.object(try await server.send("GET", "/api/jobs/\(id)", fields: fields).body)["callback"]
            as? [String: Any]
    }

    /// Checks the signature as the guide describes.
    private func expectSigned(_ request: RecordedRequest) throws {
        let field = try #require(request[header: "verbio-signature"])
        let parts = field.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        #expect(parts.map { $0[0] } == ["t", "v1"])
        var code = HMAC<SHA256>(key: SymmetricKey(data: Data(JobHall.secret.utf8)))
        code.update(data: Data("\(parts[0][1]).".utf8) + Data(request.body))
        #expect(code.finalize().map { String(format: "%02x", $0) }.joined() == parts[1][1])
    }
}
