internal import Conversations
internal import Plumbing

/// What one utterance delivers, in tracks that wait only for the same track of earlier utterances.
///
/// A text that can be shown is not held by the voice of the line before.
///
/// | track | items | ends with |
/// |---|---|---|
/// | texts | hypotheses, what was recognized | the recognition |
/// | translations | the translation, both texts | both texts |
/// | voices | pieces of speech | the length of the speech |
/// | ends | the length of the speech, the measurement, the outcome | the outcome |
///
/// If its utterance is corrected, what the lane has not delivered by then is left out.
final class Lane: Sendable {
    enum Track: Int, CaseIterable {
        case texts, translations, voices, ends
    }

    /// How many items of a track may be ahead of their delivery: half a minute of audio in the pieces that providers send.
    static let capacity = 256

    let sequence: Int
    /// Nil unless the lane is that of a corrected utterance.
    let correction: CorrectionDelivery?
    private let tracks = Track.allCases.map { _ in BoundedChannel<Delivered>(capacity: Lane.capacity) }
    /// Get an element when their track has been delivered. The ends wait for them.
    private let passed = (translations: BoundedChannel<Void>(capacity: 1), voices: BoundedChannel<Void>(capacity: 1))
    /// End when both texts have been delivered, and when no more work is done for the utterance.
    private let (shown, ended) = (BoundedChannel<Void>(capacity: 1), BoundedChannel<Void>(capacity: 1))

    private struct State {
        /// Both texts, once they have been sent.
        var texts: UtteranceRecord?
        /// Events that were delivered and are not in the log.
        var unlogged: [Event] = []
        var isSuperseded = false
        var isOver = false
        var journal: UtteranceJournal?
        var isCounted = false
        var countedBefore: UtteranceRecord?
    }

    private let state = Locked(State())

    /// The delivery of a corrected utterance.
    struct CorrectionDelivery: Sendable {
        /// The utterance's lane before; nil if it has been delivered.
        let former: Lane?
        /// Stores the correction with earlier events of the utterance, and returns the event that announces it.
        let begin: @Sendable ([Event]) async throws -> Event
        /// Gets that event when it is delivered.
        let turn = BoundedChannel<Event>(capacity: 1)
        let delivered = BoundedChannel<[Event]>(capacity: 1)
    }

    /// Makes the event of a lane that has nothing else; nil for the lane of an utterance.
    let announcement: (@Sendable () async throws -> Event)?

    init(
        sequence: Int, correction: CorrectionDelivery? = nil,
        announcement: (@Sendable () async throws -> Event)? = nil
    ) {
        self.sequence = sequence
        self.correction = correction
        self.announcement = announcement
    }

    // MARK: From the utterance

    /// Waits until the first event of a correction is delivered, and returns it.
    ///
    /// - Throws: `CancellationError` if the run ends before.
    func waitForTurn() async throws -> Event {
        guard let first = try await correction?.turn.next() else { throw CancellationError() }
        return first
    }

    /// Waits until both texts are delivered. One task at a time may wait.
    func waitForTexts() async throws { _ = try await shown.next() }

    /// Waits until no more work is done for the utterance. One task at a time may wait.
    func waitForEnd() async throws { _ = try await ended.next() }

    /// Declares that no more work is done for the utterance.
    func end() { ended.finish() }

    /// The events of a correction after the first one, as soon as all are delivered.
    func delivered() async throws -> [Event] { try await correction?.delivered.next() ?? [] }

    func send(_ item: Delivered) async throws {
        guard !isSuperseded else { return }
        try await self[item.track].send(item)
        note(item)
    }

    /// Sends if that needs no waiting, and returns whether it did.
    func trySend(_ item: Delivered) -> Bool {
        guard !isSuperseded else { return true }
        guard self[item.track].trySend(item) else { return false }
        note(item)
        return true
    }

    /// Sends a hypothesis, or skips it if it would have to wait: the next one replaces it.
    func offer(_ hypothesis: String) {
        guard self[.texts].count == 0 else { return }
        _ = self[.texts].trySend(.hypothesis(utterance: sequence, hypothesis))
    }

    /// Both texts, once they have been sent.
    var texts: UtteranceRecord? { state.withLock { $0.texts } }

    /// The journal of the utterance while work is done for it.
    var journal: UtteranceJournal? {
        get { state.withLock { $0.journal } }
        set { state.withLock { $0.journal = newValue } }
    }

    /// The journal if nothing but the voice of the utterance is missing.
    var journalOfVoice: UtteranceJournal? {
        state.withLock { $0.texts?.outcome == .pending && $0.texts?.translation != nil ? $0.journal : nil }
    }

    /// The utterance as it is counted until this lane is; nil if it is not.
    var countedBefore: UtteranceRecord? {
        get { state.withLock { $0.countedBefore } }
        set { state.withLock { $0.countedBefore = newValue } }
    }

    /// Returns true once: for the first caller that counts the utterance.
    func count() -> Bool {
        state.withLock { state in
            defer { state.isCounted = true }
            return !state.isCounted
        }
    }

    /// Ends all tracks but the last.
    func closeContent() { for track in Track.allCases.dropLast() { self[track].finish() } }

    func close() { for track in Track.allCases { self[track].finish() } }

    private subscript(_ track: Track) -> BoundedChannel<Delivered> { tracks[track.rawValue] }

    /// Ends each track with its last item.
    private func note(_ item: Delivered) {
        switch item {
        case .texts(let record):
            state.withLock { $0.texts = record }
            self[.texts].finish()
            self[.translations].finish()
        case .event(let event):
            switch event.body {
            case .recognized: self[.texts].finish()
            case .spoken: self[.voices].finish()
            default: break
            }
        default: break
        }
    }

    // MARK: To the listener

    /// The next item of a track; nil at its end.
    func next(of track: Track) async throws -> Delivered? { try await self[track].next() }

    func log(_ event: Event) { state.withLock { $0.unlogged.append(event) } }

    /// The events that were delivered, in this order, for the log.
    func takeEvents() -> [Event] {
        state.withLock { state in
            defer { state.unlogged = [] }
            return state.unlogged
        }
    }

    /// Leaves out what has not been delivered, because the utterance is corrected.
    func supersede() {
        state.withLock { $0.isSuperseded = true }
        close()
    }

    var isSuperseded: Bool { state.withLock { $0.isSuperseded } }

    /// Whether all of it has been delivered and is in the log.
    var isOver: Bool {
        get { state.withLock { $0.isOver } }
        set { state.withLock { $0.isOver = newValue } }
    }

    /// Declares that a track has been delivered.
    func pass(_ track: Track) {
        switch track {
        case .translations:
            shown.finish()
            _ = passed.translations.trySend(())
        case .voices: _ = passed.voices.trySend(())
        case .texts, .ends: break
        }
    }

    /// Waits until everything that comes before the end of the utterance has been delivered.
    func waitForContent() async throws {
        _ = try await passed.translations.next()
        _ = try await passed.voices.next()
    }
}

extension Delivered {
    /// The track of a lane in which the item is delivered.
    fileprivate var track: Lane.Track {
        switch self {
        case .hypothesis, .partial, .revised, .acknowledged, .refused: .texts
        case .texts: .translations
        case .audio: .voices
        case .measured: .ends
        case .event(let event):
            switch event.body {
            case .recognized: .texts
            case .translated: .translations
            default: .ends
            }
        }
    }
}
