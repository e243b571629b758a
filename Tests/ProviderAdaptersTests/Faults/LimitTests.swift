import Plumbing
import Providers
import StandIns
import Testing
import VerbioTesting

/// The remaining limits that answers announce reach the caller.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LimitTests {
    private func limits(
        _ adapter: AdapterCase, _ answer: StandInAnswer
    ) async throws -> [AnnouncedLimit] {
        let told = Locked<[AnnouncedLimit]>([])
        _ = try await withStandIn(answer) { server in
            await CallReport.$current.withValue(CallReport { limit in told.withLock { $0.append(limit) } }) {
                await adapter.adapter(at: server.url, time: Replay.pinned).call()
            }
        }
        return told.withLock { $0 }
    }

    private func tokens(_ adapter: AdapterCase, _ answer: StandInAnswer) async throws -> [AnnouncedTokens] {
        let told = Locked<[AnnouncedTokens]>([])
        let report = CallReport(limited: { _ in }, limitedTokens: { limit in told.withLock { $0.append(limit) } })
        _ = try await withStandIn(answer) { server in
            await CallReport.$current.withValue(report) {
                await adapter.adapter(at: server.url, time: Replay.pinned).call()
            }
        }
        return told.withLock { $0 }
    }

    @Test(
        arguments: [
            (
                [
                    ("x-ratelimit-limit-tokens", "6000"), ("x-ratelimit-remaining-tokens", "812"),
                    ("x-ratelimit-reset-tokens", "51.88s"),
                ], [AnnouncedTokens(.all, remaining: 812, limit: 6_000, reset: .seconds(51.88))]
            ),
            (
                [("x-ratelimit-remaining-tokens", "0"), ("x-ratelimit-reset-tokens", "120ms")],
                [AnnouncedTokens(.all, remaining: 0, limit: nil, reset: .milliseconds(120))]
            ),
            (
                [
                    ("anthropic-ratelimit-tokens-limit", "60000"), ("anthropic-ratelimit-tokens-remaining", "50000"),
                    ("anthropic-ratelimit-tokens-reset", "2026-11-20T12:00:10Z"),
                    ("anthropic-ratelimit-input-tokens-remaining", "0"),
                    ("anthropic-ratelimit-input-tokens-reset", "2026-11-20T12:00:05.500Z"),
                    ("anthropic-ratelimit-output-tokens-limit", "8000"),
                    ("anthropic-ratelimit-output-tokens-remaining", "7000"),
                    ("anthropic-ratelimit-output-tokens-reset", "2026-11-20T12:00:07Z"),
                ],
                [
                    AnnouncedTokens(.all, remaining: 50_000, limit: 60_000, reset: .seconds(10)),
                    AnnouncedTokens(.input, remaining: 0, limit: nil, reset: .seconds(5.5)),
                    AnnouncedTokens(.output, remaining: 7_000, limit: 8_000, reset: .seconds(7)),
                ]
            ),
            ([("x-ratelimit-remaining-tokens", "many"), ("x-ratelimit-reset-tokens", "1s")], []),
            ([("x-ratelimit-remaining-tokens", "5")], []), ([("x-ratelimit-reset-tokens", "1s")], []),
        ] as [([(String, String)], [AnnouncedTokens])])
    func tokenForms(headers: [(String, String)], limits: [AnnouncedTokens]) async throws {
        #expect(try await tokens(AdapterCases.translators[0], .json(200, "{}", headers: headers)) == limits)
    }

    private static func limit(_ remaining: Int, _ interval: Duration, _ reset: Duration) -> AnnouncedLimit {
        AnnouncedLimit(remaining: remaining, interval: interval, reset: reset)
    }

    @Test(arguments: AdapterCases.all)
    func everyAdapterTells(_ adapter: AdapterCase) async throws {
        let headers = [("ratelimit-remaining", "0"), ("ratelimit-reset", "30")]
        for status in [200, 429, 503] {
            let told = try await limits(adapter, .json(status, "{}", headers: headers))
            #expect(told == [Self.limit(0, .seconds(30), .seconds(30))], "\(status)")
        }
    }

    @Test(
        arguments: [
            // OpenAI and Groq: what is missing comes back one by one until the reset.
            (
                [
                    ("x-ratelimit-limit-requests", "3"), ("x-ratelimit-remaining-requests", "0"),
                    ("x-ratelimit-reset-requests", "24s"),
                ], limit(0, .seconds(8), .seconds(24))
            ),
            (
                [
                    ("x-ratelimit-limit-requests", "14400"), ("x-ratelimit-remaining-requests", "14370"),
                    ("x-ratelimit-reset-requests", "2m59.56s"),
                ], limit(14_370, .seconds(179.56 / 30), .seconds(179.56))
            ),
            (
                [("x-ratelimit-remaining-requests", "9"), ("x-ratelimit-reset-requests", "24ms")],
                limit(9, .seconds(0.024), .seconds(0.024))
            ),
            (
                [("x-ratelimit-remaining-requests", "9"), ("x-ratelimit-reset-requests", "1h0m3s")],
                limit(9, .seconds(3_603), .seconds(3_603))
            ),
            // Tokens are distinguished from calls.
            (
                [
                    ("x-ratelimit-remaining-requests", "50"), ("x-ratelimit-reset-requests", "1s"),
                    ("x-ratelimit-limit-tokens", "6000"), ("x-ratelimit-remaining-tokens", "0"),
                    ("x-ratelimit-reset-tokens", "60s"),
                ], limit(50, .seconds(1), .seconds(1))
            ),
            (
                [("x-ratelimit-remaining-tokens", "800"), ("x-ratelimit-reset-tokens", "120ms")], nil
            ),
            // Anthropic: dates. The clock stands at 12:00:00.
            (
                [
                    ("anthropic-ratelimit-requests-limit", "50"), ("anthropic-ratelimit-requests-remaining", "10"),
                    ("anthropic-ratelimit-requests-reset", "2026-11-20T12:00:40Z"),
                ], limit(10, .seconds(1), .seconds(40))
            ),
            (
                [
                    ("anthropic-ratelimit-input-tokens-remaining", "0"),
                    ("anthropic-ratelimit-input-tokens-reset", "2026-11-20T12:00:05.500Z"),
                ], nil
            ),
            // Windows, stated by their length or their end.
            (
                [("RateLimit-Limit", "100"), ("RateLimit-Remaining", "4"), ("RateLimit-Reset", "50")],
                limit(4, .seconds(50), .seconds(50))
            ),
            (
                [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1795176020")],
                limit(0, .seconds(20), .seconds(20))
            ),
            // What cannot be meant.
            ([("x-ratelimit-remaining", "0")], nil), ([("x-ratelimit-reset", "9")], nil),
            ([("x-ratelimit-remaining", "-1"), ("x-ratelimit-reset", "9")], nil),
            ([("x-ratelimit-remaining", "nan"), ("x-ratelimit-reset", "9")], nil),
            ([("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "-9")], nil),
            ([("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1e300")], nil),
            ([("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "inf")], nil),
            ([("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "5 minutes")], nil),
            ([("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "2026-11-19T12:00:00Z")], nil),
            ([("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "")], nil), ([], nil),
        ] as [([(String, String)], AnnouncedLimit?)])
    func forms(headers: [(String, String)], limit: AnnouncedLimit?) async throws {
        let told = try await limits(AdapterCases.translators[0], .json(200, "{}", headers: headers))
        #expect(told == [limit].compactMap { $0 })
    }

    @Test func aRefusalWithoutANumberLeavesNothing() async throws {
        let answer = StandInAnswer.json(429, "{}", headers: [("x-ratelimit-reset", "7")])
        #expect(
            try await limits(AdapterCases.translators[0], answer) == [Self.limit(0, .seconds(7), .seconds(7))])
    }
}
