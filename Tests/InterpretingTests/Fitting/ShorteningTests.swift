import Audio
import ConversationTesting
import Conversations
import Delivery
import Foundation
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

@Suite("Translations that fit the time of their original", .timeLimit(.minutes(5)))
struct ShorteningTests {
    private static let words = ["family", "market", "street", "water", "house", "school", "table", "night", "friend"]

    /// A line with a number, which no shorter translation may lose.
    private static func text(_ number: Int, words count: Int) -> String {
        let said = (0..<count).map { words[(number * 5 + $0 * 7) % words.count] }
        return "The \(said.joined(separator: " ")) number \(number)."
    }

    /// Lines that alternate between plenty of time and too little.
    private static func lines(_ count: Int = 12) -> [Dubbing.Line] {
        (1...count).map { .init(text: text($0, words: 10), milliseconds: $0.isMultiple(of: 2) ? 3_000 : 12_000) }
    }

    @Test("given lines with too little time, when they are dubbed, then only these are asked for again, and they fit")
    func shortened() async throws {
        let dubbing = try Dubbing(Self.lines())
        let translator = Shortener()
        #expect(try await dubbing.run(translator).state == .complete)
        let records = await dubbing.records()
        // The last line may take its time.
        #expect(translator.shorter.map(\.context.utterance) == [2, 4, 6, 8, 10])
        for record in records {
            let translation = try #require(record.translation)
            let request = translator.shorter.first { $0.context.utterance == record.utterance.sequence }
            #expect(record.outcome == .spoken && record.charges(.translation).count == (request == nil ? 1 : 2))
            #expect(translation.longerText == request?.shorter?.longer)
            #expect(translation.text.contains("\(record.utterance.sequence)"))
            guard let shorter = request?.shorter else { continue }
            #expect(translation.text.count <= shorter.characters && shorter.longer.count > shorter.characters)
            #expect(translation.flags.isEmpty && translation.refused.isEmpty)
            #expect(!translation.otherNotes.contains { $0.contains(shorter.longer) })
            #expect(record.speech?.seconds ?? 99 < 3 * 1.3)
        }
        // The estimate by the language is too short for this slow voice; later ones are what it has spoken.
        let allowed = translator.shorter.compactMap(\.shorter).map { Double($0.characters) / Double($0.longer.count) }
        #expect(try #require(allowed.last) < allowed[0])
    }

    @Test("given the same lines, when shorter texts are not asked for, or cannot be, then each line is asked for once")
    func switchedOff() async throws {
        let changes: [(inout ConversationSettings) -> Void] = [
            { $0.speech.shortens = false }, { $0.speech.isEarly = true },
        ]
        for change in changes {
            let translator = Shortener()
            try await Dubbing(Self.lines(), change).run(translator)
            #expect(translator.shorter.isEmpty && translator.first.count == 12)
        }
        let written = Dubbing.Line(text: Self.text(1, words: 10), milliseconds: 100)
        let dubbing = try Dubbing([written, written])
        dubbing.conversation.kind = .written
        let translator = Shortener()
        try await dubbing.run(translator)
        #expect(translator.shorter.isEmpty)
    }

    @Test("given a talk of ten minutes, when it is dubbed, then its voices start in time and are hardly hurried")
    func figure() async throws {
        var random = SplitMix64(seed: 5)
        var lines: [Dubbing.Line] = []
        while lines.reduce(0, { $0 + $1.milliseconds }) < 600_000 {
            let count = Int.random(in: 4...16, using: &random)
            // The simulated voice needs about 360 ms for a word. Translations are up to half as long again as their originals.
            let place = Double(count + 3) * 360 / Double.random(in: 0.7...1.5, using: &random)
            lines.append(.init(text: Self.text(lines.count + 1, words: count), milliseconds: Int(place)))
        }
        func shares(_ shortens: Bool) async throws -> (late: Double, hurried: Double, overlaps: Int) {
            let dubbing = try Dubbing(lines) { $0.speech.shortens = shortens }
            #expect(try await dubbing.run(Shortener()).state == .complete)
            let placements = await dubbing.placements()
            #expect(placements.count == lines.count)
            let count = Double(placements.count)
            return (
                Double(placements.count { $0.shiftedMilliseconds > VoiceTally.noticedDelay }) / count,
                Double(placements.count { $0.tempo > VoiceTally.noticedTempo }) / count,
                zip(placements, placements.dropFirst()).count { $0.end > $1.start }
            )
        }
        let (plain, fitted) = (try await shares(false), try await shares(true))
        #expect(fitted.late <= 0.02 && fitted.hurried <= 0.05 && fitted.overlaps == 0, "\(fitted)")
        #expect(plain.hurried > 0.3, "\(plain)")
    }

