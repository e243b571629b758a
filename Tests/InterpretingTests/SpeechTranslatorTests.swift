import Audio
import ConversationTesting
import Conversations
import Hearing
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

/// A translator of speech into speech, which says how many samples it heard, and records its calls.
private final class Booth: Translator {
    let descriptor = ProviderDescriptor(name: "booth", model: "1")
    let calls = Locked<[String]>([])
    /// How many calls fail before the first answer.
    let failures: Locked<Int>
    /// Whether it says what was said.
    let tellsSource: Bool
    /// Whether it also speaks.
    let speaks: Bool
    /// Texts that were asked of it as of any other translator.
    let plain = Locked(0)

    init(failures: Int = 0, tellsSource: Bool = true, speaks: Bool = true) {
        (self.tellsSource, self.speaks) = (tellsSource, speaks)
        self.failures = Locked(failures)
    }

    var capabilities: TranslatorCapabilities {
        TranslatorCapabilities(pairs: Set(LanguagePair.pairs(of: LanguageCode.tested))) {
            $0.hearsSpeech = true
            $0.price = Price(audioMinute: 6, asOf: "2026-12-01")
        }
    }
    var speechTranslator: (any SpeechTranslator)? { Engine(booth: self) }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        plain.withLock { $0 += 1 }
        guard let speech = request.speech, failures.withLock({ $0 }) <= 0 else {
            throw ProviderError(.unavailable, stage: .translation, provider: "booth", "it is closed")
        }
        return Translation(text: "solo texto \(speech.samples.count)", tag: request.pair.target)
    }

    private struct Engine: SpeechTranslator {
        let booth: Booth
        var descriptor: ProviderDescriptor { booth.descriptor }

        func interpret(
            _ request: SpeechTranslationRequest, heard: PartialSink<String>
        ) async throws -> SpeechTranslation {
            booth.calls.withLock { $0.append(request.speech.hash) }
            let fails = booth.failures.withLock { left in
                left -= 1
                return left >= 0
            }
            if fails { throw ProviderError(.unavailable, stage: .translation, provider: "booth", "it is closed") }
            let count = request.speech.samples.count
            try await heard("the family")
            return SpeechTranslation(
                source: booth.tellsSource ? "the family market \(count)" : nil, text: "el mercado \(count)",
                speech: booth.speaks
                    ? VoiceAudio(sampleRate: 24_000, samples: [Int16](repeating: 1_000, count: 24_000)) : nil,
                voice: "booth voice", usage: Usage(audioSeconds: request.speech.seconds))
        }
    }
}

/// Engines of the other stages that count their calls.
private struct Counted: SpeechRecognizer {
    let base: any SpeechRecognizer
    let calls: Locked<Int>
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: RecognizerCapabilities { base.capabilities }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        calls.withLock { $0 += 1 }
        return try await base.recognize(request, hypothesis: hypothesis)
    }
}

private struct CountedVoice: SpeechSynthesizer {
    let base: any SpeechSynthesizer
    let calls: Locked<Int>
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: SynthesizerCapabilities { base.capabilities }

    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        calls.withLock { $0 += 1 }
        return try await base.synthesize(request, audio: audio)
    }
}

@Suite("A translator of speech into speech", .timeLimit(.minutes(5)))
struct SpeechTranslatorTests {
    private let heard = Locked(0)
    private let spoken = Locked(0)

