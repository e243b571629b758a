import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// Three clauses of more than thirty characters each, and a short one; none that another utterance has as well.
private func text(_ utterance: Int) -> String {
    "La reunión número \(utterance) empieza a las nueve y media, así que traigan los documentos \(utterance) firmados; "
        + "después veremos el resto de la casa \(utterance). Gracias, \(utterance)."
}

private func cut(_ text: String, _ generator: inout SplitMix64) -> [String] {
    var pieces: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
        let length = Int.random(in: 1...24, using: &generator)
        pieces.append(String(rest.prefix(length)))
        rest = rest.dropFirst(length)
    }
    return pieces
}

/// A word a piece.
private func words(_ text: String) -> [String] { text.split(separator: " ").map { $0 + " " } }

@Suite("Clauses are spoken while the translation still comes", .timeLimit(.minutes(5)))
struct ClauseTests {
    private let clock = ManualTime()

    @Test("Given a translation in any pieces, when it streams, then the same clauses are spoken, each of them once")
    func anySplit() async throws {
        var generator = SplitMix64(seed: 20_261_121)
        var wanted: [[String]]?
        for round in 0..<40 {
            let seed = UInt64.random(in: 0...UInt64.max, using: &generator)
            let translator = Scripted { utterance, _, _ in
                var generator = SplitMix64(seed: seed &+ UInt64(utterance))
                return .init(cut(text(utterance), &generator))
            }
            let speller = Speller()
            let rehearsal = ClauseRehearsal(translators: [translator], synthesizers: [speller])
            let (finished, delivered) = try await rehearsal.run()
            #expect(finished.state == .complete)
            let spoken = (1...6).map { speller.texts(of: $0) }
            for utterance in 1...6 {
                // Two may be asked for at the same moment, so the calls are in no order; what is heard is.
                #expect(
                    ClauseRehearsal.heard(delivered.spelled(utterance)) == ClauseRehearsal.heard(text(utterance)),
                    "round \(round)")
            }
            let sets = spoken.map { $0.sorted() }
            #expect(sets == wanted ?? sets, "round \(round)")
            wanted = sets
            for record in try await rehearsal.records() {
                #expect(
                    try await rehearsal.spelled(record) == delivered.spelled(record.utterance.sequence),
                    "what is stored is what was heard")
                #expect(record.speech?.usage.characters == delivered.spelled(record.utterance.sequence).count)
            }
        }
        let first = try #require(wanted?.first)
        #expect(first.count == 4)
        #expect(first.count { $0.count < 30 } == 1, "only the last one is short: \(first)")
    }

    @Test(
        "Given a translation that streams, when a clause is certain, then it is requested, and heard before the end")
    func early() async throws {
        let time = clock.source
        let translator = Scripted(gap: .milliseconds(50), time: time) { utterance, _, _ in .init(words(text(utterance)))
        }
        let speller = Speller(time: time, delay: { _ in .milliseconds(100) })
        let rehearsal = ClauseRehearsal(translators: [translator], synthesizers: [speller], time: time)
        let (finished, delivered) = try await clock.run { try await rehearsal.run() }
        #expect(finished.state == .complete)
        for utterance in 1...6 {
            let calls = speller.calls.filter { $0.utterance == utterance }
            let end = try #require(translator.endedAt.withLock { $0[utterance] })
            #expect(calls.count == 4)
            // All but the last two are certain before the last word has come.
            #expect(calls.count { $0.at < end } >= 2)
            #expect(calls.map(\.at) == calls.map(\.at).sorted())
            // The speech of a later one waits for that of the first.
            guard utterance == 1 else { continue }
            let audio = try #require(
                delivered.firstIndex { if case .audio(utterance, _) = $0 { true } else { false } })
            let translated = try #require(
                delivered.firstIndex {
                    if case .event(let event) = $0 {
                        event.name == "utterance.translated" && event.utterance == utterance
                    } else {
                        false
                    }
                })
            #expect(audio < translated)
        }
        let names = delivered.events.filter { $0.utterance == 1 }.map(\.name)
        #expect(names == ["utterance.recognized", "utterance.translated", "utterance.spoken", "utterance.finished"])
    }

    @Test("Given a slow first clause, when others are ready, then it is heard first, and at most two are made at once")
    func order() async throws {
        let time = clock.source
        let translator = Scripted(time: time) { utterance, _, _ in .init(words(text(utterance))) }
        let speller = Speller(time: time, delay: { $0.hasPrefix("La reunión") ? .seconds(20) : .milliseconds(10) })
        let rehearsal = ClauseRehearsal(translators: [translator], synthesizers: [speller], time: time)
        let (_, delivered) = try await clock.run { try await rehearsal.run() }
        for utterance in 1...6 {
            #expect(ClauseRehearsal.heard(delivered.spelled(utterance)) == ClauseRehearsal.heard(text(utterance)))
        }
        #expect(speller.peakAtOnce == 2)
    }

    @Test("Given a finished translation, when its clauses are spoken, then its place is free for another one")
    func place() async throws {
        let time = clock.source
        let translator = Scripted(gap: .milliseconds(10), time: time) { utterance, _, _ in .init(words(text(utterance)))
        }
        let speller = Speller(time: time, delay: { _ in .seconds(20) })
        let rehearsal = ClauseRehearsal(translators: [translator], synthesizers: [speller], time: time)
        _ = try await clock.run { try await rehearsal.run() }
        // Four are translated at once, and six are in flight.
        let ended = translator.endedAt.withLock { $0 }
        #expect(ended.count == 6)
        #expect(ended.values.allSatisfy { $0 < .seconds(20) })
    }

    @Test("Given one clause, or no setting for clauses, when a translation is spoken, then there is one call")
    func whole() async throws {
        let long = Speller()
        let file = ClauseRehearsal(
            translators: [Scripted { utterance, _, _ in .init(words(text(utterance))) }], synthesizers: [long],
            speaksEarly: false)
        _ = try await file.run()
        #expect(long.calls.map(\.text).sorted() == (1...6).map { words(text($0)).joined() }.sorted())

        let short = Speller()
        let brief = ClauseRehearsal(
            translators: [Scripted { utterance, _, _ in .init(["Sí, ", "\(utterance)."]) }], synthesizers: [short])
        let (_, delivered) = try await brief.run()
        #expect(short.calls.map(\.text).sorted() == (1...6).map { "Sí, \($0)." })
        #expect(delivered.spelled(3) == "Sí, 3.")
        // Under the key it has without clauses: a file's translation finds it.
        var again = brief
        again.speaksEarly = false
        let other = InMemoryStore()
        again.store = other
        _ = try await again.run()
        let (one, two) = (try await brief.records(), try await again.records())
        #expect(one.map(\.speech) == two.map(\.speech))
    }

    @Test("Given speech of several clauses, when it is stored, then calls, cost and usage are those of all clauses")
    func receipts() async throws {
        let price = Price(millionCharacters: 100, asOf: "2026-11-21")
        let speller = Speller(price: price)
        let budget = Budget()
        let rehearsal = ClauseRehearsal(
            translators: [Scripted { utterance, _, _ in .init(words(text(utterance))) }], synthesizers: [speller],
            budget: budget)
        _ = try await rehearsal.run()
        for record in try await rehearsal.records() {
            let characters = speller.texts(of: record.utterance.sequence).reduce(0) { $0 + $1.count }
            let timing = try #require(record.timings.first { $0.stage == .synthesis })
            #expect(timing.calls == 4)
            #expect(record.cost(of: .synthesis) == price.cost(of: Usage(characters: characters)))
            #expect(record.speech?.usage.characters == characters)
            #expect(record.usage(of: .synthesis).characters == characters)
            // It charges by the letter, and reveals nothing about seconds: they are those of the audio.
            let seconds = try #require(record.usage(of: .synthesis).audioSeconds)
            #expect(abs(seconds - (record.speech?.seconds ?? 0)) < 0.001)
            #expect(record.attempts[.synthesis] == 4)
        }
        #expect(budget.spent == price.cost(of: Usage(characters: speller.calls.reduce(0) { $0 + $1.text.count })))
    }

    @Test("Given money for some of the clauses, when they are spoken, then the limit is not exceeded")
    func limited() async throws {
        let price = Price(millionCharacters: 1_000_000, asOf: "2026-11-21")
        let speller = Speller(price: price)
        // A dollar a character: enough for the first clause of one utterance, or two.
        let budget = Budget(limit: Money(dollars: 100))
        var rehearsal = ClauseRehearsal(
            translators: [Scripted { utterance, _, _ in .init(words(text(utterance))) }], synthesizers: [speller],
            budget: budget)
        rehearsal.configuration.utterancesInFlight = 1
        let (finished, _) = try await rehearsal.run()
        #expect(finished.state == .partial)
        #expect(budget.spent <= Money(dollars: 100))
        #expect(try await rehearsal.records().allSatisfy { $0.translation != nil })
    }
}
