import CurlHTTP
import Plumbing
import StandIns
import Testing
import VerbioService
import VerbioTesting

/// A request of an export, as far as tests look into it.
private struct Sent {
    let resource: [String: String]
    let spans: [JSONDocument]

    init(_ request: RecordedRequest) throws {
        let group = try #require(try request.json()["resourceSpans"]?[0])
        resource = Self.facts(group["resource"])
        spans = try #require(group["scopeSpans"]?[0]?["spans"]?.array)
    }

    static func facts(_ owner: JSONDocument?) -> [String: String] {
        (owner?["attributes"]?.array ?? []).reduce(into: [:]) { facts, attribute in
            let value = attribute["value"]
            facts[attribute["key"]?.string ?? "?"] = value?["stringValue"]?.string ?? value?["intValue"]?.string
        }
    }
}

@Suite("Traces for a collector", .serialized, .timeLimit(.minutes(5)))
struct TraceExportTests {
    private let notes = Locked<[String]>([])

    private func export(
        to url: String, _ more: [String: String] = [:], _ time: ManualTime = ManualTime()
    ) throws -> TraceExport {
        let environment = ["OTEL_EXPORTER_OTLP_ENDPOINT": url].merging(more) { $1 }
        let settings = try #require(TraceSettings(environment: environment, version: "1.2") { note($0) })
        return TraceExport(settings, client: HTTPClient(), time: time.source) { note($0) }
    }

    private func note(_ text: String) { notes.withLock { $0.append(text) } }

