import Audio
import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

/// Let each call in turn fail in each way: what comes out is what comes out undisturbed.
@Suite(.timeLimit(.minutes(10)))
struct TortureTests {
    /// Everything a listener gets of a few utterances.
    private struct Outcome: Sendable, Equatable {
        var recognitions: [Int: Recognition] = [:]
        var lastHypotheses: [Int: String] = [:]
        var translations: [Int: Translation] = [:]
        var pieces: [Int: String] = [:]
        var voices: [Int: Synthesis] = [:]
        var samples: [Int: [Int16]] = [:]
    }

    private static let faults: [Fault] = [
        .rateLimited(retryAfter: .seconds(2)), .rateLimited(retryAfter: nil), .serverError, .hang, .cut, .garbage,
        .slow(.seconds(60)),
    ]

    private static func scenario(_ stage: Stage? = nil, _ rule: FaultRule? = nil) -> Scenario {
        func behaviour(_ own: Stage) -> Scenario.Behaviour {
            Scenario.Behaviour {
                $0.latency = .milliseconds(20)
                $0.firstByte = .milliseconds(10)
                $0.tokenPace = .milliseconds(5)
                $0.pieces = 5
                $0.faults = own == stage ? [rule].compactMap { $0 } : []
            }
        }
        return Scenario(
            name: "torture", recognition: behaviour(.recognition), translation: behaviour(.translation),
            synthesis: behaviour(.synthesis))
    }

    /// Interprets utterances, all at once, through every wrapper.
    private func interpret(_ scenario: Scenario, utterances: Int) async throws -> Outcome {
        let time = ManualTime()
        let source = time.source
        let policy = Retry(RetryPolicy(), time: source)
        let recognizer = SimulatedRecognizer(scenario, time: source).deadline(.seconds(5), time: source)
            .retrying(policy)
        let translator = SimulatedTranslator(scenario, time: source).deadline(.seconds(5), time: source)
            .retrying(policy)
        let synthesizer = SimulatedSynthesizer(scenario, time: source).deadline(.seconds(5), time: source)
            .retrying(policy)
        let outcome = Locked(Outcome())
        try await time.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...utterances {
                    group.addTask {
                        let context = CallContext(conversation: "torture", utterance: number)
                        let audio = [Float](repeating: 0.01 * Float(number), count: 16_000)
                        let recognition = try await recognizer.answer(
                            RecognitionRequest(audio: audio, language: .en, context: context)
                        ) { text in outcome.withLock { $0.lastHypotheses[number] = text } }
                        let translation = try await translator.answer(
                            TranslationRequest(text: recognition.text, pair: englishToSpanish, context: context)
                        ) { piece in outcome.withLock { $0.pieces[number, default: ""] += piece } }
                        let synthesis = try await synthesizer.answer(
                            SynthesisRequest(text: translation.text, language: .es, context: context)
                        ) { chunk in outcome.withLock { $0.samples[number, default: []] += chunk.samples } }
                        outcome.withLock {
                            $0.recognitions[number] = recognition
                            $0.translations[number] = translation
                            $0.voices[number] = synthesis
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        return outcome.withLock { $0 }
    }

    @Test(
        "Given a fault at the k-th call of a stage, when utterances are interpreted, then the results are as without it",
        arguments: Stage.allCases, 1...3)
    func each(_ stage: Stage, _ number: Int) async throws {
        let undisturbed = try await interpret(Self.scenario(), utterances: 3)
        #expect(undisturbed.voices.count == 3)
        #expect(undisturbed.pieces == undisturbed.translations.mapValues(\.text))
        #expect(undisturbed.lastHypotheses == undisturbed.recognitions.mapValues(\.text))
        #expect(undisturbed.samples.mapValues(\.count) == undisturbed.voices.mapValues(\.sampleCount))
        for fault in Self.faults {
            let rule = FaultRule(fault, when: FaultCondition(nth: [number]))
            let disturbed = try await interpret(Self.scenario(stage, rule), utterances: 3)
            #expect(disturbed == undisturbed, "\(fault)")
        }
    }

    @Test(
        "Given a stage that always fails, when an utterance is interpreted, then the error names the stage and nothing hangs",
        arguments: Stage.allCases)
    func forGood(_ stage: Stage) async throws {
        for fault in Self.faults {
            let rule = FaultRule(fault, when: FaultCondition(utterance: [1]))
            await #expect {
                _ = try await interpret(Self.scenario(stage, rule), utterances: 1)
            } throws: { error in
                guard let error = error as? ProviderError else { return false }
                return error.stage == stage && error.failure.isRetryable
            }
        }
    }

    @Test("Given the flaky scenario, when twelve utterances run at once, then the results are as without faults")
    func flaky() async throws {
        let folder = #filePath.split(separator: "/").dropLast(3).reduce(into: "") { $0 += "/" + $1 }
        let flaky = try SimulatedProviders.scenario("sim:flaky", in: [folder + "/config/scenarios"])
        var undisturbed = flaky
        undisturbed.recognition.faults = []
        undisturbed.translation.faults = []
        undisturbed.synthesis.faults = []
        let expected = try await interpret(undisturbed, utterances: 12)
        for seed: UInt64 in 1...3 {
            // The seed decides the answers too: only the faults are to be drawn again, so it stays with the answers.
            var scenario = flaky
            scenario.seed = seed
            var calm = undisturbed
            calm.seed = seed
            let reference = seed == 1 ? expected : try await interpret(calm, utterances: 12)
            #expect(try await interpret(scenario, utterances: 12) == reference)
        }
    }
}
