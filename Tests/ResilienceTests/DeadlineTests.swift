import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

@Suite(.timeLimit(.minutes(10)))
struct DeadlineTests {
    private let time = ManualTime()

    @Test("Given a deadline, when a call takes longer, then it fails as a timeout; a quick one is not touched")
    func deadline() async throws {
        let scenario = Scenario(
            name: "slow",
            translation: .init {
                $0.pieces = 4
                $0.faults = [FaultRule(.hang, when: FaultCondition(nth: [1]))]
            })
        let translator = SimulatedTranslator(scenario, time: time.source).deadline(
            .milliseconds(2_500), time: time.source)
        await #expect {
            try await time.run { try await translator.answer(translationRequest()) { _ in } }
        } throws: { error in
            "\(error)"
                == "sim:slow (translation): no complete answer within 2.5 s; raise pipeline.mt-deadline, or name a "
                + "faster provider" && (error as? ProviderError)?.failure == .timeout
        }
        #expect(time.now == .milliseconds(2_500))
        let taken = Taken<String>()
        let answer = try await time.run {
            try await translator.answer(translationRequest()) { taken.take($0) }
        }
        #expect(taken.all.joined() == answer.text)
        #expect(time.sleeperCount == 0)
    }

    @Test(
        "Given calls that are cut while their answers come, when a breaker is told, then it stays closed; else it opens"
    )
    func cutAnswers() async throws {
        for (begins, condition) in [(true, CircuitBreaker.Condition.closed), (false, .open)] {
            let provider = SlowTeller(time: time.source, begins: begins).deadline(.seconds(5), time: time.source)
            let breaker = CircuitBreaker(time: time.source)
            for _ in 0..<6 {
                do {
                    _ = try await time.run { try await provider.answer(translationRequest()) { _ in } }
                } catch let error as ProviderError {
                    #expect(error.failure == .timeout && error.isBusy && error.hadBegun == begins)
                    breaker.record(error)
                }
            }
            #expect(breaker.condition == condition)
        }
    }
}

/// A provider that gives a word at once, or nothing, and does not end.
private struct SlowTeller: Provider {
    let time: TimeSource
    let begins: Bool
    let descriptor = ProviderDescriptor(name: "teller", model: "1")
    var stage: Stage { .translation }

    func answer(_ request: TranslationRequest, partial: PartialSink<String>) async throws -> Translation {
        if begins { try await partial("word") }
        try await time.sleep(.seconds(100_000))
        return Translation(text: "late", language: .es)
    }
}
