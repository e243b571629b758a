import Audio
import Configuration
import Conversations
import Language
import Plumbing
import Testing
import VerbioService

/// What a run would cost, with the prices of the declarations that come with Verbio.
@Suite("Cost estimates", .timeLimit(.minutes(5)))
struct EstimateTests {
    /// Estimates the costs of the sample, as `verbio estimate` does.
    ///
    /// - Parameters:
    ///   - recognizers: names, the first one first.
    ///   - change: sets more.
    private func estimate(
        _ recognizers: [String], _ translator: String, to: String = "es",
        _ change: (inout Settings) -> Void = { _ in }
    ) async throws -> RunEstimate {
        var workplace = try Workplace()
        defer { workplace.remove() }
        workplace.settings.set(.recognizer, .stringArray(recognizers))
        workplace.settings.set(.translator, .stringArray([translator]))
        workplace.settings.set(.synthesizer, .stringArray(["none"]))
        workplace.settings.set(.to, .string(to))
        change(&workplace.settings)
        var assembly = workplace.assembly
        assembly.run.requiresKeys = false
        let conditions = try RunEstimate.Conditions(assembly)
        let heard = try await SpeechAmount.heard(
            in: AudioInput(argument: Workplace.welcome), .init(), language: .en, assembly: assembly)
        return try RunEstimate(of: heard, under: conditions)
    }

    @Test("given several languages, when costs are estimated, then recognition counts once and translations for each")
    func languages() async throws {
        let several = try await estimate(["sim:instant"], "sim:instant", to: "es,fr")
        #expect(several.stages.map(\.stage) == ["recognition", "translation", "translation"])
        #expect(several.stages.compactMap(\.to) == ["es", "fr"])
        let one = try await estimate(["sim:instant"], "sim:instant")
        #expect(one.stages.compactMap(\.to).isEmpty && one.dollars == 0 && one.isComplete)
        #expect(one.utterances == 6 && one.speechSeconds > 5 && one.seconds > one.speechSeconds)
    }

    @Test("given a model without a known price, when costs are estimated, then the sum is of the known prices")
    func unknownPrice() async throws {
        let estimate = try await estimate(["groq"], "mistral")
        #expect(estimate.utterances == 6 && !estimate.isComplete && estimate.refusedFor == nil)
        // 15 s of speech and what is around it, at a fifteenth of a cent a minute.
        #expect((0.00015...0.0005).contains(estimate.dollars))
        let limited = try await self.estimate(["groq"], "mistral") { $0.set(.maximumCost, .double(1)) }
        #expect(limited.maximumDollars == 1 && limited.refusedFor?.hasPrefix("mistral/") == true)
        let allowed = try await self.estimate(["groq"], "mistral") {
            $0.set(.maximumCost, .double(1))
            $0.set(.unknownPrices, .string("allow"))
        }
        #expect(allowed.refusedFor == nil)
    }

    @Test("given many lines with one call, when costs are estimated, then the prompt of the model counts once a call")
    func batches() async throws {
        func tokens(to: String = "es", _ batch: Int? = nil) async throws -> Int {
            let estimate = try await estimate(["sim:instant"], "openai", to: to) {
                $0.set(.contextBatch, batch.map(ConfigContent.int))
            }
            let amount = estimate.stages.first { $0.stage == "translation" }?.amount
            return try #require(amount?.split(separator: " ").first.flatMap { Int($0) })
        }
        let (alone, together) = (try await tokens(), try await tokens(6))
        #expect(together < alone / 3)
        #expect(try await tokens(3) > together)
        #expect(try await tokens(to: "de") == alone, "every language costs the same")
    }

    /// The tokens of a translator's requests for the sample.
    private func tokens(_ translator: String, _ change: (inout Settings) -> Void = { _ in }) async throws -> Int {
        let estimate = try await estimate(["sim:instant"], translator, to: "es", change)
        let amount = estimate.stages.first { $0.stage == "translation" }?.amount
        return try #require(amount?.split(separator: " ").first.flatMap { Int($0) })
    }

    @Test(
        "given a dub that is to fit, when costs are estimated, then a language model is asked for each line once more")
    func fitting() async throws {
        func tokens(_ translator: String = "openai", _ change: (inout Settings) -> Void) async throws -> Int {
            let estimate = try await estimate(["sim:instant"], translator) {
                $0.set(.synthesizer, .stringArray(["sim:instant"]))
                change(&$0)
            }
            let amount = estimate.stages.first { $0.stage == "translation" }?.amount
            return try #require(amount?.split(separator: " ").first.flatMap { Int($0) })
        }
        let once = try await tokens { _ in }
        let twice = try await tokens { $0.set(.fit, .string("shorten")) }
        #expect((once * 19 / 10...once * 5 / 2).contains(twice), "\(once) \(twice)")
        #expect(try await tokens { $0.set(.formats, .stringArray(["mkv"])) } == twice, "films ask for it by themselves")
        let unasked: [(inout Settings) -> Void] = [
            {
                $0.set(.formats, .stringArray(["mkv"]))
                $0.set(.fit, .string("speed"))
            },
            {
                $0.set(.fit, .string("shorten"))
                $0.set(.synthesizer, .stringArray(["none"]))
            },
        ]
        for change in unasked { #expect(try await tokens { change(&$0) } == once) }
        // It takes no hints.
        func dollars(_ fit: String) async throws -> Double {
            try await estimate(["sim:instant"], "deepl") {
                $0.set(.synthesizer, .stringArray(["sim:instant"]))
                $0.set(.fit, .string(fit))
            }.dollars
        }
        #expect(try await dollars("shorten") == dollars("speed"))
    }

    @Test("given a language model, when costs are estimated, then its tokens are those of a real server, within half")
    func realTokens() async throws {
        // A real llama.cpp counted about 330 tokens for each of the six utterances, with six pairs and two later lines.
        let measured = 6 * 330
        let estimated = try await tokens("llama.cpp") {
            $0.set(.contextPairs, .int(6))
        }
        #expect((measured * 2 / 3...measured * 3 / 2).contains(estimated), "\(estimated)")
        // What is declared to be possible does not count, only what the settings give.
        let few = try await tokens("llama.cpp") { $0.set(.contextPairs, .int(0)) }
        #expect(few < estimated)
    }

    @Test("given a server of one's own, when nothing is set, then it is shown less, and a setting holds as it is given")
    func ownServer() async throws {
        let (own, vendor) = (try await tokens("llama.cpp"), try await tokens("openai"))
        #expect(own < vendor)
        let none = try await tokens("llama.cpp") { $0.set(.contextPairs, .int(0)) }
        #expect(none < own)
        try await Workplace.with { workplace in
            var settings = workplace.settings
            settings.set(.translator, .stringArray(["llama.cpp"]))
            let translator = try Assembly(settings: settings).engines.translator("llama.cpp")
            let shown = try ContextSettings(settings).shown(to: translator)
            #expect((shown.pairs, shown.lookAhead, shown.summaryBlock) == (4, 0, 0))
            settings.set(.contextPairs, .int(6))
            settings.set(.contextSummary, .int(10))
            let given = try ContextSettings(settings).shown(to: translator)
            #expect((given.pairs, given.lookAhead, given.summaryBlock) == (6, 0, 10))
        }
    }
}