    @Test("given spans, when the delay of a batch has passed, then one request has them in the form of OTLP")
    func batch() async throws {
        try await withStandIn(.json(200, "{}")) { collector in
            let time = ManualTime()
            let export = try export(
                to: collector.url + "/otlp/",
                [
                    "OTEL_EXPORTER_OTLP_HEADERS": "x-team = a%20b, authorization=Basic%20c2Vz",
                    "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=test,service.name=other",
                    "OTEL_SERVICE_NAME": "interpreter",
                ], time)
            try await export.during {
                let remote = TraceContext(
                    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", state: "a=1")
                let request = export.tracer.begin("POST /x", .request, after: remote)
                let call = request.child("call", .call)
                call.note("verbio.model", "m")
                call.note("verbio.attempt", 1)
                call.end(failure: "timeout")
                request.end()
                try await time.waitForSleepers(count: 1)
                #expect(collector.requests.isEmpty)
                time.advance(by: .seconds(5))
                try await collector.requests(count: 1)
            }
            let request = try #require(collector.requests.first)
            #expect(collector.requests.count == 1 && request.method == "POST" && request.path == "/otlp/v1/traces")
            #expect(request.values(of: "content-type") == ["application/json"])
            #expect(request.values(of: "x-team") == ["a b"] && request.values(of: "authorization") == ["Basic c2Vz"])
            let sent = try Sent(request)
            #expect(
                sent.resource == [
                    "service.name": "interpreter", "service.version": "1.2", "telemetry.sdk.language": "swift",
                    "deployment.environment.name": "test",
                ])
            let (call, parent) = (sent.spans[0], sent.spans[1])
            #expect(parent["traceId"] == "4bf92f3577b34da6a3ce929d0e0e4736" && parent["traceState"] == "a=1")
            #expect(parent["parentSpanId"] == "00f067aa0ba902b7" && parent["flags"] == 0x301)
            #expect(parent["name"] == "POST /x" && parent["kind"] == 2 && parent["status"]?["code"] == nil)
            #expect(call["parentSpanId"] == parent["spanId"] && call["flags"] == 0x101 && call["kind"] == 3)
            #expect(call["status"] == .object(["code": 2, "message": "timeout"]))
            #expect(
                Sent.facts(call) == ["verbio.model": "m", "verbio.attempt": "1", "error.type": "timeout"])
            #expect(call["startTimeUnixNano"] == "1700000000000000000")
            #expect(export.dropped == 0 && notes.withLock { $0 } == [])
        }
    }

    @Test("given full batches, when they are complete, then they are sent at once, and the rest at the end")
    func full() async throws {
        try await withStandIn(.json(200, "{}")) { collector in
            let export = try export(to: collector.url, ["OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "2"])
            try await export.during {
                for number in 0..<3 { export.tracer.begin("\(number)", .work).end() }
                try await collector.requests(count: 1)
            }
            let spans = try collector.requests.flatMap { try Sent($0).spans }
            #expect(spans.map { $0["name"]?.string } == ["0", "1", "2"])
            #expect(try collector.requests.allSatisfy { try Sent($0).spans.count <= 2 } && export.dropped == 0)
        }
    }

    @Test("given a queue that is full, when more spans end, then they are dropped and counted")
    func bound() throws {
        let export = try export(to: "http://127.0.0.1:1", ["OTEL_BSP_MAX_QUEUE_SIZE": "3"])
        for number in 0..<5 { export.tracer.begin("\(number)", .work).end() }
        #expect(export.dropped == 2)
    }

    @Test("given a collector that is busy, when it takes spans later, then none is lost and both is reported once")
    func later() async throws {
        let answers = [
            StandInAnswer.json(503, "{}", headers: [("Retry-After", "4")]), .json(429, "{}"), .json(200, "{}"),
        ]
        try await withStandIn(answers) { collector in
            let time = ManualTime()
            let export = try export(to: collector.url, ["OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "1"], time)
            try await export.during {
                export.tracer.begin("work", .work).end()
                // Each wait is over only when the clock has moved by all of it.
                for (count, wait) in [(1, 4), (2, 2)] {
                    try await collector.requests(count: count)
                    try await time.waitForSleepers(count: 1)
                    time.advance(by: .seconds(wait))
                }
                try await collector.requests(count: 3)
            }
            #expect(export.dropped == 0)
            #expect(Set(collector.requests.map(\.body)).count == 1)
            #expect(
                notes.withLock { $0 } == [
                    "traces: the collector takes no spans: it answers with status 503",
                    "traces: the collector takes spans again; 0 were dropped since the start",
                ])
        }
    }

    @Test("given a collector that refuses or rejects spans, when it has answered, then they are dropped and counted")
    func refused() async throws {
        for (answer, dropped) in [
            (StandInAnswer.json(400, #"{"message":"no"}"#), 3), (.html(404), 3), (.json(200, "no JSON"), 0),
            (.json(200, #"{"partialSuccess":{"rejectedSpans":"2","errorMessage":"old"}}"#), 2),
            (.json(200, #"{"partialSuccess":{"rejectedSpans":1}}"#), 1),
        ] {
            try await withStandIn([answer]) { collector in
                let export = try export(to: collector.url)
                await export.during { for _ in 0..<3 { export.tracer.begin("work", .work).end() } }
                #expect(export.dropped == dropped && collector.requests.count == 1)
            }
        }
    }

    @Test("given a collector that is down or never answers, when the program ends, then it waits three seconds at most")
    func dead() async throws {
        let down = try export(to: "http://127.0.0.1:1")
        await down.during { down.tracer.begin("work", .work).end() }
        #expect(down.dropped == 1)
        try await withStandIn(.json(200, "{}").hanging(.beforeHeaders)) { collector in
            let time = ManualTime()
            let export = try export(to: collector.url, [:], time)
            async let ended: Void = export.during {
                for _ in 0..<2 { export.tracer.begin("work", .work).end() }
            }
            try await collector.requests(count: 1)
            // Only the last wait sleeps, because the request is measured by the client's own clock.
            try await time.waitForSleepers(count: 1)
            time.advance(by: .seconds(3))
            await ended
            #expect(export.dropped == 2)
        }
    }

    @Test(
        "given an environment, when it asks for no traces, then there is no export, and nothing is said without need",
        arguments: [
            ([:], 0), (["OTEL_SERVICE_NAME": "x"], 0), (["OTEL_EXPORTER_OTLP_ENDPOINT": " "], 0),
            (["OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_SDK_DISABLED": "TRUE"], 0),
            (["OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_TRACES_EXPORTER": "none"], 0),
            (["OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_TRACES_EXPORTER": "zipkin"], 1),
            (["OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"], 1),
            (["OTEL_EXPORTER_OTLP_ENDPOINT": "http://me:secret@127.0.0.1:4318"], 1),
            (["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "collector:4318/secret"], 1),
        ] as [([String: String], Int)])
    func off(environment: [String: String], warnings: Int) {
        #expect(TraceSettings(environment: environment, version: "1") { note($0) } == nil)
        let notes = notes.withLock { $0 }
        #expect(notes.count == warnings && !notes.contains { $0.contains("secret") }, "\(notes)")
    }

    @Test("given values that cannot be used, when they are read, then each is ignored with a warning")
    func warnings() async throws {
        try await withStandIn(.json(200, "{}")) { collector in
            let export = try export(
                to: "http://127.0.0.1:1",
                [
                    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": collector.url + "/own?x=1",
                    "OTEL_EXPORTER_OTLP_HEADERS": "a b=1,lonely,good=2", "OTEL_BSP_MAX_QUEUE_SIZE": "many",
                    "OTEL_TRACES_SAMPLER": "traceidratio", "OTEL_TRACES_SAMPLER_ARG": "2",
                    "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
                ])
            #expect(notes.withLock { $0.count } == 4, "\(notes.withLock { $0 })")
            await export.during { export.tracer.begin("work", .work).end() }
            #expect(collector.requests.map(\.target) == ["/own?x=1"], "this address is used as it is")
            #expect(collector.requests[0].values(of: "good") == ["2"])
        }
    }
}
