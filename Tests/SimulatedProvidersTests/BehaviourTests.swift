import Language
import Plumbing
import Providers
import SimulatedProviders
import Testing
import VerbioTesting

@Suite(.timeLimit(.minutes(10)))
struct BehaviourTests {
    private let time = ManualTime()
    private let pair = try! LanguagePair(from: .en, to: .es)

    /// How long a call takes in simulated time, and when its partial answers come.
    private func measure<Partial: Sendable>(
        _ call: @escaping @Sendable (PartialSink<Partial>) async throws -> Void
    ) async throws -> (partials: [Duration], total: Duration) {
        let source = time.source
        let begin = time.now
        let moments = Taken<Duration>()
        let total = try await time.run {
            try await call { _ in moments.take(source.now() - begin) }
            return source.now() - begin
        }
        return (moments.all, total)
    }

    @Test("Given the realistic scenario, when its stages are called, then they take as long as it says")
    func realistic() async throws {
        let scenario = try SimulatedProviders.scenario("sim:realistic", in: [shippedScenarios])
        let source = time.source
        let recognition: ([Duration], Duration) = try await measure { (sink: PartialSink<String>) in
            _ = try await SimulatedRecognizer(scenario, time: source).recognize(
                recognitionRequest(1), hypothesis: sink)
        }
        #expect(recognition.1 == .milliseconds(800))
        let pair = pair
        let translation = try await measure { sink in
            _ = try await SimulatedTranslator(scenario, time: source).translate(
                translationRequest("good day friend", pair), piece: sink)
        }
        #expect(translation.partials == (0..<8).map { .milliseconds(300 + 20 * $0) })
        #expect(translation.total == .milliseconds(460))
        let synthesis = try await measure { sink in
            _ = try await SimulatedSynthesizer(scenario, time: source).synthesize(
                synthesisRequest("buenos días"), audio: sink)
        }
        #expect(synthesis.partials.first == .milliseconds(200))
        #expect(synthesis.total == .milliseconds(360))
    }

    @Test("Given the instant scenario, when its stages are called, then none sleeps")
    func instant() async throws {
        let recognition = try await SimulatedRecognizer(.instant, time: time.source).recognize(
            recognitionRequest(1)
        ) { _ in }
        let translation = try await SimulatedTranslator(.instant, time: time.source).translate(
            translationRequest(recognition.text, pair)
        ) { _ in }
        _ = try await SimulatedSynthesizer(.instant, time: time.source).synthesize(
            synthesisRequest(translation.text)
        ) { _ in }
        #expect(time.waits.isEmpty)
    }

    @Test("Given jitter, when requests are made, then waits differ between them and repeat for the same one")
    func jitter() async throws {
        let scenario = Scenario(
            name: "j",
            recognition: .init {
                $0.latency = .milliseconds(1_000)
                $0.jitter = 0.2
            })
        let source = time.source
        var totals: [Duration] = []
        for number in [1, 2, 3, 4, 1] {
            totals.append(
                try await measure { (sink: PartialSink<String>) in
                    _ = try await SimulatedRecognizer(scenario, time: source).recognize(
                        recognitionRequest(number), hypothesis: sink)
                }.total)
        }
        #expect(Set(totals).count == 4)
        #expect(totals.first == totals.last)
        #expect(totals.allSatisfy { (.milliseconds(800) ... .milliseconds(1_200)).contains($0) })
    }

