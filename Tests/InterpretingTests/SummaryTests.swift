import Audio
import ConversationTesting
import Conversations
import Foundation
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

@testable import Interpreting

/// A language model as far as a conversation sees one: it translates at once, and summarizes as configured.
private final class Notetaker: Translator {
    let descriptor = ProviderDescriptor(name: "notetaker", model: "1")
    let capabilities: TranslatorCapabilities
    var summarizer: (any ConversationSummarizer)? { Summarizer(notetaker: self) }

    private struct Summarizer: ConversationSummarizer {
        let notetaker: Notetaker
        var descriptor: ProviderDescriptor { notetaker.descriptor }

        func summarize(_ request: SummaryRequest) async throws -> Summary { try await notetaker.summarize(request) }
    }

    let asked = Locked<[TranslationRequest]>([])
    /// Summaries that were requested, and those of them that were answered.
    let begun = Locked<[SummaryRequest]>([])
    let ended = Locked<[SummaryRequest]>([])
    private let sumUp: @Sendable (SummaryRequest) async throws -> String

    init(
        price: Price = .free, isOwn: Bool = false,
        _ sumUp: @escaping @Sendable (SummaryRequest) async throws -> String = { notes(on: $0) }
    ) {
        capabilities = TranslatorCapabilities(pairs: [StoreSamples.pair]) {
            $0.contextPairs = 6
            $0.price = price
            $0.isOwnServer = isOwn
        }
        self.sumUp = sumUp
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        // Later ones overtake earlier ones.
        for _ in 0..<(request.context.utterance * 7 % 23) { await Task.yield() }
        asked.withLock { $0.append(request) }
        return Translation(text: "«\(request.text)»", language: .es, usage: Usage(outputTokens: 1))
    }

    private func summarize(_ request: SummaryRequest) async throws -> Summary {
        begun.withLock { $0.append(request) }
        let text = try await sumUp(request)
        ended.withLock { $0.append(request) }
        return Summary(text: text, usage: Usage(outputTokens: 10))
    }

    /// The summary each line's request had, in their order.
    var given: [String?] {
        asked.withLock { $0 }.sorted { $0.context.utterance < $1.context.utterance }.map(\.summary)
    }
}

/// A summary that shows its sources.
private func notes(on request: SummaryRequest) -> String {
    let turns = [request.pairs.first, request.pairs.last].map { $0?.source ?? "nobody" }.joined(separator: " to ")
    return "\(request.pairs.count) turns, \(turns), after (\(request.previous?.prefix(30) ?? "nothing"))"
}

/// Waits for nothing but deadlines.
private let brisk = TimeSource(
    now: { .zero },
    sleep: { if $0 >= .seconds(1) { try await TimeSource.system.sleep(.seconds(600)) } else { await Task.yield() } },
    wallClockMilliseconds: { 0 })

@Suite("What was said before is summed up", .timeLimit(.minutes(5)))
struct SummaryTests {
    private struct Ended: Error {}

    private static func lines(_ count: Int) -> [String] { (1...count).map { "line number \($0)" } }

    /// What line n is shown, computed independently. After every ten lines there is a summary, and it is shown from the
    /// eighth line after these on.
    private static func expected(_ count: Int, every: Int = 10, lag: Int = 8) -> [String?] {
        var summaries: [String?] = [nil]
        for end in stride(from: every, through: count, by: every) {
            let pairs = ((end - every + 1)...end).map {
                ContextPair(speaker: "user", source: "line number \($0)", translation: "«line number \($0)»")
            }
            summaries.append(
                notes(
                    on: SummaryRequest(
                        pair: StoreSamples.pair, previous: summaries[summaries.count - 1], pairs: pairs,
                        context: CallContext(conversation: "", utterance: end))))
        }
        return (1...count).map { line in
            var shown = 0
            while (shown + 1) * every + lag <= line { shown += 1 }
            return summaries[shown]
        }
    }

