import Language
import Plumbing
import SimulatedProviders
import Testing

struct ScenarioFileTests {
    @Test("Given the shipped scenarios, when each is named, then it is found")
    func shipped() throws {
        let names = SimulatedProviders.names(in: [shippedScenarios])
        #expect(
            names == [
                "crash", "flaky", "hallucinating", "instant", "out-of-order", "outage", "realistic", "slow-one",
                "slow-voice",
            ])
        for name in names {
            #expect(try SimulatedProviders.scenario("sim:" + name, in: [shippedScenarios]).name == name)
        }
    }

    @Test("Given instant.yaml, when it is read, then it equals the built-in scenario")
    func instant() throws {
        let path = shippedScenarios + "/instant.yaml"
        #expect(try SimulatedProviders.scenario("sim:" + path) == .instant)
        #expect(try SimulatedProviders.scenario("sim:instant") == .instant)
    }

    @Test("Given a file with every key, when it is read, then all have effect")
    func allKeys() throws {
        let scenario = try Scenario(
            yaml: """
                description: everything
                seed: 7
                languages: [en, ja]
                calls: calls.log
                recognition:
                  latency: 1.5
                  firstByte: 2
                  tokenPace: 3
                  pieces: 4
                  jitter: 0.5
                  concurrency: 6
                  faults:
                    - {when: {every: 2, nth: 3, utterance: [4, 5], attempt: 1}, fault: rate-limited, retryAfter: 1500}
                    - {when: {probability: 0.25, per: attempt, silence: true}, fault: hallucinate, text: hm}
                    - {fault: out-of-order, delay: 10, window: 3}
                translation: {contextPairs: 2, takesLater: true, summaries: true, instructions: true, hints: true}
                """, name: "all", file: "all.yaml")
        let expected = Scenario(
            name: "all", seed: 7, languages: [.en, .ja], calls: "calls.log",
            recognition: .init {
                $0.latency = .microseconds(1_500)
                $0.firstByte = .milliseconds(2)
                $0.tokenPace = .milliseconds(3)
                $0.pieces = 4
                $0.jitter = 0.5
                $0.concurrency = 6
                $0.faults = [
                    FaultRule(
                        .rateLimited(retryAfter: .milliseconds(1_500)),
                        when: FaultCondition(every: 2, nth: [3], utterance: [4, 5], attempt: [1])),
                    FaultRule(
                        .hallucinate(text: "hm"),
                        when: FaultCondition(probability: 0.25, samplingUnit: .attempt, silence: true)),
                    FaultRule(.outOfOrder(delay: .milliseconds(10), window: 3)),
                ]
            },
            translation: .init {
                $0.contextPairs = 2
                $0.takesLater = true
                $0.summaries = true
                ($0.instructions, $0.hints) = (true, true)
            })
        #expect(scenario == expected)
    }

    @Test(
        "Given a faulty file, when it is read, then the problem names file, line, key and cure",
        arguments: [
            (
                "sed: 1",
                "f.yaml:1: unknown key 'sed'; the keys there are: description, seed, languages, calls, recognition, "
                    + "translation, synthesis"
            ),
            (
                "seed: 1\nsynthesis:\n  latensy: 5",
                "f.yaml:3: unknown key 'latensy' in 'synthesis'; the keys there are: latency, firstByte, tokenPace, "
                    + "pieces, jitter, concurrency, faults"
            ),
            (
                "recognition: {latency: soon}",
                "f.yaml:1: 'recognition.latency' is not a number from 0.0 to 86400000.0; write a number from 0.0 to "
                    + "86400000.0 instead of 'soon'"
            ),
            (
                "translation: {faults: [{fault: cut}, {fault: explode}]}",
                "f.yaml:1: 'translation.faults[2].fault' is not one of: rate-limited, server-error, unauthorized, "
                    + "quota, hang, cut, garbage, empty, wrong-language, slow, out-of-order; write one of: "
                    + "rate-limited, server-error, unauthorized, quota, hang, cut, garbage, empty, wrong-language, "
                    + "slow, out-of-order instead of 'explode'"
            ),
            (
                "recognition: {faults: [{fault: cut, text: x}]}",
                "f.yaml:1: 'recognition.faults[1].text' is not a key of cut, only of hallucinate; write a key of cut, "
                    + "only of hallucinate instead of 'x'"
            ),
        ])
    func mistakes(yaml: String, sentence: String) {
        #expect { try Scenario(yaml: yaml, name: "f", file: "f.yaml") } throws: { error in
            "\(error)" == sentence && (error as? Problem)?.code == "scenario.invalid"
        }
    }

    @Test(
        "Given values out of range or of the wrong kind, when the file is read, then it is refused without a trap",
        arguments: [
            "", "- a", "just words", "a: [", "recognition: 5", "recognition: {latency: -1}",
            "recognition: {latency: .nan}", "recognition: {latency: 1e400}", "recognition: {pieces: 0}",
            "recognition: {pieces: 99999999999999999999}", "recognition: {jitter: 1.1}", "seed: -1",
            "seed: 99999999999999999999999", "languages: [tlh]", "languages: []",
            "recognition: {faults: [{when: {nth: [0]}, fault: cut}]}", "recognition: {faults: {fault: cut}}",
            "recognition: {faults: [{fault: slow}]}", "recognition: {faults: [{when: {every: 0}, fault: cut}]}",
            "recognition: {faults: [{when: {per: moon}, fault: cut}]}", "recognition: {contextPairs: 1}",
            "synthesis: {summaries: true}",
            "translation: {faults: [{fault: hallucinate}]}", "? [a, b]\n: c", "a: &x [*x]",
            "synthesis: {faults: [{when: {silence: true}, fault: cut}]}",
        ])
    func refused(yaml: String) {
        #expect { try Scenario(yaml: yaml, name: "f", file: "f.yaml") } throws: { error in
            (error as? Problem)?.code == "scenario.invalid"
        }
    }

    @Test("Given a scenario that does not exist, when it is named, then the refusal lists those that do")
    func unknown() {
        #expect { try SimulatedProviders.recognizer("sim:nowhere", in: [shippedScenarios]) } throws: { error in
            "\(error)".hasPrefix(
                "sim:nowhere: there is no scenario 'nowhere'; use one of: crash, flaky, hallucinating, ")
        }
        #expect { try SimulatedProviders.translator("sim:./no/such.yaml") } throws: { error in
            "\(error)".hasPrefix("./no/such.yaml: the scenario cannot be read; ")
        }
        #expect(throws: Problem.self) { try SimulatedProviders.synthesizer("sim:", in: [shippedScenarios]) }
        #expect(throws: Problem.self) { try SimulatedProviders.synthesizer("sim:/", in: [shippedScenarios]) }
    }
}
