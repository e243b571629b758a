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
    private let hasTexts = Locked(false)
    private let logged = Locked<[Event]>([])

    /// The delivery of a corrected utterance.
    struct CorrectionDelivery: Sendable {
        /// Stores the correction, and returns the event that announces it.
        let begin: @Sendable () async throws -> Event
        let turn = BoundedChannel<Void>(capacity: 1)
        let voiceTurn = BoundedChannel<Void>(capacity: 1)
        let delivered = BoundedChannel<[Event]>(capacity: 1)
    }

    init(sequence: Int, correction: CorrectionDelivery? = nil) {
        self.sequence = sequence
        self.correction = correction
    }

    // MARK: From the utterance

    /// Waits until everything before the lane and its first event are delivered.
    ///
    /// - Throws: `CancellationError` if the run ends before.
    func waitForTurn() async throws {
        guard try await correction?.turn.next() != nil else { throw CancellationError() }
    }

    /// The events of the lane, as soon as all are delivered.
    func delivered() async throws -> [Event] { try await correction?.delivered.next() ?? [] }

    func send(_ item: Delivered) async throws {
        try await self[item.track].send(item)
        note(item)
    }

    /// Sends if that needs no waiting, and returns whether it did.
    func trySend(_ item: Delivered) -> Bool {
        guard self[item.track].trySend(item) else { return false }
        note(item)
        return true
    }

    /// Sends a hypothesis, or skips it if it would have to wait: the next one replaces it.
    func offer(_ hypothesis: String) {
        guard self[.texts].count == 0 else { return }
        _ = self[.texts].trySend(.hypothesis(utterance: sequence, hypothesis))
    }

    /// Whether both texts have been sent.
    var isShown: Bool { hasTexts.withLock { $0 } }

    /// Ends all tracks but the last.
    func closeContent() { for track in Track.allCases.dropLast() { self[track].finish() } }

    func close() { for track in Track.allCases { self[track].finish() } }

    private subscript(_ track: Track) -> BoundedChannel<Delivered> { tracks[track.rawValue] }

    /// Ends each track with its last item.
    private func note(_ item: Delivered) {
        switch item {
        case .texts:
            hasTexts.withLock { $0 = true }
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

    /// The events that were delivered, in this order.
    var events: [Event] { logged.withLock { $0 } }

    func log(_ event: Event) { logged.withLock { $0.append(event) } }

    /// Declares that a track has been delivered.
    func pass(_ track: Track) {
        switch track {
        case .translations: _ = passed.translations.trySend(())
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
