import Audio
import Conversations
import Hearing
import Interpreting
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

/// Plays speech at the speed of a clock: a block is there when its last sample has been said.
private func spoken(_ lanes: [[Float]], blockSize: Int, on clock: ManualTime) -> ScriptedSource {
    ScriptedSource(lanes, blockSize: blockSize) { position in
        let due = Duration.seconds(Double(position + blockSize) / Double(speechSampleRate))
        if due > clock.now { try await clock.source.sleep(due - clock.now) }
    }
}

/// A translator that takes its time for some utterances.
private struct Slow: Translator {
    let base: any Translator
    let time: TimeSource
    let seconds: [Int: Double]

    var descriptor: ProviderDescriptor { ProviderDescriptor(name: "slow", model: "1") }
    var capabilities: TranslatorCapabilities { base.capabilities }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        try await time.sleep(.seconds(seconds[request.context.utterance] ?? 0))
        return try await base.translate(request, piece: piece)
    }
}

@Suite("How far a live conversation is behind its speaker", .timeLimit(.minutes(5)))
struct LagTests {
    @Test(
        "Given a translator that is slow now and then, when its texts come, then each says by how much, and if it is late"
    )
    func lag() async throws {
        let clock = ManualTime()
        var rehearsal = Rehearsal(time: clock.source)
        rehearsal.origin = .stream
        var providers = try rehearsal.providers()
        providers.translators = ProviderChain(
            [
                Slow(
                    base: try SimulatedProviders.translator("sim:instant", in: Rehearsal.scenarios, time: clock.source),
                    time: clock.source, seconds: [2: 0.5, 3: 2, 4: 3.4, 6: 9])
            ], time: clock.source)
        let conversation = try rehearsal.conversation(providers)
        let delivered = Locked<[(event: Event, at: Duration)]>([])
        let (store, sound) = (rehearsal.store, try SpeechFixtures.speech())
        let interpreter = Interpreter(
            providers: providers, store: store, segmentation: .conversation, time: clock.source)
        _ = try await clock.run {
            let source = spoken([sound], blockSize: 320, on: clock)
            let live = LiveHearing(
                spool: try await store.spool(of: conversation.id), clock: LiveClock(time: clock.source))
            return try await interpreter.interpret(conversation, from: source, live: live) { item in
                if case .event(let event) = item { delivered.withLock { $0.append((event, clock.now)) } }
            }
        }
        let records = try await rehearsal.records()
        #expect(records.count == 6)
        var (told, late) = (0, 0)
        for (event, at) in delivered.withLock({ $0 }) {
            let stamp: (lag: Double?, late: Bool?)
            switch event.body {
            case .recognized(let body): stamp = (body.lag, body.late)
            case .translated(let body): stamp = (body.lag, body.late)
            default: continue
            }
            let record = try #require(records.first { $0.utterance.sequence == event.utterance })
            // The block with its last sample.
            let said = Double((record.utterance.speech.end - 1) / 320 + 1) * 320 / Double(speechSampleRate)
            let lag = at.seconds - said
            if lag > 1 {
                #expect(abs((stamp.lag ?? 0) - lag) <= 0.051, "\(event)")
            } else {
                #expect(stamp.lag == nil)
            }
            #expect(stamp.late == (lag > 5 ? true : nil), "\(event)")
            if stamp.lag != nil { told += 1 }
            if stamp.late != nil { late += 1 }
        }
        #expect(told >= 4)
        #expect(late == 1)
        // The log says the same.
        let logged = try await store.events(of: conversation.id, after: 0, limit: 1_000).map(\.event)
        #expect(Set(logged.map { "\($0)" }).isSuperset(of: delivered.withLock { $0 }.map { "\($0.event)" }))
    }

    @Test(
        "Given five utterances that end 0.4 s apart and engines as slow as real ones, then each is heard in order and in time"
    )
    func burst() async throws {
        let clock = ManualTime()
        let all = try SpeechFixtures.speech()
        var segmenter = UtteranceSegmenter(configuration: .conversation)
        let one = Array(all[..<(try #require(segmenter.push(all).first).range.end)])
        let (lanes, spacing) = (5, speechSampleRate * 4 / 10)
        let length = one.count + spacing * lanes + 2 * speechSampleRate
        let speech = (0..<lanes).map { lane -> [Float] in
            // Another gain for each, so that finished work of one is not reused for the next.
            let said = [Float](repeating: 0, count: lane * spacing) + one.map { $0 * (1 - Float(lane) * 0.05) }
            return said + [Float](repeating: 0, count: length - said.count)
        }
        // The ends in the order in which they are noticed, in blocks of 10 ms.
        let block = speechSampleRate / 100
        let ends = try speech.map { lane in
            var segmenter = UtteranceSegmenter(configuration: .conversation)
            return try #require(
                stride(from: 0, to: lane.count, by: block).first { start in
                    !segmenter.push(Array(lane[start..<min(start + block, lane.count)])).isEmpty
                }) + block
        }
        var rehearsal = Rehearsal(scenario: "sim:realistic", time: clock.source)
        rehearsal.origin = .stream
        let providers = try rehearsal.providers()
        let conversation = try rehearsal.conversation(providers)
        let interpreter = Interpreter(
            providers: providers, store: rehearsal.store, segmentation: .conversation, time: clock.source)
        let heard = Locked<[(utterance: Int, at: Duration)]>([])
        _ = try await clock.run {
            try await interpreter.interpret(conversation, from: spoken(speech, blockSize: block, on: clock)) { item in
                guard case .audio(let utterance, _) = item else { return }
                heard.withLock { all in
                    if !all.contains(where: { $0.utterance == utterance }) { all.append((utterance, clock.now)) }
                }
            }
        }
        let arrivals = heard.withLock { $0 }
        #expect(arrivals.map(\.utterance) == Array(1...lanes))
        // Recognition 800 ms, translation 300 ms and eight pieces every 20 ms, first audio after 200 ms.
        let ideal = Duration.milliseconds(800 + 300 + 8 * 20 + 200)
        for (arrival, end) in zip(arrivals, ends.sorted()) {
            let late = arrival.at - .seconds(Double(end) / Double(speechSampleRate)) - ideal
            #expect(late <= .milliseconds(30), "utterance \(arrival.utterance) came \(late) late")
        }
    }

    @Test("Given speech that ends in mid-word at 500 random instants, then the last sound of it is in an utterance")
    func midWord() async throws {
        let speech = try SpeechFixtures.speech()
        var segmenter = UtteranceSegmenter(configuration: .conversation)
        let whole = (segmenter.push(speech) + segmenter.finish()).map(\.speech)
        try #require(whole.count == 6)
        var random = SplitMix64(seed: 35)
        for instant in 0..<500 {
            let said = try #require(whole.randomElement(using: &random))
            // The first third of a second of a voice may be a cough.
            let end = Int.random(in: said.start + speechSampleRate / 3...said.end, using: &random)
            let start = max(0, said.start - 2 * speechSampleRate)
            var rehearsal = Rehearsal(blockSize: Int.random(in: 100...8_000, using: &random))
            rehearsal.origin = .stream
            rehearsal.segmentation = .conversation
            rehearsal.time = .hurried
            rehearsal.lanes = [Array(speech[start..<end])]
            let finished = try await rehearsal.run().finished
            #expect(finished.state == .complete)
            let last = try #require(try await rehearsal.records().last, "instant \(instant)")
            #expect(last.recognition != nil, "instant \(instant): \(last.outcome)")
            #expect(last.utterance.range.end >= end - start - speechSampleRate / 50, "instant \(instant)")
        }
    }
}
