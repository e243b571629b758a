import Testing
import VerbioTesting

@testable import Plumbing

@Suite("Spans of traces")
struct TraceSpanTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    /// A tracer that counts its names up, and what it has taken.
    private static func tracer(
        _ sampler: TraceSampler = TraceSampler(followsParent: true, ratio: 1), _ time: ManualTime = ManualTime()
    ) -> (Tracer, Locked<[TraceSpan.Record]>) {
        let (taken, count) = (Locked<[TraceSpan.Record]>([]), Locked<UInt64>(0))
        let tracer = Tracer(sampler, time: time.source) {
            count.withLock { count in
                count += 1
                return count
            }
        } take: { record in
            taken.withLock { $0.append(record) }
        }
        return (tracer, taken)
    }

    @Test("given a remote span, when spans are begun after and below it, then they form one tree")
    func tree() async throws {
        let remote = try #require(
            TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-01", state: "vendor=1,other=2"))
        let (tracer, taken) = Self.tracer()
        let request = tracer.begin("request", .request, after: remote)
        await TraceSpan.running(request) {
            let call = TraceSpan.current?.child("call", .call)
            call?.note("model", "m")
            call?.note("attempt", 2)
            call?.end(failure: "timeout")
            call?.end()
        }
        request.end()
        #expect(TraceSpan.current == nil)
        let records = taken.withLock { $0 }
        #expect(records.map(\.name) == ["call", "request"], "each ends once")
        #expect(records.allSatisfy { $0.context.trace == Self.trace && $0.context.state == "vendor=1,other=2" })
        #expect(records[1].parent == Self.span && records[1].isParentRemote && records[1].failure == nil)
        #expect(records[0].parent == "0000000000000001" && !records[0].isParentRemote)
        #expect(records[0].failure == "timeout")
        #expect(records[0].attributes == ["model": .text("m"), "attempt": .number(2)])
        #expect(records[0].context.traceparent == "00-\(Self.trace)-0000000000000002-01")
    }

    @Test("given a wall clock that jumps, when a span ends, then its duration is that of the monotonic clock")
    func times() throws {
        let (wall, passed) = (Locked<Int64>(1_700_000_000_000), Locked(Duration.seconds(5)))
        let taken = Locked<[TraceSpan.Record]>([])
        let time = TimeSource(
            now: { passed.withLock { $0 } }, sleep: { _ in }, wallClockMilliseconds: { wall.withLock { $0 } })
        let tracer = Tracer(TraceSampler(followsParent: true, ratio: 1), time: time) { record in
            taken.withLock { $0.append(record) }
        }
        let request = tracer.begin("request", .request)
        passed.withLock { $0 += .milliseconds(1_500) }
        wall.withLock { $0 -= 3_600_000 }
        let call = request.child("call", .call)
        passed.withLock { $0 += .nanoseconds(7) }
        call.end()
        let record = try #require(taken.withLock { $0 }.first)
        #expect(record.start == 1_700_000_001_500_000_000 && record.end == record.start + 7)
    }

    @Test(
        "given a sampler, when a trace begins here or elsewhere, then it is kept as the sampler says",
        arguments: [
            (TraceSampler(followsParent: true, ratio: 1), nil, true),
            (TraceSampler(followsParent: true, ratio: 1), false, false),
            (TraceSampler(followsParent: true, ratio: 0), nil, false),
            (TraceSampler(followsParent: true, ratio: 0), true, true),
            (TraceSampler(followsParent: false, ratio: 1), false, true),
            (TraceSampler(followsParent: false, ratio: 0), true, false),
        ] as [(TraceSampler, Bool?, Bool)])
    func sampling(sampler: TraceSampler, parent: Bool?, isKept: Bool) throws {
        let remote = try parent.map {
            try #require(TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-\($0 ? "01" : "00")"))
        }
        let (tracer, taken) = Self.tracer(sampler)
        let span = tracer.begin("request", .request, after: remote)
        span.child("call", .call).end()
        span.end()
        #expect(taken.withLock { $0.count } == (isKept ? 2 : 0))
        #expect(span.context.traceparent.hasSuffix(isKept ? "-01" : "-00"))
    }

    @Test(
        "given a share of traces, when names of traces are compared with it, then the last 16 digits decide",
        arguments: [
            ("00000000000000007fffffffffffffff", true), ("ffffffffffffffff0000000000000001", true),
            ("00000000000000008000000000000000", false), ("0000000000000000ffffffffffffffff", false),
        ])
    func share(trace: String, isKept: Bool) {
        #expect(TraceSampler(followsParent: false, ratio: 0.5).keeps(trace, from: nil) == isKept)
    }

    @Test("given a tracestate that is too long or not printable, when it is read, then it is left out")
    func state() throws {
        let parent = "00-\(Self.trace)-\(Self.span)-00"
        let long = String(repeating: "a", count: 513)
        for state in [long, "a=\u{7}", "a=é"] {
            #expect(try #require(TraceContext(traceparent: parent, state: state)).state.isEmpty)
        }
        #expect(try #require(TraceContext(traceparent: parent, state: String(long.dropLast()))).state.count == 512)
        #expect(try !#require(TraceContext(traceparent: parent)).isSampled)
    }
}
