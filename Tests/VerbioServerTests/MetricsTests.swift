import Testing
import VerbioServer

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

    @Test("A translation is counted: its utterances, its answers and how long each stage took")
    func counts() async throws {
        try await withServer { server in
            let before = try await series(server)
            #expect(before == ["verbio_translations_running": 0, "verbio_voiced_seconds_total": 0])
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es", body: try Recordings.wav(seconds: 6))
            let document = try JSON.object(answer.body)
            let count = Double(document.utterances.count)
            let after = try await series(server)
            #expect(count > 0 && after["verbio_utterances_total{outcome=\"spoken\"}"] == count)
            #expect(after["verbio_translations_total{state=\"complete\"}"] == 1)
            #expect(after["verbio_translations_running"] == 0)
            #expect(try #require(after["verbio_voiced_seconds_total"]) > 0)
            for stage in ["recognition", "translation", "synthesis"] {
                #expect(after["verbio_calls_total{stage=\"\(stage)\"}"] == count)
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

    @Test("A correction counts what it does and no call twice; what is refused is counted as that")
    func corrections() async throws {
        try await withServer { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es", body: try Recordings.wav(seconds: 6))
            let document = try JSON.object(answer.body)
            let id = try #require((document["conversation"] as? [String: Any])?["id"] as? String)
            let before = try await series(server)
            let flipped = try await server.send(
                "POST", "/api/conversations/\(id)/utterances/1/flip", fields: ["Accept: text/event-stream"], body: [])
            let again = flipped.text.split(separator: "\n").count { $0 == "event: utterance.finished" }
            #expect(again > 0)
            let after = try await series(server)
            // The service's corrections have no voice.
            #expect(after["verbio_utterances_total{outcome=\"text-only\"}"] == Double(again))
            #expect(after["verbio_translations_total{state=\"complete\"}"] == 2)
            let calls = "verbio_calls_total{stage=\"translation\"}"
            #expect(after[calls] == before[calls])

            let refused = try await server.send("POST", "/api/translate?from=en&to=es", body: Array("no audio".utf8))
            #expect(refused.status >= 400)
            #expect(try await series(server)["verbio_translations_total{state=\"failed\"}"] == 1)
        }
    }
}