    @Test(
        "given a shorter text that has lost a number, when it comes, then it is refused, and the next one is told why")
    func lostNumber() async throws {
        for (isLostTwice, questions) in [(true, 2), (false, 2)] {
            let dubbing = try Dubbing(Self.lines(4))
            let translator = Shortener { request, answer in
                guard request.shorter != nil, isLostTwice || request.hint == nil else { return }
                answer.text = answer.text.filter { !$0.isNumber }
            }
            try await dubbing.run(translator)
            let asked = translator.shorter
            #expect(asked.map(\.context.utterance) == Array(repeating: 2, count: questions))
            #expect(asked[0].hint == nil && asked[1].hint?.contains("2") == true)
            let translation = try #require(await dubbing.records()[1].translation)
            #expect(translation.refused.map(\.name).contains("numbers") && translation.flags.isEmpty)
            #expect((translation.longerText == nil) == isLostTwice)
            #expect(translation.text.contains("2"))
            #expect((translation.text == asked[0].shorter?.longer) == isLostTwice)
        }
    }

    @Test(
        "given shorter texts that are still too long, when they come, then the second one is taken and no third is asked"
    )
    func stillTooLong() async throws {
        let dubbing = try Dubbing(Self.lines(4))
        let translator = Shortener { request, answer in
            guard let shorter = request.shorter else { return }
            let less = request.hint == nil ? 2 : 3
            answer.text = shorter.longer.split(separator: " ").dropLast(less).joined(separator: " ") + " 2."
        }
        try await dubbing.run(translator)
        let asked = translator.shorter
        #expect(asked.count == 2 && asked[1].hint?.contains("characters") == true)
        let translation = try #require(await dubbing.records()[1].translation)
        #expect(translation.longerText == asked[0].shorter?.longer)
        #expect(translation.text.count < asked[0].shorter?.longer.count ?? 0)
    }

    @Test(
        "given a provider that fails only in the second question, when a line is too long, then the first answer stays",
        arguments: [ProviderError.Failure.transient, .timeout, .unusable, .unaffordable, .rejected])
    func secondFails(failure: ProviderError.Failure) async throws {
        let dubbing = try Dubbing(Self.lines(4))
        dubbing.retry = RetryPolicy(attempts: 1)
        let translator = Shortener { request, _ in
            guard request.shorter != nil else { return }
            throw ProviderError(failure, stage: .translation, provider: "shortener", "not now")
        }
        #expect(try await dubbing.run(translator).state == .complete)
        let records = await dubbing.records()
        #expect(records.map(\.outcome.name) == Array(repeating: "spoken", count: 4))
        #expect(records.allSatisfy { $0.translation?.longerText == nil && $0.translation?.refused.isEmpty == true })
        #expect(translator.shorter.allSatisfy { $0.context.utterance == 2 } && !translator.shorter.isEmpty)
    }

    @Test("given lines in batches, when one is too long, then it is asked for alone, with the number of characters")
    func batches() async throws {
        let dubbing = try Dubbing(Self.lines()) { $0.context.batchLines = 4 }
        let translator = Shortener()
        #expect(try await dubbing.run(translator).state == .complete)
        #expect(translator.first.isEmpty)
        #expect(translator.shorter.map(\.context.utterance) == [2, 4, 6, 8, 10])
        for record in await dubbing.records() {
            let isLong = [2, 4, 6, 8, 10].contains(record.utterance.sequence)
            #expect((record.translation?.longerText != nil) == isLong && record.outcome == .spoken)
        }
    }

    @Test("given two persons, when one has a slow voice, then only the texts of that voice become shorter")
    func voices() async throws {
        // Enough time for the one, and half of what the other needs.
        let lines = (1...24).map { Dubbing.Line(text: Self.text($0, words: 6), milliseconds: 4_600) }
        let dubbing = try Dubbing(lines) { $0.speech.voice = "1=sim-es-low,2=sim-es-high" }
        dubbing.synthesizer = SlowVoice(base: SimulatedSynthesizer(.instant, time: .patient), slow: "sim-es-high")
        let length = 4_600 * 16
        dubbing.conversation.persons = Persons(
            turns: (0..<24).map {
                PersonTurn(range: SampleRange(start: $0 * length, end: ($0 + 1) * length), person: $0 % 2 + 1)
            })
        let translator = Shortener()
        try await dubbing.run(translator)
        let asked = translator.shorter.map(\.context.utterance)
        #expect(!asked.isEmpty && asked.allSatisfy { $0.isMultiple(of: 2) }, "\(asked)")
        // The first ones are estimated by the language.
        #expect(asked.contains(22) && (asked.first ?? 0) > 8, "\(asked)")
    }

    @Test("given a line without words, when the one before is dubbed, then it has the time up to the next words")
    func wordless() async throws {
        let lines = [(1, 3_000), (0, 9_000), (3, 3_000), (4, 9_000)].map { number, milliseconds in
            Dubbing.Line(
                text: number == 0 ? "…" : Self.text(number, words: 10), milliseconds: milliseconds)
        }
        let dubbing = try Dubbing(lines)
        let translator = Shortener()
        try await dubbing.run(translator)
        #expect(translator.shorter.map(\.context.utterance) == [3])
    }

