import Audio
import Conversations
import Interpreting
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

@Suite("No words for clear speech", .timeLimit(.minutes(10)))
struct WordlessTests {
    /// A recognizer that gives the same answer however often it is called.
    private struct Deterministic: SpeechRecognizer {
        let base: any SpeechRecognizer
        let descriptor = ProviderDescriptor(name: "same-again", model: "1")
        var capabilities: RecognizerCapabilities {
            var capabilities = base.capabilities
            capabilities.isDeterministic = true
            return capabilities
        }

        func recognize(
            _ request: RecognitionRequest, hypothesis: PartialSink<String>
        ) async throws -> Recognition { try await base.recognize(request, hypothesis: hypothesis) }
    }

    /// Interprets the sample with these recognizers in a chain.
    private func interpret(
        _ recognizers: [any SpeechRecognizer], _ rehearsal: Rehearsal
    ) async throws -> Event.ConversationFinished {
        var providers = try rehearsal.providers()
        providers.recognizers = ProviderChain(recognizers, time: rehearsal.time)
        let interpreter = Interpreter(providers: providers, store: rehearsal.store, time: rehearsal.time)
        let source = ScriptedSource([try SpeechFixtures.speech()])
        return try await interpreter.interpret(try rehearsal.conversation(providers), from: source) { _ in }
    }

    private func recognizer(_ folder: CallLogFile, _ faults: String) throws -> any SpeechRecognizer {
        try SimulatedProviders.recognizer(
            folder.scenario("recognition: {faults: [\(faults)]}"), in: Rehearsal.scenarios, time: .system)
    }

    @Test("Given clear speech, when an answer has no words, then the recognizer is called once more")
    func once() async throws {
        let clock = ManualTime()
        let folder = CallLogFile()
        defer { folder.remove() }
        let rehearsal = Rehearsal(
            scenario: try folder.scenario(
                "recognition: {faults: [{fault: empty, when: {utterance: [2], attempt: 1}}]}"), time: clock.source)
        let (finished, _) = try await clock.run { try await rehearsal.run() }
        #expect(finished.state == .complete)
        let records = try await rehearsal.records()
        #expect(records.map { $0.attempts[.recognition] } == [1, 2, 1, 1, 1, 1])
        #expect(records.allSatisfy { $0.outcome == .spoken })
    }

    @Test(
        "Given recognizers that all hear no words, when a run is repeated, then the utterance stays dropped and none is called"
    )
    func agreed() async throws {
        let clock = ManualTime()
        let folder = CallLogFile()
        defer { folder.remove() }
        let rehearsal = Rehearsal(
            scenario: try folder.scenario("recognition: {faults: [{fault: empty, when: {utterance: [2]}}]}"),
            time: clock.source)
        let (finished, _) = try await clock.run { try await rehearsal.run() }
        #expect(finished.state == .complete)
        let record = try await rehearsal.records()[1]
        #expect(record.outcome == .dropped(reason: "no-words"))
        #expect(record.attempts[.recognition] == 2)
        #expect(record.recognition == nil, "it is no result")
        #expect(finished.coverage.droppedMilliseconds == ["no-words": record.utterance.evidence.voicedMilliseconds])
        let calls = folder.count("begin")
        let (again, _) = try await clock.run { try await rehearsal.run() }
        #expect(again == finished)
        #expect(folder.count("begin") == calls)
    }

    @Test("Given a deterministic recognizer, when it hears no words, then the next one is called instead")
    func deterministic() async throws {
        let (deaf, keen) = (CallLogFile(), CallLogFile())
        defer { for folder in [deaf, keen] { folder.remove() } }
        let rehearsal = Rehearsal()
        let finished = try await interpret(
            [Deterministic(base: try recognizer(deaf, "{fault: empty}")), try recognizer(keen, "")], rehearsal)
        #expect(finished.state == .complete)
        #expect(finished.coverage.spokenMilliseconds == finished.coverage.voicedMilliseconds)
        #expect(deaf.count("begin", stage: "recognition") == 6)
        #expect(keen.count("begin", stage: "recognition") == 6)
    }

    @Test("Given a recognizer that has not answered, when another hears no words, then the utterance can be retried")
    func undecided() async throws {
        let (deaf, broken, keen) = (CallLogFile(), CallLogFile(), CallLogFile())
        defer { for folder in [deaf, broken, keen] { folder.remove() } }
        for brokenFirst in [false, true] {
            let rehearsal = Rehearsal()
            let first = Deterministic(base: try recognizer(deaf, "{fault: empty}"))
            let second = try recognizer(broken, "{fault: unauthorized}")
            let finished = try await interpret(brokenFirst ? [second, first] : [first, second], rehearsal)
            #expect(finished.state == .partial)
            #expect(finished.coverage.failedMilliseconds == ["recognition": finished.coverage.voicedMilliseconds])
            let healed = try await interpret([try recognizer(keen, "")], rehearsal)
            #expect(healed.state == .complete)
            #expect(healed.coverage.spokenMilliseconds == healed.coverage.voicedMilliseconds)
        }
    }

    @Test("Given unclear speech, when a recognizer hears no words, then that is an answer")
    func unclear() async throws {
        let folder = CallLogFile()
        defer { folder.remove() }
        var rehearsal = Rehearsal(scenario: try folder.scenario("recognition: {faults: [{fault: empty}]}"))
        // 40 dB quieter.
        rehearsal.lanes = [try SpeechFixtures.speech().map { $0 / 100 }]
        let (finished, _) = try await rehearsal.run()
        #expect(finished.state == .complete)
        #expect(finished.coverage.droppedMilliseconds == ["no-words": finished.coverage.voicedMilliseconds])
        for record in try await rehearsal.records() {
            #expect(record.attempts[.recognition] == 1)
            #expect(record.recognition?.text == "")
        }
    }
}