    private func run(
        _ lines: [String], _ translators: [any Translator], in store: InMemoryStore, inFlight: Int = 8,
        every: Int = 10, isFile: Bool = true, budget: Budget = Budget(), time: TimeSource = brisk,
        deliver: @escaping DeliverySink = { _ in }
    ) async throws -> [UtteranceRecord] {
        let file = FileManager.default.temporaryDirectory.appending(path: "verbio-lines-\(UUID().uuidString)")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var conversation = Conversation(
            id: ConversationID(rawValue: "c00000000000000000009"), title: "letter", createdAt: 0,
            origin: isFile ? .file(path: file.path, sha256: "") : .stream,
            source: SourceDescription(
                name: "letter", container: GivenText.container, codec: "utf-8", sampleRate: 16_000, channels: 1),
            settings: ConversationSettings(
                pair: StoreSamples.pair, segmentation: "lines", providers: [.translation: translators[0].descriptor]
            ) { $0.context.summaryBlock = every })
        conversation.kind = .written
        let providers = ProviderSet(
            recognizers: ProviderChain([GivenText()], time: time), translators: ProviderChain(translators, time: time),
            synthesizers: nil)
        var configuration = InterpreterConfiguration(utterancesInFlight: inFlight)
        configuration.retry = RetryPolicy(attempts: 1)
        _ = try await Interpreter(
            providers: providers, store: store, configuration: configuration, budget: budget, time: time
        ).interpret(conversation, from: try TextLines(path: file.path), deliver: deliver)
        return await store.utterances(of: conversation.id, after: 0, limit: 1_000)
    }

