import Jobs
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioServer
import VerbioTesting

/// A translator that fails as configured, or answers.
private struct Failing: Translator {
    var name = "failing"
    let base: any Translator
    /// How it fails, and its model: another one each time, as finished work would be mistaken for a call.
    let state: Locked<(failure: ProviderError.Failure?, model: Int)>
    var descriptor: ProviderDescriptor {
        ProviderDescriptor(name: name, model: "\(state.withLock { $0.model })")
    }
    var capabilities: TranslatorCapabilities { base.capabilities }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        if let failure = state.withLock({ $0.failure }) {
            throw ProviderError(
                failure, stage: .translation, provider: name, "\(request.text) is not to be logged")
        }
        return try await base.translate(request, piece: piece)
    }
}

@Suite("What the server says of itself", .timeLimit(.minutes(10)))
struct MetricsTests {
    /// The value of each series: `verbio_utterances_total{outcome="spoken"}`.
    private func series(_ server: RunningServer) async throws -> [String: Double] {
        let answer = try await server.send("GET", "/metrics")
        #expect(answer.status == 200)
        #expect(answer.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        var series: [String: Double] = [:]
        var family: Substring?
        for line in answer.text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasPrefix("# TYPE ") { family = words[2] }
            guard !line.hasPrefix("#") else { continue }
            #expect(line.hasPrefix(try #require(family)), "a sample stands below its family")
            let name = words.dropLast().joined(separator: " ")
            #expect(series.updateValue(try #require(Double(words[words.count - 1])), forKey: name) == nil, "\(line)")
        }
        return series
    }

    @Test("Given a server that leaves its jobs to others, when one is added, then the metrics count it as waiting")
    func jobs() async throws {
        try await JobHall.with { hall in
            try await withServer(jobs: try hall.services { $0.concurrent = 0 }) { server in
                #expect(try await series(server)["verbio_jobs{state=\"queued\"}"] == 0)
                let answer = try await server.send(
                    "POST", "/api/jobs?from=en&to=es", body: try Recordings.wav(seconds: 2))
                #expect(answer.status == 202)
                let after = try await series(server)
                #expect(after["verbio_jobs{state=\"queued\"}"] == 1 && after["verbio_jobs{state=\"running\"}"] == 0)
            }
        }
    }

    @Test("Given a translation, when it is complete, then its utterances, answers and stage times are counted")
    func counts() async throws {
        try await withServer { server in
            let before = try await series(server)
            #expect(before["verbio_translations_running"] == 0 && before["verbio_voiced_seconds_total"] == 0)
            #expect(before["verbio_translations_limit"] == 4 && before["verbio_translations_refused_total"] == 0)
            #expect(before["verbio_live_sessions{state=\"connected\"}"] == 0)
            #expect(!before.keys.contains { $0.hasPrefix("verbio_jobs") })
            #expect(before["verbio_utterance_lag_seconds_count"] == 0)
            #expect(!before.keys.contains { $0.contains("provider=") })
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 6))
            #expect(!server.log.all.contains { $0.hasPrefix("a provider fails") })
            let document = try JSON.object(answer.body)
            let count = Double(document.utterances.count)
            let after = try await series(server)
            #expect(count > 0 && after["verbio_utterances_total{outcome=\"spoken\"}"] == count)
            #expect(after["verbio_translations_total{state=\"complete\"}"] == 1)
            #expect(after["verbio_translations_running"] == 0)
            #expect(after["verbio_utterance_lag_seconds_count"] == count)
            #expect(try #require(after["verbio_voiced_seconds_total"]) > 0)
            for stage in ["recognition", "translation", "synthesis"] {
                let calls = "verbio_calls_total{stage=\"\(stage)\",provider=\"sim:instant\"}"
                #expect(after[calls] == count)
                let answers = after.filter { $0.key.hasPrefix("verbio_answers_total{stage=\"\(stage)\"") }
                #expect(answers.values.reduce(0, +) == count)
                #expect(answers.keys.allSatisfy { $0.contains("by=\"local\"") })
                for part in ["queue", "total"] {
                    let own = after.filter { $0.key.contains("verbio_stage_\(part)_seconds") && $0.key.contains(stage) }
                    let total = own.filter { $0.key.contains("_count") }.values.first
                    #expect(total == count && own.first { $0.key.contains("le=\"+Inf\"") }?.value == count)
                    let buckets = own.filter { $0.key.contains("_bucket") }.values.sorted()
                    #expect(buckets.count == 14 && buckets.last == count, "they only grow")
                }
            }
        }
    }

    @Test(
        "Given a provider that fails, when another one answers, then the metrics have the class of the failure, and the log once"
    )
    func failures() async throws {
        let state = Locked<(failure: ProviderError.Failure?, model: Int)>((nil, 0))
        let service = SampleService(
            hooks: .init(translator: Failing(base: try SimulatedProviders.translator("sim:instant"), state: state)))
        let time = ManualTime()
        try await withServer(service, time: time.source) { server in
            func translate(_ failure: ProviderError.Failure?) async throws {
                state.withLock { $0 = (failure, $0.model + 1) }
                let answer = try await server.send(
                    "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 6))
                #expect(answer.status == 200)
            }
            func warnings() -> [String] { server.log.all.filter { $0.hasPrefix("a provider fails") } }
            let line = "a provider fails, another one answers failure="
            let tail = " provider=failing stage=translation"
            try await translate(.unavailable)
            #expect(warnings() == [line + "unavailable" + tail])
            try await translate(.unavailable)
            let calls = "verbio_calls_total{stage=\"translation\",provider="
            let failed = "verbio_failures_total{stage=\"translation\",provider=\"failing\",class="
            var numbers = try await series(server)
            let count = try #require(numbers[failed + "\"unavailable\"}"])
            #expect(count > 0 && numbers[calls + "\"failing\"}"] == count)
            #expect(try #require(numbers[calls + "\"sim:instant\"}"]) > 0)
            #expect(numbers.keys.count { $0.hasPrefix("verbio_failures_total") } == 1)
            #expect(warnings().count == 1, "it is the same still")
            // It fails in another way.
            try await translate(.rejected)
            #expect(warnings() == [line + "unavailable" + tail, line + "rejected" + tail])
            numbers = try await series(server)
            #expect(numbers[failed + "\"rejected\"}"] ?? 0 > 0)
            // It comes and goes: once a minute is enough.
            try await translate(nil)
            try await translate(.rejected)
            #expect(warnings().count == 2)
            try await translate(nil)
            time.advance(by: .seconds(61))
            try await translate(.rejected)
            #expect(warnings().count == 3)
        }
    }

    @Test("Given a failing provider, when metrics and health are requested, then both say whether it is called")
    func available() async throws {
        let state = Locked<(failure: ProviderError.Failure?, model: Int)>((nil, 0))
        let time = ManualTime()
        let (base, standIn) = (
            try SimulatedProviders.translator("sim:instant"), try SimulatedProviders.translator("sim:instant")
        )
        let chain = ProviderChain<any Translator>([Failing(base: base, state: state), standIn], time: time.source)
        try await withServer(SampleService(hooks: .init(translators: chain))) { server in
            let name = "verbio_provider_available{stage=\"translation\",provider=\"failing\",model=\"1\"}"
            func translate(_ failure: ProviderError.Failure?) async throws -> Double? {
                state.withLock { $0 = (failure, 1) }
                let answer = try await server.send(
                    "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 6))
                #expect(answer.status == 200)
                return try await series(server)[name]
            }
            func told() async throws -> [String] {
                let health = try await server.send("GET", "/api/health?detail=true")
                #expect(health.status == 200)
                let providers = try #require(try JSON.object(health.body)["providers"] as? [[String: String]])
                return providers.map { "\($0["stage"] ?? "") \($0["provider"] ?? "") \($0["state"] ?? "")" }
            }
            #expect(try await translate(.unauthorized) == 0)
            #expect(
                try await told() == [
                    "recognition sim:instant closed", "translation failing open", "translation sim:instant closed",
                    "synthesis sim:instant closed",
                ])
            let others = try await series(server).filter {
                $0.key.hasPrefix("verbio_provider_available") && $0.key != name
            }
            #expect(others.count == 3 && others.values.allSatisfy { $0 == 1 })
            // A wrong key needs a restart of the service; a provider that is down recovers by itself.
            let link = chain.links[0]
            link.breaker.record(nil)
            #expect(try await series(server)[name] == 1)
            for _ in 0..<5 { link.breaker.record(.transient) }
            #expect(try await series(server)[name] == 0)
            time.advance(by: .seconds(6))
            #expect(try await series(server)[name] == 0.5)
            #expect(try await told().contains("translation failing probing"))
            #expect(try await translate(nil) == 1)
            let plain = try await server.send("GET", "/api/health?detail=false")
            #expect(try JSON.holds(plain.body, #"{"status":"ok","version":"1.2.3"}"#))
        }
    }

    @Test("Given a provider without a stand-in, when it keeps failing, then the log repeats no warning")
    func failuresForGood() async throws {
        let state = Locked<(failure: ProviderError.Failure?, model: Int)>((.rejected, 0))
        let service = SampleService(
            hooks: .init(
                translator: Failing(base: try SimulatedProviders.translator("sim:instant"), state: state),
                isReplaced: false))
        let time = ManualTime()
        try await withServer(service, time: time.source) { server in
            func translate(_ failure: ProviderError.Failure?) async throws {
                state.withLock { $0 = (failure, $0.model + 1) }
                _ = try await server.send(
                    "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 6))
            }
            func warnings() -> [String] { server.log.all.filter { $0.hasPrefix("a provider fails") } }
            try await translate(.rejected)
            #expect(
                warnings() == [
                    "a provider fails, and no other one answers failure=rejected provider=failing stage=translation"
                ])
            try await translate(.rejected)
            #expect(warnings().count == 1, "it is the same still")
            try await translate(nil)
            time.advance(by: .seconds(61))
            try await translate(.rejected)
            #expect(warnings().count == 2)
        }
    }

    @Test(
        "Given a stage whose providers all fail, when the run ends, then the log has each of them with the class of its failure"
    )
    func allFail() async throws {
        let ways: [(String, ProviderError.Failure?)] = [
            ("first", .unavailable), ("second", .unsupported), ("third", .rejected),
        ]
        let states = ways.map { Locked<(failure: ProviderError.Failure?, model: Int)>(($0.1, 0)) }
        let translators = try zip(ways, states).map { way, state in
            Failing(name: way.0, base: try SimulatedProviders.translator("sim:instant"), state: state)
        }
        let time = ManualTime()
        let service = SampleService(hooks: .init(translators: ProviderChain(translators, time: .patient)))
        try await withServer(service, time: time.source) { server in
            func lines(_ failures: [ProviderError.Failure?]) async throws -> ArraySlice<String> {
                let before = server.log.all.count { $0.hasPrefix("a provider fails") }
                for (state, failure) in zip(states, failures) { state.withLock { $0 = (failure, $0.model + 1) } }
                let answer = try await server.send(
                    "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 6))
                #expect(answer.status == 200)
                time.advance(by: .seconds(61))
                return server.log.all.filter { $0.hasPrefix("a provider fails") }.dropFirst(before)
            }
            let line = "a provider fails, and no other one answers failure="
            #expect(
                try await lines(ways.map(\.1)) == [
                    line + "rejected others=first: unavailable, second: unsupported provider=third stage=translation"
                ])
            // The first one answers, so that it fails again afterwards.
            let answered = try await lines([nil, .unsupported, .rejected])
            #expect(answered.isEmpty)
            #expect(
                try await lines([.rejected, .unavailable, .unsupported]) == [
                    line + "unsupported others=second: unavailable, first: rejected provider=third stage=translation"
                ])
        }
    }

    @Test("Given a translation, when it is corrected, then the repeated work is counted, and a refusal as failed")
    func corrections() async throws {
        try await withServer { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 6))
            let document = try JSON.object(answer.body)
            let id = try #require((document["conversation"] as? [String: Any])?["id"] as? String)
            let before = try await series(server)
            let flipped = try await server.send(
                "POST", "/api/conversations/\(id)/utterances/1/flip", fields: ["Accept: text/event-stream"], body: [])
            let again = flipped.text.split(separator: "\n").count { $0 == "event: utterance.finished" }
            #expect(again > 0)
            let after = try await series(server)
            let spoken = "verbio_utterances_total{outcome=\"spoken\"}"
            #expect(try #require(after[spoken]) == (try #require(before[spoken])) + Double(again))
            #expect(after["verbio_translations_total{state=\"complete\"}"] == 2)
            let calls = "verbio_calls_total{stage=\"translation\",provider=\"sim:instant\"}"
            #expect(try #require(after[calls]) > (try #require(before[calls])))

            let refused = try await server.send(
                "POST", "/api/translate?from=en&to=es&speak=true", body: Array("no audio".utf8))
            #expect(refused.status >= 400)
            #expect(try await series(server)["verbio_translations_total{state=\"failed\"}"] == 1)
        }
    }
}
