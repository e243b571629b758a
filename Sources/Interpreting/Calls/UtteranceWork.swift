internal import Audio
internal import Conversations
internal import Providers
internal import Resilience

/// One utterance in flight.
struct UtteranceWork: Sendable {
    let utterance: Utterance
    let samples: [Int16]
    /// Whether there should be samples, but they are missing or damaged.
    let lacksAudio: Bool
    /// The record of earlier runs.
    let record: UtteranceRecord?
    let lane: Lane
    let journal: UtteranceJournal
    /// Set when the first audio has been sent to the lane.
    let isHeard = DeliveryMark()

    init(_ input: UtteranceInput, lane: Lane, journal: UtteranceJournal) {
        utterance = input.utterance
        samples = input.samples
        lacksAudio = input.lacksAudio
        record = input.record
        self.lane = lane
        self.journal = journal
        for change in input.unstored { journal.hold([change]) }
    }

    /// Sends to the lane. If the lane is full, all changes are written before the wait.
    func send(_ item: Delivered) async throws {
        if lane.trySend(item) { return }
        try await journal.flush()
        try await lane.send(item)
    }

    /// What this run did for the utterance.
    func measurement(of outcome: Outcome) -> UtteranceMeasurement {
        UtteranceMeasurement(
            utterance: utterance.sequence, outcome: outcome,
            voicedMilliseconds: utterance.evidence.voicedMilliseconds, timings: journal.timings)
    }

    func send(_ event: Event.Body) async throws {
        try await send(.event(Event(event, in: utterance.conversation)))
    }
}
