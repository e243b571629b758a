import Audio
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

/// A translator that hears the utterance, and fails as often as configured.
private final class Ear: Translator {
    private let state: Locked<(heard: [UtteranceSpeech?], failures: Int)>

    init(failures: Int = 0) { state = Locked(([], failures)) }

    var heard: [UtteranceSpeech?] { state.withLock { $0.heard } }
    var descriptor: ProviderDescriptor { ProviderDescriptor(name: "ear", model: "1") }
    var capabilities: TranslatorCapabilities {
        TranslatorCapabilities(pairs: Set(LanguageCode.tested.compactMap { try? LanguagePair(from: $0, to: .es) })) {
            $0.hearsSpeech = true
        }
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let fails = state.withLock { state in
            state.heard.append(request.speech)
            state.failures -= 1
            return state.failures >= 0
        }
        guard let speech = request.speech, !fails else {
            throw ProviderError(.unsupported, stage: .translation, provider: "ear", "nothing to hear")
        }
        return Translation(text: "oído \(speech.samples.count)", language: .es)
    }
}

@Suite("A translator that hears the speech instead of reading its text", .timeLimit(.minutes(5)))
struct HearingTranslatorTests {
    private func run(
        _ ear: Ear, origin: AudioOrigin, store: InMemoryStore, isResumed: Bool = false
    ) async throws -> [UtteranceRecord] {
        var rehearsal = Rehearsal()
        (rehearsal.origin, rehearsal.store) = (origin, store)
        var providers = try rehearsal.providers()
        providers.translators = ProviderChain([ear], time: .system)
        let interpreter = Interpreter(providers: providers, store: store)
        let conversation = try rehearsal.conversation(providers)
        if isResumed {
            _ = try await interpreter.resume(conversation) { _ in }
        } else {
            let source = ScriptedSource([try SpeechFixtures.speech()], blockSize: 16_000)
            _ = try await interpreter.interpret(conversation, from: source) { _ in }
        }
        return try await rehearsal.records()
    }

    private static let file = AudioOrigin.file(path: "/nowhere/welcome.wav", sha256: "00")

    @Test("Given a recording, when it is translated, then each utterance is heard with its own samples")
    func samples() async throws {
        let ear = Ear()
        let records = try await run(ear, origin: Self.file, store: InMemoryStore())
        #expect(records.count == 6)
        #expect(
            Set(ear.heard.compactMap { $0?.hash }) == Set(records.map(\.utterance.audioHash)))
        for record in records {
            #expect(record.translation?.text == "oído \(record.utterance.range.count)")
        }
    }

    @Test("Given two utterances with one text, when they are translated, then neither takes the other's translation")
    func keys() throws {
        let descriptor = ProviderDescriptor(name: "ear", model: "1")
        let pair = try LanguagePair(from: .en, to: .es)
        func key(_ hash: String?) -> ContentKey {
            let request = TranslationRequest(
                text: "yes", pair: pair, context: CallContext(conversation: "c", utterance: 1)
            ) { $0.speech = hash.map { UtteranceSpeech(samples: [], hash: $0) } }
            return ContentKeys(.local).translation(request, provider: descriptor)
        }
        #expect(key("a") != key("b"))
        #expect(key("a") != key(nil))
    }

    @Test("Given a stream whose translations failed, when it is resumed, then they are made from the stored sound")
    func resumedStream() async throws {
        let store = InMemoryStore()
        let failed = try await run(Ear(failures: 100), origin: .stream, store: store)
        #expect(failed.allSatisfy { $0.recognition != nil && $0.translation == nil })
        let ear = Ear()
        let records = try await run(ear, origin: .stream, store: store, isResumed: true)
        #expect(records.allSatisfy { $0.translation?.text == "oído \($0.utterance.range.count)" })
        #expect(ear.heard.count == records.count)
    }

    @Test("Given text instead of speech, when the translator is checked, then it is refused with what to do")
    func written() throws {
        let pair = try LanguagePair(from: .en, to: .es)
        try RequestCheck(pairs: [pair]).check(Ear())
        #expect {
            try RequestCheck(pairs: [pair], isWritten: true).check(Ear())
        } throws: {
            ($0 as? Problem)?.description == "--mt: ear translates speech and no text; name another translator"
        }
    }
}
