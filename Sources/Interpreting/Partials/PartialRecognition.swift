internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// Recognizes the current utterance repeatedly while it is being said, or streams it to a recognizer that hears it at
/// the same time.
///
/// These calls are not the utterance's own: they are neither stored nor reused, and nothing depends on them. One runs at a
/// time, and none is begun while an utterance that has ended waits for its recognition.
final class PartialRecognition: Sendable {
    /// The current utterance up to now.
    struct Snapshot: Sendable {
        var sequence: Int
        var speaker: Speaker
        var direction: Direction
        var range: SampleRange
        var samples: [Int16]
    }

    private struct State {
        var isBusy = false
        /// The utterance that is being said, and how far it was heard for the last call.
        var sequence = 0
        var heardTo = 0
        var words = AgreedWords()
        /// Utterances that have ended and are not recognized yet.
        var waiting: Set<Int> = []
        /// The last utterance that was recognized.
        var recognized = 0
        var failures = 0
    }

    /// After so many failures in a row the calls end; the utterances themselves are still recognized.
    private static let maximumFailures = 3
    /// A hypothesis that takes longer is of no use.
    private static let limit = Duration.seconds(10)

    private let schedule: PartialSchedule
    private let recognizer: any SpeechRecognizer
    private let conversation: Conversation
    private let time: TimeSource
    /// Nil if the recognizer is called repeatedly.
    private let streamed: StreamedPartials?
    private let snapshots = BoundedChannel<Snapshot>(capacity: 1)
    private let state = Locked(State())

    init(
        _ schedule: PartialSchedule, recognizer: any SpeechRecognizer, conversation: Conversation, time: TimeSource
    ) {
        self.schedule = schedule
        self.recognizer = recognizer
        self.conversation = conversation
        self.time = time
        // A stream needs its language when it is opened.
        streamed = conversation.settings.sides.isTwoWay ? nil : recognizer.streaming.map(StreamedPartials.init)
    }

    // MARK: From the feed

    /// Takes note of the current utterance.
    ///
    /// - Parameter snapshot: makes the snapshot, if it is needed.
    func follow(_ range: SampleRange, sequence: Int, snapshot: () -> Snapshot) {
        if let streamed { return follow(range, sequence: sequence, with: streamed, snapshot: snapshot) }
        let isDue = state.withLock { state in
            if state.sequence != sequence {
                (state.sequence, state.heardTo, state.words) = (sequence, range.start, AgreedWords())
            }
            let heard = state.heardTo == range.start ? schedule.least : schedule.interval
            guard !state.isBusy, state.waiting.isEmpty, state.failures < Self.maximumFailures,
                (range.end - state.heardTo) * 1_000 >= heard * speechSampleRate
            else { return false }
            state.isBusy = true
            state.heardTo = range.end
            return true
        }
        guard isDue, !snapshots.trySend(snapshot()) else { return }
        state.withLock { $0.isBusy = false }
    }

    private func follow(
        _ range: SampleRange, sequence: Int, with streamed: StreamedPartials, snapshot: () -> Snapshot
    ) {
        let goesOn = state.withLock { state in
            if state.sequence != sequence { (state.sequence, state.words) = (sequence, AgreedWords()) }
            return state.failures < Self.maximumFailures
        }
        guard goesOn else { return }
        streamed.follow(
            range, sequence: sequence, least: schedule.least * speechSampleRate / 1_000, snapshot: snapshot)
    }

    /// The utterance has ended, and its recognition is begun.
    func ended(_ sequence: Int) {
        state.withLock { _ = $0.waiting.insert(sequence) }
        streamed?.ended(sequence)
    }

    // MARK: The calls

    /// Runs until ``stop()``.
    func run(_ deliver: @escaping DeliverySink) async {
        if let streamed { return await hear(streamed, deliver) }
        while let snapshot = try? await snapshots.next() {
            do {
                try await recognize(snapshot, deliver)
            } catch is CancellationError {
                return
            } catch {
                state.withLock { $0.failures += 1 }
            }
            state.withLock { $0.isBusy = false }
        }
    }

    func stop() {
        snapshots.finish()
        streamed?.stop()
    }

    private func hear(_ streamed: StreamedPartials, _ deliver: @escaping DeliverySink) async {
        while let stream = try? await streamed.next() {
            let snapshot = stream.snapshot
            do {
                try await streamed.recognizer.hear(snapshot.request(in: conversation), stream.sound) { text in
                    try await self.show(text, of: snapshot, deliver)
                }
            } catch is CancellationError {
                // The utterance has ended, or the run.
                guard !Task.isCancelled else { return }
            } catch {
                state.withLock { $0.failures += 1 }
            }
        }
    }

    private func show(_ text: HeardWords, of snapshot: Snapshot, _ deliver: DeliverySink) async throws {
        let isCurrent = state.withLock { state in
            state.failures = 0
            guard state.sequence == snapshot.sequence, snapshot.sequence > state.recognized,
                !state.waiting.contains(snapshot.sequence)
            else { return false }
            state.words.settle(text.settled)
            return true
        }
        guard isCurrent, !(text.settled + text.open).isEmpty else { return }
        let start = Double(snapshot.range.start) / Double(speechSampleRate)
        let pair = snapshot.direction.pair
        try await deliver(
            .partial(
                Partial(
                    utterance: snapshot.sequence, speaker: snapshot.speaker, start: start,
                    end: text.seconds.map { start + $0 } ?? Double(snapshot.range.end) / Double(speechSampleRate),
                    language: pair.tag(of: pair.from), stable: text.settled, tentative: text.open)))
    }

    private func recognize(_ snapshot: Snapshot, _ deliver: DeliverySink) async throws {
        let pair = snapshot.direction.pair
        let heard = try await recognizer.deadline(Self.limit, time: time).answer(snapshot.request(in: conversation)) {
            _ in
        }
        let words = state.withLock { state -> (stable: String, tentative: String)? in
            state.failures = 0
            guard state.sequence == snapshot.sequence, snapshot.sequence > state.recognized,
                !state.waiting.contains(snapshot.sequence)
            else { return nil }
            return state.words.take(heard.text)
        }
        guard let words, !(words.stable + words.tentative).isEmpty else { return }
        let partial = Partial(
            utterance: snapshot.sequence, speaker: snapshot.speaker,
            start: Double(snapshot.range.start) / Double(speechSampleRate),
            end: Double(snapshot.range.end) / Double(speechSampleRate),
            language: LanguageTag(heard.language, pair.varieties.first { $0.language == heard.language }),
            stable: words.stable, tentative: words.tentative)
        try await deliver(.partial(partial))
    }

    // MARK: The listener

    /// The same listener, which now hears, too, what happened to the partials.
    func following(_ deliver: @escaping DeliverySink) -> DeliverySink {
        { item in
            if case .event(let event) = item, case .recognized(let body) = event.body {
                self.state.withLock { $0.recognized = max($0.recognized, body.utterance) }
            }
            try await deliver(item)
            guard case .event(let event) = item, let sequence = event.utterance else { return }
            switch event.body {
            case .recognized(let recognized):
                let isRevised = self.state.withLock { state in
                    state.waiting.remove(sequence)
                    return state.sequence == sequence && state.words.differs(from: recognized.text)
                }
                if isRevised { try await deliver(.revised(utterance: sequence)) }
            case .utteranceFinished: self.state.withLock { _ = $0.waiting.remove(sequence) }
            default: break
            }
        }
    }
}