    /// Engines with the booth as the preferred translator.
    private func rehearsal(_ booth: Booth, store: any ContentStore = InMemoryStore()) throws -> Rehearsal {
        var rehearsal = Rehearsal(store: store, translator: booth)
        rehearsal.time = .hurried
        let plain = try Rehearsal().providers()
        rehearsal.recognizer = Counted(base: plain.recognizers.first, calls: heard)
        rehearsal.synthesizer = CountedVoice(base: try #require(plain.synthesizers?.first), calls: spoken)
        return rehearsal
    }

    private func counts() -> [Int] { [heard.withLock { $0 }, spoken.withLock { $0 }] }

    @Test("Given a recording, when it is translated, then one call for each utterance gives its texts and its voice")
    func oneCall() async throws {
        let booth = Booth()
        let rehearsal = try rehearsal(booth)
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        let records = try await rehearsal.records()
        #expect(records.count == 6 && counts() == [0, 0] && booth.plain.withLock { $0 } == 0)
        #expect(Set(booth.calls.withLock { $0 }) == Set(records.map(\.utterance.audioHash)))
        #expect(booth.calls.withLock { $0 }.count == 6)
        for record in records {
            let count = record.utterance.range.count
            #expect(record.outcome == .spoken)
            #expect(record.recognition?.text == "the family market \(count)")
            #expect(record.translation?.text == "el mercado \(count)")
            #expect(record.speech?.voice == "booth voice" && record.speech?.seconds == 1)
            // One call, charged once, as a translation: 6 dollars a minute.
            #expect(record.charges.map(\.call.stage) == [.translation])
            let seconds = Double(count) / Double(speechSampleRate)
            let cost = try #require(record.charges.first?.cost)
            let wrong: Double = cost.dollars - seconds / 10
            #expect(abs(wrong) < 1e-6)
        }
        #expect(delivered.isInOrder)
        #expect(delivered.audio.map(\.utterance) == Array(1...6) && delivered.audio.allSatisfy { $0.samples == 24_000 })
        let names = delivered.eventsByUtterance.compactMap { $0.utterance == nil ? nil : $0.name }
        let each = ["utterance.recognized", "utterance.translated", "utterance.spoken", "utterance.finished"]
        #expect(names == (1...6).flatMap { _ in each })
    }

    @Test("Given a run that is killed at any write, when it is resumed, then no answered call is made or charged again")
    func killed() async throws {
        let whole = try rehearsal(Booth())
        _ = try await whole.run()
        let wanted = try await whole.records()
        var deaths = 0
        for write in 1...40 {
            let base = InMemoryStore()
            let writes = Locked(0)
            let store = KillableStore(base: base) {
                let number = writes.withLock { writes in
                    writes += 1
                    return writes
                }
                if number >= write { throw Problem(.store, "store.failed", "the run was killed") }
            }
            let booth = Booth()
            do { _ = try await rehearsal(booth, store: store).run() } catch is Problem { deaths += 1 }
            let answered = await base.utterances(of: whole.id, after: 0, limit: 100)
                .filter { !$0.charges.isEmpty }.map(\.utterance.audioHash)
            let before = booth.calls.withLock { $0 }.count
            let resumed = try rehearsal(booth, store: base)
            let (finished, delivered) = try await resumed.run()
            #expect(finished.state == .complete && delivered.isInOrder)
            let again = booth.calls.withLock { Set($0.dropFirst(before)) }
            #expect(again.isDisjoint(with: answered), "write \(write)")
            let records = try await resumed.records()
            #expect(records.map(\.translation?.text) == wanted.map(\.translation?.text))
            #expect(records.map(\.recognition?.text) == wanted.map(\.recognition?.text))
            #expect(records.map(\.speech) == wanted.map(\.speech), "write \(write)")
            #expect(records.allSatisfy { $0.outcome == .spoken && $0.charges.count == 1 }, "write \(write)")
            #expect(counts() == [0, 0])
        }
        #expect(deaths > 8)
    }

    @Test("Given two utterances with the same sound, when both are translated, then the call is made once")
    func repeated() async throws {
        let booth = Booth()
        let store = InMemoryStore()
        _ = try await rehearsal(booth, store: store).run()
        var again = try rehearsal(booth, store: store)
        again.id = ConversationID(rawValue: "c00000000000000000002")
        let (_, delivered) = try await again.run()
        #expect(booth.calls.withLock { $0 }.count == 6 && counts() == [0, 0])
        let records = try await again.records()
        #expect(records.allSatisfy { $0.outcome == .spoken && $0.charges.isEmpty })
        #expect(records.allSatisfy { $0.speech?.voice == "booth voice" })
        #expect(delivered.audio.count == 6)
    }

    @Test("Given an engine that fails and another translator, when it is translated, then the three stages do it")
    func fallback() async throws {
        let booth = Booth(failures: 1_000)
        let rehearsal = try rehearsal(booth)
        var providers = try rehearsal.providers()
        let other = try Rehearsal().providers().translators.first
        providers.translators = ProviderChain([booth, other], time: .hurried)
        let interpreter = Interpreter(providers: providers, store: rehearsal.store, time: .hurried)
        _ = try await interpreter.interpret(
            rehearsal.conversation(providers), from: ScriptedSource([try SpeechFixtures.speech()], blockSize: 16_000)
        ) { _ in }
        let records = try await rehearsal.records()
        #expect(records.count == 6 && counts() == [6, 6])
        #expect(records.allSatisfy { $0.outcome == .spoken && $0.translation?.text.isEmpty == false })
        #expect(booth.plain.withLock { $0 } == 0, "what has just failed is not asked again")
    }

    @Test("Given no other translator, when the engine fails, then the text stays, and the next run asks it again")
    func failing() async throws {
        let store = InMemoryStore()
        let (first, _) = try await rehearsal(Booth(failures: 1_000), store: store).run()
        #expect(first.state == .partial && counts() == [6, 0])
        let rehearsal = try rehearsal(Booth(), store: store)
        let between = try await rehearsal.records()
        #expect(between.allSatisfy { $0.recognition != nil && $0.translation == nil && $0.speech == nil })
        let (second, _) = try await rehearsal.run()
        #expect(second.state == .complete && counts() == [6, 0])
        #expect(try await rehearsal.records().allSatisfy { $0.outcome == .spoken })
    }

    @Test(
        "Given an engine that leaves a part out, when it is translated, then only that stage is called",
        arguments: [(false, true, [6, 0]), (true, false, [0, 5])])
    func parts(tellsSource: Bool, speaks: Bool, calls: [Int]) async throws {
        let booth = Booth(tellsSource: tellsSource, speaks: speaks)
        let rehearsal = try rehearsal(booth)
        let (finished, _) = try await rehearsal.run()
        #expect(finished.state == .complete && counts() == calls)
        #expect(booth.calls.withLock { $0 }.count == 6 && booth.plain.withLock { $0 } == 0)
        let records = try await rehearsal.records()
        #expect(records.allSatisfy { $0.outcome == .spoken && $0.recognition?.text.isEmpty == false })
        #expect(records.allSatisfy { $0.translation?.text.hasPrefix("el mercado") ?? false })
    }

    @Test("Given a conversation without a voice, when it is translated, then no speech is kept")
    func textOnly() async throws {
        let rehearsal = try rehearsal(Booth())
        var providers = try rehearsal.providers()
        providers.synthesizers = nil
        let interpreter = Interpreter(providers: providers, store: rehearsal.store, time: .hurried)
        _ = try await interpreter.interpret(
            rehearsal.conversation(providers), from: ScriptedSource([try SpeechFixtures.speech()], blockSize: 16_000)
        ) { _ in }
        let records = try await rehearsal.records()
        #expect(records.count == 6 && counts() == [0, 0])
        #expect(records.allSatisfy { $0.outcome == .textOnly && $0.speech == nil })
        #expect(records.allSatisfy { $0.attempts[.synthesis] == nil })
    }

    @Test("Given two languages that are told apart while they are heard, then the engine translates the sound only")
    func twoWay() async throws {
        let booth = Booth()
        var rehearsal = try rehearsal(booth)
        rehearsal.twoWay = true
        let (finished, _) = try await rehearsal.run()
        #expect(finished.state == .complete)
        #expect(booth.calls.withLock { $0 }.isEmpty && booth.plain.withLock { $0 } == 6)
        // Two utterances have the same text, whose voice is made once.
        #expect(counts()[1] == 5)
    }

    @Test("Given a budget for half of the calls, when it is translated, then no call goes beyond it")
    func budget() async throws {
        let booth = Booth()
        let rehearsal = try rehearsal(booth)
        let providers = try rehearsal.providers()
        let budget = Budget(limit: Money(dollars: 1))
        let interpreter = Interpreter(providers: providers, store: rehearsal.store, budget: budget, time: .hurried)
        _ = try await interpreter.interpret(
            rehearsal.conversation(providers), from: ScriptedSource([try SpeechFixtures.speech()], blockSize: 16_000)
        ) { _ in }
        let records = try await rehearsal.records()
        let spent = records.flatMap(\.charges).compactMap(\.cost?.dollars).reduce(0, +)
        #expect(spent <= 1 && booth.calls.withLock { $0 }.count < 6)
        #expect(records.contains { $0.outcome == .spoken } && records.contains { !$0.outcome.isFinal })
    }
}