    @Test(
        "Given a fault, when a call meets it, then it fails in the fault's class",
        arguments: [
            (Fault.rateLimited(retryAfter: .seconds(3)), ProviderError.Failure.throttled),
            (.serverError, .transient), (.unauthorized, .unauthorized), (.quota, .quota), (.cut, .unusable),
            (.garbage, .unusable), (.empty, .unusable),
        ])
    func faults(fault: Fault, failure: ProviderError.Failure) async throws {
        let behaviour = Scenario.Behaviour {
            $0.pieces = 6
            $0.faults = [FaultRule(fault, when: FaultCondition(nth: [2]))]
        }
        let translator = SimulatedTranslator(Scenario(name: "f", translation: behaviour), time: time.source)
        let request = translationRequest("good day friend", pair)
        let undisturbed = try await translator.translate(request) { _ in }
        let taken = Taken<String>()
        await #expect {
            _ = try await translator.translate(request) { taken.take($0) }
        } throws: { error in
            guard let error = error as? ProviderError else { return false }
            return error.failure == failure && error.stage == .translation && error.provider == "sim:f"
                && error.retryAfter == (failure == .throttled ? .seconds(3) : nil)
        }
        #expect(taken.all.count == (fault == .cut ? 3 : 0))
        #expect(undisturbed.text.hasPrefix(taken.all.joined()))
        #expect(try await translator.translate(request) { _ in } == undisturbed)
    }

    @Test("Given a call that hangs, when it is cancelled, then it ends")
    func hang() async throws {
        let scenario = Scenario(name: "h", synthesis: .init { $0.faults = [FaultRule(.hang)] })
        let synthesizer = SimulatedSynthesizer(scenario, time: time.source)
        let task = Task { try await synthesizer.synthesize(synthesisRequest("hola")) { _ in } }
        for _ in 0..<3 {
            try await time.waitForSleepers(count: 1)
            time.advance(by: .seconds(3_600))
        }
        try await time.waitForSleepers(count: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(
        "Given faults of recognition, when audio is recognized, then a phrase, no words or another language is the answer"
    )
    func inventions() async throws {
        func recognize(_ fault: Fault, _ condition: FaultCondition, silent: Bool) async throws -> Recognition {
            let faults = [FaultRule(fault, when: condition)]
            let recognizer = SimulatedRecognizer(
                Scenario(name: "i", recognition: .init { $0.faults = faults }), time: time.source)
            var request = recognitionRequest(1)
            if silent { request.audio = [Float](repeating: 0, count: 16_000) }
            return try await recognizer.recognize(request) { _ in }
        }
        let truth = try await recognize(.hang, FaultCondition(nth: [9]), silent: false)
        let onSilence = FaultCondition(silence: true)
        #expect(try await recognize(.hallucinate(text: nil), onSilence, silent: true).text == "Thanks for watching!")
        #expect(try await recognize(.hallucinate(text: "hm"), onSilence, silent: true).text == "hm")
        #expect(try await recognize(.hallucinate(text: nil), onSilence, silent: false) == truth)
        #expect(try await recognize(.empty, FaultCondition(), silent: false).text.isEmpty)
        let foreign = try await recognize(.wrongLanguage, FaultCondition(), silent: false)
        #expect(!foreign.text.isEmpty && foreign.text != truth.text)
        let echo = SimulatedTranslator(
            Scenario(name: "i", translation: .init { $0.faults = [FaultRule(.wrongLanguage)] }), time: time.source)
        #expect(try await echo.translate(translationRequest("good day", pair)) { _ in }.text == "good day")
        let accent = SimulatedSynthesizer(
            Scenario(name: "i", synthesis: .init { $0.faults = [FaultRule(.wrongLanguage)] }), time: time.source)
        #expect(try await accent.synthesize(synthesisRequest("hola")) { _ in }.voice == "sim-en-low")
    }

    @Test("Given conditions of a fault, when calls are made, then it occurs only if all of them hold")
    func conditions() async throws {
        func failures(_ condition: FaultCondition, _ utterances: [Int]) async -> [Bool] {
            let translator = SimulatedTranslator(
                Scenario(name: "c", translation: .init { $0.faults = [FaultRule(.serverError, when: condition)] }),
                time: time.source)
            var failures: [Bool] = []
            for utterance in utterances {
                let request = translationRequest("good", pair, utterance: utterance)
                failures.append((try? await translator.translate(request) { _ in }) == nil)
            }
            return failures
        }
        let every = await failures(FaultCondition(every: 2), [1, 1, 1, 1])
        #expect(every == [false, true, false, true])
        let nth = await failures(FaultCondition(nth: [1, 3]), [1, 2, 3, 4])
        #expect(nth == [true, false, true, false])
        let utterance = await failures(FaultCondition(utterance: [2]), [1, 2, 2, 3])
        #expect(utterance == [false, true, true, false])
        let attempt = await failures(FaultCondition(attempt: [1]), [1, 1, 2, 2, 1])
        #expect(attempt == [true, false, true, false, false])
        let both = await failures(FaultCondition(utterance: [2], attempt: [2]), [1, 1, 2, 2, 2])
        #expect(both == [false, false, false, true, false])
    }

    @Test(
        "Given a probability, when requests are repeated, then it is drawn for each request, or for each attempt if so configured"
    )
    func probability() async throws {
        func failures(_ samplingUnit: FaultCondition.SamplingUnit) async -> [[Bool]] {
            let condition = FaultCondition(probability: 0.4, samplingUnit: samplingUnit)
            let recognizer = SimulatedRecognizer(
                Scenario(name: "p", recognition: .init { $0.faults = [FaultRule(.serverError, when: condition)] }),
                time: time.source)
            var failures: [[Bool]] = []
            for number in 1...50 {
                var attempts: [Bool] = []
                for _ in 1...3 {
                    let request = recognitionRequest(number, seconds: 0.1)
                    attempts.append((try? await recognizer.recognize(request) { _ in }) == nil)
                }
                failures.append(attempts)
            }
            return failures
        }
        let perRequest = await failures(.request)
        #expect(perRequest.allSatisfy { Set($0).count == 1 })
        #expect((10...30).contains(perRequest.count { $0[0] }))
        let perAttempt = await failures(.attempt)
        #expect(perAttempt.contains { Set($0).count == 2 })
        #expect((35...85).contains(perAttempt.joined().count { $0 }))
    }

    @Test(
        "Given the out-of-order scenario, when four utterances are requested at once, then the last is answered first")
    func outOfOrder() async throws {
        let scenario = try SimulatedProviders.scenario("sim:out-of-order", in: [shippedScenarios])
        let recognizer = SimulatedRecognizer(scenario, time: time.source)
        let done = Taken<Int>()
        try await time.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...4 {
                    group.addTask {
                        _ = try await recognizer.recognize(recognitionRequest(number)) { _ in }
                        done.take(number)
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(done.all == [4, 3, 2, 1])
    }

    @Test("Given a limit of concurrent calls, when one more is made, then it is refused as throttled")
    func concurrency() async throws {
        let scenario = Scenario(
            name: "c",
            translation: .init {
                $0.latency = .milliseconds(10)
                $0.firstByte = .milliseconds(10)
                $0.concurrency = 2
            })
        let translator = SimulatedTranslator(scenario, time: time.source)
        #expect(translator.capabilities.maximumConcurrency == 2)
        let pair = pair
        let outcomes = try await time.run {
            await withTaskGroup(of: ProviderError.Failure?.self) { group in
                for number in 1...3 {
                    group.addTask {
                        do {
                            _ = try await translator.translate(
                                translationRequest("good", pair, utterance: number)
                            ) { _ in }
                            return nil
                        } catch {
                            return (error as? ProviderError)?.failure
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(outcomes.count { $0 == .throttled } == 1)
        #expect(outcomes.count { $0 == nil } == 2)
        // The places are free again.
        _ = try await time.run { try await translator.translate(translationRequest("good", pair)) { _ in } }
    }
}
