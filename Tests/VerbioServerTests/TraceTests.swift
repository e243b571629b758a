import CurlHTTP
import Foundation
import Plumbing
import Providers
import SimulatedProviders
import StandIns
import Testing
import VerbioServer
import VerbioService
import VerbioTesting

/// A span as a collector got it.
private struct SentSpan {
    let name: String
    let trace: String
    let id: String
    let parent: String?
    let kind: Int
    let start: UInt64
    let end: UInt64
    let isFailure: Bool
    let facts: [String: String]

    init(_ span: JSONDocument) throws {
        name = try #require(span["name"]?.string)
        trace = try #require(span["traceId"]?.string)
        id = try #require(span["spanId"]?.string)
        parent = span["parentSpanId"]?.string
        kind = Int(try #require(span["kind"]?.number))
        start = try #require(UInt64(span["startTimeUnixNano"]?.string ?? ""))
        end = try #require(UInt64(span["endTimeUnixNano"]?.string ?? ""))
        isFailure = span["status"]?["code"] == 2
        facts = (span["attributes"]?.array ?? []).reduce(into: [:]) { facts, attribute in
            let value = attribute["value"]
            facts[attribute["key"]?.string ?? "?"] = value?["stringValue"]?.string ?? value?["intValue"]?.string
        }
    }
}

@Suite("Traces of the server", .serialized, .timeLimit(.minutes(10)))
struct TraceTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    /// Runs a server whose spans go to a collector, and returns them once the server has stopped.
    private func spans(
        _ environment: [String: String] = [:], service: SampleService = SampleService(), jobs: JobHall? = nil,
        _ body: (RunningServer) async throws -> Void
    ) async throws -> (spans: [SentSpan], bytes: String) {
        try await withStandIn(.json(200, "{}")) { collector in
            let named = ["OTEL_EXPORTER_OTLP_ENDPOINT": collector.url].merging(environment) { $1 }
            let settings = try #require(TraceSettings(environment: named, version: "1") { Issue.record("\($0)") })
            let export = TraceExport(settings, client: HTTPClient(), time: .patient) { Issue.record("\($0)") }
            try await withServer(service, jobs: try jobs?.services(), traces: export) { try await body($0) }
            #expect(export.dropped == 0)
            let groups = try collector.requests.map { try #require(try $0.json()["resourceSpans"]?[0]) }
            let spans = try groups.flatMap { group in
                try #require(group["scopeSpans"]?[0]?["spans"]?.array).map(SentSpan.init)
            }
            return (spans, collector.requests.map(\.text).joined())
        }
    }

    @Test("given a request of a trace, when it is answered, then its work and each call are spans of that trace")
    func tree() async throws {
        let said = Locked<[String]>([])
        let log = Locked<[String]>([])
        let (spans, bytes) = try await spans { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&speak=true&title=sesame",
                fields: ["traceparent: 00-\(Self.trace)-00f067aa0ba902b7-01", "X-Request-ID: mine"],
                body: try Recordings.wav(seconds: 6))
            let document = try JSON.object(answer.body)
            said.withLock { $0 = document.utterances.flatMap { [$0.source, $0.translation].compactMap(\.self) } }
            while server.log.all.isEmpty, !Task.isCancelled { await Task.yield() }
            log.withLock { $0 = server.log.all }
        }
        #expect(spans.allSatisfy { $0.trace == Self.trace && !$0.isFailure && $0.start <= $0.end })
        let request = try #require(spans.first { $0.parent == "00f067aa0ba902b7" })
        #expect(request.name == "POST /api/translate" && request.kind == 2)
        #expect(
            request.facts == [
                "http.request.method": "POST", "http.route": "/api/translate", "http.response.status_code": "200",
                "verbio.request": "mine",
            ])
        let work = try #require(spans.first { $0.parent == request.id })
        #expect(work.name == "translation" && work.kind == 1 && work.facts["verbio.outcome"] == "complete")
        #expect(work.facts["verbio.conversation"] != nil)
        let calls = spans.filter { $0.parent == work.id }
        let count = said.withLock { $0.count } / 2
        #expect(count > 0 && calls.count == 3 * count && spans.count == calls.count + 2)
        for stage in ["recognition", "translation", "synthesis"] {
            let own = calls.filter { $0.name == "\(stage) sim:instant" }
            #expect(own.count == count && own.allSatisfy { $0.kind == 3 && $0.facts["verbio.stage"] == stage })
            #expect(own.allSatisfy { $0.facts["verbio.outcome"] == "answered" && $0.facts["verbio.attempt"] == "1" })
            #expect(own.allSatisfy { $0.facts["verbio.provider"] == "sim:instant" && $0.facts["verbio.model"] != nil })
            #expect(Set(own.map { $0.facts["verbio.utterance"] }) == Set((1...count).map { "\($0)" }))
        }
        for text in said.withLock({ $0 }) + ["sesame"] { #expect(!bytes.contains(text)) }
        #expect(log.withLock { $0 }.first?.contains("trace=\(Self.trace)") == true)
    }

