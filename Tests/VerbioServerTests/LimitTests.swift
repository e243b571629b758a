import Access
import Audio
import Conversations
import Plumbing
import Providers
import SimulatedProviders
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Limits of keys over HTTP", .serialized, .timeLimit(.minutes(5)))
struct LimitTests {
    /// The fields that describe a limit: its amount, what is left, the seconds until there is more, and the seconds to
    /// wait.
    private static func told(_ answer: HTTPConnection.Answer) -> [String?] {
        ["limit", "remaining", "reset"].map { answer.fields["ratelimit-\($0)"] } + [answer.fields["retry-after"]]
    }

    private static let translation = "/api/translate?from=en&to=es&raw=s16le:16000:1&tts=none"

    /// Two seconds of speech. Each number is another sound, so that no work is reused.
    private static func speech(_ number: Int) throws -> [UInt8] {
        let samples = try Recordings.speech(seconds: 2).map { Int16(Double($0) * (1 - Double(number) / 1_000)) }
        return PCM16.littleEndianBytes(samples)
    }

    private static func wide() -> ServerConfiguration {
        var configuration = ServerConfiguration.test()
        configuration.concurrentTranslations = 60
        return configuration
    }

    /// Sends requests at the same time.
    private static func together(
        _ count: Int, _ send: @escaping @Sendable (Int) async throws -> HTTPConnection.Answer
    ) async throws -> [HTTPConnection.Answer] {
        try await withThrowingTaskGroup(of: HTTPConnection.Answer.self) { group in
            for number in 0..<count { group.addTask { try await send(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(
        "given a limit of requests, when one more comes, then it is refused with the time to wait, as announced before")
    func requests() async throws {
        try await KeyPlace.with { place in
            let key = try await place.key { $0.limits.requestsPerMinute = 3 }
            try await withServer(policy: place.policy()) { server in
                for remaining in [2, 1, 0] {
                    let target = remaining == 1 ? "/api/nothing" : "/api/conversations"
                    let answer = try await server.send("GET", target, fields: [key])
                    #expect(answer.status == (remaining == 1 ? 404 : 200))
                    #expect(answer.fields["ratelimit-limit"] == "3" && answer.fields["ratelimit-reset"] == "60")
                    #expect(answer.fields["ratelimit-remaining"] == "\(remaining)")
                }
                place.time.advance(by: .seconds(18))
                for path in ["/api/conversations", "/v1/models"] {
                    let answer = try await server.send("GET", path, fields: [key])
                    #expect(answer.status == 429 && answer.fields["retry-after"] == "42")
                    #expect(answer.fields["ratelimit-remaining"] == "0" && answer.fields["ratelimit-reset"] == "42")
                    #expect(answer.text.contains("\"code\":\"limit.requests\""))
                }
                let other = try await server.send("GET", "/api/conversations", fields: [await place.key()])
                #expect(other.status == 200 && other.fields["ratelimit-limit"] == nil)
                place.time.advance(by: .seconds(42))
                let later = try await server.send("GET", "/api/conversations", fields: [key])
                #expect(later.status == 200)
            }
        }
    }

    @Test("given a limit of twenty requests, when fifty come at once, then twenty are served")
    func parallelRequests() async throws {
        try await KeyPlace.with { place in
            let key = try await place.key { $0.limits.requestsPerMinute = 20 }
            try await withServer(policy: place.policy()) { server in
                let answers = try await Self.together(50) { _ in
                    try await server.send("GET", "/api/conversations", fields: [key])
                }
                #expect(answers.count { $0.status == 200 } == 20 && answers.count { $0.status == 429 } == 30)
            }
        }
    }

    @Test(
        "given two translations at once and no live session, when more begin, then they are refused until one has ended"
    )
    func concurrent() async throws {
        try await KeyPlace.with { place in
            let gate = Gate()
            let service = SampleService(hooks: .init(opening: { await gate.wait() }))
            let key = try await place.key {
                $0.limits.translations = 2
                $0.limits.sessions = 1
                $0.limits.requestsPerMinute = 1_000
            }
            try await withServer(service, configuration: Self.wide(), policy: place.policy()) { server in
                let live = try await Client.upgrade(
                    try await server.open(), "/api/live?from=en&to=es&raw=s16le:16000:1", fields: [key])
                #expect(live.status == 101)
                let second = try await server.send(
                    "GET", "/api/live?from=en&to=es&raw=s16le:16000:1", fields: Client.fields + [key])
                #expect(second.status == 429 && second.text.contains("limit.sessions"))
                // The answer names the limit that was reached, and not that of requests.
                #expect(Self.told(second) == ["1", "0", "2", "2"])
                let refusals = Locked(0)
                let answers = try await Self.together(10) { number in
                    let answer = try await server.send(
                        "POST", Self.translation, fields: [key], body: Self.speech(number))
                    // Two wait at the gate while the others are refused.
                    let isLast = refusals.withLock { refusals in
                        refusals += answer.status == 429 ? 1 : 0
                        return refusals == 8
                    }
                    if isLast { gate.open() }
                    return answer
                }
                #expect(answers.count { $0.status == 200 } == 2)
                let refused = answers.filter { $0.status == 429 }
                #expect(refused.count == 8 && refused.allSatisfy { $0.text.contains("limit.translations") })
                #expect(refused.allSatisfy { Self.told($0) == ["2", "0", "2", "2"] })
                let later = try await server.send("POST", Self.translation, fields: [key], body: Self.speech(20))
                #expect(later.status == 200)
                await live.leave()
            }
        }
    }

    @Test(
        "given minutes of audio in a day, when they are used up, then what was heard is kept, and more is refused, also later"
    )
    func minutes() async throws {
        try await KeyPlace.with { place in
            let key = try await place.key { $0.limits.minutesPerDay = 0.1 }
            let service = SampleService()
            let wav = try Recordings.wav(seconds: 4)
            try await withServer(service, policy: place.policy()) { server in
                let first = try await server.send("POST", "/api/translate?from=en&to=es", fields: [key], body: wav)
                #expect(first.status == 200)
                let second = try await server.send("POST", "/api/translate?from=en&to=es", fields: [key], body: wav)
                #expect(second.status == 429)
                let problem = try JSON.object(second.body)
                #expect(problem["code"] as? String == "limit.minutes")
                let id = try #require(problem["conversation"] as? String)
                let kept = try await server.send("GET", "/api/conversations/\(id)", fields: [key])
                #expect(kept.status == 200)
                let third = try await server.send("POST", "/api/translate?from=en&to=es", fields: [key], body: wav)
                // No whole number represents a tenth of a minute.
                #expect(third.status == 429 && Self.told(third) == [nil, "0", "6400", "6400"])
                #expect(try JSON.object(third.body)["conversation"] == nil, "it is refused before anything is heard")
            }
            let again = try place.reopened()
            try await withServer(service, policy: again.policy()) { server in
                let refused = try await server.send("POST", "/api/translate?from=en&to=es", fields: [key], body: wav)
                #expect(refused.status == 429, "a restart gives nothing back")
                place.time.advance(by: .seconds(6_400))
                let tomorrow = try await server.send("POST", "/api/translate?from=en&to=es", fields: [key], body: wav)
                #expect(tomorrow.status == 200)
            }
        }
    }

    @Test(
        "given money for a day, when fifty translations come at once, then no call is made that it does not suffice for"
    )
    func money() async throws {
        try await KeyPlace.with { place in
            // Two seconds for a cent each, of which speech is a part.
            let recognizer = CountedRecognizer(
                base: try SimulatedProviders.recognizer("sim:instant"), price: Price(audioMinute: 0.6, asOf: ""))
            let service = SampleService(hooks: .init(recognizer: recognizer))
            let key = try await place.key { $0.limits.dollarsPerDay = 0.2 }
            try await withServer(service, configuration: Self.wide(), policy: place.policy()) { server in
                let answers = try await Self.together(50) { number in
                    try await server.send("POST", Self.translation, fields: [key], body: Self.speech(number))
                }
                let costs = recognizer.costs.withLock { $0 }
                let most = try #require(costs.max())
                #expect(costs.reduce(0, +) <= 200_000_000)
                #expect(costs.reduce(0, +) + most > 200_000_000, "and what suffices for a call is spent")
                #expect(answers.count { $0.status == 200 } == costs.count)
                let refused = answers.filter { $0.status == 402 }
                #expect(refused.count == 50 - costs.count)
                for answer in refused {
                    #expect(Self.told(answer) == [nil, "0", "6400", "6400"] && answer.text.contains("limit.money"))
                }
            }
        }
    }

    @Test(
        "given a request with a key, when it is logged, then the line names the key, the tenant and why it was refused")
    func log() async throws {
        try await KeyPlace.with { place in
            let (key, text) = try await place.ring.create(KeyRequest(label: "secret label"))
            try await withServer(policy: place.policy()) { server in
                _ = try await server.send(
                    "GET", "/api/conversations", fields: ["Authorization: Bearer \(text)"])
                _ = try await server.send("GET", "/api/conversations")
                while server.log.all.count < 2, !Task.isCancelled { await Task.yield() }
                let lines = server.log.all
                #expect(lines[0].contains("key=\(key.id)") && lines[0].contains("tenant=local"))
                #expect(lines[1].contains("refusal=key.missing") && !lines[1].contains("tenant="))
                for line in lines { #expect(!line.contains(text.suffix(52)) && !line.contains("label")) }
            }
        }
    }
}

/// A recognizer that charges for what it hears.
private struct CountedRecognizer: SpeechRecognizer {
    let base: any SpeechRecognizer
    let price: Price
    /// Billionths of a dollar of each call.
    let costs = Locked<[Int64]>([])
    var descriptor: ProviderDescriptor { ProviderDescriptor(name: "ears", model: "1") }
    var capabilities: RecognizerCapabilities {
        var capabilities = base.capabilities
        capabilities.price = price
        return capabilities
    }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        let usage = Usage(audioSeconds: Double(request.audio.count) / 16_000)
        costs.withLock { $0.append(price.cost(of: usage).nanodollars) }
        return try await base.recognize(request, hypothesis: hypothesis)
    }
}
