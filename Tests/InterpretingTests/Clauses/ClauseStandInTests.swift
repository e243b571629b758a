import Audio
import ConversationTesting
import Conversations
import Interpreting
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// A word a piece.
private func words(_ text: String) -> [String] { text.split(separator: " ").map { $0 + " " } }

/// Three clauses that no other utterance has.
private func clauses(_ utterance: Int) -> [String] {
    [
        "\(utterance) La parte de delante ya es del todo segura,",
        "y la otra, por \(utterance), llega bastante más tarde que ella;",
        "la última de todas, la \(utterance), viene después de las dos.",
    ]
}

private func heard(_ utterance: Int) -> String { ClauseRehearsal.heard(clauses(utterance).joined()) }

private let price = Price(millionCharacters: 1_000, asOf: "2026-11-21")

@Suite("Clauses that one voice cannot say are said by another", .timeLimit(.minutes(5)))
struct ClauseStandInTests {
    private let clock = ManualTime()

    private func rehearsal(_ synthesizers: [Speller], store: InMemoryStore = InMemoryStore()) -> ClauseRehearsal {
        var rehearsal = ClauseRehearsal(
            store: store,
            translators: [Scripted { number, _, _ in .init(words(clauses(number).joined(separator: " "))) }],
            synthesizers: synthesizers)
        // So that what the first teaches the next one knows.
        rehearsal.configuration.utterancesInFlight = 1
        return rehearsal
    }

    /// Fails at each utterance's middle clause.
    private func torn(_ failure: ProviderError.Failure = .rejected, voice: String? = nil) -> Speller {
        Speller(
            name: "first", voice: voice, price: price,
            failure: { text, _ in text.hasPrefix("y la") ? (failure, false) : nil })
    }

