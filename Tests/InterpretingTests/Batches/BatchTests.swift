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

/// Utterances of a recording that are translated together.
@Suite("Utterances that are translated together", .timeLimit(.minutes(5)))
struct BatchTests {
    private static let wordless = "…"

    private func numbered(_ range: ClosedRange<Int>) -> [String] { range.map { "number \($0)" } }

    /// What is to be asked for with one call, computed independently.
    private func windows(_ lines: [String], _ size: Int) -> [[String]] {
        stride(from: 0, to: lines.count, by: size).map {
            lines[$0..<min($0 + size, lines.count)].filter { $0 != Self.wordless }
        }
    }

    @Test("Given any concurrency, when a run is cut and continued, then line numbers alone decide the batches")
    func everywhere() async throws {
        var random = SplitMix64(seed: 23)
        var cuts = 0
        for round in 0..<150 {
            let lines = (1...Int.random(in: 1...20, using: &random)).map { number in
                Int.random(in: 0..<5, using: &random) == 0 ? Self.wordless : "number \(number)"
            }
            let size = Int.random(in: 2...7, using: &random)
            let (lookAhead, lag) = (Int.random(in: 0...3, using: &random), Int.random(in: 1...3, using: &random))
            let twoWay = Bool.random(using: &random)
            let reading = try Reading(lines) {
                ($0.context.lookAhead, $0.context.lag, $0.sides.isTwoWay, $0.context.batchLines) = (
                    lookAhead, lag, twoWay, size
                )
            }
            reading.inFlight = Int.random(in: 1...30, using: &random)
            reading.concurrency = Int.random(in: 1...2, using: &random)
            let clerk = try BatchClerk()
            let first = try await reading.run(
                clerk, cutAfter: Bool.random(using: &random) ? Int.random(in: 0...20, using: &random) : nil)
            let told: Comment = "round \(round): \(lines) by \(size), \(reading.inFlight) at once, \(twoWay)"
            if first.state != .complete {
                #expect(first.state == .interrupted, told)
                cuts += 1
                #expect(try await reading.run(clerk).state == .complete, told)
            }
            let windows = windows(lines, size)
            let places = Dictionary(zip(lines, lines.indices)) { first, _ in first }
            func inOrder(_ texts: [[String]]) -> [[String]] {
                texts.sorted { places[$0[0]] ?? -1 < places[$1[0]] ?? -1 }
            }
            #expect(inOrder(clerk.batched) == windows.filter { $0.count > 1 }, told)
            #expect(inOrder(clerk.single.map { [$0] }) == windows.filter { $0.count == 1 }, told)
            let wanted = lines.map { $0 == Self.wordless ? nil : "«\($0)»" }
            #expect(await reading.records().map { $0.translation?.text } == wanted, told)
            // Their context depends on the lines alone, too.
            for batch in clerk.batches.withLock({ $0 }) {
                let first = try #require(places[batch.lines[0].text])
                let end = try #require(batch.lines.last.flatMap { places[$0.text] }) + 1
                let earlier = lines.prefix(max(0, first + 1 - lag)).filter { $0 != Self.wordless }.suffix(6)
                #expect(batch.earlier.map(\.source) == Array(earlier), told)
                #expect(
                    batch.later.map(\.source) == lines[end...].prefix(lookAhead).filter { $0 != Self.wordless }, told)
            }
        }
        #expect(cuts > 10)
    }

    @Test(
        "Given a batch, when it is answered, then its lines share the exact cost, and one line counts the call",
        arguments: 1...20)
    func costs(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let lines = (1...5).map { number in
            String(repeating: "number \(number) ", count: Int.random(in: 1...9, using: &random))
                .trimmingCharacters(in: .whitespaces)
        }
        let reading = try Reading(lines) { $0.context.batchLines = 5 }
        let clerk = try BatchClerk()
        _ = try await reading.run(clerk)
        let records = await reading.records()
        let usage = BatchClerk.usage(of: lines)
        let costs = records.compactMap { $0.cost(of: .translation) }
        #expect(costs.count == 5 && costs.reduce(.zero, +) == BatchClerk.price.cost(of: usage))
        let consumed = records.map { $0.usage(of: .translation) }
        #expect(consumed.reduce(Usage()) { $0.adding($1) } == usage)
        let letters = lines.map(\.count)
        for (one, other) in zip(letters.indices, letters.indices.dropFirst()) where letters[one] != letters[other] {
            #expect((costs[one] > costs[other]) == (letters[one] > letters[other]))
        }
        let usages = records.compactMap { $0.translation?.usage }
        #expect(usages.compactMap(\.inputTokens).reduce(0, +) == usage.inputTokens)
        #expect(usages.compactMap(\.cachedInputTokens).reduce(0, +) == usage.cachedInputTokens)
        #expect(usages.compactMap(\.outputTokens).reduce(0, +) == usage.outputTokens)
        #expect(records.map { $0.attempts[.translation] ?? 0 } == [1, 0, 0, 0, 0])
        #expect(records.map { $0.timings.first { $0.stage == .translation }?.calls } == [1, 0, 0, 0, 0])
        #expect(records.allSatisfy { $0.translation?.notes == ["batch:5"] })
    }

    @Test("Given a batch whose answer is unusable, when it is repeated, then it is halved once, then sent by line")
    func halves() async throws {
        let lines = numbered(1...8)
        // Whatever holds the third line is joined with its neighbour.
        let joined = BatchRequest.Line(speaker: "user", text: "number 3")
        let clerk = try BatchClerk(failure: { $0.lines.contains(joined) ? .unusable : nil })
        let reading = try Reading(lines) { ($0.context.batchLines, $0.context.lookAhead) = (8, 1) }
        #expect(try await reading.run(clerk).state == .complete)
        #expect(clerk.batched == [lines, Array(lines[0..<4]), Array(lines[4..<8])])
        #expect(clerk.single.sorted() == Array(lines[0..<4]))
        #expect(await reading.records().map { $0.translation?.text } == lines.map { "«\($0)»" })
        #expect(clerk.batches.withLock { $0 }[1].later.map(\.source) == ["number 5"], "a half is shown the other one")
        // Lines with a result are not requested again.
        _ = try await Reading(lines, id: 2, store: reading.store) {
            ($0.context.batchLines, $0.context.lookAhead) = (8, 1)
        }.run(clerk)
        #expect(clerk.batched.count == 3 + 2 && clerk.single.count == 4)
    }

    @Test("Given a batch with one faulty line, when it is answered, then only that line is requested alone")
    func few() async throws {
        let lines = numbered(1...8)
        let clerk = try BatchClerk(translated: { text, isBatched in isBatched && text == "number 3" ? "" : "«\(text)»" }
        )
        let reading = try Reading(lines) { $0.context.batchLines = 8 }
        #expect(try await reading.run(clerk).state == .complete)
        #expect(clerk.batched == [lines] && clerk.single == ["number 3"])
        let records = await reading.records()
        #expect(records.map { $0.translation?.text } == lines.map { "«\($0)»" })
        // The others bear the price of the batch together.
        let costs = records.compactMap { $0.cost(of: .translation) }
        let price = BatchClerk.price
        #expect(
            costs.reduce(.zero, +)
                == price.cost(of: BatchClerk.usage(of: lines)) + price.cost(of: BatchClerk.usage(of: ["number 3"])))
    }

    @Test(
        "Given a batch without an answer, when the call has failed, then each line is requested alone",
        arguments: [ProviderError.Failure.transient, .timeout, .rejected, .unsupported, .unavailable])
    func alone(failure: ProviderError.Failure) async throws {
        let lines = numbered(1...6)
        let clerk = try BatchClerk(failure: { _ in failure })
        let reading = try Reading(lines) { $0.context.batchLines = 3 }
        reading.retry = .never
        let helper = try BatchClerk(takesLater: false)
        let finished = try await reading.run(clerk, helper)
        #expect(finished.state == .complete)
        #expect(await reading.records().map { $0.translation?.text } == lines.map { "«\($0)»" })
        #expect(helper.batched.isEmpty, "only who is wanted is asked for many")
        #expect((clerk.single + helper.single).sorted() == lines)
    }

    @Test(
        "Given a refused account, when a batch fails, then its lines fail, and the next run requests them together",
        arguments: [ProviderError.Failure.unaffordable, .quota, .unauthorized])
    func refused(failure: ProviderError.Failure) async throws {
        let lines = numbered(1...6)
        let clerk = try BatchClerk(failure: { _ in failure })
        let reading = try Reading(lines) { $0.context.batchLines = 6 }
        #expect(try await reading.run(clerk).state == .partial)
        #expect(clerk.single.isEmpty, "one by one they would cost more")
        for record in await reading.records() {
            guard case .failed(let why) = record.outcome else {
                Issue.record("\(record.outcome)")
                continue
            }
            #expect(why.failure == failure && why.stage == .translation)
        }
        let other = try BatchClerk()
        #expect(try await reading.run(other).state == .complete)
        #expect(other.batched == [lines] && other.single.isEmpty)

        // The fallback is called for each line.
        let second = try Reading(lines, id: 2) { $0.context.batchLines = 6 }
        let helper = try BatchClerk(takesLater: false)
        #expect(try await second.run(try BatchClerk(failure: { _ in failure }), helper).state == .complete)
        #expect(helper.single.sorted() == lines)
    }

    @Test(
        "Given failed lines of a batch, when the next run begins, then they are requested without the others",
        arguments: [["number 5"], ["number 2", "number 5"]])
    func rest(failing: [String]) async throws {
        let lines = numbered(1...6)
        let reading = try Reading(lines) { $0.context.batchLines = 6 }
        let first = try BatchClerk(deafTo: Set(failing), failure: { _ in .rejected })
        #expect(try await reading.run(first).state == .partial)
        let second = try BatchClerk()
        #expect(try await reading.run(second).state == .complete)
        #expect(second.batched == (failing.count > 1 ? [failing] : []))
        #expect(second.single == (failing.count > 1 ? [] : failing))
        // The whole price is attributed to lines.
        let costs = await reading.records().filter { failing.contains($0.saidText ?? "") }
            .compactMap { $0.cost(of: .translation) }
        #expect(costs.reduce(.zero, +) == BatchClerk.price.cost(of: BatchClerk.usage(of: failing)))
    }

    @Test("Given a batch, when it exceeds its deadline, then it is not repeated, and each line is requested alone")
    func time() async throws {
        let clock = ManualTime()
        let clerk = try BatchClerk(wait: { try await clock.source.sleep(.seconds(100_000)) })
        let reading = try Reading(numbered(1...5)) { $0.context.batchLines = 5 }
        reading.time = clock.source
        nonisolated(unsafe) let read = reading
        #expect(try await clock.run { try await read.run(clerk).state } == .complete)
        #expect(clerk.batched.count == 1 && clerk.single.count == 5, "one that took too long is not asked for again")
    }

    @Test(
        "Given a batch that is cut, when lines of it are complete, then only the others are requested, in later runs too",
        arguments: [ProviderError.Failure.timeout, .transient])
    func cut(failure: ProviderError.Failure) async throws {
        let lines = numbered(1...5)
        let clerk = try BatchClerk(early: 3, failure: { _ in failure })
        let reading = try Reading(lines) { $0.context.batchLines = 5 }
        #expect(try await reading.run(clerk).state == .complete)
        #expect(clerk.batched == [lines] && clerk.single.sorted() == Array(lines[3...]))
        #expect(await reading.records().map { $0.translation?.text } == lines.map { "«\($0)»" })
        _ = try await Reading(lines, id: 2, store: reading.store) { $0.context.batchLines = 5 }.run(clerk)
        #expect(clerk.batched.count == 1 && clerk.single.count == 2)
    }

    @Test("Given batches of short and long lines, when they are requested, then their time follows their tokens")
    func timeOfTokens() async throws {
        let long = String(repeating: "a long line ", count: 50)
        var waited: [Duration] = []
        for lines in [numbered(1...5), (1...5).map { "\(long)\($0)" }] {
            let clock = ManualTime()
            let clerk = try BatchClerk(wait: { try await clock.source.sleep(.seconds(100_000)) })
            let reading = try Reading(lines) { $0.context.batchLines = 5 }
            reading.time = clock.source
            let began = clock.source.now()
            nonisolated(unsafe) let read = reading
            #expect(try await clock.run { try await read.run(clerk).state } == .complete)
            waited.append(clock.source.now() - began)
        }
        // 400 tokens have 30 s; a line has its text twice and 30 more.
        #expect(waited[0] < .seconds(60) && waited[1] > .seconds(100), "\(waited)")
    }

    @Test("Given a wrong line in a batch, when it is checked, then it alone is requested once more, with its context")
    func guarded() async throws {
        let lines = [
            "We have 12 apples here.", "They cost 30 euros each.", "The train leaves at 9 tomorrow.",
            "My brother is 41 years old.",
        ]
        let spanish = [
            "Aquí tenemos 12 manzanas.", "Cuestan 30 euros cada una.", "El tren sale mañana a las 9.",
            "Mi hermano tiene 41 años.",
        ]
        let known = Dictionary(uniqueKeysWithValues: zip(lines, spanish))
        let clerk = try BatchClerk(
            takesHints: true,
            translated: { text, isBatched in
                isBatched && text.contains("9") ? "El tren sale mañana a las 8." : known[text] ?? ""
            })
        let reading = try Reading(lines) { ($0.context.batchLines, $0.context.lag) = (4, 1) }
        _ = try await reading.run(clerk)
        #expect(clerk.batched == [lines])
        #expect(clerk.asked.withLock { $0 }.dropFirst() == [.line(lines[2], isAgain: true)])
        #expect(clerk.lines.withLock { $0 }.first?.earlier.map(\.source) == Array(lines[0..<2]))
        let records = await reading.records()
        #expect(records.map { $0.translation?.text } == spanish)
        #expect(records.allSatisfy { $0.translation?.flags.isEmpty == true })
        // What was requested twice costs twice.
        let cost = records[2].cost(of: .translation)
        #expect(cost.map { $0 > BatchClerk.price.cost(of: BatchClerk.usage(of: [lines[2]])) } == true)

        // An answer that no line uses is not left in the store under an unknown key.
        let whole = try #require(clerk.batches.withLock { $0.first })
        let key = ContentKeys(.local).batch(whole, provider: clerk.descriptor)
        #expect(await reading.store.answer(for: key) != nil)
        #expect(await reading.store.answer(for: .line(3, of: key)) == nil)
        #expect(await reading.store.answer(for: .line(1, of: key)) != nil)

        // If the second answer is no better, the first one stays, flagged and paid for.
        let stubborn = try BatchClerk(
            takesHints: true,
            translated: { text, _ in text.contains("9") ? "El tren sale mañana a las 8." : known[text] ?? "" })
        let other = try Reading(lines, id: 2) { ($0.context.batchLines, $0.context.lag) = (4, 1) }
        _ = try await other.run(stubborn)
        let third = await other.records()[2]
        #expect(third.translation?.text == "El tren sale mañana a las 8.")
        #expect(third.translation?.notes == ["batch:4"] && third.translation?.flags.map(\.name) == ["numbers"])
        #expect(third.cost(of: .translation) == cost)
        _ = try await other.run(stubborn)
        #expect(stubborn.asked.withLock { $0.count } == 2, "nothing is asked for again")
    }

    @Test("Given lines too long for one answer, when they are batched, then each batch fits in one answer")
    func room() async throws {
        let long = String(repeating: "so many words of which there is no end ", count: 40)
        let lines = (1...6).map { "\(long)\($0)" }
        let clerk = try BatchClerk()
        let reading = try Reading(lines) { ($0.context.batchLines, $0.context.lookAhead) = (6, nil) }
        _ = try await reading.run(clerk)
        #expect((clerk.batched.flatMap(\.self) + clerk.single).sorted() == lines)
        #expect(clerk.batched.count > 1)
        for batch in clerk.batches.withLock({ $0 }) {
            #expect(batch.lines.map(\.tokens).reduce(0, +) <= 3_000 && batch.lines.count > 1)
        }
    }

    @Test("Given a failed correction, when it is repeated or taken back, then no line stays untranslated")
    func mended() async throws {
        let lines = numbered(1...5)
        let reading = try Reading(lines) { ($0.context.lag, $0.context.pairs, $0.context.lookAhead) = (1, 2, nil) }
        let clerk = try BatchClerk()
        _ = try await reading.run(clerk)
        let before = await reading.records().map(\.translation)
        #expect(try await reading.flip(2, by: try BatchClerk(deafTo: ["number 2", "number 3"])) == [2, 3, 4])
        #expect(await reading.records().map(\.outcome.name)[1...2] == ["untranslated", "untranslated"])
        #expect(try await reading.flip(2, to: .other, by: clerk).starts(with: [2, 3, 4]))
        #expect(await reading.records().allSatisfy { $0.translation != nil })

        let other = try Reading(lines, id: 2) { ($0.context.lag, $0.context.pairs, $0.context.lookAhead) = (1, 2, nil) }
        _ = try await other.run(clerk)
        _ = try await other.flip(2, by: try BatchClerk(deafTo: ["number 2", "number 3"]))
        _ = try await other.flip(2, by: clerk)
        #expect(await other.records().map(\.translation) == before, "taken back, all is as it was")
    }

    @Test("Given a window of two directions, when it is batched, then the batch has the direction of most lines")
    func majority() async throws {
        let lines = [
            "Muy bien, muchas gracias por preguntar.", "That is very good to hear from you.",
            "They are all well, thank you very much.",
        ]
        let clerk = try BatchClerk()
        let reading = try Reading(lines) { ($0.sides.isTwoWay, $0.context.batchLines) = (true, 3) }
        #expect(try await reading.run(clerk).state == .complete)
        #expect(clerk.batched == [Array(lines[1...])] && clerk.single == [lines[0]])
    }

    @Test("Given lines in two directions, when one is batched, then each line of the other is requested alone")
    func twoWay() async throws {
        let lines = [
            "Good morning, how are you doing today?", "Muy bien, muchas gracias por preguntar.",
            "That is very good to hear from you.", "¿Y usted, cómo está su familia ahora?",
            "They are all well, thank you very much.",
        ]
        let clerk = try BatchClerk()
        let reading = try Reading(lines) { ($0.sides.isTwoWay, $0.context.batchLines) = (true, 5) }
        #expect(try await reading.run(clerk).state == .complete)
        #expect(clerk.batched == [[lines[0], lines[2], lines[4]]])
        #expect(clerk.single.sorted() == [lines[1], lines[3]].sorted())
        #expect(clerk.batches.withLock { $0[0].pair } == reading.conversation.settings.pair)
    }

    @Test("Given batches, when a line's direction is corrected, then its batch and those that were shown it are redone")
    func flipped() async throws {
        let lines = numbered(1...12)
        let reading = try Reading(lines) {
            ($0.context.batchLines, $0.context.lookAhead, $0.context.lag, $0.context.pairs) = (4, 1, 1, 2)
        }
        let clerk = try BatchClerk()
        _ = try await reading.run(clerk)
        let before = await reading.records().map(\.translation)
        // The third window is shown the seventh and the eighth; the first one looks at the fifth.
        #expect(try await reading.flip(7, by: clerk) == [7, 5, 6, 8, 9, 10, 11, 12])
        #expect(clerk.batched.dropFirst(3) == [["number 5", "number 6", "number 8"], Array(lines[8..<12])])
        #expect(clerk.single == ["number 7"])
        let texts = await reading.records().map { $0.translation?.text }
        #expect(texts == lines.map { "«\($0)»" })
        #expect(try await reading.flip(7, by: clerk) == [7, 5, 6, 8, 9, 10, 11, 12])
        #expect(await reading.records().map(\.translation) == before)
        #expect(clerk.asked.withLock { $0.count } == 6, "what was there before is found")
        #expect(try await reading.flip(5, by: clerk) == [5, 1, 2, 3, 4, 6, 7, 8])
    }

    @Test("Given a batch whose first line was shown an earlier one, when that is corrected, then the batch is redone")
    func flippedBehind() async throws {
        let english = (1...12).map { "This is the sentence number \($0) of all that we say." }
        var lines = english
        lines[8] = "Esta es la frase que digo yo ahora mismo."
        let reading = try Reading(lines) {
            ($0.sides.isTwoWay, $0.context.batchLines, $0.context.lag, $0.context.pairs, $0.context.lookAhead) = (
                true, 4, 1, 2, nil
            )
        }
        let clerk = try BatchClerk()
        _ = try await reading.run(clerk)
        // A line the other way at the beginning of a window leads it.
        #expect(clerk.batched.last == Array(lines[9..<12]) || clerk.batched.count == 2)
        let wordless = try Reading(english.enumerated().map { $0.offset == 8 ? "…" : $0.element }, id: 2) {
            ($0.context.batchLines, $0.context.lag, $0.context.pairs, $0.context.lookAhead) = (4, 1, 2, nil)
        }
        _ = try await wordless.run(clerk)
        #expect(try await wordless.flip(8, by: clerk) == [8, 5, 6, 7, 10, 11, 12])
    }

    @Test(
        "Given a store that fails at the k-th commit, when it runs again, then only the call in progress is repeated",
        arguments: 1...30)
    func torture(k: Int) async throws {
        let lines = numbered(1...9)
        let reading = try Reading(lines) { ($0.context.batchLines, $0.context.lookAhead) = (4, 1) }
        let clerk = try BatchClerk()
        do { _ = try await reading.run(clerk, failingAt: k) } catch {
            // A task that waits for what the failure took away reports that failure, too, and no other.
            #expect((error as? Problem)?.kind == .store, "\(error)")
        }
        let first = clerk.batched.count
        #expect(try await reading.run(clerk).state == .complete)
        #expect(await reading.records().map { $0.translation?.text } == lines.map { "«\($0)»" })
        #expect(clerk.batched.count <= 2 + 1 && Set(clerk.batched).count == 2, "after \(first): \(clerk.batched)")
        #expect(clerk.single.count <= 2)
        let calm = try Reading(lines, id: 2) { ($0.context.batchLines, $0.context.lookAhead) = (4, 1) }
        _ = try await calm.run(try BatchClerk())
        #expect(await reading.records().map(\.translation) == (await calm.records()).map(\.translation))
    }

    @Test("Given early speech or no setting for batches, when lines are translated, then each is requested alone")
    func none() async throws {
        let clerk = try BatchClerk()
        let early = try Reading(numbered(1...4)) { ($0.context.batchLines, $0.speech.isEarly) = (4, true) }
        _ = try await early.run(clerk)
        #expect(clerk.batched.isEmpty && clerk.single.count == 4)
        let plain = try Reading(numbered(1...4)) { _ in }
        let other = try BatchClerk()
        _ = try await plain.run(other)
        #expect(other.batched.isEmpty && other.single.count == 4)
    }
}
