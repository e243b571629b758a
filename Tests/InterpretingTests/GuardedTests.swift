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

private let price = Price(millionCharacters: 100, asOf: "2026-11-21")

/// A translator that adds something wrong, until a hint names it, or forever.
private struct Careless: Translator {
    let base: any Translator
    /// What is added to the first answer and to the one after a hint.
    let additions: (first: String, again: String)
    var takesHints = true
    let requests = Locked<[TranslationRequest]>([])

    var descriptor: ProviderDescriptor { ProviderDescriptor(name: "careless", model: "1") }
    var capabilities: TranslatorCapabilities {
        var capabilities = base.capabilities
        capabilities.takesHints = takesHints
        capabilities.price = price
        return capabilities
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        requests.withLock { $0.append(request) }
        var plain = request
        plain.hint = nil
        var answer = try await base.translate(plain, piece: piece)
        answer.text += request.hint == nil ? additions.first : additions.again
        return answer
    }
}

/// One whose first answer cannot be used.
private struct Silent: Translator {
    let base: Careless
    let answersWhenTold: Bool
    let requests: Locked<[TranslationRequest]>

    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: TranslatorCapabilities { base.capabilities }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        requests.withLock { $0.append(request) }
        guard request.hint != nil, answersWhenTold else {
            throw ProviderError(.unusable, stage: .translation, provider: descriptor.name, "its answer is empty")
        }
        return try await base.translate(request, piece: piece)
    }
}

@Suite("Translations are looked at before they are believed", .timeLimit(.minutes(5)))
struct GuardedTests {
    private let store = InMemoryStore()
    private let rehearsal = Rehearsal()

    private func run(_ translator: Careless) async throws -> [UtteranceRecord] {
        var providers = try rehearsal.providers()
        providers.translators = ProviderChain([translator], time: .system)
        let conversation = try rehearsal.conversation(providers)
        _ = try await Interpreter(providers: providers, store: store, time: .patient).interpret(
            conversation, from: try ScriptedSource([SpeechFixtures.speech()], blockSize: 16_000)
        ) { _ in }
        return await store.utterances(of: conversation.id, after: 0, limit: 100)
    }

    /// What the events report at the end of each utterance.
    private func finishedFlags() async -> [[String]] {
        let events = await store.events(of: ConversationID(rawValue: "c00000000000000000001"), after: 0, limit: 1_000)
        return events.compactMap {
            if case .utteranceFinished(let body) = $0.event.body { body.flags ?? [] } else { nil }
        }
    }

    /// What the events report about first answers that were replaced.
    private func finishedRefusals() async -> [[String]] {
        let events = await store.events(of: ConversationID(rawValue: "c00000000000000000001"), after: 0, limit: 1_000)
        return events.compactMap {
            if case .utteranceFinished(let body) = $0.event.body { body.refused ?? [] } else { nil }
        }
    }

    private func careless(_ first: String, _ again: String) throws -> Careless {
        Careless(
            base: try SimulatedProviders.translator("sim:instant", in: Rehearsal.scenarios), additions: (first, again))
    }

    @Test(
        "Given a number that was not said, when it is in the translation, then the translator is asked once more and the better answer is kept"
    )
    func asksAgain() async throws {
        let translator = try careless(" 4711", "")
        let records = try await run(translator)
        let requests = translator.requests.withLock { $0 }
        #expect(records.count == 6 && requests.count == 12)
        #expect(requests.count { $0.hint?.contains("4711") ?? false } == 6)
        for record in records {
            #expect(record.outcome == .spoken)
            #expect(record.translation?.flags == [])
            // The reason for the second call is kept.
            #expect(record.translation?.refused.map(\.name) == ["numbers"])
            #expect(record.translation?.refused.first?.evidence == ["4711"])
            #expect(record.translation?.text.contains("4711") == false)
            #expect(record.attempts[.translation] == 2)
            // Both answers are paid for.
            let characters = requests.filter { $0.context.utterance == record.utterance.sequence }
                .reduce(0) { $0 + ($1.text.count) }
            #expect(record.cost(of: .translation) == price.cost(of: Usage(characters: characters)))
            #expect(record.usage(of: .translation).characters == characters)
        }
        #expect(await finishedRefusals() == Array(repeating: ["numbers"], count: 6))
        // A second run reports the same.
        _ = try await run(translator)
        #expect(await finishedRefusals() == Array(repeating: ["numbers"], count: 6))
    }

    @Test("Given a second answer that is no better, when both are compared, then the first is kept, with its flag")
    func keepsTheFirst() async throws {
        let translator = try careless(" 4711", " 4711 815")
        for record in try await run(translator) {
            let translation = try #require(record.translation)
            #expect(translation.text.hasSuffix(" 4711"))
            #expect(translation.flags.map(\.name) == ["numbers"])
            // What was wrong with the second.
            #expect(translation.refused.map(\.name) == ["numbers"])
            #expect(translation.refused.first?.evidence.contains("815") == true)
            #expect(translation.flags.first?.reason.contains("4711") == true)
            #expect(record.outcome == .spoken)
        }
        #expect(await finishedFlags() == Array(repeating: ["numbers"], count: 6))
        // And a second run repeats no call.
        let calls = translator.requests.withLock { $0.count }
        _ = try await run(translator)
        #expect(translator.requests.withLock { $0.count } == calls)
        #expect(await finishedFlags() == Array(repeating: ["numbers"], count: 6))
    }

    @Test("Given an empty answer, when a second call has a hint, then it is answered, or the translation has failed")
    func nothing() async throws {
        for (answers, again) in [(true, "answers"), (false, "stays silent")] {
            let requests = Locked<[TranslationRequest]>([])
            let talk = InMemoryStore()
            var providers = try rehearsal.providers()
            providers.translators = ProviderChain(
                [Silent(base: try careless("", ""), answersWhenTold: answers, requests: requests)], time: .patient)
            let conversation = try rehearsal.conversation(providers)
            _ = try await Interpreter(providers: providers, store: talk, time: .patient).interpret(
                conversation, from: try ScriptedSource([SpeechFixtures.speech()], blockSize: 16_000)
            ) { _ in }
            let records = await talk.utterances(of: conversation.id, after: 0, limit: 100)
            #expect(records.count == 6)
            for record in records {
                let asked = requests.withLock { $0 }.filter { $0.context.utterance == record.utterance.sequence }
                #expect(asked.map { $0.hint != nil } == [false, true], "\(again)")
                #expect(asked.last?.hint?.contains("empty") == true)
                #expect(record.attempts[.translation] == 2)
                #expect(record.outcome.name == (answers ? "spoken" : "untranslated"))
            }
        }
    }

    @Test(
        "Given a translator without hints, when its answer has a fault, then it is called once and the answer flagged")
    func flagsOnly() async throws {
        var translator = try careless(" 4711", "")
        translator.takesHints = false
        let records = try await run(translator)
        #expect(translator.requests.withLock { $0.count } == 6)
        #expect(records.allSatisfy { $0.translation?.flags.map(\.name) == ["numbers"] })
    }
}
