import CurlHTTP
import HTTPTypes
import Plumbing
import ProviderAdapters
import Providers
import Resilience
import StandIns
import Testing
import VerbioTesting

/// Every fault with every adapter: always a failure of the right class, never a wrong answer, a trap or a wait without end.
@Suite(.serialized, .timeLimit(.minutes(10))) struct FaultTests {
    @Test(arguments: AdapterCases.all)
    func faults(_ adapter: AdapterCase) async throws {
        for fault in Faults.all {
            let outcome = try await withStandIn {
                try fault.answer(EchoStandIn.answer($0))
            } test: { server in
                await adapter.adapter(at: server.url).call("Quite Quiet.")
            }
            expect(outcome, of: adapter, fault.classes, mayAnswer: fault.mayAnswer(adapter), "\(fault)")
        }
    }

    /// No server listens, the name is unknown, or the address is invalid.
    @Test(arguments: AdapterCases.all)
    func nobodyIsThere(_ adapter: AdapterCase) async throws {
        // Port 1 belongs to a service that has been out of use for decades, so no other test can get it.
        expect(await adapter.adapter(at: "http://127.0.0.1:1").call(), of: adapter, [.missing], "refused")
        for url in ["ftp://127.0.0.1", "not a url", ""] {
            expect(await adapter.adapter(at: url).call(), of: adapter, [.rejected], "\(url)")
        }
    }

    @Test func nobodyKnowsTheName() async throws {
        for adapter in [AdapterCases.recognizers[0], AdapterCases.translators[0], AdapterCases.synthesizers[0]] {
            let outcome = await adapter.adapter(at: "http://nobody.invalid").call()
            expect(outcome, of: adapter, [.transient], "an unknown name")
        }
    }

    /// A wait is read in every form, and only if waiting helps.
    @Test(arguments: AdapterCases.all)
    func waits(_ adapter: AdapterCase) async throws {
        let told: [([(String, String)], Duration?)] = [
            ([("Retry-After", "7")], .seconds(7)),
            ([("retry-after-ms", "250"), ("Retry-After", "1")], .milliseconds(250)),
            ([("Retry-After", "Fri, 20 Nov 2026 12:00:30 GMT")], .seconds(30)),
            ([("Retry-After", "Fri, 20 Nov 2026 11:59:00 GMT")], nil), ([("Retry-After", "-1")], nil),
            // The two older forms of RFC 9110 §5.6.7.
            ([("Retry-After", "Friday, 20-Nov-26 12:00:30 GMT")], .seconds(30)),
            ([("Retry-After", "Fri Nov 20 12:00:30 2026")], .seconds(30)),
            ([("Retry-After", "Friday, 20-Nov-26 11:59:00 GMT")], nil),
            ([("Retry-After", "Friday, 20-Nov-77 12:00:30 GMT")], nil),
            ([("Retry-After", "Friday, 20-11-26 12:00:30 GMT")], nil),
            ([("Retry-After", "Fri Nov 20 12:00:99 2026")], nil),
            ([("Retry-After", "1e308")], .seconds(86_400)), ([("Retry-After", "inf")], nil),
            ([("Retry-After", "nan")], nil), ([("Retry-After", "soon")], nil),
            ([("retry-after-ms", "x"), ("Retry-After", "2")], .seconds(2)), ([], nil),
            ([("Retry-After", "3"), ("Retry-After", "9")], .seconds(3)),
            // No wait is longer than a day, whatever the provider asks for.
            ([("Retry-After", "86401")], .seconds(86_400)), ([("Retry-After", "1e9")], .seconds(86_400)),
            ([("Retry-After", "Sun, 20 Nov 2033 12:00:00 GMT")], .seconds(86_400)),
            ([("retry-after-ms", "1e12")], .seconds(86_400)),
        ]
        for (headers, wait) in told {
            let outcome = try await withStandIn(.json(429, "{}", headers: headers)) { server in
                await adapter.adapter(at: server.url, time: Replay.pinned).call()
            }
            expect(outcome, of: adapter, [.throttled], "\(headers)")
            #expect((outcome.error as? ProviderError)?.retryAfter == wait, "\(headers)")
        }
        let final = try await withStandIn(.json(429, "{}", headers: [("x-should-retry", "false")])) { server in
            await adapter.adapter(at: server.url).call()
        }
        expect(final, of: adapter, [.unavailable], "not to be tried again")
        let refused = try await withStandIn(.json(401, "{}", headers: [("Retry-After", "7")])) { server in
            await adapter.adapter(at: server.url).call()
        }
        #expect((refused.error as? ProviderError)?.retryAfter == nil)
    }

    /// A provider that says nothing, or says it too slowly, on a clock that only this test moves.
    @Test(arguments: AdapterCases.all)
    func silence(_ adapter: AdapterCase) async throws {
        typealias Fault = @Sendable (StandInAnswer, ManualTime) -> StandInAnswer
        let faults: [(String, isPaced: Bool, Fault)] = [
            ("nothing at all", false, { good, _ in good.hanging(.beforeHeaders) }),
            ("nothing after the head", false, { good, _ in good.hanging(.afterHeaders) }),
            ("nothing after the middle", false, { good, _ in good.hanging(.midBody) }),
            (
                "a byte a second", true,
                { good, time in good.inPieces(.each).paced { _ in try await time.source.sleep(.seconds(1)) } }
            ),
            (
                "comments for ever", adapter.streams,
                { good, time in
                    good.contentType != "text/event-stream"
                        ? good.hanging(.bytes(good.headerCount + 1))
                        : StandInAnswer.keepAlives.inPieces(.drawn(seed: 1, upTo: 4_096))
                            .paced { _ in try await time.source.sleep(.seconds(1)) }
                }
            ),
        ]
        for (name, isPaced, fault) in faults {
            let time = ManualTime()
            let client = HTTPClient(time: time.source)
            let outcome = try await withStandIn {
                fault(try EchoStandIn.answer($0), time)
            } test: { server in
                await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        // The clock stands still until the request is there.
                        try await server.requests(count: 1)
                        while true {
                            // A provider that sleeps, too, must not run ahead of a deadline that is not set yet, or just passed.
                            try await time.waitForSleepers(count: isPaced ? 2 : 1)
                            time.advanceToNextSleeper()
                        }
                    }
                    defer { group.cancelAll() }
                    return await adapter.adapter(
                        at: server.url, client: client, time: time.source, isOwn: false
                    ).call()
                }
            }
            await client.shutdown()
            expect(outcome, of: adapter, [.timeout], name)
            // The clock runs ahead of a task that is woken, so its final time says nothing; the waits do.
            #expect(time.now >= .seconds(9), "\(name) took \(time.now)")
            #expect(time.waits.allSatisfy { $0 <= .seconds(120) }, "\(name): \(time.waits.max() ?? .zero)")
        }
    }

    /// Deltas that never come to an end are not gathered forever.
    @Test(arguments: AdapterCases.all.filter(\.streams))
    func endlessEvents(_ adapter: AdapterCase) async throws {
        let delta = EchoStandIn.quoted(String(repeating: "word ", count: 10_000))
        let events = [
            #"data: {"choices":[{"index":0,"delta":{"content":\#(delta)}}]}"#,
            #"data: {"type":"response.output_text.delta","delta":\#(delta)}"#,
            #"data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":\#(delta)}}"#,
            #"data: {"type":"transcript.text.delta","delta":\#(delta)}"#,
        ]
        let marks = ["openai-chat", "openai-responses", "anthropic", "openai-stt"]
        let event = events[marks.firstIndex { adapter.name.hasPrefix($0) }!] + "\n\n"
        let size = String(event.utf8.count, radix: 16)
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunk = Array("\(size)\r\n\(event)\r\n".utf8)
        let answer = StandInAnswer(
            Array(head.utf8), filler: chunk, fillerCount: chunk.count * 10_000, ending: .close)
        let outcome = try await withStandIn(answer) { await adapter.adapter(at: $0.url).call() }
        expect(outcome, of: adapter, [.unusable], "endless events")
    }

    private func expect(
        _ outcome: Outcome, of adapter: AdapterCase, _ classes: Set<ProviderError.Failure>, mayAnswer: Bool = false,
        _ what: String
    ) {
        if mayAnswer, outcome.isAnswer { return }
        guard let error = outcome.error as? ProviderError else {
            Issue.record(
                "\(adapter) and \(what): \(outcome.error.map { "\($0)" } ?? "an answer \(outcome.text ?? "")")")
            return
        }
        #expect(classes.contains(error.failure), "\(adapter) and \(what): \(error.failure), \(error)")
        #expect(!"\(error)".contains(AdapterCase.key))
        #expect(error.message.count <= 200)
    }
}
