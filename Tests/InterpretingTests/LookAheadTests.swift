import Audio
import ConversationTesting
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// Gives every text back in brackets, in any order, and records its requests.
private final class Scribe: Translator {
    let descriptor: ProviderDescriptor
    let capabilities: TranslatorCapabilities
    private let fails: Bool
    private let requests = Locked<[TranslationRequest]>([])

    init(_ name: String = "scribe", takesLater: Bool = true, fails: Bool = false) throws {
        descriptor = ProviderDescriptor(name: name, model: "1")
        let pair = try LanguagePair(from: .en, to: .es)
        capabilities = TranslatorCapabilities(pairs: [pair, pair.reversed]) {
            $0.contextPairs = 6
            $0.takesLater = takesLater
        }
        self.fails = fails
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        requests.withLock { $0.append(request) }
        for _ in 0..<(request.context.utterance * 7 % 11) { await Task.yield() }
        guard !fails else {
            throw ProviderError(.rejected, stage: .translation, provider: descriptor.name, "it does not like to")
        }
        return Translation(text: "«\(request.text)»", language: request.pair.to)
    }

    /// Its requests, in the order of the utterances.
    var asked: [TranslationRequest] { requests.withLock { $0 }.sorted { $0.context.utterance < $1.context.utterance } }
}

/// A request as far as this is about it.
private struct Shown: Hashable {
    var text: String
    var earlier: [String]
    var later: [String]

    init(text: String, earlier: [String], later: [String]) {
        (self.text, self.earlier, self.later) = (text, earlier, later)
    }

    init(_ request: TranslationRequest) {
        self.init(
            text: request.text, earlier: request.earlier.map(\.source), later: request.later.map(\.source))
    }
}

@Suite("What comes next", .timeLimit(.minutes(5)))
struct LookAheadTests {
    private static let wordless = "…"

    /// What is to be asked for each line, computed independently.
    private func expected(_ lines: [String], lookAhead: Int, lag: Int) -> [Shown] {
        lines.enumerated().filter { $0.element != Self.wordless }.map { place, text in
            Shown(
                text: text,
                earlier: lines.prefix(max(0, place + 1 - lag)).filter { $0 != Self.wordless }.suffix(6),
                later: lines.dropFirst(place + 1).prefix(lookAhead).filter { $0 != Self.wordless })
        }
    }

    @Test("Given any concurrency, when a run is cut and continued, then each line is requested once, in its context")
    func everywhere() async throws {
        var random = SplitMix64(seed: 17)
        var cuts = 0
        for round in 0..<150 {
            let lines = (1...Int.random(in: 1...12, using: &random)).map { number in
                Int.random(in: 0..<5, using: &random) == 0 ? Self.wordless : "number \(number)"
            }
            let lookAhead = Int.random(in: 0...5, using: &random)
            let lag = Int.random(in: 1...3, using: &random)
            let twoWay = Bool.random(using: &random)
            let reading = try Reading(lines) {
                ($0.context.lookAhead, $0.context.lag, $0.sides.isTwoWay) = (lookAhead, lag, twoWay)
            }
            reading.inFlight = Int.random(in: 1...4, using: &random)
            reading.concurrency = Int.random(in: 1...2, using: &random)
            let scribe = try Scribe()
            let first = try await reading.run(
                scribe, cutAfter: Bool.random(using: &random) ? Int.random(in: 0...20, using: &random) : nil)
            let told: Comment = "round \(round): \(lines), \(lookAhead) ahead, \(reading.inFlight) at once, \(twoWay)"
            if first.state != .complete {
                #expect(first.state == .interrupted, told)
                cuts += 1
                #expect(try await reading.run(scribe).state == .complete, told)
            }
            #expect(scribe.asked.map(Shown.init) == expected(lines, lookAhead: lookAhead, lag: lag), told)
            let wanted = lines.map { $0 == Self.wordless ? nil : "«\($0)»" }
            #expect(await reading.records().map { $0.translation?.text } == wanted, told)
        }
        #expect(cuts > 20)
    }

    @Test("Given a run that is cut, when a line still lacks its later lines, then it is left to the next run")
    func left() async throws {
        let reading = try Reading((1...9).map { "number \($0)" })
        reading.inFlight = 3
        let scribe = try Scribe()
        // The beginning, and four events of the first line.
        let finished = try await reading.run(scribe, cutAfter: 4)
        #expect(finished.state == .interrupted)
        let records = await reading.records()
        try #require(records.count < 9)
        #expect(records.suffix(2).allSatisfy { $0.outcome == .pending && $0.recognition != nil })
        #expect(records.dropLast(2).allSatisfy { $0.outcome == .textOnly })
        #expect(scribe.asked.count == records.count - 2)
    }

    @Test("Given a token limit, when later lines are shown, then they have a quarter, and earlier lines have the rest")
    func room() async throws {
        let lines = (1...6).map { number in
            number == 5 ? String(repeating: "word ", count: 40) + "5" : "number \(number) of some"
        }
        let size = TokenEstimate.tokens(in: lines[0])
        // Two short lines fit, and the long one does not; nor does what is behind it then.
        let quarter = 2 * (size + 10)
        let reading = try Reading(lines) {
            ($0.context.tokens, $0.context.lookAhead, $0.context.lag) = (4 * quarter, 3, 1)
        }
        let scribe = try Scribe()
        _ = try await reading.run(scribe)
        let asked = scribe.asked.map(Shown.init)
        #expect(asked.map(\.later.count) == [2, 2, 1, 0, 1, 0])
        // A pair has both texts, brackets and 16 tokens more.
        let pair = ContextPair(speaker: "user", source: lines[0], translation: "«\(lines[0])»").tokens
        #expect(asked[2].earlier.count == min(2, (4 * quarter - (size + 10)) / pair))
        #expect(asked[3].earlier.count == min(3, 4 * quarter / pair))
    }

