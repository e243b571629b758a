import Audio
import Conversations
import Interpreting
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite("What cannot be finished", .timeLimit(.minutes(10)))
struct DegradationTests {
    /// How each utterance's story begins and ends, in the order of delivery.
    private func outcomes(_ delivered: [Delivered]) -> [String] {
        delivered.events.compactMap { if case .utteranceFinished(let body) = $0.body { body.outcome } else { nil } }
    }

    @Test(
        "Given no translator that answers, when a run ends, then the recognized text is delivered, and the next run translates it"
    )
    func untranslated() async throws {
        let clock = ManualTime()
        let outage = Rehearsal(scenario: "sim:outage", time: clock.source)
        let (first, delivered) = try await clock.run { try await outage.run() }
        #expect(first.state == .partial)
        #expect(outcomes(delivered) == Array(repeating: "untranslated", count: 6))
        let names = delivered.eventsByUtterance.compactMap { $0.utterance == nil ? nil : $0.name }
        #expect(names == (1...6).flatMap { _ in ["utterance.recognized", "utterance.finished"] })
        #expect(delivered.audio.isEmpty, "nobody hears the wrong language")
        for record in try await outage.records() {
            #expect(record.recognition != nil && record.translation == nil && record.speech == nil)
            #expect(!record.outcome.isFinal)
        }
        let log = CallLogFile()
        defer { log.remove() }
        let healthy = Rehearsal(store: outage.store, scenario: try log.scenario())
        let (second, rest) = try await healthy.run()
        #expect(second.state == .complete)
        #expect(outcomes(rest) == Array(repeating: "spoken", count: 6))
        #expect(log.count("begin", stage: "recognition") == 0)
        #expect(log.count("begin", stage: "translation") == 6)
        // The log has both: the failure, and its consequence.
        let id = ConversationID(rawValue: "c00000000000000000001")
        let logged = try await outage.store.events(of: id, after: 0, limit: 1_000).map { Delivered.event($0.event) }
        #expect(outcomes(logged) == outcomes(delivered) + outcomes(rest))
    }

    @Test("Given no voice that speaks, when a run ends, then the text is delivered, and the next run only speaks it")
    func unspoken() async throws {
        let folder = CallLogFile()
        defer { folder.remove() }
        let mute = Rehearsal(
            scenario: try folder.scenario("synthesis: {faults: [{fault: quota, when: {utterance: [2, 5]}}]}"))
        let (first, delivered) = try await mute.run()
        #expect(first.state == .partial)
        #expect(outcomes(delivered) == ["spoken", "unspoken", "spoken", "spoken", "unspoken", "spoken"])
        #expect(delivered.events.filter { $0.name == "utterance.translated" }.count == 6)
        let voiced = try await mute.records().filter { [2, 5].contains($0.utterance.sequence) }
        #expect(
            first.coverage.failedMilliseconds
                == ["synthesis": voiced.map(\.utterance.evidence.voicedMilliseconds).reduce(0, +)])
        for record in voiced {
            guard case .failed(let failure) = record.outcome else { return #expect(Bool(false), "\(record.outcome)") }
            #expect(failure.stage == .synthesis && failure.failure == .quota)
            #expect(record.translation != nil)
        }
        let log = CallLogFile()
        defer { log.remove() }
        let (second, rest) = try await Rehearsal(store: mute.store, scenario: try log.scenario()).run()
        #expect(second.state == .complete)
        #expect(outcomes(rest) == Array(repeating: "spoken", count: 6))
        #expect(log.count("begin", stage: "translation") == 0)
        #expect(log.count("begin", stage: "synthesis") == 2)
    }
}
