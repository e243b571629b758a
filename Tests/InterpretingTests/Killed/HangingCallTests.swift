import Audio
import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import SimulatedProviders
import Testing
import VerbioTesting

/// The end of a run whose last calls come no further.
@Suite("A run that was asked to end, and calls that hang", .timeLimit(.minutes(1)))
struct HangingCallTests {
    /// Never answers.
    private struct HangingVoice: SpeechSynthesizer {
        let own: any SpeechSynthesizer
        let time: TimeSource
        var descriptor: ProviderDescriptor { own.descriptor }
        var capabilities: SynthesizerCapabilities { own.capabilities }

        func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
            try await time.sleep(.seconds(86_400))
            return try await own.synthesize(request, audio: audio)
        }
    }

    /// Answers after two minutes, and reports something of its answer every 20 s if it is not silent.
    private struct SlowTranslator: Translator {
        let own: any Translator
        let time: TimeSource
        let isSilent: Bool
        var descriptor: ProviderDescriptor { own.descriptor }
        var capabilities: TranslatorCapabilities {
            var capabilities = own.capabilities
            capabilities.deadline = .seconds(600)
            return capabilities
        }

        func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
            for _ in 1...6 {
                try await time.sleep(.seconds(20))
                if !isSilent { CallReport.current?.progressed() }
            }
            return try await own.translate(request, piece: piece)
        }
    }

    private static func rehearsal(on clock: ManualTime) throws -> Rehearsal {
        var rehearsal = Rehearsal()
        (rehearsal.time, rehearsal.blockSize) = (clock.source, 1_600)
        rehearsal.configuration.utterancesInFlight = 2
        rehearsal.synthesizer = HangingVoice(
            own: try SimulatedProviders.synthesizer("sim:instant", in: Rehearsal.scenarios, time: clock.source),
            time: clock.source)
        return rehearsal
    }

    /// Runs until the first text is shown, asks for the end, and returns how many seconds that takes.
    private static func seconds(
        of rehearsal: Rehearsal, on clock: ManualTime, _ control: RunControl = RunControl()
    ) async throws -> (Event.ConversationFinished, Double) {
        let asked = Locked<Duration?>(nil)
        let finished = try await clock.run {
            try await rehearsal.run(control: control) { item in
                guard case .event(let event) = item, event.name == "utterance.recognized",
                    asked.withLock({ $0 }) == nil
                else { return }
                asked.withLock { $0 = clock.now }
                control.drain()
            }.finished
        }
        return (finished, (clock.now - (asked.withLock { $0 } ?? .zero)).seconds)
    }

    @Test("Given a file whose voices hang, when its run is drained, then it ends after half a minute and is resumable")
    func file() async throws {
        let clock = ManualTime()
        var rehearsal = try Self.rehearsal(on: clock)
        let control = RunControl()
        let (finished, seconds) = try await Self.seconds(of: rehearsal, on: clock, control)
        #expect(finished.state == .interrupted && finished.utterances == 0)
        #expect((30...31).contains(seconds), "\(seconds)")
        #expect(control.isLeft && control.earlyEnd != nil)
        rehearsal.synthesizer = nil
        let (rest, _) = try await rehearsal.run()
        #expect(rest.state == .complete && rest.utterances == 6)
    }

    @Test(
        "Given a stream whose voices hang, when its run is drained, then only voices are missing and can be made later")
    func stream() async throws {
        let clock = ManualTime()
        var rehearsal = try Self.rehearsal(on: clock)
        // All that was said is heard, because there are places for it.
        (rehearsal.origin, rehearsal.configuration.utterancesInFlight) = (.stream, 8)
        let (finished, seconds) = try await Self.seconds(of: rehearsal, on: clock)
        #expect(finished.state == .partial)
        #expect((30...31).contains(seconds), "\(seconds)")
        let conversation = try #require(try await rehearsal.store.conversation(rehearsal.id))
        #expect(conversation.state == .partial)
        rehearsal.synthesizer = nil
        let rest = try await Interpreter(providers: rehearsal.providers(), store: rehearsal.store, time: .patient)
            .resume(conversation) { _ in }
        #expect(rest.state == .complete)
        #expect(try await rehearsal.store.conversation(rehearsal.id)?.lostSpeech == nil)
        let records = try await rehearsal.records()
        #expect(!records.isEmpty && records.allSatisfy { $0.outcome == .spoken })
    }

    @Test(
        "Given calls of two minutes, when a run is drained, then it waits for them if they come further",
        arguments: [true, false])
    func slow(isSilent: Bool) async throws {
        let clock = ManualTime()
        var rehearsal = try Self.rehearsal(on: clock)
        rehearsal.synthesizer = nil
        rehearsal.translator = SlowTranslator(
            own: try SimulatedProviders.translator("sim:instant", in: Rehearsal.scenarios, time: clock.source),
            time: clock.source, isSilent: isSilent)
        let (finished, seconds) = try await Self.seconds(of: rehearsal, on: clock)
        #expect(finished.state == .interrupted)
        #expect((finished.utterances > 0) == !isSilent)
        #expect(isSilent ? (30...31).contains(seconds) : (115...125).contains(seconds), "\(seconds)")
    }

    @Test(
        "Given voices that hang, when all texts are shown, then the run ends soon, and its voices can be made later",
        arguments: [false, true])
    func normalEnd(isLive: Bool) async throws {
        let clock = ManualTime()
        var rehearsal = try Self.rehearsal(on: clock)
        rehearsal.configuration.utterancesInFlight = 8
        let (control, shown) = (RunControl(), Locked(Duration.zero))
        var live = LiveHearing()
        if isLive {
            rehearsal.origin = .stream
            live = LiveHearing(
                spool: try await rehearsal.store.spool(of: rehearsal.id), clock: LiveClock(time: clock.source))
        }
        let finished = try await clock.run { [rehearsal, live] in
            try await rehearsal.run(control: control, live: live) { item in
                if case .texts = item { shown.withLock { $0 = clock.now } }
            }.finished
        }
        let seconds = (clock.now - shown.withLock { $0 }).seconds
        // A recording waits as long as one call of a voice may take. The clock of live sound runs on while its spool is written.
        #expect(isLive || (60...61).contains(seconds), "\(seconds)")
        #expect(finished.state == .partial)
        #expect(control.earlyEnd == "its last voices came no further")
        let records = try await rehearsal.records()
        #expect(!records.isEmpty && records.allSatisfy { $0.translation != nil && $0.outcome == .pending })
        rehearsal.synthesizer = nil
        let conversation = try #require(try await rehearsal.store.conversation(rehearsal.id))
        let rest =
            isLive
            ? try await Interpreter(providers: rehearsal.providers(), store: rehearsal.store, time: .patient)
                .resume(conversation) { _ in } : try await rehearsal.run().finished
        #expect(rest.state == .complete)
        let done = try await rehearsal.records()
        #expect(done.map(\.translation) == records.map(\.translation) && done.allSatisfy { $0.outcome == .spoken })
    }

    /// Speaks after some time, and reports nothing before.
    private struct SlowVoice: SpeechSynthesizer {
        let own: any SpeechSynthesizer
        let time: TimeSource
        let wait: Duration
        var descriptor: ProviderDescriptor { own.descriptor }
        var capabilities: SynthesizerCapabilities { own.capabilities }

        func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
            try await time.sleep(wait)
            return try await own.synthesize(request, audio: audio)
        }
    }

    @Test("Given voices that each take shorter than a call may, when all texts are shown, then the run waits for them")
    func slowVoices() async throws {
        let clock = ManualTime()
        var rehearsal = try Self.rehearsal(on: clock)
        rehearsal.configuration.utterancesInFlight = 8
        rehearsal.configuration.concurrency[.synthesis] = 1
        rehearsal.synthesizer = SlowVoice(
            own: try SimulatedProviders.synthesizer("sim:instant", in: Rehearsal.scenarios, time: clock.source),
            time: clock.source, wait: .seconds(50))
        let finished = try await clock.run { [rehearsal] in try await rehearsal.run().finished }
        // Two of the six utterances have the same text, and its voice is made once.
        #expect(finished.state == .complete && clock.now >= .seconds(5 * 50))
    }
}