    @Test(
        "Given any number of utterances in flight, when a line is shown a summary, then its number decides which",
        arguments: [1, 3, 8])
    func numbers(inFlight: Int) async throws {
        let notetaker = Notetaker { request in
            for _ in 0..<(request.context.utterance % 4 * 40) { await Task.yield() }
            return notes(on: request)
        }
        let records = try await run(Self.lines(95), [notetaker], in: InMemoryStore(), inFlight: inFlight)
        #expect(notetaker.given == Self.expected(95))
        #expect(
            notetaker.begun.withLock { $0 }.map(\.context.utterance) == Array(stride(from: 10, through: 90, by: 10)))
        #expect(records.filter { $0.summary != nil }.map(\.utterance.sequence) == [10, 20, 30, 40, 50, 60, 70, 80, 90])
        #expect(records[19].summary?.text == Self.expected(95)[27])
    }

    @Test(
        "Given no translator that takes a summary, or no setting for it, when utterances pass, then nothing is summed up",
        arguments: [(13, 10, 0), (14, 10, 1), (95, 0, 0)])
    func unneeded(lines: Int, every: Int, calls: Int) async throws {
        let notetaker = Notetaker()
        _ = try await run(Self.lines(lines), [notetaker], in: InMemoryStore(), every: every)
        #expect(notetaker.begun.withLock { $0.count } == calls)
        #expect(notetaker.given.allSatisfy { $0 == nil })
    }

    @Test("Given a slow summary, when lines are translated, then only those that are shown it wait")
    func slow() async throws {
        let gate = BoundedChannel<Void>(capacity: 1)
        let (seventeen, others) = (BoundedChannel<Void>(capacity: 1), Locked(0))
        let notetaker = Notetaker { request in
            _ = try await gate.next()
            return notes(on: request)
        }
        async let records = run(Self.lines(27), [notetaker], in: InMemoryStore(), time: .patient) { delivered in
            guard case .event(let event) = delivered, event.name == "utterance.finished" else { return }
            if event.utterance == 17 { _ = seventeen.trySend(()) }
            if event.utterance ?? 0 > 17 { others.withLock { $0 += 1 } }
        }
        _ = try await seventeen.next()
        #expect(others.withLock { $0 } == 0)
        #expect(notetaker.ended.withLock { $0.isEmpty })
        gate.finish()
        #expect(try await records.allSatisfy { $0.outcome == .textOnly })
        #expect(notetaker.given == Self.expected(27))
    }

    @Test("Given a summary without an answer, when ten seconds have passed, then it is never requested again")
    func hangs() async throws {
        let (clock, store) = (ManualTime(), InMemoryStore())
        let never = BoundedChannel<Void>(capacity: 1)
        let seventeen = BoundedChannel<Void>(capacity: 1)
        let notetaker = Notetaker { _ in
            _ = try await never.next()
            return "too late"
        }
        async let ended = run(Self.lines(20), [notetaker], in: store, time: clock.source) { delivered in
            guard case .event(let event) = delivered, event.name == "utterance.finished" else { return }
            if event.utterance == 17 { _ = seventeen.trySend(()) }
        }
        _ = try await seventeen.next()
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(10))
        let records = try await ended
        #expect(records.allSatisfy { $0.outcome == .textOnly })
        #expect(notetaker.given.allSatisfy { $0 == nil })
        let summary = try #require(records[9].summary)
        #expect(summary.text == nil)
        #expect(records[9].attempts[.translation] == 2)
        _ = try await run(Self.lines(20), [notetaker], in: store, time: clock.source)
        #expect(notetaker.begun.withLock { $0.count } == 1)
    }

    @Test(
        "Given two summaries that a recording awaited in vain, when more are due, then it waits for a second each")
    func overdue() async throws {
        let (clock, store) = (ManualTime(), InMemoryStore())
        let never = BoundedChannel<Void>(capacity: 1)
        let awaited = BoundedChannel<Void>(capacity: 60)
        let notetaker = Notetaker { _ in
            _ = try await never.next()
            return "too late"
        }
        async let ended = run(Self.lines(60), [notetaker], in: store, time: clock.source) { delivered in
            guard case .event(let event) = delivered, event.name == "utterance.finished" else { return }
            if let number = event.utterance, number > 10, number % 10 == 7 { try await awaited.send(()) }
        }
        for place in 1...5 {
            _ = try await awaited.next()
            // The call's own deadline, and that of the waiting utterances.
            try await clock.waitForSleepers(count: 2)
            clock.advance(by: place > RollingSummaries.maximumMissed ? RollingSummaries.longestWait : .seconds(10))
        }
        let records = try await ended
        #expect(clock.now == .seconds(20) + RollingSummaries.longestWait * 3)
        #expect(records.allSatisfy { $0.outcome == .textOnly })
        #expect(notetaker.given.allSatisfy { $0 == nil })
        let givenUp = records.filter { $0.summary != nil }
        #expect(givenUp.map(\.utterance.sequence) == [10, 20, 30, 40, 50])
        #expect(givenUp.allSatisfy { $0.summary?.text == nil && $0.attempts[.translation] == 2 })
    }

    @Test("Given a server of one's own whose first summary is late, when more are due, then it is asked for no other")
    func givenUp() async throws {
        let (clock, store) = (ManualTime(), InMemoryStore())
        let time = clock.source
        let notetaker = Notetaker(isOwn: true) { _ in
            try await time.sleep(.seconds(100))
            return "too late"
        }
        let records = try await clock.run {
            try await run(Self.lines(95), [notetaker], in: store, time: time)
        }
        #expect(records.allSatisfy { $0.outcome == .textOnly })
        #expect(notetaker.begun.withLock { $0.count } == 1 && notetaker.given.allSatisfy { $0 == nil })
        #expect(clock.source.now() <= .seconds(61))
    }

    @Test(
        "Given a server of one's own that needs half a minute for a summary, when it is asked for some, then it has time"
    )
    func slowOwnServer() async throws {
        let clock = ManualTime()
        let time = clock.source
        let notetaker = Notetaker(isOwn: true) { request in
            try await time.sleep(.seconds(30))
            return notes(on: request)
        }
        _ = try await clock.run { try await run(Self.lines(27), [notetaker], in: InMemoryStore(), time: time) }
        #expect(notetaker.given == Self.expected(27))
    }

    @Test(
        "Given a summary that takes three seconds, when a recording is translated, then it waits, and live speech does not"
    )
    func threeSeconds() async throws {
        for (isFile, given) in [(true, "late notes"), (false, nil)] {
            let clock = ManualTime()
            let time = clock.source
            let notetaker = Notetaker { _ in
                try await time.sleep(.seconds(3))
                return "late notes"
            }
            let records = try await clock.run {
                try await run(Self.lines(20), [notetaker], in: InMemoryStore(), isFile: isFile, time: time)
            }
            #expect(records.allSatisfy { $0.outcome == .textOnly })
            #expect(notetaker.given.last == .some(given))
        }
    }

    @Test("Given a summary that was skipped, when the next run continues, then it stays skipped")
    func overdueForGood() async throws {
        let (clock, store) = (ManualTime(), InMemoryStore())
        let never = BoundedChannel<Void>(capacity: 1)
        let awaited = BoundedChannel<Void>(capacity: 1)
        let slow = Notetaker { request in
            if request.context.utterance == 10 { _ = try await never.next() }
            return notes(on: request)
        }
        async let ended = #expect(throws: Ended.self) {
            _ = try await run(Self.lines(60), [slow], in: store, time: clock.source) { delivered in
                guard case .event(let event) = delivered, event.name == "utterance.finished" else { return }
                if event.utterance == 17 { _ = awaited.trySend(()) }
                if event.utterance == 22 { throw Ended() }
            }
        }
        _ = try await awaited.next()
        try await clock.waitForSleepers(count: 2)
        clock.advance(by: .seconds(10))
        _ = await ended
        let fast = Notetaker()
        let records = try await run(Self.lines(60), [fast], in: store)
        #expect(records.allSatisfy { $0.outcome == .textOnly })
        #expect(records[9].summary != nil && records[9].summary?.text == nil)
        #expect(fast.begun.withLock { $0 }.allSatisfy { $0.context.utterance > 10 })
        let given = fast.asked.withLock { $0 }.filter { $0.context.utterance < 28 }
        #expect(given.allSatisfy { $0.summary == nil })
        #expect(fast.given.last != .some(nil))
    }

    @Test(
        "Given a summary, when the next one fails twice, then the first one stays",
        arguments: [ProviderError.Failure.transient, .timeout, .unusable])
    func fails(failure: ProviderError.Failure) async throws {
        let store = InMemoryStore()
        let notetaker = Notetaker { request in
            guard request.context.utterance == 20 else { return notes(on: request) }
            if failure == .unusable { return "Sure, here is what they said." }
            throw ProviderError(failure, stage: .translation, provider: "notetaker", "scripted")
        }
        let records = try await run(Self.lines(40), [notetaker], in: store)
        #expect(records.allSatisfy { $0.outcome == .textOnly })
        #expect(notetaker.begun.withLock { $0 }.map(\.context.utterance) == [10, 20, 20, 30])
        let first = try #require(Self.expected(40)[17])
        #expect(notetaker.given[17..<37].allSatisfy { $0 == first })
        #expect(notetaker.begun.withLock { $0 }.last?.previous == first)
        #expect(notetaker.given[37] == records[29].summary?.text)
        #expect(records[19].summary != nil && records[19].summary?.text == nil)
        _ = try await run(Self.lines(40), [notetaker], in: store)
        #expect(notetaker.begun.withLock { $0.count } == 4)
        #expect(notetaker.asked.withLock { $0.count } == 40)
    }

    private static let answers: [(answer: String, kept: String?)] = [
        ("They talk about line eleven.", "They talk about line eleven."),
        ("Summary: They  talk\nabout lines.", "They talk about lines."), ("", nil), ("…", nil),
        ("Certainly! They talk.", nil), ("I'm sorry, but I can't help with that.", nil),
        ("They talk. As an AI, I have no opinion.", nil), (#"{"summary": "They talk."}"#, nil),
        (String(repeating: "w", count: 601), nil),
        (String(repeating: "w", count: 600), String(repeating: "w", count: 600)),
    ]

    @Test("Given an answer that is no summary, when it is checked, then it is not used", arguments: answers)
    func guarded(answer: String, kept: String?) async throws {
        let notetaker = Notetaker { _ in answer }
        let records = try await run(Self.lines(18), [notetaker], in: InMemoryStore())
        #expect(notetaker.given.last == .some(kept))
        #expect(records[9].attempts[.translation] == (kept == nil ? 3 : 2))
    }

    @Test(
        "Given a run cut short anywhere, when it is run again, then no finished call is repeated",
        arguments: [12, 17, 19, 25, 33])
    func again(at place: Int) async throws {
        let (store, notetaker) = (InMemoryStore(), Notetaker())
        await #expect(throws: Ended.self) {
            _ = try await run(Self.lines(45), [notetaker], in: store) { delivered in
                if case .event(let event) = delivered, event.utterance == place { throw Ended() }
            }
        }
        let finished = notetaker.ended.withLock { $0 }
        let records = try await run(Self.lines(45), [notetaker], in: store)
        let whole = Notetaker()
        let wanted = try await run(Self.lines(45), [whole], in: InMemoryStore())
        #expect(records.map(\.translation) == wanted.map(\.translation))
        #expect(records.map { $0.summary?.text } == wanted.map { $0.summary?.text })
        let all = notetaker.begun.withLock { $0 }
        #expect(Set(all) == Set(whole.begun.withLock { $0 }))
        #expect(finished.allSatisfy { done in all.count { $0 == done } == 1 })
        var given: [Int: Set<String?>] = [:]
        for request in notetaker.asked.withLock({ $0 }) {
            given[request.context.utterance, default: []].insert(request.summary)
        }
        #expect(given == Dictionary(uniqueKeysWithValues: zip(1..., Self.expected(45).map { Set([$0]) })))
    }

    @Test("Given too little money, when a summary is due, then it is not made, and otherwise it is charged")
    func money() async throws {
        // A dollar for a token of an answer: a line is estimated with 46 and costs 1, a summary with 300 and costs 10.
        let price = Price(millionOutputTokens: 1_000_000, asOf: "2026-11-21")
        let (store, poor) = (InMemoryStore(), Notetaker(price: price))
        var budget = Budget(limit: Money(dollars: 250))
        var records = try await run(Self.lines(30), [poor], in: store, budget: budget)
        #expect(records.allSatisfy { $0.outcome == .textOnly && $0.summary == nil })
        #expect(poor.begun.withLock { $0.isEmpty })
        #expect(budget.spent == Money(dollars: 30))
        // With nothing left to translate nothing is summarized later.
        records = try await run(Self.lines(30), [poor], in: store)
        #expect(poor.begun.withLock { $0.isEmpty } && poor.asked.withLock { $0.count } == 30)
        let rich = Notetaker(price: price)
        budget = Budget(limit: Money(dollars: 1_000))
        records = try await run(Self.lines(30), [rich], in: InMemoryStore(), budget: budget)
        let summed = records.flatMap { $0.charges(.translation, for: .summary) }
        #expect(summed.map(\.cost) == [Money(dollars: 10), Money(dollars: 10)])
        #expect(budget.spent == Money(dollars: 50))
        #expect(records.flatMap(\.charges).compactMap(\.cost).reduce(.zero, +) == budget.spent)
    }

    @Test("Given a translator without summaries, when it is called, then its request has none")
    func standIn() async throws {
        struct Plain: Translator {
            let asked = Locked<[TranslationRequest]>([])
            let descriptor = ProviderDescriptor(name: "plain", model: "1")
            let capabilities = TranslatorCapabilities(pairs: [StoreSamples.pair])

            func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
                asked.withLock { $0.append(request) }
                return Translation(text: "«\(request.text)»", language: .es)
            }
        }
        struct Refusing: Translator {
            let base: Notetaker
            var descriptor: ProviderDescriptor { base.descriptor }
            var capabilities: TranslatorCapabilities { base.capabilities }
            var summarizer: (any ConversationSummarizer)? { base.summarizer }

            func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
                if request.context.utterance == 25 {
                    throw ProviderError(.rejected, stage: .translation, provider: "notetaker", "scripted")
                }
                return try await base.translate(request, piece: piece)
            }
        }
        let (notetaker, plain) = (Notetaker(), Plain())
        let records = try await run(Self.lines(30), [Refusing(base: notetaker), plain], in: InMemoryStore())
        #expect(records.allSatisfy { $0.outcome == .textOnly })
        #expect(plain.asked.withLock { $0 }.map(\.summary) == [nil])
        #expect(plain.asked.withLock { $0 }.map(\.context.utterance) == [25])
        #expect(notetaker.given.count == 29 && notetaker.given.last == .some(Self.expected(30)[29]))
    }
}