    @Test(
        "Given a failed clause, when a fallback speaks, then it speaks that clause and those behind it, and the record names both",
        arguments: [true, false])
    func middle(isHeard: Bool) async throws {
        let (first, second) = (torn(), Speller(name: "second", price: price))
        var rehearsal = rehearsal([first, second])
        rehearsal.configuration.streamsSpeech = isHeard
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        for record in try await rehearsal.records() {
            let number = record.utterance.sequence
            #expect(ClauseRehearsal.heard(delivered.spelled(number)) == heard(number))
            #expect(
                try await rehearsal.spelled(record) == delivered.spelled(number), "what is stored is what was heard")
            #expect(record.outcome == .spoken && record.speech?.voice == "first+second")
            let timing = try #require(record.timings.first { $0.stage == .synthesis })
            #expect(timing.provider == "first+second" && timing.calls == 3)
            #expect(record.cost(of: .synthesis) == price.cost(of: Usage(characters: delivered.spelled(number).count)))
            #expect(second.texts(of: number).contains { $0.hasPrefix("y la") })
            #expect(second.texts(of: number).allSatisfy { !$0.contains("delante") })
            // The lines that the first one translated in the meantime are done, and are not requested again.
            let last = (first.texts(of: number) + second.texts(of: number)).filter { $0.hasPrefix("la última") }
            #expect(last.count == 1)
        }
    }

    @Test("Given a voice that fails at the first clause, when a fallback takes over, then it speaks all of them")
    func fromTheFirst() async throws {
        let first = Speller(name: "first", failure: { text, _ in text.contains("delante") ? (.rejected, false) : nil })
        let rehearsal = rehearsal([first, Speller(name: "second")])
        #expect(try await rehearsal.run().finished.state == .complete)
        for record in try await rehearsal.records() {
            #expect(record.speech?.voice == "second" && record.attempts[.synthesis] == 4)
            #expect(record.timings.first { $0.stage == .synthesis }?.provider == "second")
        }
    }

    @Test("Given a clause of which half was heard, when its voice fails, then no fallback speaks it again")
    func halfHeard() async throws {
        let first = Speller(
            name: "first", failure: { text, _ in text.hasPrefix("y la") ? (.rejected, isHalfway: true) : nil })
        let second = Speller(name: "second")
        let (finished, delivered) = try await rehearsal([first, second]).run()
        #expect(finished.state == .partial)
        // A clause whose turn had not come has not been heard.
        for number in 1...6 {
            let isSaid = second.texts(of: number).contains { $0.hasPrefix("y la") }
            let text = ClauseRehearsal.heard(delivered.spelled(number))
            #expect(isSaid ? text == heard(number) : heard(number).hasPrefix(text))
        }
    }

    @Test(
        "Given only one voice that can continue what is heard, when it fails, then it is called as often as without fallbacks"
    )
    func insists() async throws {
        let first = Speller(
            name: "first",
            failure: { text, call in text.contains("delante") && call < 4 ? (.transient, isHalfway: true) : nil })
        var rehearsal = rehearsal([first, Speller(name: "second")])
        rehearsal.origin = .stream
        rehearsal.configuration.retry = RetryPolicy(attempts: 4, base: .zero)
        rehearsal.time = .patient
        let delivered = try await rehearsal.run().delivered
        #expect(ClauseRehearsal.heard(delivered.spelled(1)) == heard(1))
        #expect(try await rehearsal.records()[0].speech?.voice == "first")
    }

    @Test("Given a clause that waits for its turn, when its voice fails, then a fallback speaks it whole")
    func halfWaiting() async throws {
        let time = clock.source
        let first = Speller(
            name: "first", time: time, delay: { $0.contains("delante") ? .seconds(9) : .zero },
            failure: { text, _ in text.hasPrefix("y la") ? (.rejected, isHalfway: true) : nil })
        var rehearsal = rehearsal([first, Speller(name: "second", time: time)])
        rehearsal.time = time
        let (finished, delivered) = try await clock.run { [rehearsal] in try await rehearsal.run() }
        #expect(finished.state == .complete)
        for number in 1...6 { #expect(ClauseRehearsal.heard(delivered.spelled(number)) == heard(number)) }
    }

    @Test("Given clauses of two voices, when a run continues, then none is repeated, and the last voice continues")
    func resumed() async throws {
        let store = InMemoryStore()
        let time = clock.source
        let first = Speller(
            name: "first", time: time, failure: { text, _ in text.hasPrefix("y la") ? (.rejected, false) : nil })
        // Slow, so that the last clause is requested when it is known which synthesizer speaks.
        let second = Speller(
            name: "second", time: time, delay: { _ in .seconds(1) },
            failure: { text, _ in text.hasPrefix("la última") ? (.rejected, false) : nil })
        var rehearsal = rehearsal([first, second], store: store)
        rehearsal.time = time
        rehearsal.translators = [
            Scripted(gap: .milliseconds(100), time: time) { number, _, _ in
                .init(words(clauses(number).joined(separator: " ")))
            }
        ]
        let torn = try await clock.run { [rehearsal] in try await rehearsal.run() }
        #expect(torn.finished.state == .partial)
        let done = Set((first.calls + second.calls).map(\.text).filter { !$0.hasPrefix("la última") })
        #expect(done.count == 12)
        let healed = [Speller(name: "first", time: time), Speller(name: "second", time: time)]
        rehearsal.synthesizers = healed
        let (finished, delivered) = try await clock.run { [rehearsal] in try await rehearsal.run() }
        #expect(finished.state == .complete)
        #expect(healed[0].calls.isEmpty && healed[1].calls.map(\.text) == (1...6).map { clauses($0)[2] })
        for record in try await rehearsal.records() {
            #expect(
                ClauseRehearsal.heard(delivered.spelled(record.utterance.sequence)) == heard(record.utterance.sequence))
            #expect(record.speech?.voice == "first+second")
        }
        // Done, it stays as it is.
        rehearsal.synthesizers = [Speller(name: "first"), Speller(name: "second")]
        let again = try await clock.run { [rehearsal] in try await rehearsal.run() }
        #expect(again.finished.state == .complete)
        #expect(rehearsal.synthesizers.allSatisfy { $0.calls.isEmpty })
    }

    @Test("Given speech of two voices, when the voice of the first one changes, then that speech is not reused")
    func configured() async throws {
        let store = InMemoryStore()
        func run(_ synthesizers: [Speller]) async throws -> [UtteranceRecord] {
            let rehearsal = rehearsal(synthesizers, store: store)
            #expect(try await rehearsal.run().finished.state == .complete)
            return try await rehearsal.records()
        }
        let both = try await run([torn(voice: "anna"), Speller(name: "second", voice: "ben")])
        #expect(both.allSatisfy { $0.speech?.voice == "anna+ben" })
        let same = [Speller(name: "first", voice: "anna"), Speller(name: "second", voice: "ben")]
        #expect(try await run(same) == both && same.allSatisfy { $0.calls.isEmpty })
        let other = Speller(name: "first", voice: "carla")
        let changed = try await run([other, Speller(name: "second", voice: "ben")])
        #expect(changed.allSatisfy { $0.speech?.voice == "carla" && $0.timings.last?.provider == "first" })
        #expect(other.calls.count == 18, "none of both's work is taken for its own")
    }

    @Test(
        "Given a fallback with another rate, when it speaks, then its audio has the rate of the clauses before",
        arguments: [true, false])
    func otherRate(isHeard: Bool) async throws {
        let first = torn()
        let second = Speller(name: "second", rate: { _ in 8_000 })
        var rehearsal = rehearsal([first, second])
        rehearsal.configuration.streamsSpeech = isHeard
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        for record in try await rehearsal.records() {
            let number = record.utterance.sequence
            let speech = try #require(record.speech)
            let audio = delivered.compactMap { if case .audio(number, let audio) = $0 { audio } else { nil } }
            #expect(speech.sampleRate == 16_000 && audio.allSatisfy { $0.sampleRate == 16_000 })
            let samples = audio.flatMap(\.samples)
            #expect(try await rehearsal.store.blob(speech.blob) == PCM16.littleEndianBytes(samples))
            #expect(speech.sampleCount == samples.count)
            let slow = second.texts(of: number).reduce(0) { $0 + $1.unicodeScalars.count }
            let all = clauses(number).reduce(0) { $0 + $1.unicodeScalars.count }
            #expect(samples.count == all + slow)
        }
    }

    @Test("Given a voice that changes its rate, when it speaks, then all is heard at the rate it began with")
    func ownRate() async throws {
        let speller = Speller(rate: { $0.hasPrefix("y la") ? 24_000 : 16_000 })
        let rehearsal = rehearsal([speller])
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        for record in try await rehearsal.records() {
            let audio = delivered.compactMap {
                if case .audio(record.utterance.sequence, let audio) = $0 { audio } else { nil }
            }
            #expect(Set(audio.map(\.sampleRate)) == [record.speech?.sampleRate])
        }
    }

    @Test("Given no further fallback, when a clause fails, then the utterance fails and the spoken clauses stay")
    func nobodyLeft() async throws {
        let second = Speller(name: "second", failure: { _, _ in (.unauthorized, false) })
        let rehearsal = rehearsal([torn(), second])
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .partial)
        for record in try await rehearsal.records() {
            #expect(record.outcome.name == "unspoken" && record.speech == nil)
            #expect(delivered.spelled(record.utterance.sequence) == clauses(record.utterance.sequence)[0])
        }
    }
}
