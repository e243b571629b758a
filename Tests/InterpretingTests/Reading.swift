import Audio
import ConversationTesting
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import VerbioTesting

/// A text that is translated, in one run or in several.
final class Reading {
    let store: InMemoryStore
    var inFlight = 8
    var concurrency = 4
    var retry = RetryPolicy()
    var time = TimeSource.patient
    let conversation: Conversation
    private let file = FileManager.default.temporaryDirectory.appending(path: "verbio-lines-\(UUID().uuidString)")

    init(
        _ lines: [String], id: Int = 1, store: InMemoryStore = InMemoryStore(),
        _ change: (inout ConversationSettings) -> Void = { _ in }
    ) throws {
        self.store = store
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        var settings = ConversationSettings(
            pair: try LanguagePair(from: .en, to: .es), segmentation: "lines", providers: [:])
        settings.context.lookAhead = 2
        change(&settings)
        conversation = Conversation(
            id: ConversationID(rawValue: "c0000000000000000000\(id)"), title: "letter", createdAt: 0,
            origin: .file(path: file.path, sha256: ""),
            source: SourceDescription(
                name: "letter", container: GivenText.container, codec: "utf-8", sampleRate: 16_000, channels: 1),
            settings: settings)
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    /// - Parameters:
    ///   - cutAfter: after so many events, the run is stopped.
    ///   - failingAt: the commit that fails, as on a full disk.
    ///   - killed: ends the run as `kill -9` does.
    func run(
        _ translators: any Translator..., cutAfter: Int? = nil, failingAt: Int? = nil, killed: KillSwitch? = nil
    ) async throws -> Event.ConversationFinished {
        let control = RunControl()
        let events = Locked(0)
        var configuration = InterpreterConfiguration(utterancesInFlight: inFlight)
        configuration.concurrency[.translation] = concurrency
        configuration.retry = retry
        let providers = ProviderSet(
            recognizers: ProviderChain([GivenText()], time: time),
            translators: ProviderChain(translators, time: time), synthesizers: nil)
        if cutAfter == 0 { control.cutShort() }
        var store: any ContentStore = failingAt.map { FailingStore(base: self.store, failAt: $0) } ?? self.store
        if let killed { store = KillableStore(base: self.store, write: killed.check) }
        return try await Interpreter(providers: providers, store: store, configuration: configuration, time: time)
            .interpret(conversation, from: try TextLines(path: file.path), control: control) { delivered in
                guard case .event = delivered else { return }
                let count = events.withLock { count in
                    count += 1
                    return count
                }
                if count == cutAfter { control.cutShort() }
            }
    }

    /// Turns an utterance round.
    ///
    /// - Returns: the utterances that were done again.
    func flip(_ sequence: Int, to speaker: Speaker? = nil, by translator: any Translator) async throws -> [Int] {
        let record = await records()[sequence - 1]
        let correction = try DirectionCorrection(of: record, in: conversation, to: speaker)
        let ending = Event.ConversationFinished(
            state: .complete, seconds: 0, utterances: 0, coverage: Coverage(), damage: [])
        let providers = ProviderSet(recognizer: GivenText(), translator: translator, synthesizer: nil, time: .patient)
        return try await Interpreter(providers: providers, store: store, time: .patient).correct(
            conversation, correction, samples: nil, ending: ending
        ) { _ in }.reopened
    }

    func records() async -> [UtteranceRecord] {
        await store.utterances(of: conversation.id, after: 0, limit: 1_000)
    }
}
