import Audio
import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

@Suite(.timeLimit(.minutes(10)))
struct LimitsTests {
    private let time = ManualTime()

    @Test("a call that takes too long is cancelled and fails as a timeout; a quick one is not touched")
    func deadline() async throws {
        let scenario = Scenario(
            name: "slow", translation: .init(pieces: 4, faults: [FaultRule(.hang, when: FaultCondition(nth: [1]))]))
        let translator = SimulatedTranslator(scenario, time: time.source).deadline(
            .milliseconds(2_500), time: time.source)
        await #expect {
            try await time.run { try await translator.translate(translationRequest()) { _ in } }
        } throws: { error in
            "\(error)"
                == "sim:slow (translation): no complete answer within 2.5 s; give it a longer deadline or a faster "
                + "provider" && (error as? ProviderError)?.failure == .timeout
        }
        #expect(time.now == .milliseconds(2_500))
        let taken = Taken<String>()
        let answer = try await time.run {
            try await translator.translate(translationRequest()) { taken.take($0) }
        }
        #expect(taken.all.joined() == answer.text)
        #expect(time.sleeperCount == 0)
    }

    @Test("the deadline counts from the call, not from the place in the queue; retry keeps no place while it waits")
    func composition() async throws {
        // One call at a time, 2 s each, and the first attempt of each fails: the last of four is done after 16 s.
        let scenario = Scenario(
            name: "busy",
            translation: .init(
                latency: .seconds(2), concurrency: 1,
                faults: [FaultRule(.serverError, when: FaultCondition(attempt: [1]))]))
        let source = time.source
        let translator = SimulatedTranslator(scenario, time: source)
            .deadline(.seconds(3), time: source).limited(to: 4)
            .retrying(RetryPolicy(), time: source, random: { 0.5 })
        #expect(translator.capabilities.maximumConcurrency == nil)
        try await time.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...4 {
                    group.addTask { _ = try await translator.translate(translationRequest("good \(number)")) { _ in } }
                }
                try await group.waitForAll()
            }
        }
        #expect(time.now == .seconds(16))
    }

    @Test("all three kinds are limited to what they can take")
    func limited() async throws {
        let busy = Scenario.Behaviour(latency: .seconds(1), concurrency: 2)
        let scenario = Scenario(name: "busy", recognition: busy, translation: busy, synthesis: busy)
        let source = time.source
        let recognizer = SimulatedRecognizer(scenario, time: source).limited(to: 9)
        let translator = SimulatedTranslator(scenario, time: source).limited(to: 9)
        let synthesizer = SimulatedSynthesizer(scenario, time: source).limited(to: 9)
        try await time.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...6 {
                    group.addTask {
                        _ = try await recognizer.recognize(
                            RecognitionRequest(audio: [0.1], language: .en, context: context)
                        ) { _ in }
                    }
                    group.addTask { _ = try await translator.translate(translationRequest()) { _ in } }
                    group.addTask {
                        _ = try await synthesizer.synthesize(
                            SynthesisRequest(text: "hola", language: .es, context: context)
                        ) { _ in }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(time.now == .seconds(3))
    }
}
