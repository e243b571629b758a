import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

/// A translator that adds a number to its first answers, so that a guard asks a second question, in which runs can be killed.
private final class Doubtful: Translator {
    let descriptor = ProviderDescriptor(name: "doubtful", model: "1")
    let asked = Locked<[TranslationRequest]>([])
    private let base: any Translator
    /// Which utterances are answered badly at first.
    private let doubted: @Sendable (Int) -> Bool
    /// Called in the middle of a second question.
    private let inSecond: @Sendable (Int) throws -> Void

    init(
        doubting doubted: @escaping @Sendable (Int) -> Bool = { _ in true },
        inSecond: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) throws {
        var scenario = Scenario.instant
        (scenario.translation.summaries, scenario.translation.contextPairs) = (true, 2)
        base = SimulatedTranslator(scenario, time: .patient)
        (self.doubted, self.inSecond) = (doubted, inSecond)
    }

    var capabilities: TranslatorCapabilities {
        var capabilities = base.capabilities
        capabilities.takesHints = true
        return capabilities
    }
    var summarizer: (any ConversationSummarizer)? { base.summarizer }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        asked.withLock { $0.append(request) }
        let utterance = request.context.utterance
        if request.hint != nil { try inSecond(utterance) }
        var plain = request
        plain.hint = nil
        var answer = try await base.translate(plain, piece: piece)
        if request.hint == nil, doubted(utterance) { answer.text += " 4711" }
        return answer
    }

    /// The utterances of its second calls, in their order.
    var second: [Int] { asked.withLock { $0 }.filter { $0.hint != nil }.map(\.context.utterance).sorted() }
}

@Suite("Runs that end inside a second question", .timeLimit(.minutes(5)))
struct SecondQuestionTests {
    private static let lines = (1...24).map { "the family market street number \($0) water" }

    private func reading(id: Int = 1) throws -> Reading {
        let reading = try Reading(Self.lines, id: id) {
            ($0.context.summaryBlock, $0.context.pairs, $0.context.lag, $0.context.lookAhead) = (4, 2, 1, nil)
        }
        (reading.inFlight, reading.concurrency) = (4, 4)
        return reading
    }

    /// A translator in whose second question about an utterance the run is killed.
    private func deadly(_ utterance: Int, _ killSwitch: KillSwitch) throws -> Doubtful {
        try Doubtful {
            $0.isMultiple(of: 4)
        } inSecond: { asked in
            guard asked == utterance else { return }
            killSwitch.kill()
            throw ProviderError(.transient, stage: .translation, provider: "doubtful", "the process is gone")
        }
    }

