import Conversations
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioServer
import VerbioTesting

/// A recognizer that charges for what it hears.
private struct PricedRecognizer: SpeechRecognizer {
    let base: any SpeechRecognizer
    let price: Price
    var descriptor: ProviderDescriptor { ProviderDescriptor(name: "ears", model: "1") }
    var capabilities: RecognizerCapabilities {
        var capabilities = base.capabilities
        capabilities.price = price
        return capabilities
    }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        try await base.recognize(request, hypothesis: hypothesis)
    }
}

/// A translator that charges for tokens, and for some unusable answers.
private struct PricedTranslator: Translator {
    let base: any Translator
    let name: String
    let price: Price?
    /// Every how many of its calls, counted from the first, one is refused after its tokens were used; 0 for never.
    var refusedEvery = 0
    /// What its answers are said to have consumed.
    var outputTokens: Int?
    let calls = Locked(0)
    var descriptor: ProviderDescriptor { ProviderDescriptor(name: name, model: "1") }
    var capabilities: TranslatorCapabilities {
        var capabilities = base.capabilities
        capabilities.price = price
        return capabilities
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let number = calls.withLock { calls in
            defer { calls += 1 }
            return calls
        }
        if refusedEvery > 0, number.isMultiple(of: refusedEvery) {
            var error = ProviderError(.rejected, stage: .translation, provider: name, "it will not say that")
            error.usage = Usage(inputTokens: 1_000, outputTokens: 7)
            throw error
        }
        var translation = try await base.translate(request, piece: piece)
        if let outputTokens { translation.usage.outputTokens = outputTokens }
        return translation
    }
}

@Suite("What the server says that it has spent", .timeLimit(.minutes(10)))
struct CostTests {
    /// Dollars by stage and provider: `recognition ears`.
    private func told(_ server: RunningServer) async throws -> [String: Double] {
        var dollars: [String: Double] = [:]
        for line in try await server.send("GET", "/metrics").text.split(separator: "\n") {
            guard let match = line.wholeMatch(of: /verbio_cost_dollars_total{stage="(.+)",provider="(.+)"} (.+)/) else {
                continue
            }
            let amount: Double = try #require(Double(match.3))
            dollars["\(match.1) \(match.2)"] = amount
        }
        return dollars
    }

    /// Billionths of a dollar in the receipts of a document, of each utterance by stage; nil if that is not known.
    private func receipt(_ document: [String: Any]) throws -> [String: [Int?]] {
        var costs: [String: [Int?]] = [:]
        for utterance in try #require(document["utterances"] as? [[String: Any]]) {
            for (stage, timing) in try #require(utterance["timings"] as? [String: [String: Any]]) {
                costs[stage, default: []].append(timing["costNanodollars"] as? Int)
            }
        }
        return costs
    }

    /// What the store has of them, by stage and provider, if it is known.
    private func charged(_ store: any ContentStore, _ ids: [String]) async throws -> [String: Int64] {
        var sums: [String: Int64] = [:]
        for id in ids {
            for record in try await store.utterances(of: ConversationID(rawValue: id), after: 0, limit: 100) {
                for charge in record.charges {
                    guard let cost = charge.cost else { continue }
                    sums["\(charge.call.stage.rawValue) \(charge.provider ?? "?")", default: 0] += cost.nanodollars
                }
            }
        }
        return sums
    }

    @Test("Given failed and reused calls, when costs are counted, then the metric equals the receipts, reuse is free")
    func sums() async throws {
        let service = SampleService(
            hooks: .init(
                recognizer: PricedRecognizer(
                    base: try SimulatedProviders.recognizer("sim:instant"), price: Price(audioMinute: 0.6, asOf: "")),
                translators: ProviderChain(
                    [
                        PricedTranslator(
                            base: try SimulatedProviders.translator("sim:instant"), name: "dear",
                            price: Price(millionInputTokens: 150, millionOutputTokens: 600, asOf: ""), refusedEvery: 2),
                        PricedTranslator(
                            base: try SimulatedProviders.translator("sim:instant"), name: "cheap",
                            price: Price(millionInputTokens: 1, millionOutputTokens: 2, asOf: "")),
                    ], time: .patient)))
        try await withServer(service) { server in
            #expect(try await told(server).isEmpty)
            var ids: [String] = []
            var receipts: [String: Int] = [:]
            // The second recording begins with the first: what is there already is used again.
            for seconds in [6, 12] {
                let answer = try await server.send(
                    "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: seconds))
                let document = try JSON.object(answer.body)
                ids.append(try #require(document.conversation("id")))
                for (stage, costs) in try receipt(document) {
                    for cost in costs { receipts[stage, default: 0] += try #require(cost) }
                }
            }
            let dollars = try await told(server)
            #expect(
                Set(dollars.keys) == [
                    "recognition ears", "translation dear", "translation cheap", "synthesis sim:instant",
                ])
            let stored = try await charged(service.store, ids)
            #expect(Set(stored.keys) == Set(dollars.keys))
            for (place, told) in dollars {
                #expect(abs(told - Double(stored[place] ?? -1) / 1e9) < 1e-12, "\(place)")
            }
            for (stage, sum) in receipts {
                let told = dollars.filter { $0.key.hasPrefix(stage) }.values.reduce(0, +)
                #expect(abs(told - Double(sum) / 1e9) < 1e-12, "\(stage)")
            }
            #expect(try #require(dollars["recognition ears"]) > 0.01, "a cent a second")
            #expect(try #require(dollars["translation dear"]) > 0.15, "a refusal after 1,000 tokens")
            #expect(try #require(dollars["translation cheap"]) > 0)
            #expect(dollars["synthesis sim:instant"] == 0)
        }
    }

    @Test("Given a translator without a price, when it is called, then its unknown cost is no part of the metric")
    func unknown() async throws {
        let service = SampleService(
            hooks: .init(
                translator: PricedTranslator(
                    base: try SimulatedProviders.translator("sim:instant"), name: "untold", price: nil)))
        try await withServer(service) { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 6))
            let costs = try #require(try receipt(try JSON.object(answer.body))["translation"])
            #expect(!costs.isEmpty && costs.allSatisfy { $0 == nil })
            #expect(try await told(server).keys.sorted() == ["recognition sim:instant", "synthesis sim:instant"])
        }
    }

    @Test("Given an answer with an impossible usage, when it is priced, then its cost is left out and logged once")
    func absurd() async throws {
        let translator = PricedTranslator(
            base: try SimulatedProviders.translator("sim:instant"), name: "boasting",
            price: Price(millionInputTokens: 1, millionOutputTokens: 5, asOf: "2026-11-21"), outputTokens: 1_000_000_000
        )
        try await withServer(SampleService(hooks: .init(translator: translator))) { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 6))
            #expect(answer.status == 200)
            let costs = try #require(try receipt(try JSON.object(answer.body))["translation"])
            #expect(!costs.isEmpty && costs.allSatisfy { $0 == nil })
            #expect(try await told(server)["translation boasting"] == nil)
            #expect(server.log.all.count { $0.contains("reported an impossible usage") } == 1, "\(server.log.all)")
        }
    }
}