    @Test("given a provider that fails, when another one answers, then the span of the failed call has its class")
    func failure() async throws {
        struct Refusing: Translator {
            let base: any Translator
            var descriptor: ProviderDescriptor { ProviderDescriptor(name: "refusing", model: "/models/m.gguf") }
            var capabilities: TranslatorCapabilities { base.capabilities }
            func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
                throw ProviderError(.rejected, stage: .translation, provider: "refusing", "no \(request.text)")
            }
        }
        let translator = Refusing(base: try SimulatedProviders.translator("sim:instant"))
        let (spans, _) = try await spans(service: SampleService(hooks: .init(translator: translator))) { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es", body: try Recordings.wav(seconds: 6))
            #expect(answer.status == 200)
        }
        let failed = try #require(spans.first { $0.name == "translation refusing" })
        #expect(failed.isFailure && failed.facts["error.type"] == "rejected")
        #expect(failed.facts["verbio.outcome"] == "rejected" && failed.facts["verbio.model"] == "m.gguf")
        let other = try #require(
            spans.first {
                $0.name == "translation sim:instant" && $0.facts["verbio.utterance"] == failed.facts["verbio.utterance"]
            })
        #expect(!other.isFailure && other.trace == failed.trace && other.parent == failed.parent)
        #expect(other.start >= failed.end && Set(spans.map(\.id)).count == spans.count)
    }

    @Test(
        "given a text that is spoken outside of a conversation, when it streams, then the call is part of the request")
    func speech() async throws {
        let service = SampleService(hooks: .init(speaksAsProgram: true))
        let (spans, _) = try await spans(service: service) { server in
            let body = Array(#"{"input":"Where is it?","voice":"alloy","response_format":"pcm"}"#.utf8)
            let answer = try await server.send(
                "POST", "/v1/audio/speech", fields: ["Content-Type: application/json"], body: body)
            #expect(answer.status == 200)
        }
        let request = try #require(spans.first { $0.name == "POST /v1/audio/speech" })
        #expect(spans.map(\.name).sorted() == ["POST /v1/audio/speech", "synthesis sim:instant"])
        #expect(spans.first { $0.id != request.id }?.parent == request.id)
    }

    @Test("given monitoring, refusals and traces that are not kept, when they come, then only refusals have spans")
    func others() async throws {
        let (spans, _) = try await spans { server in
            for path in ["/metrics", "/api/health", "/api/health/live", "/api/health/ready"] {
                #expect(try await server.send("GET", path).status == 200)
            }
            let metrics = try await server.send("GET", "/metrics")
            #expect(metrics.text.contains("\nverbio_spans_dropped_total 0\n"))
            _ = try await server.send(
                "GET", "/api/conversations", fields: ["traceparent: 00-\(Self.trace)-00f067aa0ba902b7-00"])
            #expect(try await server.send("GET", "/sesame").status == 404)
            #expect(try await server.send("POST", "/api/translate?from=xx&to=es", body: []).status == 400)
        }
        #expect(spans.count == 2 && spans.allSatisfy { !$0.isFailure && $0.parent == nil })
        #expect(Set(spans.map(\.trace)).count == 2)
        #expect(spans.contains { $0.name == "GET" && $0.facts["http.response.status_code"] == "404" })
        #expect(spans.contains { $0.name == "POST /api/translate" && $0.facts["verbio.refusal"] != nil })
    }

    @Test("given a job, when it is done after its request, then its work begins a trace of its own")
    func job() async throws {
        try await JobHall.with { hall in
            let (spans, _) = try await spans(jobs: hall) { server in
                let job = try await server.job("from=en&to=es,fr")
                #expect(try await server.ended(try #require(job["id"] as? String)).state == "done")
                try await hall.erased()
            }
            let parts = spans.filter { $0.name == "upload" }
            #expect(parts.count == 2 && parts.allSatisfy { $0.parent == nil && $0.kind == 1 })
            #expect(Set(parts.map(\.trace)).count == 2)
            let calls = spans.filter { $0.kind == 3 }
            #expect(!calls.isEmpty && calls.allSatisfy { call in parts.contains { $0.id == call.parent } })
            let request = try #require(spans.first { $0.name == "POST /api/jobs" })
            #expect(!parts.contains { $0.trace == request.trace })
        }
    }

    @Test("given a collector that does not answer, when a request comes, then it is answered, and the server stops")
    func slow() async throws {
        try await withStandIn(.json(200, "{}").hanging(.beforeHeaders)) { collector in
            let environment = [
                "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "1",
                "OTEL_BSP_MAX_QUEUE_SIZE": "2",
            ]
            let settings = try #require(TraceSettings(environment: environment, version: "1") { Issue.record("\($0)") })
            let time = ManualTime()
            let export = TraceExport(settings, client: HTTPClient(time: .patient), time: time.source) { _ in }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await withServer(traces: export) { server in
                        for count in 0..<6 {
                            #expect(try await server.send("GET", "/api/conversations").status == 200)
                            if count == 0 { try await collector.requests(count: 1) }
                        }
                        let metrics = try await server.send("GET", "/metrics")
                        #expect(metrics.text.contains("\nverbio_spans_dropped_total 3\n"), "\(metrics.text.suffix(90))")
                    }
                }
                // The last wait for the collector is over at once.
                group.addTask {
                    while !Task.isCancelled {
                        try await time.waitForSleepers(count: 1)
                        time.advance(by: .seconds(3))
                    }
                }
                try await group.next()
                group.cancelAll()
            }
            #expect(export.dropped == 6)
        }
    }
}
