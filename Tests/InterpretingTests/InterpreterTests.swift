import Audio
import ConversationTesting
import Conversations
import Hearing
import Interpreting
import Language
import Plumbing
import Providers
import SimulatedProviders
import Testing
import VerbioTesting

@Suite("Interpreting a conversation", .timeLimit(.minutes(10)))
struct InterpreterTests {
    @Test("Given a conversation, when it runs, then each utterance is recognized, translated and spoken, in order")
    func wholeConversation() async throws {
        let rehearsal = Rehearsal()
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        #expect(finished.utterances == 6)
        #expect(finished.coverage.pendingMilliseconds == 0)
        #expect(finished.coverage.spokenMilliseconds == finished.coverage.voicedMilliseconds)
        let names = delivered.eventsByUtterance.map(\.name)
        #expect(names.first == "conversation.started")
        #expect(names.last == "conversation.finished")
        let each = ["utterance.recognized", "utterance.translated", "utterance.spoken", "utterance.finished"]
        #expect(names.dropFirst().dropLast() == Array(repeating: each, count: 6).flatMap { $0 }[...])
        #expect(delivered.isInOrder && delivered.events.compactMap(\.utterance).count == 24)
        for record in try await rehearsal.records() {
            let spoken = try #require(record.speech)
            #expect(
                spoken.sampleCount
                    == delivered.audio.filter { $0.utterance == record.utterance.sequence }.map(\.samples).reduce(0, +))
        }
    }

    @Test("given an utterance, when it ends, then its measurement comes before its end and has what the store has")
    func measurements() async throws {
        let rehearsal = Rehearsal()
        let delivered = try await rehearsal.run().delivered
        let records = try await rehearsal.store.utterances(of: rehearsal.id, after: 0, limit: 100)
        let measured = delivered.compactMap { if case .measured(let measured) = $0 { measured } else { nil } }
        #expect(
            measured
                == records.map {
                    UtteranceMeasurement(
                        utterance: $0.utterance.sequence, outcome: $0.outcome,
                        voicedMilliseconds: $0.utterance.evidence.voicedMilliseconds, timings: $0.timings)
                })
        #expect(measured.allSatisfy { $0.timings.map(\.stage) == [.recognition, .translation, .synthesis] })
        for (place, item) in delivered.enumerated() {
            guard case .measured(let one) = item, case .event(let event) = delivered[place + 1] else { continue }
            #expect(event.name == "utterance.finished" && event.utterance == one.utterance)
        }
    }

    @Test(
        "Given any block size and concurrency, when a conversation runs, then the result is the same",
        arguments: [(160, 1, 1), (1_777, 3, 2), (464_160, 8, 4)])
    func deterministic(blockSize: Int, inFlight: Int, concurrency: Int) async throws {
        let plain = Rehearsal(scenario: "sim:crash", lookAhead: 2)
        let wanted = try await plain.run()
        var other = Rehearsal(scenario: "sim:crash", lookAhead: 2)
        other.blockSize = blockSize
        other.configuration.utterancesInFlight = inFlight
        other.configuration.concurrency = [
            .recognition: concurrency, .translation: concurrency, .synthesis: concurrency,
        ]
        let got = try await other.run()
        #expect(got.delivered.eventsByUtterance == wanted.delivered.eventsByUtterance && got.delivered.isInOrder)
        #expect(try await other.records() == plain.records())
    }

    @Test(
        "Given any block size, when an utterance ends for any reason, then its hash is that of its audio",
        arguments: [160, 480, 1_000_000])
    func hashes(blockSize: Int) async throws {
        var rehearsal = Rehearsal(blockSize: blockSize)
        // Short enough that some are cut during speech.
        rehearsal.segmentation.maximum = 1_500
        let speech = try SpeechFixtures.speech()
        _ = try await rehearsal.run()
        let utterances = try await rehearsal.records().map(\.utterance)
        #expect(Set(utterances.map(\.endedBy)).isSuperset(of: ["silence", "maximum-length"]))
        for utterance in utterances {
            let audio = Array(speech[utterance.range.start..<utterance.range.end])
            #expect(utterance.audioHash == ContentHash.of(samples: PCM16.quantized(audio)))
        }
    }

    @Test("Given later utterances that are done first, when they are delivered, then they come in order")
    func outOfOrder() async throws {
        let clock = ManualTime()
        let (_, delivered) = try await clock.run {
            try await Rehearsal(scenario: "sim:out-of-order", time: clock.source).run()
        }
        #expect(delivered.isInOrder && delivered.events.compactMap(\.utterance).count == 24)
    }

    @Test("Given a finished run, when it is repeated, then no call is repeated and the delivery is the same")
    func reuse() async throws {
        let log = CallLogFile()
        defer { log.remove() }
        let first = Rehearsal(scenario: try log.scenario())
        let wanted = try await first.run()
        let calls = log.count("begin")
        #expect(calls == 18)
        let again = try await first.run()
        #expect(log.count("begin") == calls, "finished calls were made again")
        #expect(
            again.delivered.eventsByUtterance.dropFirst().dropLast()
                == wanted.delivered.eventsByUtterance.dropFirst().dropLast())
        let (heard, expected) = (again.delivered.audio.map(\.samples), wanted.delivered.audio.map(\.samples))
        #expect(heard.reduce(0, +) == expected.reduce(0, +))
    }

    @Test("Given translations that fail, when the run ends, then it is partial and the recognized texts are delivered")
    func failureThenResume() async throws {
        let clock = ManualTime()
        let outage = Rehearsal(scenario: "sim:outage", time: clock.source)
        let (finished, delivered) = try await clock.run { try await outage.run() }
        #expect(finished.state == .partial)
        #expect(finished.coverage.failedMilliseconds["translation"] == finished.coverage.voicedMilliseconds)
        #expect(
            delivered.events.filter { $0.name == "utterance.recognized" }.count == 6, "what was reached is delivered")
        for record in try await outage.records() {
            #expect((1...4).contains(record.attempts[.translation] ?? 0))
            #expect(record.outcome.name == "untranslated")
        }
    }

    @Test("Given a file, when its run is drained, then work in flight is finished, and the next run does the rest")
    func drain() async throws {
        var rehearsal = Rehearsal()
        rehearsal.blockSize = 1_600
        // The reader must not be so far ahead that there is nothing left to drain.
        rehearsal.configuration.utterancesInFlight = 2
        let control = RunControl()
        let (finished, delivered) = try await rehearsal.run(control: control) { item in
            if case .event(let event) = item, event.name == "utterance.finished" { control.drain() }
        }
        #expect(finished.state == .interrupted)
        #expect(finished.utterances < 6)
        #expect(delivered.events.filter { $0.name == "utterance.finished" }.count == finished.utterances)
        let (rest, all) = try await rehearsal.run()
        #expect(rest.state == .complete)
        let whole = Rehearsal()
        let wanted = try await whole.run()
        #expect(
            all.eventsByUtterance.dropFirst().dropLast()
                == wanted.delivered.eventsByUtterance.dropFirst().dropLast())
        #expect(try await rehearsal.records() == whole.records())
    }

    @Test("Given a stream, when its run is drained, then the utterance that is being said is finished")
    func drainStream() async throws {
        var rehearsal = Rehearsal()
        rehearsal.origin = .stream
        rehearsal.blockSize = 1_600
        let control = RunControl()
        let (finished, _) = try await rehearsal.run(control: control) { item in
            if case .event(let event) = item, event.name == "utterance.finished" { control.drain() }
        }
        #expect(finished.state == .complete)
        for record in try await rehearsal.records() {
            #expect(record.audio != nil, "the audio of a stream is kept")
            #expect(record.outcome == .spoken)
        }
    }

    @Test("Given a stream whose translations failed, when it is resumed, then it continues from the store")
    func resumeStream() async throws {
        let clock = ManualTime()
        var broken = Rehearsal(scenario: "sim:outage", time: clock.source)
        broken.origin = .stream
        let (first, _) = try await clock.run { [broken] in try await broken.run() }
        #expect(first.state == .partial)
        let log = CallLogFile()
        defer { log.remove() }
        let healthy = Rehearsal(store: broken.store, scenario: try log.scenario())
        let providers = try healthy.providers()
        let conversation = try #require(
            try await broken.store.conversation(ConversationID(rawValue: "c00000000000000000001")))
        let finished = try await Interpreter(providers: providers, store: broken.store, time: .patient)
            .resume(conversation) { _ in }
        #expect(finished.state == .complete)
        #expect(finished.utterances == 6)
        #expect(log.count("begin", stage: "recognition") == 0, "what was recognized is not recognized again")
        #expect(log.count("begin", stage: "translation") == 6)
    }

    @Test("Given a stream that was cut off, when it is resumed, then its missing end stays marked")
    func resumeCutStream() async throws {
        var rehearsal = Rehearsal()
        (rehearsal.origin, rehearsal.blockSize) = (.stream, 1_600)
        // Nothing more is heard until the first one has been delivered, however slow the listener is.
        rehearsal.configuration.utterancesInFlight = 1
        let control = RunControl()
        let (first, _) = try await rehearsal.run(control: control) { item in
            if case .event(let event) = item, event.name == "utterance.finished" { control.cutShort() }
        }
        #expect(first.state == .interrupted && first.utterances < 6)
        let id = ConversationID(rawValue: "c00000000000000000001")
        let interpreter = Interpreter(
            providers: try rehearsal.providers(), store: rehearsal.store, time: .patient)
        let conversation = try #require(try await rehearsal.store.conversation(id))
        let spool = try await rehearsal.store.spool(of: id)
        let finished = try await interpreter.resume(conversation, spool: spool) { _ in }
        #expect(finished.state == .complete)
        #expect(finished.damage == [LostSpeech.unheard.damage(after: finished.seconds)])
        #expect(try await rehearsal.store.conversation(id)?.lostSpeech == .unheard)
    }

    @Test("Given a call that meets its deadline while it streams, when it is retried, then other work continues")
    func deadlineWhileStreaming() async throws {
        let clock = ManualTime()
        let folder = CallLogFile()
        defer { folder.remove() }
        let spec = try folder.scenario(
            "synthesis: {pieces: 8, tokenPace: 1000, faults: [{fault: slow, delay: 60000, when: {attempt: 1, utterance: [2]}}]}"
        )
        var rehearsal = Rehearsal(scenario: spec, time: clock.source)
        rehearsal.configuration.callDeadline[.synthesis] = .seconds(20)
        let (finished, delivered) = try await clock.run { [rehearsal] in try await rehearsal.run() }
        #expect(finished.state == .complete)
        #expect(try await rehearsal.records()[1].attempts[.synthesis] == 2)
        #expect(delivered.isInOrder && delivered.events.compactMap(\.utterance).count == 24)
    }

    @Test("Given audio that fills its lane, when an earlier utterance needs a place, then it gets one")
    func fullLanes() async throws {
        let clock = ManualTime()
        let folder = CallLogFile()
        defer { folder.remove() }
        // More pieces than a lane holds, one synthesis at a time, and a first utterance that comes to it last.
        let spec = try folder.scenario(
            "recognition: {faults: [{fault: slow, delay: 5000, when: {utterance: [1]}}]}\nsynthesis: {pieces: 400}")
        var rehearsal = Rehearsal(scenario: spec, time: clock.source)
        rehearsal.configuration.concurrency[.synthesis] = 1
        let (finished, delivered) = try await clock.run { [rehearsal] in try await rehearsal.run() }
        #expect(finished.state == .complete)
        for record in try await rehearsal.records() {
            #expect(record.attempts[.synthesis] == 1)
            let samples = delivered.audio.filter { $0.utterance == record.utterance.sequence }.map(\.samples)
            #expect(samples.reduce(0, +) == record.speech?.sampleCount)
            #expect(samples.count > 256, "the test needs more pieces than a lane holds")
        }
    }

    @Test("Given spoken audio that is damaged, when the conversation runs again, then only the audio is made again")
    func damagedSpeech() async throws {
        let store = InMemoryStore()
        _ = try await Rehearsal(store: store).run()
        let log = CallLogFile()
        defer { log.remove() }
        let forgetful = FailingStore(base: store, failAt: .max, losesBlobs: true)
        let (finished, _) = try await Rehearsal(store: forgetful, scenario: log.scenario()).run()
        #expect(finished.state == .complete)
        #expect(log.count("begin", stage: "synthesis") == 6)
        #expect(log.count("begin", stage: "translation") == 0)
    }

    @Test("Given audio that has paused, when the run is cancelled, then it ends")
    func cancelWhilePaused() async throws {
        let rehearsal = Rehearsal()
        let providers = try rehearsal.providers()
        let paused = PausedSource()
        let interpreter = Interpreter(providers: providers, store: rehearsal.store, time: .patient)
        let conversation = try rehearsal.conversation(providers)
        let task = Task { try await interpreter.interpret(conversation, from: paused) { _ in } }
        await paused.waitUntilAsked()
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test("Given a stream with a dropped utterance, when it is resumed, then that utterance stays dropped")
    func resumeDropped() async throws {
        // One whole utterance, silence, and a sixth of a second of voice.
        let speech = try SpeechFixtures.speech()
        let short = Array(speech[16_000..<19_000]) + [Float](repeating: 0, count: 48_000)
        var rehearsal = Rehearsal()
        rehearsal.origin = .stream
        rehearsal.lanes = [Array(speech.prefix(80_000)) + [Float](repeating: 0, count: 48_000) + short]
        let (first, _) = try await rehearsal.run()
        let dropped = try await rehearsal.records().filter { $0.outcome.name == "dropped" }
        #expect(dropped.count == 1, "\(first.coverage)")
        let log = CallLogFile()
        defer { log.remove() }
        let providers = try Rehearsal(scenario: log.scenario()).providers()
        let conversation = try #require(
            try await rehearsal.store.conversation(ConversationID(rawValue: "c00000000000000000001")))
        let again = try await Interpreter(providers: providers, store: rehearsal.store, time: .patient).resume(
            conversation
        ) { _ in }
        #expect(log.count("begin") == 0)
        #expect(again.coverage == first.coverage)
        #expect(try await rehearsal.records().filter { $0.outcome.name == "dropped" } == dropped)
    }

    @Test("Given a resumed stream, when it is drained, then the next run does the rest")
    func drainResumedStream() async throws {
        let clock = ManualTime()
        var broken = Rehearsal(scenario: "sim:outage", time: clock.source)
        broken.origin = .stream
        _ = try await clock.run { [broken] in try await broken.run() }
        let conversation = try #require(
            try await broken.store.conversation(ConversationID(rawValue: "c00000000000000000001")))
        let providers = try Rehearsal().providers()
        let control = RunControl()
        let interpreter = Interpreter(
            providers: providers, store: broken.store, configuration: InterpreterConfiguration(utterancesInFlight: 1),
            time: .patient)
        let part = try await interpreter.resume(conversation, control: control) { item in
            if case .event(let event) = item, event.name == "utterance.finished" { control.drain() }
        }
        #expect(part.state == .interrupted)
        #expect(part.utterances < 6)
        let rest = try await interpreter.resume(conversation) { _ in }
        #expect(rest.state == .complete)
        #expect(rest.utterances == 6)
    }

    @Test("Given a recording of two channels, when it is interpreted, then the channel decides speaker and direction")
    func speakersByChannel() async throws {
        let speech = try SpeechFixtures.speech()
        let silence = [Float](repeating: 0, count: speech.count)
        var rehearsal = Rehearsal()
        rehearsal.channels = ConversationSettings.speakersByChannel
        rehearsal.lanes = [speech + silence, silence + speech]
        for blockSize in [160, 16_000] {
            rehearsal.blockSize = blockSize
            rehearsal.store = InMemoryStore()
            let (finished, _) = try await rehearsal.run()
            #expect(finished.utterances == 12)
            let records = try await rehearsal.records()
            #expect(
                records.map(\.utterance.speaker) == Array(repeating: .user, count: 6)
                    + Array(repeating: .other, count: 6))
            #expect(
                records.map { $0.utterance.direction.pair.from } == Array(repeating: .en, count: 6)
                    + Array(repeating: .es, count: 6))
            #expect(records.last?.translation?.language == .en)
        }
    }

    @Test("Given a sink that fails, when a translation is delivered, then the run ends with that error")
    func failingSink() async throws {
        struct Gone: Error {}
        await #expect(throws: Gone.self) {
            _ = try await Rehearsal().run { item in
                if case .event(let event) = item, event.name == "utterance.translated" { throw Gone() }
            }
        }
    }

    @Test(
        "Given a store that fails at the k-th commit, when the run ends, then the next one completes",
        arguments: 1...12)
    func storeTorture(k: Int) async throws {
        let store = FailingStore(base: InMemoryStore(), failAt: k)
        let providers = try Rehearsal().providers()
        let conversation = try Rehearsal().conversation(providers)
        let interpreter = Interpreter(providers: providers, store: store, time: .patient)
        // Two utterances: about as many commits as there are arguments.
        let speech = Array(try SpeechFixtures.speech().prefix(10 * 16_000))
        let source = ScriptedSource([speech])
        await #expect(throws: Problem.self) { _ = try await interpreter.interpret(conversation, from: source) { _ in } }
        let again = ScriptedSource([speech])
        let finished = try await interpreter.interpret(conversation, from: again) { _ in }
        #expect(finished.state == .complete)
        #expect(finished.utterances == 2)
    }

    @Test("Given a run, when it is cancelled, then it stops at once, and the next run completes")
    func cancel() async throws {
        let clock = ManualTime()
        let rehearsal = Rehearsal(scenario: "sim:realistic", time: clock.source)
        let task = Task { try await rehearsal.run() }
        try await clock.waitForSleepers(count: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        let (finished, _) = try await Rehearsal(store: rehearsal.store).run()
        #expect(finished.state == .complete)
    }
}
