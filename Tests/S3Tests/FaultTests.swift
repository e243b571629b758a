import CurlHTTP
import Foundation
import Plumbing
import StandIns
import Testing
import VerbioTesting

@testable import S3

/// A clock on which every sleep is over at once.
private final class QuickTime: Sendable {
    private let elapsed = Locked(Duration.zero)

    var source: TimeSource {
        TimeSource(
            now: { self.elapsed.withLock(\.self) }, sleep: { wait in self.elapsed.withLock { $0 += wait } },
            wallClockMilliseconds: { 1_772_323_199_999 })
    }

    var now: Duration { elapsed.withLock(\.self) }
}

@Suite("Faults of an S3 server", .serialized, .timeLimit(.minutes(5))) struct FaultTests {
    private let time = QuickTime()

    private func bucket(_ url: String) throws -> S3Bucket {
        S3Bucket(
            try S3Address("s3://audio/p?endpoint=\(url)", setting: "store.audio", environment: [:]),
            S3Credentials(id: "AKIAKEY", secret: "s3cret-key"), client: { HTTPClient(time: .patient) },
            time: time.source, random: { 1 })
    }

    private static func error(_ status: Int, _ code: String, _ more: String = "", _ headers: [(String, String)] = [])
        -> StandInAnswer
    {
        let text = "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>because</Message>\(more)</Error>"
        return .body(status, type: "application/xml", Array(text.utf8), headers: headers)
    }

    @Test(
        "given a server that is busy for a moment, when an object is put, then it is sent again after longer and longer waits",
        arguments: [(503, "SlowDown"), (500, "InternalError"), (503, ""), (400, "RequestTimeout"), (429, "")])
    func busy(status: Int, code: String) async throws {
        try await withStandIn([Self.error(status, code), Self.error(status, code), .empty(200)]) { server in
            try await bucket(server.url).put("a", [1, 2])
            #expect(server.requests.map(\.body) == [[1, 2], [1, 2], [1, 2]])
            #expect(server.requests.allSatisfy { $0.method == "PUT" && $0.path == "/audio/p/a" })
        }
        #expect(time.now == .milliseconds(600))
    }

    @Test("given a server that asks for a wait, when it is short, then it is waited for, and otherwise it is not")
    func asked() async throws {
        try await withStandIn([Self.error(503, "SlowDown", "", [("Retry-After", "7")]), .empty(200)]) { server in
            try await bucket(server.url).put("a", [1])
        }
        #expect(time.now == .seconds(7))
        try await withStandIn([Self.error(503, "SlowDown", "", [("Retry-After", "3600")])]) { server in
            let bucket = try bucket(server.url)
            let problem = await #expect(throws: Problem.self) { try await bucket.put("a", [1]) }
            #expect(problem?.code == "store.unreachable")
        }
    }

    @Test("given a server that stays broken, when many objects are put, then the budget bounds the retries")
    func budget() async throws {
        try await withStandIn { _ in
            Self.error(500, "InternalError")
        } test: { server in
            let bucket = try bucket(server.url)
            for _ in 0..<20 {
                let problem = await #expect(throws: Problem.self) { try await bucket.put("a", [1]) }
                #expect(problem?.code == "store.unreachable" && problem?.what.contains("InternalError") == true)
            }
            // Twenty calls, ten retries in reserve, a fifth of a retry for each call, and one for each ten seconds of waits.
            #expect((30...40).contains(server.requests.count), "\(server.requests.count)")
        }
    }

    @Test(
        "given an answer that more requests do not change, when it comes, then one sentence says what to do",
        arguments: [
            (403, "RequestTimeTooSkewed", "<ServerTime>2026-11-30T14:00:00Z</ServerTime>", "store.clock", "2026-11-30"),
            (403, "AccessDenied", "", "store.refused", "s3:PutObject"),
            (400, "ExpiredToken", "", "store.refused", "AWS_ACCESS_KEY_ID"),
            (404, "NoSuchBucket", "", "store.no-bucket", "bucket"),
            (400, "AuthorizationHeaderMalformed", "<Region>eu-west-1</Region>", "store.region", "region=eu-west-1"),
            (301, "PermanentRedirect", "", "store.region", "region="),
            (507, "XMinioStorageFull", "", "store.full", "free"), (400, "EntityTooLarge", "", "store.failed", "doctor"),
        ])
    func final(status: Int, code: String, more: String, expected: String, part: String) async throws {
        try await withStandIn([Self.error(status, code, more)]) { server in
            let bucket = try bucket(server.url)
            let problem = await #expect(throws: Problem.self) { try await bucket.put("a", [1]) }
            #expect(problem?.code == expected && problem?.kind == .store, "\(String(describing: problem))")
            #expect(problem?.description.contains(part) == true, "\(String(describing: problem))")
            #expect(problem?.place == "s3://audio/p")
        }
    }

    @Test("given a server that repeats the keys, when it refuses, then they are not in the sentence")
    func leak() async throws {
        try await withStandIn([Self.error(403, "Odd", "<Message>AKIAKEY s3cret-key</Message>")]) { server in
            let bucket = try bucket(server.url)
            let problem = await #expect(throws: Problem.self) { try await bucket.list("") }
            #expect(problem?.description.contains("AKIAKEY") == false)
            #expect(problem?.description.contains("s3cret") == false)
        }
    }

    @Test(
        "given an object whose connection breaks twice, when it is read, then each request continues where the bytes ended"
    )
    func broken() async throws {
        let bytes = (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try await withStandIn { request in
            let start =
                request.headers.first { $0.name.lowercased() == "range" }
                .flatMap { Int($0.value.dropFirst(6).dropLast()) } ?? 0
            let rest = Array(bytes[start...])
            let answer = StandInAnswer.body(
                start == 0 ? 200 : 206, type: "application/octet-stream", rest, headers: [("ETag", "\"one\"")])
            return request.index < 2 ? answer.ending(.close, afterBytes: answer.headerCount + 1_000) : answer
        } test: { server in
            let read = try await bucket(server.url).get("a")
            #expect(read == bytes)
            let fields = server.requests.map { request in
                request.headers.filter { ["range", "if-match"].contains($0.name.lowercased()) }.map(\.value).sorted()
            }
            #expect(fields == [[], ["\"one\"", "bytes=1000-"], ["\"one\"", "bytes=2000-"]])
        }
    }

    @Test("given a server without ranges, when a connection breaks or a range is asked for, then the bytes are right")
    func withoutRanges() async throws {
        let bytes = (0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let whole = StandInAnswer.body(200, type: "application/octet-stream", bytes)
        try await withStandIn([whole.ending(.close, afterBytes: whole.headerCount + 900), whole, whole]) { server in
            let bucket = try bucket(server.url)
            #expect(try await bucket.get("a") == bytes)
            #expect(try await bucket.get("a", 5..<9) == Array(bytes[5..<9]))
        }
    }

    @Test("given a server without conditions, when objects are put, then it is asked whether they are there first")
    func withoutConditions() async throws {
        try await withStandIn([
            Self.error(501, "NotImplemented"), .empty(404), .empty(200),
            StandInAnswer("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"),
        ]) { server in
            let bucket = try bucket(server.url)
            try await bucket.put("a", [1])
            try await bucket.put("a", [1])
            #expect(server.requests.map(\.method) == ["PUT", "HEAD", "PUT", "HEAD"])
        }
    }

    @Test(
        "given a server that was reached, when it goes away, then it is waited for half a minute, and by all callers once"
    )
    func away() async throws {
        var kept: S3Bucket?
        try await withStandIn([.empty(200)]) { server in
            let bucket = try bucket(server.url)
            try await bucket.put("a", [1])
            kept = bucket
        }
        let used = try #require(kept)
        let problem = await #expect(throws: Problem.self) { try await used.put("b", [1]) }
        #expect(problem?.code == "store.unreachable")
        let waited = time.now
        #expect((.seconds(30)...(.seconds(31))).contains(waited), "\(waited)")
        await #expect(throws: Problem.self) { try await used.put("c", [1]) }
        #expect(time.now == waited)
    }

    @Test("given a server that was never reached, when it is used, then that fails at once")
    func never() async throws {
        let port = try await withStandIn([]) { server in server.port }
        let bucket = try bucket("http://127.0.0.1:\(port)")
        let problem = await #expect(throws: Problem.self) { try await bucket.put("a", [1]) }
        #expect(problem?.code == "store.unreachable" && time.now == .zero)
    }

    @Test("given parts of which one cannot be stored, when an object is put, then what was begun is ended")
    func aborted() async throws {
        let begun = "<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>"
        try await withStandIn { request in
            switch request.method {
            case "HEAD": .empty(404)
            case "POST": .body(200, type: "application/xml", Array(begun.utf8))
            case "DELETE": .empty(204)
            default: Self.error(403, "AccessDenied")
            }
        } test: { server in
            let bucket = try bucket(server.url)
            let bytes = [UInt8](repeating: 1, count: S3Bucket.largestAtOnce + 1)
            let problem = await #expect(throws: Problem.self) { try await bucket.put("a", bytes) }
            #expect(problem?.code == "store.refused")
            #expect(server.requests.map(\.method) == ["HEAD", "POST", "PUT", "DELETE"])
            #expect(server.requests.last?.target == "/audio/p/a?uploadId=u1")
        }
    }

    @Test("given another kind of server, when the bucket is listed, then the sentence names the endpoint")
    func anotherServer() async throws {
        try await withStandIn(.html(200)) { server in
            let bucket = try bucket(server.url)
            let problem = await #expect(throws: Problem.self) { try await bucket.list("") }
            #expect(problem?.code == "store.failed" && problem?.cure?.contains("endpoint") == true)
        }
    }
}
