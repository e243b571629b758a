import Audio
import Captions
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
import VerbioTesting

/// A talk with times for its lines, which is dubbed in one run or in several.
final class Dubbing {
    /// A line, and the milliseconds from its start to that of the next one.
    struct Line {
        var text: String
        var milliseconds: Int
    }

    let store: InMemoryStore
    var conversation: Conversation
    var inFlight = 8
    var concurrency = 4
    var retry = RetryPolicy()
    var synthesizer: any SpeechSynthesizer = SimulatedSynthesizer(.instant, time: .patient)
    private let passages: [CaptionPassage]

    init(
        _ lines: [Line], id: Int = 1, store: InMemoryStore = InMemoryStore(),
        _ change: (inout ConversationSettings) -> Void = { _ in }
    ) throws {
        self.store = store
        func clock(_ time: Int) -> String {
            let (seconds, milliseconds) = time.quotientAndRemainder(dividingBy: 1_000)
            return String(
                format: "%02d:%02d:%02d,%03d", seconds / 3_600, seconds / 60 % 60, seconds % 60, milliseconds)
        }
        var start = 0
        let cues = lines.map { line in
            defer { start += line.milliseconds }
            return "\(clock(start)) --> \(clock(start + line.milliseconds * 9 / 10))\n\(line.text)\n"
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "verbio-dub-\(UUID().uuidString).srt")
        defer { try? FileManager.default.removeItem(at: file) }
        let srt = zip(1..., cues).map { "\($0)\n\($1)" }.joined(separator: "\n")
        try Data(srt.utf8).write(to: file)
        passages = CaptionPassage.all(of: try CaptionScript(path: file.path, language: .en).cues)
        var settings = ConversationSettings(
            pair: try LanguagePair(from: .en, to: .es), segmentation: "captions", providers: [:])
        settings.speech.shortens = true
        change(&settings)
        conversation = Conversation(
            id: ConversationID(rawValue: "c0000000000000000000\(id)"), title: "talk", createdAt: 0,
            origin: .file(path: "/nowhere/talk.srt", sha256: ""),
            source: SourceDescription(name: "talk", container: "srt", codec: "utf-8", sampleRate: 16_000, channels: 1),
            settings: settings)
        conversation.kind = .captions
    }

    private func providers(_ translators: [any Translator]) -> ProviderSet {
        ProviderSet(
            recognizers: ProviderChain([GivenText()], time: .patient),
            translators: ProviderChain(translators, time: .patient),
            synthesizers: ProviderChain([synthesizer], time: .patient))
    }

    /// - Parameters:
    ///   - cutAfter: after so many events, the run is stopped.
    ///   - failingAt: the commit that fails, as on a full disk.
    ///   - killed: ends the run as `kill -9` does.
    @discardableResult func run(
        _ translators: any Translator..., cutAfter: Int? = nil, failingAt: Int? = nil, killed: KillSwitch? = nil,
        budget: Budget = Budget()
    ) async throws -> Event.ConversationFinished {
        let control = RunControl()
        let events = Locked(0)
        var configuration = InterpreterConfiguration(utterancesInFlight: inFlight)
        (configuration.concurrency[.translation], configuration.retry) = (concurrency, retry)
        if cutAfter == 0 { control.cutShort() }
        var store: any ContentStore = failingAt.map { FailingStore(base: self.store, failAt: $0) } ?? self.store
        if let killed { store = KillableStore(base: self.store, write: killed.check) }
        return try await Interpreter(
            providers: providers(translators), store: store, configuration: configuration, budget: budget,
            time: .patient
        ).interpret(conversation, from: passages, control: control) { delivered in
            guard case .event = delivered else { return }
            let count = events.withLock { count in
                count += 1
                return count
            }
            if count == cutAfter { control.cutShort() }
        }
    }

    /// Gives an utterance texts that a user has written.
    func rewrite(_ sequence: Int, as texts: CorrectedTexts, by translator: any Translator) async throws {
        let ending = Event.ConversationFinished(
            state: .complete, seconds: 0, utterances: 0, coverage: Coverage(), damage: [])
        _ = try await Interpreter(providers: providers([translator]), store: store, time: .patient).rewrite(
            conversation, try TextCorrection(of: await records()[sequence - 1], as: texts), ending: ending
        ) { _ in }
    }

    func records() async -> [UtteranceRecord] {
        await store.utterances(of: conversation.id, after: 0, limit: 10_000)
    }

    /// The texts, flags and voices, without what depends on the run.
    func texts() async -> [String] {
        await records().map { record in
            let translation = record.translation
            return "\(record.outcome.name): \(translation?.text ?? "-") < \(translation?.longerText ?? "-")"
                + " \(translation?.refused.map(\.name) ?? []) \(record.speech?.sampleCount ?? 0)"
        }
    }

    /// The places of the voices in the track.
    func placements() async -> [TrackPlacement] {
        var timeline = TrackTimeline()
        var placed: [PlacedUtterance] = []
        for record in await records() { placed += timeline.add(record) }
        return (placed + timeline.finish()).compactMap(\.placement)
    }
}

/// A translator that records its requests. A test may change its answers.
final class Shortener: Translator {
    let descriptor = ProviderDescriptor(name: "shortener", model: "1")
    let asked = Locked<[TranslationRequest]>([])
    private let base: SimulatedTranslator
    private let price: Price?
    private let change: @Sendable (TranslationRequest, inout Translation) throws -> Void

    /// - Parameter change: changes the answer of a translator that leaves out words until the text fits.
    init(
        price: Price? = .free,
        _ change: @escaping @Sendable (TranslationRequest, inout Translation) throws -> Void = { _, _ in }
    ) {
        var scenario = Scenario.instant
        (scenario.translation.hints, scenario.translation.contextPairs) = (true, 2)
        scenario.translation.batches = true
        base = SimulatedTranslator(scenario, time: .patient)
        (self.price, self.change) = (price, change)
    }

    var capabilities: TranslatorCapabilities {
        var capabilities = base.capabilities
        capabilities.price = price
        return capabilities
    }
    var batcher: (any BatchTranslator)? { base.batcher }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        asked.withLock { $0.append(request) }
        for _ in 0..<(request.context.utterance * 7 % 11) { await Task.yield() }
        var answer = try await base.translate(request, piece: piece)
        try change(request, &answer)
        return answer
    }

    /// The requests for shorter translations, in the order of their utterances.
    var shorter: [TranslationRequest] {
        asked.withLock { $0 }.filter { $0.shorter != nil }.sorted { $0.context.utterance < $1.context.utterance }
    }

    /// The requests for a first translation, in the same order.
    var first: [TranslationRequest] {
        asked.withLock { $0 }.filter { $0.shorter == nil }.sorted { $0.context.utterance < $1.context.utterance }
    }
}