    @Test("given a line that a user has written, when it is dubbed again, then it stays as long as it is")
    func corrected() async throws {
        let dubbing = try Dubbing(Self.lines(4))
        try await dubbing.run(Shortener())
        let written = "Una traducción muy larga de la familia, que nadie acortará nunca, sobre el número 2."
        let translator = Shortener()
        try await dubbing.rewrite(2, as: CorrectedTexts(translation: .given(written)), by: translator)
        let record = await dubbing.records()[1]
        #expect(record.translation?.text == written && record.outcome == .spoken)
        #expect(record.translation?.longerText == nil && translator.asked.withLock { $0.isEmpty })
    }

    // MARK: Runs that end early

    @Test("given a run that is killed between the two answers, when it is resumed, then only the second is asked for")
    func killedBetween() async throws {
        let calm = try Dubbing(Self.lines(), id: 2)
        try await calm.run(Shortener())
        let dubbing = try Dubbing(Self.lines())
        (dubbing.inFlight, dubbing.concurrency) = (1, 1)
        let killSwitch = KillSwitch()
        let deadly = Shortener { request, _ in
            guard request.shorter != nil, request.context.utterance == 4 else { return }
            killSwitch.kill()
            throw ProviderError(.transient, stage: .translation, provider: "shortener", "the process is gone")
        }
        await #expect(throws: Problem.self) { _ = try await dubbing.run(deadly, killed: killSwitch) }
        let before = await dubbing.records().filter { $0.outcome.isFinal }.count
        #expect(before < 4)
        let next = Shortener()
        #expect(try await dubbing.run(next).state == .complete)
        #expect(next.shorter.map(\.context.utterance) == [4, 6, 8, 10])
        #expect(!next.first.contains { $0.context.utterance <= 4 }, "the first answers are found")
        #expect(await dubbing.texts() == (await calm.texts()))
        let again = Shortener()
        #expect(try await dubbing.run(again).state == .complete)
        #expect(again.asked.withLock { $0.isEmpty })
    }

    @Test(
        "given a write that fails at any moment, when the run is resumed, then its texts are those of a whole run",
        arguments: 1...40)
    func torture(k: Int) async throws {
        let calm = try Dubbing(Self.lines(8), id: 2)
        try await calm.run(Shortener())
        let dubbing = try Dubbing(Self.lines(8))
        _ = try? await dubbing.run(Shortener(), failingAt: k)
        #expect(try await dubbing.run(Shortener()).state == .complete)
        #expect(await dubbing.texts() == (await calm.texts()))
    }

    @Test("given any concurrency and any cut, when runs are continued, then the lines alone decide the texts")
    func everywhere() async throws {
        var random = SplitMix64(seed: 11)
        var (cuts, shortened) = (0, 0)
        for round in 0..<60 {
            let lines = (1...Int.random(in: 2...20, using: &random)).map { number in
                Dubbing.Line(
                    text: Int.random(in: 0..<6, using: &random) == 0
                        ? "…" : Self.text(number, words: Int.random(in: 3...12, using: &random)),
                    milliseconds: Int.random(in: 1_000...7_000, using: &random))
            }
            let batch = Bool.random(using: &random) ? Int.random(in: 2...6, using: &random) : nil
            func dubbing(_ id: Int) throws -> Dubbing {
                try Dubbing(lines, id: id) {
                    ($0.context.batchLines, $0.context.lag) = (batch, 2)
                    $0.context.lookAhead = nil
                }
            }
            let (calm, cut) = (try dubbing(1), try dubbing(2))
            calm.inFlight = 1
            try await calm.run(Shortener())
            cut.inFlight = Int.random(in: 1...30, using: &random)
            cut.concurrency = Int.random(in: 1...4, using: &random)
            let first = try await cut.run(Shortener(), cutAfter: Int.random(in: 0...60, using: &random))
            if first.state != .complete {
                cuts += 1
                #expect(try await cut.run(Shortener()).state == .complete)
            }
            #expect(await cut.texts() == (await calm.texts()), "round \(round)")
            shortened += await cut.records().count { $0.translation?.longerText != nil }
        }
        #expect(cuts > 10 && shortened > 60, "\(cuts) \(shortened)")
    }
}

/// A synthesizer with one voice that takes twice as long.
private struct SlowVoice: SpeechSynthesizer {
    let base: SimulatedSynthesizer
    let slow: String
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: SynthesizerCapabilities { base.capabilities }

    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        let isSlow = request.voice == slow
        var synthesis = try await base.synthesize(request) { chunk in
            var chunk = chunk
            if isSlow { chunk.samples += chunk.samples }
            try await audio(chunk)
        }
        if isSlow { synthesis.sampleCount *= 2 }
        return synthesis
    }
}
