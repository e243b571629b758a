import Conversations
import Interpreting
import Language
import Providers
import Testing
import VerbioTesting

/// A conversation in which either side may speak at any time, from audio to spoken translation.
@Suite("A two-way conversation", .timeLimit(.minutes(10))) struct TwoWayTests {
    private static func rehearsal(_ scenario: String = "sim:instant") -> Rehearsal {
        var rehearsal = Rehearsal(scenario: scenario)
        rehearsal.twoWay = true
        return rehearsal
    }

    @Test("each utterance goes the way its language wants, and says why")
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
            if case .recognized(let recognized) = event.body { recognized.language } else { nil }
        }
        #expect(told == records.compactMap(\.recognition?.language))
    }

    @Test("does not depend on how much runs at once", arguments: [1, 3, 8])
    func deterministic(inFlight: Int) async throws {
        let plain = Self.rehearsal("sim:crash")
        let wanted = try await plain.run()
        var other = Self.rehearsal("sim:out-of-order")
        other.configuration.utterancesInFlight = inFlight
        _ = try await other.run()
        var again = Self.rehearsal("sim:crash")
        again.configuration.utterancesInFlight = inFlight
        let got = try await again.run()
        #expect(got.delivered.events == wanted.delivered.events)
        #expect(try await again.records() == plain.records())
    }

    @Test("a second run decides nothing anew")
    func again() async throws {
        let rehearsal = Self.rehearsal()
        let first = try await rehearsal.run()
        let records = try await rehearsal.records()
        let second = try await rehearsal.run()
        #expect(try await rehearsal.records() == records)
        #expect(first.delivered.events == second.delivered.events)
    }
}
