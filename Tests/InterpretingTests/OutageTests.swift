import Audio
import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

/// A translator that is down until some moment, or permanently.
private struct Failing: Translator {
    let base: any Translator
    let failure: ProviderError.Failure
    var retryAfter: Duration?
    var isBusy = false
    /// On the clock; nil if it stays down.
    var until: Duration?
    let time: TimeSource
    let calls = Locked(0)

    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: TranslatorCapabilities { base.capabilities }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        calls.withLock { $0 += 1 }
        if let until, time.now() >= until { return try await base.translate(request, piece: piece) }
        var error = ProviderError(
            failure, stage: .translation, provider: descriptor.name, "scripted", retryAfter: retryAfter)
        error.isBusy = isBusy
        throw error
    }
}

@Suite("A recording does not run through an outage", .timeLimit(.minutes(5)))
struct OutageTests {
    private static let copies = 10
    private static let utterances = 60

    private struct Ended: Sendable {
        var finished: Event.ConversationFinished
        var outage: String?
        var calls: Int
        var seconds: Double
        var records: [UtteranceRecord]
    }

    /// Runs ten times the bundled sample, one utterance after the other, in simulated time.
    private static func run(
        _ failure: ProviderError.Failure, retryAfter: Duration? = nil, isBusy: Bool = false, until: Duration? = nil,
        origin: AudioOrigin = Rehearsal().origin,
        patience: Duration? = .seconds(120), retry: RetryPolicy = .never, inFlight: Int = 1,
        store: InMemoryStore = InMemoryStore()
    ) async throws -> Ended {
        let clock = ManualTime()
        var rehearsal = Rehearsal(store: store)
        rehearsal.time = clock.source
        rehearsal.origin = origin
        var providers = try rehearsal.providers()
        let translator = Failing(
            base: providers.translators.first, failure: failure, retryAfter: retryAfter, isBusy: isBusy,
            until: until, time: clock.source)
        providers.translators = ProviderChain([translator], time: clock.source)
        var configuration = InterpreterConfiguration()
        configuration.utterancesInFlight = inFlight
        configuration.retry = retry
        configuration.outagePatience = patience
        let interpreter = Interpreter(
            providers: providers, store: store, configuration: configuration, time: clock.source)
        let conversation = try rehearsal.conversation(providers)
        let samples = try SpeechFixtures.speech()
        let lane = (1...copies).flatMap { _ in samples }
        let control = RunControl()
        return try await clock.run {
            let finished = try await interpreter.interpret(
                conversation, from: ScriptedSource([lane], blockSize: 16_000), control: control
            ) { _ in }
            return Ended(
                finished: finished, outage: control.outage, calls: translator.calls.withLock { $0 },
                seconds: clock.now.seconds,
                records: await store.utterances(of: conversation.id, after: 0, limit: 1_000))
        }
    }

    @Test("Given an outage, when the patience is over, then the run ends, and the next run does the rest")
    func endsAndResumes() async throws {
        let store = InMemoryStore()
        let ended = try await Self.run(.transient, store: store)
        #expect(ended.finished.state == .interrupted, "the rest is to be heard")
        #expect(ended.outage == "no translation provider has answered for 120 s")
        #expect(ended.seconds >= 120)
        // Five failures open the breaker; after that there are probes only.
        #expect(ended.calls < 15 && ended.records.count < 15)
        let again = try await Self.run(.transient, until: .zero, store: store)
        #expect(again.finished.state == .complete)
        #expect(again.records.count == Self.utterances)
        #expect(again.records.allSatisfy { $0.outcome == .spoken })
        // Ten times the same six sentences: each is requested once.
        #expect(again.calls == 6)
    }

    @Test(
        "Given a provider that is busy all the time, when the patience is over, then the run says so and does not call it down"
    )
    func busy() async throws {
        let ended = try await Self.run(.transient, isBusy: true)
        #expect(ended.finished.state == .interrupted)
        #expect(ended.outage == "every translation provider has been busy for 120 s")
    }

