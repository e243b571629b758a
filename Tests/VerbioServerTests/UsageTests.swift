import ConversationTesting
import Conversations
import Foundation
import Plumbing
import Providers
import Testing
import VerbioServer
import VerbioTesting

/// `GET /api/usage`.
@Suite("What was used, over HTTP", .serialized, .timeLimit(.minutes(5)))
struct UsageTests {
    private typealias Object = [String: Any]

    @Test("given conversations of several days, when usage is requested, then it has each day and the sum of all")
    func days() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let now = TimeSource.system.wallClockMilliseconds()
            func day(_ ago: Int64) -> Int64 { now - ago * 86_400_000 }
            for (ago, cost) in [(1, 2_000_000), (1, 500_000), (3, nil), (40, 9_000_000)] as [(Int64, Int64?)] {
                let conversation = StoreSamples.conversation(createdAt: day(ago), state: .complete)
                let utterance = StoreSamples.utterance(1, of: conversation.id)
                let call = AttemptID(utterance: utterance.id, stage: .translation, number: 0)
                try await service.store.commit([
                    .conversation(conversation), .utterance(utterance, audio: nil),
                    .charged(
                        utterance.id,
                        Charge(
                            call: call, provider: "deepl", model: nil, cost: cost.map { Money(nanodollars: $0) },
                            usage: Usage())),
                ])
            }
            let answer = try await server.send("GET", "/api/usage")
            #expect(answer.status == 200)
            let report = try JSON.object(answer.body)
            #expect(report["from"] as? String == CalendarDay(at: day(29)).text)
            #expect(report["to"] as? String == CalendarDay(at: now).text)
            let total = try #require(report["total"] as? Object)
            #expect(total["conversations"] as? Int == 3 && total["utterances"] as? Int == 3)
            #expect(total["seconds"] as? Double == 15 && total["calls"] as? Int == 3)
            #expect(total["nanodollars"] as? Int == 2_500_000 && total["dollars"] as? Double == 0.0025)
            #expect(total["unpricedCalls"] as? Int == 1 && total["possibleNanodollars"] as? Int == 0)
            let providers = try #require(total["providers"] as? [Object])
            #expect(providers.count == 1 && providers[0]["provider"] as? String == "deepl")
            #expect(providers[0]["stage"] as? String == "translation" && providers[0]["calls"] as? Int == 3)
            let days = try #require(report["days"] as? [Object])
            #expect(days.map { $0["date"] as? String } == [1, 3].map { CalendarDay(at: day($0)).text })
            #expect(days.map { $0["utterances"] as? Int } == [2, 1])
            #expect(days.map { $0["nanodollars"] as? Int } == [2_500_000, 0])

            let short = try JSON.object(try await server.send("GET", "/api/usage?days=1").body)
            #expect((short["days"] as? [Object])?.isEmpty == true && short["from"] as? String == short["to"] as? String)
            let long = try JSON.object(try await server.send("GET", "/api/usage?days=366").body)
            #expect((long["total"] as? Object)?["nanodollars"] as? Int == 11_500_000)
        }
    }

    @Test("given a translated recording, when usage is requested, then its utterances and calls are counted")
    func recording() async throws {
        try await withServer { server in
            let made = try await server.send(
                "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 6))
            let count = try JSON.object(made.body).utterances.count
            // Sample conversations begin on a fixed day, and their calls are made today.
            let report = try JSON.object(try await server.send("GET", "/api/usage").body)
            let total = try #require(report["total"] as? Object)
            let providers = try #require(total["providers"] as? [Object])
            #expect(providers.map { $0["stage"] as? String } == ["recognition", "translation", "synthesis"])
            #expect(providers.allSatisfy { $0["calls"] as? Int == count && $0["provider"] as? String == "sim:instant" })
        }
    }

    @Test("given speech that is not stored, when usage is requested, then its calls count for its tenant")
    func speech() async throws {
        try await KeyPlace.with { place in
            let services = SampleServices(SampleService(hooks: .init(speaksAsProgram: true)))
            let (acme, other) = (try await place.key("acme"), try await place.key("other"))
            try await withServer(services: services, policy: place.policy(isRequired: true)) { server in
                for format in ["wav", "opus"] {
                    let body = Array(
                        #"{"model":"tts-1","input":"Hello there","voice":"sim-en-low","response_format":"\#(format)"}"#
                            .utf8)
                    let spoken = try await server.send(
                        "POST", "/v1/audio/speech", fields: [acme, "Content-Type: application/json"], body: body)
                    #expect(spoken.status == 200, "\(spoken.text.prefix(200))")
                }
                func total(_ key: String) async throws -> Object {
                    let report = try JSON.object(try await server.send("GET", "/api/usage", fields: [key]).body)
                    return try #require(report["total"] as? Object)
                }
                let used = try await total(acme)
                let providers = try #require(used["providers"] as? [Object])
                #expect(providers.map { $0["stage"] as? String } == ["synthesis"])
                #expect(providers.first?["provider"] as? String == "sim:instant")
                #expect(used["calls"] as? Int == 2 && used["conversations"] as? Int == 0)
                #expect(try await total(other)["calls"] as? Int == 0)
            }
        }
    }
}
