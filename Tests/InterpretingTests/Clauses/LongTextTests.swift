import Conversations
import Interpreting
import Plumbing
import Providers
import Testing
import VerbioTesting

/// A translation of which a voice takes only a part at once.
@Suite("A translation longer than a voice takes", .timeLimit(.minutes(5)))
struct LongTextTests {
    private static func parts(_ utterance: Int) -> [String] {
        [
            "Llueve otra vez en el número \(utterance).", "Nos quedamos en casa \(utterance).",
            "Mañana saldremos \(utterance).",
        ]
    }

    private static func rehearsal(_ synthesizers: [Speller], early: Bool = false) -> ClauseRehearsal {
        let translator = Scripted { utterance, _, _ in .init([Self.parts(utterance).joined(separator: " ")]) }
        var rehearsal = ClauseRehearsal(translators: [translator], synthesizers: synthesizers)
        rehearsal.speaksEarly = early
        return rehearsal
    }

    @Test(
        "Given a text longer than a voice takes, when it is spoken, then its parts are heard and stored as one",
        arguments: [false, true])
    func whole(early: Bool) async throws {
        let price = Price(millionCharacters: 1_000, asOf: "2026-11-22")
        // No clause fits either; clauses are spoken separately.
        let speller = Speller(longest: early ? 15 : 36, price: price)
        let rehearsal = Self.rehearsal([speller], early: early)
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        for record in try await rehearsal.records() {
            let utterance = record.utterance.sequence
            let texts = speller.texts(of: utterance)
            #expect(texts.allSatisfy { $0.count <= 36 } && (early || texts == Self.parts(utterance)))
            #expect(
                ClauseRehearsal.heard(delivered.spelled(utterance))
                    == ClauseRehearsal.heard(Self.parts(utterance).joined()))
            #expect(try await rehearsal.spelled(record) == delivered.spelled(utterance))
            let timing = try #require(record.timings.first { $0.stage == .synthesis })
            let used = Usage(characters: texts.reduce(0) { $0 + $1.count })
            #expect(timing.calls == texts.count && record.attempts[.synthesis] == texts.count)
            #expect(record.cost(of: .synthesis) == price.cost(of: used))
            #expect(record.usage(of: .synthesis).characters == used.characters)
            // Short parts of several utterances may be the same, and are spoken once.
            #expect(early || record.speech?.usage.characters == used.characters)
        }
        // A second run makes no call.
        let calls = speller.calls.count
        _ = try await rehearsal.run()
        #expect(speller.calls.count == calls)
    }

    @Test(
        "given a voice that refuses it as too large, then it is cut in two until the voice takes it, and no part is asked twice"
    )
    func tooLarge() async throws {
        let price = Price(millionCharacters: 1_000, asOf: "2026-11-25")
        let speller = Speller(
            price: price, failure: { text, _ in text.count > 40 ? (.tooLarge, isHalfway: false) : nil })
        let rehearsal = Self.rehearsal([speller])
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        for record in try await rehearsal.records() {
            let utterance = record.utterance.sequence
            #expect(
                ClauseRehearsal.heard(delivered.spelled(utterance))
                    == ClauseRehearsal.heard(Self.parts(utterance).joined()))
            let taken = speller.texts(of: utterance).filter { $0.count <= 40 }
            #expect(taken.count > 1 && Set(taken).count == taken.count)
            // What was refused is not paid for.
            let used = Usage(characters: taken.reduce(0) { $0 + $1.count })
            #expect(record.cost(of: .synthesis) == price.cost(of: used))
        }
        let calls = speller.calls.count
        _ = try await rehearsal.run()
        #expect(speller.calls.count == calls)
    }

    @Test(
        "given a voice that refuses every text as too large, then the utterance is unspoken, and its calls end")
    func alwaysTooLarge() async throws {
        let speller = Speller(failure: { _, _ in (.tooLarge, isHalfway: false) })
        let rehearsal = Self.rehearsal([speller])
        #expect(try await rehearsal.run().finished.state == .partial)
        #expect(speller.texts(of: 1).count <= 4)
    }

    @Test("Given a text of which one part failed, when it is resumed, then only missing parts are requested")
    func resumed() async throws {
        let price = Price(millionCharacters: 1_000, asOf: "2026-11-22")
        let broken = Speller(
            longest: 36, price: price,
            failure: { text, _ in text.contains("casa 3") ? (.rejected, isHalfway: false) : nil })
        var rehearsal = Self.rehearsal([broken])
        #expect(try await rehearsal.run().finished.state == .partial)
        #expect(try await rehearsal.records()[2].outcome.name == "unspoken")
        let torn = try await rehearsal.records()[2]
        #expect(torn.cost(of: .synthesis) == price.cost(of: Usage(characters: Self.parts(3)[0].count)))
        let healthy = Speller(longest: 36, price: price)
        rehearsal.synthesizers = [healthy]
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        #expect(healthy.calls.map(\.text) == Array(Self.parts(3)[1...]))
        #expect(delivered.spelled(3) == Self.parts(3).joined())
        // All three are paid for, and each once.
        let whole = try await rehearsal.records()[2]
        #expect(whole.cost(of: .synthesis) == price.cost(of: Usage(characters: Self.parts(3).joined().count)))
        #expect(whole.charges(.synthesis).count == 3)
    }

    @Test("Given a fallback that takes long texts, when a part fails, then the fallback speaks the whole text")
    func standIn() async throws {
        let broken = Speller(
            longest: 36, failure: { text, _ in text.contains("casa") ? (.rejected, isHalfway: false) : nil })
        let other = Speller(name: "other")
        var rehearsal = Self.rehearsal([broken, other])
        // The speech of a file is delivered only when it is complete.
        rehearsal.configuration.streamsSpeech = false
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        for utterance in 1...6 {
            #expect(delivered.spelled(utterance) == Self.parts(utterance).joined(separator: " "))
        }
    }
}
