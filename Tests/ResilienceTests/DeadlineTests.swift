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
}
