import Conversations
import Foundation
import Providers
import Testing
import VerbioTesting

struct ModelTests {
    @Test("settings and conversations come back from JSON as they were")
    func roundTrip() throws {
        for conversation in [StoreSamples.conversation(), StoreSamples.conversation(origin: .stream, state: .partial)] {
            let data = try JSONEncoder().encode(conversation)
            #expect(try JSONDecoder().decode(Conversation.self, from: data) == conversation)
        }
    }

    @Test("stages are keys of an object, not a list of pairs")
    func stagesAsKeys() throws {
        let json = String(decoding: try JSONEncoder().encode([Stage.synthesis: 2]), as: UTF8.self)
        #expect(json == #"{"synthesis":2}"#)
    }

    @Test("coverage accounts for every voiced millisecond once")
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

    @Test("only what can still be done is left to do")
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
