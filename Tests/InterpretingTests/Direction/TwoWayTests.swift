import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// A conversation in which either side may speak at any time, from audio to spoken translation.
@Suite("A two-way conversation", .timeLimit(.minutes(10))) struct TwoWayTests {
    private static func rehearsal(_ scenario: String = "sim:instant") -> Rehearsal {
        var rehearsal = Rehearsal(scenario: scenario)
        rehearsal.twoWay = true
        return rehearsal
    }

    @Test("Given speech in both languages, when it is translated, then each utterance has its direction and the reason")
    func bothWays() async throws {
        let rehearsal = Self.rehearsal()
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        let records = try await rehearsal.records()
        #expect(Set(records.map(\.speaker)) == [.user, .other], "the sample's utterances are heard in both languages")
        for record in records {
            let heard = try #require(record.heardDirection)
            let recognition = try #require(record.recognition)
            #expect(heard.pair?.from == recognition.language)
            #expect(record.translation?.language == heard.pair?.to)
            #expect(heard.speaker == (recognition.language == .en ? .user : .other))
            #expect(record.utterance.direction.reason == "expected")
        }
        let told = delivered.events.compactMap { event -> LanguageCode? in
            if case .recognized(let recognized) = event.body { recognized.language?.code } else { nil }
        }
        #expect(told == records.compactMap(\.recognition?.language))
        for case .recognized(let body) in delivered.events.map(\.body) {
            let heard = try #require(records[body.utterance - 1].heardDirection)
            #expect(body.directionReason == heard.reason.rawValue && body.directionConfidence == heard.confidence)
        }
        let speakers = delivered.events.compactMap { event -> Speaker? in
            if case .utteranceFinished(let finished) = event.body { finished.speaker } else { nil }
        }
        #expect(speakers == records.map(\.speaker), "what is told at the end is who was found to speak")
    }

    @Test(
        "Given any number of utterances in flight, when both sides speak, then the result is the same",
        arguments: [1, 3, 8])
    func deterministic(inFlight: Int) async throws {
        let plain = Self.rehearsal("sim:crash")
        let wanted = try await plain.run()
        var other = Self.rehearsal("sim:out-of-order")
        other.configuration.utterancesInFlight = inFlight
        _ = try await other.run()
        var again = Self.rehearsal("sim:crash")
        again.configuration.utterancesInFlight = inFlight
        let got = try await again.run()
        #expect(got.delivered.eventsByUtterance == wanted.delivered.eventsByUtterance)
        #expect(try await again.records() == plain.records())
    }

    @Test("Given a finished conversation, when it runs again, then no direction is decided again")
    func again() async throws {
        let rehearsal = Self.rehearsal()
        let first = try await rehearsal.run()
        let records = try await rehearsal.records()
        let second = try await rehearsal.run()
        #expect(try await rehearsal.records() == records)
        #expect(first.delivered.eventsByUtterance == second.delivered.eventsByUtterance)
    }

    @Test("Given speech in a third language, when it is recognized, then the text is kept and not translated")
    func thirdLanguage() async throws {
        let store = InMemoryStore()
        let rehearsal = Self.rehearsal()
        var providers = try rehearsal.providers()
        providers.recognizers = ProviderChain([HearsRussian(base: providers.recognizers.first)], time: .system)
        let conversation = try rehearsal.conversation(providers)
        let delivered = Locked<[Delivered]>([])
        let finished = try await Interpreter(providers: providers, store: store, time: .patient).interpret(
            conversation, from: try ScriptedSource([SpeechFixtures.speech()], blockSize: 16_000)
        ) { item in delivered.withLock { $0.append(item) } }
        #expect(finished.state == .complete)
        let records = await store.utterances(of: conversation.id, after: 0, limit: 100)
        #expect(records.count == 6)
        for record in records {
            #expect(record.outcome == .dropped(reason: "other-language"))
            #expect(record.isOutside && record.spokenLanguage == "ru")
            #expect(record.translation == nil && record.speech == nil && record.recognition?.text == HearsRussian.text)
        }
        let events = delivered.withLock { $0 }.events
        #expect(events.count { $0.name == "utterance.recognized" } == 6)
        #expect(!events.contains { $0.name == "utterance.translated" })
    }
}

/// Hears the same words of a third language in everything.
private struct HearsRussian: SpeechRecognizer {
    static let text = "Извините, где здесь вокзал?"
    let base: any SpeechRecognizer
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: RecognizerCapabilities { base.capabilities }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        var recognition = try await base.recognize(request, hypothesis: hypothesis)
        recognition.text = Self.text
        recognition.language = .ru
        return recognition
    }
}