    @Test(
        "Given work that waits when the patience is over, when a provider recovers, then it is not called until the next run"
    )
    func givenUp() async throws {
        let store = InMemoryStore()
        let ended = try await Self.run(
            .transient, until: .seconds(121), retry: RetryPolicy(), inFlight: 8, store: store)
        #expect(ended.finished.state == .interrupted && ended.outage != nil)
        #expect(ended.seconds < 123)
        #expect(ended.records.allSatisfy { $0.outcome.name == "untranslated" }, "\(ended.records.map(\.outcome))")
        let again = try await Self.run(.transient, until: .zero, store: store)
        #expect(again.finished.state == .complete)
    }

    @Test("Given an outage that passes, when the provider recovers, then the run continues")
    func goesOn() async throws {
        let ended = try await Self.run(.unavailable, until: .seconds(60))
        #expect(ended.outage == nil)
        #expect(ended.finished.state == .partial)
        #expect(ended.records.count == Self.utterances)
        // What failed before the breaker opened and while it was probed, and nothing else.
        let failed = ended.records.count { $0.outcome.name == "untranslated" }
        #expect(failed >= 5 && failed < 15)
    }

    @Test(
        "Given utterances in progress, when an outage passes, then none of them is lost", arguments: [5, 60],
        [ProviderError.Failure.transient, .throttled])
    func outlasted(seconds: Int, failure: ProviderError.Failure) async throws {
        let ended = try await Self.run(failure, until: .seconds(seconds), retry: RetryPolicy(), inFlight: 8)
        #expect(ended.finished.state == .complete && ended.outage == nil)
        #expect(ended.records.count == Self.utterances && ended.records.allSatisfy { $0.outcome == .spoken })
        #expect(ended.seconds < 2 * Double(seconds) + 15, "found to be over soon after it is")
        // Five open the breaker while a few more are in progress; after that there are two at a time.
        #expect(ended.calls < 6 + 25)
    }

    @Test(
        "Given a server that loads its model, when utterances come, live or not, then none is lost",
        arguments: [true, false])
    func starting(isLive: Bool) async throws {
        let origin = isLive ? AudioOrigin.stream : Rehearsal().origin
        let ended = try await Self.run(
            .starting, until: .seconds(10), origin: origin, retry: RetryPolicy(), inFlight: 8)
        #expect(ended.finished.state == .complete && ended.outage == nil)
        #expect(ended.records.count == Self.utterances && ended.records.allSatisfy { $0.outcome == .spoken })
        #expect(ended.seconds < 20)
    }

    @Test("Given a pause longer than the patience, when the provider asks for it, then the run ends at once")
    func leftAlone() async throws {
        let ended = try await Self.run(.throttled, retryAfter: .seconds(9_999), retry: RetryPolicy())
        #expect(ended.outage == "every translation provider requests a pause of 9999 s or longer")
        #expect(ended.calls <= 2 && ended.seconds < 1)
        #expect(ended.finished.state == .interrupted)
        let soon = try await Self.run(.throttled, retryAfter: .seconds(100), until: .seconds(90), retry: RetryPolicy())
        #expect(soon.outage == nil && soon.finished.state == .complete)
        #expect(soon.records.allSatisfy { $0.outcome == .spoken })
    }

    @Test(
        "Given a refused key or a missing model, when the provider is called, then the run ends at once",
        arguments: [ProviderError.Failure.unauthorized, .quota, .missing])
    func refused(failure: ProviderError.Failure) async throws {
        let ended = try await Self.run(failure)
        #expect(ended.calls <= 2)
        // The provider and its reason are reported, not a list of possible causes.
        #expect(ended.outage == "no translation provider can be used: sim:instant: scripted")
        #expect(ended.finished.state == .interrupted)
    }

    @Test("Given a live conversation or no patience, when there is an outage, then the run continues")
    func doesNotWait() async throws {
        let live = try await Self.run(.transient, origin: .stream)
        #expect(live.outage == nil && live.records.count == Self.utterances)
        let impatient = try await Self.run(.transient, patience: nil)
        #expect(impatient.outage == nil && impatient.records.count == Self.utterances)
    }
}
