import Audio
import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// Speech that is not heard before it is complete can be spoken by another synthesizer; speech that was heard cannot.
@Suite("A voice that breaks off", .timeLimit(.minutes(5)))
struct UnheardVoiceTests {
    private func text(_ utterance: Int) -> String { "Una frase, la número \(utterance)." }

    private func rehearsal(
        _ synthesizers: [Speller], isHeard: Bool, store: InMemoryStore = InMemoryStore()
    ) -> ClauseRehearsal {
        var rehearsal = ClauseRehearsal(
            store: store,
            translators: [Scripted { utterance, _, _ in .init(["Una frase, ", "la número \(utterance)."]) }],
            synthesizers: synthesizers, speaksEarly: false)
        rehearsal.configuration.streamsSpeech = isHeard
        return rehearsal
    }

    @Test("Given a voice that breaks off unheard, when a fallback speaks, then it speaks all, and no half is stored")
    func replaced() async throws {
        let (torn, whole) = (Speller(name: "torn", failure: { _, _ in (.transient, true) }), Speller(name: "whole"))
        let rehearsal = rehearsal([torn, whole], isHeard: false)
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        for record in try await rehearsal.records() {
            let number = record.utterance.sequence
            #expect(record.speech?.voice == "whole")
            #expect(try await rehearsal.spelled(record) == text(number))
            #expect(delivered.spelled(number) == text(number))
        }
        #expect(whole.calls.count == 6)
    }

    @Test("Given a voice that was heard, when it breaks off, then no fallback says the same again")
    func heard() async throws {
        let (torn, whole) = (Speller(name: "torn", failure: { _, _ in (.transient, true) }), Speller(name: "whole"))
        var rehearsal = rehearsal([torn, whole], isHeard: true)
        rehearsal.configuration.utterancesInFlight = 1
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .partial)
        #expect(delivered.spelled(1) == String(text(1).prefix(text(1).count / 2)))
    }

    @Test(
        "Given a voice that breaks off once, when it is called again, then its speech is heard once and whole",
        arguments: [true, false])
    func madeAgain(isHeard: Bool) async throws {
        let speller = Speller(failure: { _, call in call == 1 ? (.transient, true) : nil })
        var rehearsal = rehearsal([speller], isHeard: isHeard)
        rehearsal.configuration.retry = RetryPolicy(attempts: 2, base: .zero)
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        for number in 1...6 { #expect(delivered.spelled(number) == text(number)) }
    }

    @Test("Given clauses, when a voice has spoken the first one whole, then it speaks all")
    func clauses() async throws {
        let opening = "La parte de delante ya es del todo segura, "
        let translator = Scripted { utterance, _, _ in
            .init(["\(utterance) \(opening)", "y la otra, por \(utterance), ", "llega bastante más tarde que ella."])
        }
        let torn = Speller(name: "torn", failure: { _, _ in (.transient, true) })
        var rehearsal = rehearsal([torn, Speller(name: "whole")], isHeard: false)
        rehearsal.translators = [translator]
        rehearsal.speaksEarly = true
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        for record in try await rehearsal.records() {
            #expect(record.speech?.voice == "whole")
            let number = record.utterance.sequence
            let wanted = "\(number) \(opening)y la otra, por \(number), llega bastante más tarde que ella."
            #expect(ClauseRehearsal.heard(delivered.spelled(number)) == ClauseRehearsal.heard(wanted))
        }
    }
}

/// The voice that a configuration names is part of what is spoken.
@Suite("A voice that is configured otherwise", .timeLimit(.minutes(5)))
struct ConfiguredVoiceTests {
    private func run(
        _ speller: Speller, _ translator: Scripted, _ store: InMemoryStore, speaksEarly: Bool
    ) async throws -> [UtteranceRecord] {
        let rehearsal = ClauseRehearsal(
            store: store, translators: [translator], synthesizers: [speller], speaksEarly: speaksEarly)
        #expect(try await rehearsal.run().finished.state == .complete)
        return try await rehearsal.records()
    }

    @Test(
        "Given stored speech, when another voice is configured, then only the speech is made again",
        arguments: [true, false])
    func changed(speaksEarly: Bool) async throws {
        let store = InMemoryStore()
        let translator = Scripted { utterance, _, _ in
            .init([
                "\(utterance) La parte de delante ya es del todo segura, ",
                "y la otra, por \(utterance), llega bastante más tarde que ella.",
            ])
        }
        // Earlier versions stored it in this form; their keys had no voice.
        let price = Price(millionCharacters: 10, asOf: "2026-11-20")
        let former = Speller(voice: "anna", tellsVoice: false, price: price)
        _ = try await run(former, translator, store, speaksEarly: speaksEarly)
        let calls = former.calls.count
        let same = Speller(voice: "anna", price: price)
        let kept = try await run(same, translator, store, speaksEarly: speaksEarly)
        #expect(same.calls.isEmpty && kept.allSatisfy { $0.speech?.voice == "anna" })
        let other = Speller(voice: "ben", price: price)
        let changed = try await run(other, translator, store, speaksEarly: speaksEarly)
        #expect(other.calls.count == calls && changed.allSatisfy { $0.speech?.voice == "ben" })
        let again = Speller(voice: "ben", price: price)
        _ = try await run(again, translator, store, speaksEarly: speaksEarly)
        #expect(again.calls.isEmpty)
        // And back: what was spoken with the first one is still there.
        let back = Speller(voice: "anna", price: price)
        let first = try await run(back, translator, store, speaksEarly: speaksEarly)
        #expect(back.calls.isEmpty && first.allSatisfy { $0.speech?.voice == "anna" })
        #expect(translator.requests.withLock { $0.count } == 6)
        // What both have cost stays in the sum, once.
        func paid(_ records: [UtteranceRecord]) -> Money {
            records.compactMap { $0.cost(of: .synthesis) }.reduce(.zero, +)
        }
        let once = paid(kept)
        #expect(once > .zero && paid(changed) == once + once && paid(first) == once + once)
    }
}