    /// Kills two runs in the second question about each of some utterances: rows 1, 2 and 4 are left of the attempts.
    private func killTwice(_ reading: Reading, at utterances: [Int]) async throws {
        for utterance in utterances {
            for _ in 1...2 {
                let killSwitch = KillSwitch()
                await #expect(throws: Problem.self) {
                    _ = try await reading.run(deadly(utterance, killSwitch), killed: killSwitch)
                }
            }
        }
    }

    private func comparable(_ reading: Reading) async -> [UtteranceRecord] {
        await reading.records().map { record in
            var record = record
            record.utterance.conversation = ConversationID(rawValue: "")
            (record.timings, record.attempts, record.lastAttempts, record.unansweredCosts) = ([], [:], [:], [:])
            record.charges = []
            record.summary = nil
            return record
        }
    }

    @Test("given runs killed in second questions at the end of summed-up blocks, when it is resumed, then it completes")
    func summaries() async throws {
        let reading = try reading()
        try await killTwice(reading, at: [4, 8, 12])
        let holes = await reading.records().filter {
            $0.lastAttempts[.translation] ?? 0 > $0.attempts[.translation] ?? 0
        }
        #expect(!holes.isEmpty, "a number was given to a call that was not made")
        let last = try Doubtful { $0.isMultiple(of: 4) }
        #expect(try await reading.run(last).state == .complete)
        let calm = try self.reading(id: 2)
        _ = try await calm.run(try Doubtful { $0.isMultiple(of: 4) })
        #expect(await comparable(reading) == (await comparable(calm)))
        let summaries = await reading.records().map { $0.summary?.text }
        #expect(summaries == (await calm.records()).map { $0.summary?.text })
    }

    @Test("given runs killed in second questions, when an utterance is turned round later, then that is done")
    func flipped() async throws {
        let reading = try reading()
        try await killTwice(reading, at: [8])
        let translator = try Doubtful { $0.isMultiple(of: 4) }
        #expect(try await reading.run(translator).state == .complete)
        #expect(try await reading.flip(8, by: translator).first == 8)
        let record = await reading.records()[7]
        #expect(record.outcome == .textOnly && record.pair.from == .es)
        let numbers = record.charges(.translation).map(\.call.number)
        #expect(Set(numbers).count == numbers.count)
    }

    @Test("given a run killed in a second question, when it is resumed, then that question alone is asked again")
    func askedAgain() async throws {
        let reading = try reading()
        (reading.inFlight, reading.concurrency) = (1, 1)
        let killSwitch = KillSwitch()
        await #expect(throws: Problem.self) {
            _ = try await reading.run(deadly(8, killSwitch), killed: killSwitch)
        }
        let next = try Doubtful { $0.isMultiple(of: 4) }
        #expect(try await reading.run(next).state == .complete)
        #expect(next.second == [8, 12, 16, 20, 24])
        #expect(next.asked.withLock { $0 }.first?.context.utterance == 8, "its first answer is found")
        for record in await reading.records() {
            #expect(record.translation?.text.contains("4711") == false)
            let isDoubted = record.utterance.sequence.isMultiple(of: 4)
            #expect(record.translation?.refused.map(\.name) == (isDoubted ? ["numbers"] : []))
        }
    }

    @Test(
        "given a write that fails at any moment, when it is resumed, then no flagged first answer has become final",
        arguments: 1...40)
    func torture(k: Int) async throws {
        let reading = try reading()
        _ = try? await reading.run(try Doubtful { $0.isMultiple(of: 2) }, failingAt: k)
        #expect(try await reading.run(try Doubtful { $0.isMultiple(of: 2) }).state == .complete)
        for record in await reading.records() {
            let number = record.utterance.sequence
            #expect(record.translation?.text.contains("4711") == false, "utterance \(number)")
            #expect(
                record.translation?.refused.map(\.name) == (number.isMultiple(of: 2) ? ["numbers"] : []),
                "utterance \(number)")
        }
    }

    @Test("given another utterance's failing voice, when the run ends in a second question, then it is asked again")
    func tornDown() async throws {
        // The store fails for one utterance while another one's second question is in flight.
        let store = InMemoryStore()
        let rehearsal = Rehearsal(store: store)
        let isAsked = BoundedChannel<Void>(capacity: 1)
        func run(_ translator: any Translator, in store: any ContentStore) async throws {
            var providers = try rehearsal.providers()
            providers.translators = ProviderChain([translator], time: .system)
            _ = try await Interpreter(providers: providers, store: store, time: .patient).interpret(
                rehearsal.conversation(providers),
                from: ScriptedSource([SpeechFixtures.speech()], blockSize: 16_000)
            ) { _ in }
        }
        let hanging = try HangingTranslator(
            base: Doubtful { $0 == 1 }, hangsAt: 1, hung: { _ = isAsked.trySend(()) })
        await #expect(throws: Problem.self) {
            try await run(
                hanging,
                in: KillableStore(
                    base: store,
                    putting: {
                        _ = try await isAsked.next()
                        throw Problem(.store, "store.failed", "the disk cannot be read or written (rename)")
                    }))
        }
        let next = try Doubtful { $0 == 1 }
        try await run(next, in: store)
        #expect(next.second == [1])
        let record = try await rehearsal.records()[0]
        #expect(record.translation?.text.contains("4711") == false)
        #expect(record.translation?.refused.map(\.name) == ["numbers"])
    }

    @Test(
        "given a doubtful recognition, when the run is killed in the second question, then it is asked again and flagged"
    )
    func recognition() async throws {
        let texts = ["We met Ana at the station.", "The train to Lisbon was late.", "Nobody knew why."]
        func recognizer(_ inSecond: @escaping @Sendable () -> Void = {}) -> ScriptedRecognizer {
            let shown = Locked(0)
            return ScriptedRecognizer { request in
                let own = Recognition(text: texts[request.context.utterance - 1], language: request.language)
                guard request.context.utterance == 2 else { return own }
                if let prompt = request.prompt {
                    shown.withLock { $0 += 1 }
                    return Recognition(text: prompt, language: request.language)
                }
                inSecond()
                return own
            }
        }
        var talk = StoredTalk(Array(repeating: StoredTalk.Turn(), count: 3), promptLag: 1)
        // One call at a time: the second question waits for its turn, and what is known is written down in the
        // meantime.
        talk.configuration.concurrency[.recognition] = 1
        let killSwitch = KillSwitch()
        await #expect(throws: Problem.self) {
            _ = try await talk.interpret(by: recognizer { killSwitch.kill() }, killed: killSwitch)
        }
        let next = recognizer()
        let result = try await talk.interpret(by: next)
        #expect(result.records.map { $0.recognition?.text } == texts)
        #expect(result.records[1].recognitionFlags.map(\.name) == ["prompt-echo"])
        #expect(result.records[1].recognitionFlags.map(\.verdict) == [.askedAgain])
        let again = next.requests.withLock { $0 }.filter { $0.context.utterance == 2 }
        #expect(again.map(\.prompt) == [nil], "the first answer is found, and the second question asked")
    }
}

/// Hangs in the second question about an utterance, until it is cancelled.
private struct HangingTranslator: Translator {
    let base: Doubtful
    let hangsAt: Int
    let hung: @Sendable () -> Void
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: TranslatorCapabilities { base.capabilities }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        if request.hint != nil, request.context.utterance == hangsAt {
            hung()
            try await TimeSource.system.sleep(.seconds(3_600))
        }
        return try await base.translate(request, piece: piece)
    }
}
