import ConversationTesting
import Conversations
import Foundation
import Language
import Providers
import Testing
import VerbioTesting

struct ModelTests {
    @Test("Given a conversation, when it is encoded and decoded, then it is the same")
    func roundTrip() throws {
        for conversation in [StoreSamples.conversation(), StoreSamples.conversation(origin: .stream, state: .partial)] {
            let data = try JSONEncoder().encode(conversation)
            #expect(try JSONDecoder().decode(Conversation.self, from: data) == conversation)
        }
    }

    @Test(
        "Given settings in groups, when they are stored, then the form is flat and has the fields of earlier versions")
    func flatSettings() throws {
        func fields(_ settings: ConversationSettings) throws -> [String: Any] {
            let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(settings))
            return try #require(json as? [String: Any])
        }
        let plain = ConversationSettings(pair: StoreSamples.pair, segmentation: "energy 1", providers: [:])
        #expect(
            Set(try fields(plain).keys) == [
                "pair", "speaker", "channels", "segmentation", "providers", "contextPairs", "contextLag",
            ])
        let full = ConversationSettings(pair: StoreSamples.pair, segmentation: "energy 1", providers: [:]) {
            $0.fallbacks = [.translation: [StoreSamples.provider]]
            ($0.sides.speaker, $0.sides.isTwoWay, $0.sides.events) = (.other, true, [])
            ($0.listening.channels, $0.listening.track) = ("channel:2", "de")
            ($0.listening.part, $0.listening.raw) = ("90000-", "s16le:16000:1")
            ($0.context.pairs, $0.context.tokens, $0.context.lag, $0.context.lookAhead) = (1, 2, 3, 4)
            ($0.context.batchLines, $0.context.summaryBlock, $0.context.promptLag) = (5, 6, 7)
            ($0.wording.glossary, $0.wording.formality) = (Glossary([.init("Kestrel")]), .formal)
            ($0.speech.voice, $0.speech.isEarly, $0.speech.shortens) = ("es-1", true, true)
        }
        let stored = try fields(full)
        #expect(stored["speaker"] as? String == "other" && stored["twoWay"] as? Bool == true)
        #expect(stored["channels"] as? String == "channel:2" && stored["part"] as? String == "90000-")
        let counts = [
            "contextPairs", "contextTokens", "contextLag", "lookAhead", "batchLines", "summaryBlock", "promptLag",
        ]
        #expect(counts.compactMap { stored[$0] as? Int } == [1, 2, 3, 4, 5, 6, 7])
        #expect(stored["voice"] as? String == "es-1" && stored["speaksEarly"] as? Bool == true)
        #expect(stored["shortens"] as? Bool == true)
        #expect(try JSONDecoder().decode(ConversationSettings.self, from: JSONEncoder().encode(full)) == full)
    }

    @Test("Given a value for each stage, when it is encoded, then the stages are keys of an object")
    func stagesAsKeys() throws {
        let json = String(decoding: try JSONEncoder().encode([Stage.synthesis: 2]), as: UTF8.self)
        #expect(json == #"{"synthesis":2}"#)
    }

    @Test("Given outcomes of utterances, when coverage adds them, then each voiced millisecond counts once")
    func coverage() {
        let failure = StageFailure(stage: .translation, provider: "sim", failure: .timeout, message: "no answer")
        var coverage = Coverage()
        coverage.add(voiced: 1_000, outcome: .spoken)
        coverage.add(voiced: 200, outcome: .textOnly)
        coverage.add(voiced: 30, outcome: .dropped(reason: "too-short"))
        coverage.add(voiced: 4, outcome: .dropped(reason: "too-short"))
        coverage.add(voiced: 5, outcome: .failed(failure))
        coverage.add(voiced: 6, outcome: .pending)
        #expect(coverage.voicedMilliseconds == 1_245)
        #expect(coverage.spokenMilliseconds == 1_000)
        #expect(coverage.textOnlyMilliseconds == 200)
        #expect(coverage.droppedMilliseconds == ["too-short": 34])
        #expect(coverage.failedMilliseconds == ["translation": 5])
        #expect(coverage.pendingMilliseconds == 6)
    }

    @Test("Given all outcomes and states, when work is resumed, then only unfinished ones are left to do")
    func final() {
        let failure = StageFailure(stage: .recognition, provider: "sim", failure: .quota, message: "no credit")
        let outcomes: [Outcome] = [.pending, .spoken, .textOnly, .dropped(reason: "no-words"), .failed(failure)]
        #expect(outcomes.map(\.isFinal) == [false, true, true, true, false])
        #expect(outcomes.map(\.name) == ["pending", "spoken", "text-only", "dropped", "failed"])
        #expect(Stage.allCases.map { Outcome.name(failedAt: $0) } == ["failed", "untranslated", "unspoken"])
        let resumable = ConversationState.allCases.filter { StoreSamples.conversation(state: $0).isResumable }
        #expect(resumable == [.running, .interrupted, .partial])
    }
}