    @Test("Given a stored answer, when another line follows the same text, then the answer is not reused")
    func reused() async throws {
        let (store, scribe) = (InMemoryStore(), try Scribe())
        for (id, last) in [(1, "number 5"), (2, "number 5"), (3, "another")] {
            let lines = (1...4).map { "number \($0)" } + [last]
            _ = try await Reading(lines, id: id, store: store).run(scribe)
        }
        // The third line has changed, and two other lines have it as context.
        #expect(scribe.asked.map(\.context.utterance) == [1, 2, 3, 3, 4, 4, 5, 5])
    }

    @Test("Given a translator that cannot use later lines, when it is called, then its request has none")
    func others() async throws {
        let lines = (1...8).map { "number \($0) of many" }
        func asked(_ lookAhead: Int?, _ scribes: [Scribe]) async throws -> [TranslationRequest] {
            let reading = try Reading(lines) { ($0.context.lookAhead, $0.context.tokens) = (lookAhead, 200) }
            _ = try await scribes.count == 1 ? reading.run(scribes[0]) : reading.run(scribes[0], scribes[1])
            return scribes.last?.asked ?? []
        }
        let plain = try await asked(nil, [try Scribe("other", takesLater: false)]).map(Shown.init)
        #expect(plain.last?.earlier.isEmpty == false && plain.allSatisfy(\.later.isEmpty))
        #expect(try await asked(2, [try Scribe("other", takesLater: false)]).map(Shown.init) == plain)
        #expect(try await asked(nil, [try Scribe()]).map(Shown.init) == plain)
        // It stands in for one that is shown it, and was.
        let first = try Scribe("first", fails: true)
        #expect(try await asked(2, [first, try Scribe("other", takesLater: false)]).map(Shown.init) == plain)
        #expect(first.asked.first.map(Shown.init)?.later == Array(lines[1...2]))
    }

    @Test("Given two sides, when later lines are shown, then they name the speakers and omit a third language")
    func twoWay() async throws {
        let lines = [
            "Good morning, how are you doing today?", "Bonjour à tous, comment allez-vous aujourd'hui ?",
            "Muy bien, muchas gracias por preguntar.",
        ]
        let reading = try Reading(lines) { $0.sides.isTwoWay = true }
        let scribe = try Scribe()
        _ = try await reading.run(scribe)
        #expect(await reading.records().map(\.outcome)[1] == .dropped(reason: "other-language"))
        #expect(scribe.asked.map(\.later) == [[LaterLine(speaker: "other", source: lines[2])], []])
    }

    @Test("Given a recognition that fails, when other lines are translated, then none waits for it")
    func failed() async throws {
        /// Fails at the second utterance.
        struct Deaf: SpeechRecognizer {
            let base: any SpeechRecognizer
            var descriptor: ProviderDescriptor { base.descriptor }
            var capabilities: RecognizerCapabilities { base.capabilities }

            func recognize(
                _ request: RecognitionRequest, hypothesis: PartialSink<String>
            ) async throws -> Recognition {
                guard request.context.utterance != 2 else {
                    throw ProviderError(.rejected, stage: .recognition, provider: descriptor.name, "deaf")
                }
                return try await base.recognize(request, hypothesis: hypothesis)
            }
        }
        let rehearsal = Rehearsal(scenario: "sim:crash", lookAhead: 2)
        var providers = try rehearsal.providers()
        providers.recognizers = ProviderChain([Deaf(base: providers.recognizers.first)], time: .patient)
        let interpreter = Interpreter(providers: providers, store: rehearsal.store, time: .patient)
        let source = ScriptedSource([try SpeechFixtures.speech()], blockSize: 16_000)
        let finished = try await interpreter.interpret(rehearsal.conversation(providers), from: source) { _ in }
        #expect(finished.state == .partial)
        let notes = try await rehearsal.records().map { $0.translation?.notes.first { $0.hasPrefix("later:") } }
        #expect(notes.map { $0?.dropFirst(6).first } == ["1", nil, "2", "2", "1", "0"])
    }

    @Test("Given a live stream, when an utterance is translated, then no later line is shown")
    func live() async throws {
        let speech = try SpeechFixtures.speech()
        var rehearsal = Rehearsal(scenario: "sim:crash")
        _ = try await rehearsal.run()
        let second = try await rehearsal.records()[1].utterance.speech.start
        rehearsal.store = InMemoryStore()
        rehearsal.origin = .stream
        rehearsal.lookAhead = 2
        let providers = try rehearsal.providers()
        // The second is not heard before the translation of the first has come.
        let gate = BoundedChannel<Void>(capacity: 1)
        let source = ScriptedSource([speech], blockSize: 160) { position in
            if position >= second { _ = try await gate.next() }
        }
        let finished = try await Interpreter(providers: providers, store: rehearsal.store, time: .patient).interpret(
            rehearsal.conversation(providers), from: source
        ) { delivered in
            if case .event(let event) = delivered, case .translated = event.body { gate.finish() }
        }
        #expect(finished.state == .complete && finished.utterances == 6)
        let notes = try await rehearsal.records().flatMap { $0.translation?.notes ?? [] }
        #expect(notes.count { $0.hasPrefix("later:0:") } == 6)
    }
}
