import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

private let opening = "La parte de delante ya es del todo segura, "
/// A word a piece.
private func words(_ text: String) -> [String] { text.split(separator: " ").map { $0 + " " } }

/// Two clauses that no other utterance has.
private func clauses(_ utterance: Int, _ opening: String = opening) -> String {
    "\(utterance) " + opening + "y la otra, por \(utterance), llega bastante más tarde que ella."
}

private let price = Price(millionCharacters: 1_000, asOf: "2026-11-22")

/// The reported cost of the voices, and the cost of the answered calls.
private func paid(_ records: [UtteranceRecord]) -> Money {
    records.flatMap { $0.charges(.synthesis) }.compactMap(\.cost).reduce(.zero, +)
}

private func cost(_ calls: [Speller.Call]) -> Money {
    calls.map { price.cost(of: Usage(characters: $0.text.count)) }.reduce(.zero, +)
}

@Suite("What happens to clauses when something fails", .timeLimit(.minutes(5)))
struct ClauseFailureTests {
    private let clock = ManualTime()

    @Test("Given a clause that fails, when the utterance has failed, then the next run requests only that clause")
    func clauseFails() async throws {
        let store = InMemoryStore()
        let translator = Scripted { utterance, _, _ in .init(words(clauses(utterance))) }
        let broken = Speller(price: price, failure: { text, _ in text.hasPrefix("y la") ? (.rejected, false) : nil })
        var rehearsal = ClauseRehearsal(store: store, translators: [translator], synthesizers: [broken])
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .partial)
        for record in try await rehearsal.records() {
            #expect(record.translation != nil)
            #expect(record.speech == nil)
            guard case .failed(let failure) = record.outcome else {
                Issue.record("\(record.outcome)")
                continue
            }
            #expect(failure.stage == .synthesis && failure.message.hasSuffix("; some of it was spoken before"))
            #expect(delivered.spelled(record.utterance.sequence).hasSuffix("del todo segura,"))
        }
        // Answered calls are paid for, though no utterance has their speech.
        let spoken = broken.calls.filter { !$0.text.hasPrefix("y la") }
        #expect(spoken.count == 6)
        #expect(paid(try await rehearsal.records()) == cost(spoken))
        let healed = Speller(price: price)
        rehearsal.synthesizers = [healed]
        let (again, heard) = try await rehearsal.run()
        #expect(again.state == .complete)
        #expect(paid(try await rehearsal.records()) == cost(spoken + healed.calls))
        #expect(translator.requests.withLock { $0.count } == 6)
        #expect(healed.calls.allSatisfy { $0.text.hasPrefix("y la") })
        #expect(healed.calls.count == 6)
        for record in try await rehearsal.records() {
            let number = record.utterance.sequence
            #expect(ClauseRehearsal.heard(heard.spelled(number)) == ClauseRehearsal.heard(clauses(number)))
            #expect(record.outcome == .spoken)
        }
    }

    @Test(
        "Given a first clause that was heard, when the translation fails, then the utterance fails and the clause is not spoken again"
    )
    func translationFails() async throws {
        let store = InMemoryStore()
        let time = clock.source
        let failing = Scripted(gap: .milliseconds(10), time: time) { utterance, _, _ in
            .init(Array(words(clauses(utterance)).dropLast(2)), failure: .rejected)
        }
        let speller = Speller(time: time)
        var rehearsal = ClauseRehearsal(store: store, translators: [failing], synthesizers: [speller], time: time)
        let (finished, delivered) = try await clock.run { [rehearsal] in try await rehearsal.run() }
        #expect(finished.state == .partial)
        for record in try await rehearsal.records() {
            guard case .failed(let failure) = record.outcome else {
                Issue.record("\(record.outcome)")
                continue
            }
            #expect(failure.stage == .translation && failure.message.hasSuffix("; some of it was spoken before"))
            #expect(delivered.spelled(record.utterance.sequence).hasSuffix("del todo segura,"))
        }
        #expect(speller.calls.count == 6)
        rehearsal.translators = [Scripted { utterance, _, _ in .init(words(clauses(utterance))) }]
        let (whole, heard) = try await clock.run { [rehearsal] in try await rehearsal.run() }
        #expect(whole.state == .complete)
        #expect(Set(speller.calls.map(\.text)).count == speller.calls.count, "no clause is asked for twice")
        for utterance in 1...6 {
            #expect(ClauseRehearsal.heard(heard.spelled(utterance)) == ClauseRehearsal.heard(clauses(utterance)))
        }
    }

    @Test("Given a second translation that differs, when it comes, then the listener hears it from the difference on")
    func corrected() async throws {
        let other = "La parte de delante era otra después de todo, "
        let time = clock.source
        let translator = Scripted(gap: .milliseconds(10), time: time) { utterance, call, _ in
            call == 1
                ? .init(Array(words(clauses(utterance)).dropLast(2)), failure: .transient)
                : .init(words(clauses(utterance, other)))
        }
        let speller = Speller(price: price)
        var rehearsal = ClauseRehearsal(translators: [translator], synthesizers: [speller], time: time)
        rehearsal.configuration.retry = RetryPolicy(attempts: 2, base: .zero)
        let (finished, delivered) = try await clock.run { [rehearsal] in try await rehearsal.run() }
        #expect(finished.state == .complete)
        // What was spoken for nothing is paid for, too.
        #expect(speller.calls.count == 18)
        #expect(paid(try await rehearsal.records()) == cost(speller.calls))
        for record in try await rehearsal.records() {
            let number = record.utterance.sequence
            let wanted = clauses(number, other)
            #expect(record.translation?.text.contains("era otra") == true)
            #expect(
                ClauseRehearsal.heard(try #require(try await rehearsal.spelled(record)))
                    == ClauseRehearsal.heard(wanted))
            #expect(
                ClauseRehearsal.heard(delivered.spelled(number))
                    == ClauseRehearsal.heard("\(number) " + opening + wanted))
        }
    }

    @Test(
        "Given clauses that a fallback has spoken, when a second run continues, then the same voice speaks the rest")
    func standInGoesOn() async throws {
        let store = InMemoryStore()
        let translators = [Scripted { utterance, _, _ in .init(words(clauses(utterance))) }]
        let down = Speller(name: "first", failure: { _, _ in (.transient, false) })
        let torn = Speller(name: "second", failure: { text, _ in text.hasPrefix("y la") ? (.rejected, false) : nil })
        var rehearsal = ClauseRehearsal(store: store, translators: translators, synthesizers: [down, torn])
        rehearsal.configuration.utterancesInFlight = 1
        #expect(try await rehearsal.run().finished.state == .partial)
        #expect(torn.calls.contains { $0.text.hasPrefix("1 ") })
        let (back, second) = (Speller(name: "first"), Speller(name: "second"))
        rehearsal.synthesizers = [back, second]
        #expect(try await rehearsal.run().finished.state == .complete)
        let finished = Set(torn.calls.map(\.text).filter { !$0.hasPrefix("y la") })
        #expect(!finished.isEmpty)
        #expect(
            (back.calls + second.calls).allSatisfy { !finished.contains($0.text) },
            "a finished clause is paid for again")
        for record in try await rehearsal.records() {
            let isBegun = torn.texts(of: record.utterance.sequence).contains { finished.contains($0) }
            #expect(record.speech?.voice == (isBegun ? "second" : "first"))
            #expect(
                ClauseRehearsal.heard(try #require(try await rehearsal.spelled(record)))
                    == ClauseRehearsal.heard(clauses(record.utterance.sequence)))
        }
    }

    @Test("Given a first clause that is no translation, when it is checked, then it is requested again, not spoken")
    func guarded() async throws {
        let translator = Scripted(takesHints: true) { utterance, _, hint in
            .init(words(clauses(utterance, hint == nil ? "Here is the translation you asked for: " : opening)))
        }
        let speller = Speller()
        let rehearsal = ClauseRehearsal(translators: [translator], synthesizers: [speller])
        let (_, delivered) = try await rehearsal.run()
        #expect(translator.requests.withLock { $0.count } == 12)
        #expect(!speller.calls.contains { $0.text.contains("Here") })
        for utterance in 1...6 {
            #expect(ClauseRehearsal.heard(delivered.spelled(utterance)) == ClauseRehearsal.heard(clauses(utterance)))
        }
    }

    /// Possible answers of a translator whose request has the words that are being spoken.
    enum Second: CaseIterable {
        case whole, otherSigns, otherEnd, lastClause, theRest, dots, currency

        func text(_ begun: String, _ rest: String) -> String {
            switch self {
            case .whole: begun + rest
            case .otherSigns: begun.replacing(" ", with: "  ").replacing(",", with: ";") + rest
            case .otherEnd: begun.dropLast() + "," + rest.lowercased()
            case .lastClause: begun.drop { $0 != "," }.dropFirst(2) + rest
            case .theRest: rest
            case .dots: "…" + rest
            case .currency: begun + rest
            }
        }

        func end(_ count: String) -> String {
            self == .currency
                ? " ¥\(count) es todo, según dicen todos ellos." : " Son \(count) en total, según dicen todos ellos."
        }
    }

    @Test(
        "Given a clause being spoken, when a later one has a fault, then that is corrected before it is spoken",
        arguments: Second.allCases)
    func laterClause(_ second: Second) async throws {
        let time = clock.source
        let translator = Scripted(takesHints: true, gap: .milliseconds(10), time: time) { utterance, _, hint in
            let count = hint == nil ? "4711" : "\(utterance)"
            let (begun, end) = (clauses(utterance), second.end(count))
            return .init(words(hint == nil ? begun + end : second.text(begun, end)))
        }
        let rehearsal = ClauseRehearsal(
            translators: [translator], synthesizers: [Speller()], recognizer: Self.numbered, time: time)
        let (_, delivered) = try await clock.run { try await rehearsal.run() }
        expectAskedTwice(translator, delivered, second)
        for record in try await rehearsal.records() {
            #expect(record.translation?.flags == [])
            #expect(record.translation?.refused.map(\.name) == ["numbers"])
        }
    }

    /// Every utterance was requested again after what was being spoken, and is heard as it should be.
    private func expectAskedTwice(_ translator: Scripted, _ delivered: [Delivered], _ second: Second) {
        let requests = translator.requests.withLock { $0 }
        #expect(requests.count == 12)
        for utterance in 1...6 {
            let right = clauses(utterance) + second.end("\(utterance)")
            #expect(ClauseRehearsal.heard(delivered.spelled(utterance)) == ClauseRehearsal.heard(right))
            let begun = requests.filter { $0.context.utterance == utterance }.map(\.begun)
            #expect(begun.first == .some(nil))
            #expect(begun.last??.hasPrefix("\(utterance) La parte de delante") == true)
        }
    }

    private static let numbered = Counting {
        "\($0) The part in front is quite certain already, and the other one, by \($0), comes much later than that. There are \($0) in all, as all of them say."
    }

    @Test(
        "Given clauses being spoken, when the answer is unusable, then the translator is called once more",
        arguments: Second.allCases)
    func endedEarly(_ second: Second) async throws {
        let time = clock.source
        let translator = Scripted(takesHints: true, gap: .milliseconds(10), time: time) { utterance, _, hint in
            let (begun, end) = (clauses(utterance), second.end("\(utterance)"))
            return hint == nil
                ? .init(words(begun + " Al final"), failure: .unusable) : .init(words(second.text(begun, end)))
        }
        let speller = Speller()
        let rehearsal = ClauseRehearsal(
            translators: [translator], synthesizers: [speller], recognizer: Self.numbered, time: time)
        let (finished, delivered) = try await clock.run { try await rehearsal.run() }
        #expect(finished.state == .complete)
        expectAskedTwice(translator, delivered, second)
        for record in try await rehearsal.records() {
            #expect(record.translation?.flags == [])
            #expect(record.translation?.refused.map(\.name) == ["form"])
            let texts = speller.texts(of: record.utterance.sequence)
            #expect(Set(texts).count == texts.count, "a clause is asked for twice")
        }
    }

    @Test("Given an unusable answer, when the second one is unusable, too, then the utterance has failed")
    func endedEarlyTwice() async throws {
        let time = clock.source
        let translator = Scripted(takesHints: true, gap: .milliseconds(10), time: time) { utterance, _, _ in
            .init(words(clauses(utterance) + " Al final"), failure: .unusable)
        }
        let speller = Speller()
        let rehearsal = ClauseRehearsal(
            translators: [translator], synthesizers: [speller], recognizer: Self.numbered, time: time)
        _ = try await clock.run { try await rehearsal.run() }
        #expect(translator.requests.withLock { $0.count } == 12)
        for record in try await rehearsal.records() {
            guard case .failed(let failure) = record.outcome else {
                Issue.record("\(record.outcome)")
                continue
            }
            #expect(failure.failure == .unusable && failure.message.hasSuffix("; some of it was spoken before"))
            let texts = speller.texts(of: record.utterance.sequence)
            #expect(Set(texts).count == texts.count, "a clause is asked for twice")
        }
    }

    @Test("Given a fault in no clause still to be spoken, when it is found, then it is flagged, without another call")
    func flagged() async throws {
        let time = clock.source
        let translator = Scripted(takesHints: true, gap: .milliseconds(10), time: time) { _, _, _ in
            .init(words(opening + "y la otra, como siempre, llega bastante más tarde que ella."))
        }
        let rehearsal = ClauseRehearsal(translators: [translator], synthesizers: [Speller()], time: time)
        _ = try await clock.run { try await rehearsal.run() }
        #expect(translator.requests.withLock { $0.count } == 6)
        for record in try await rehearsal.records() {
            #expect(record.translation?.flags.map(\.name).contains("numbers") == true)
        }
    }

    @Test("Given a store that fails at any write, when the next run begins, then only calls in flight are repeated")
    func storeFails() async throws {
        for failAt in 1...200 {
            let store = InMemoryStore()
            let translator = Scripted { utterance, _, _ in .init(words(clauses(utterance))) }
            let speller = Speller(price: price)
            var rehearsal = ClauseRehearsal(
                store: FailingStore(base: store, failAt: failAt), translators: [translator], synthesizers: [speller])
            rehearsal.configuration.utterancesInFlight = 1
            let isWhole = (try? await rehearsal.run()) != nil
            rehearsal.store = store
            let (finished, delivered) = try await rehearsal.run()
            #expect(finished.state == .complete)
            for utterance in 1...6 {
                #expect(
                    ClauseRehearsal.heard(delivered.spelled(utterance)) == ClauseRehearsal.heard(clauses(utterance)))
            }
            for record in try await rehearsal.records() {
                #expect(try await rehearsal.spelled(record) == delivered.spelled(record.utterance.sequence))
            }
            // An answer is stored with its cost, and a call is repeated only if neither was stored.
            let once = Set(speller.calls.map { Speller.Call(utterance: 0, text: $0.text, at: .zero) })
            #expect(paid(try await rehearsal.records()) == cost(Array(once)), "failing at write \(failAt)")
            #expect(translator.requests.withLock { $0.count } <= 7, "failing at write \(failAt)")
            #expect(speller.calls.count <= 14, "failing at write \(failAt)")
            if isWhole {
                #expect(speller.calls.count == 12 && failAt > 30)
                return
            }
        }
        Issue.record("no run went through")
    }

    @Test("Given a run cancelled in mid-clause, when the next run begins, then it continues from that clause")
    func cancelled() async throws {
        let store = InMemoryStore()
        let translator = Scripted { utterance, _, _ in .init(words(clauses(utterance))) }
        // The second clause of the third utterance never ends.
        let endless = Speller(delay: { $0.contains("por 3,") ? .seconds(100_000) : .zero })
        var rehearsal = ClauseRehearsal(store: store, translators: [translator], synthesizers: [endless])
        let heard = Locked(0)
        let begun = BoundedChannel<Void>(capacity: 1)
        let running = Task { [rehearsal] in
            try await rehearsal.run { item in
                guard case .audio(3, _) = item else { return }
                let count = heard.withLock { count in
                    count += 1
                    return count
                }
                // Both halves of the first clause, and one of the second.
                if count == 3 { _ = begun.trySend(()) }
            }
        }
        _ = try await begun.next()
        running.cancel()
        await #expect(throws: CancellationError.self) { _ = try await running.value }
        let calls = endless.calls
        let speller = Speller()
        rehearsal.synthesizers = [speller]
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        for utterance in 1...6 {
            #expect(ClauseRehearsal.heard(delivered.spelled(utterance)) == ClauseRehearsal.heard(clauses(utterance)))
        }
        // Utterances 1 and 2 and the beginning of 3 are done.
        let done = calls.filter { $0.utterance < 3 || ($0.utterance == 3 && !$0.text.contains("por")) }.map(\.text)
        #expect(done.count == 5)
        #expect(Set(done).isDisjoint(with: speller.calls.map(\.text)))
    }
}
