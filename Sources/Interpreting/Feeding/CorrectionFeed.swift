internal import Audio
internal import Conversations
internal import Plumbing

/// The stored utterances of a conversation, for a correction.
///
/// Most of them stay unchanged. They only provide the context of those that are repeated.
final class CorrectionFeed: UtteranceFeed {
    private let records: StoredRecords
    private let reopened: Set<Int>
    /// The number of the corrected utterance, and its samples if a recognizer or a translator needs them.
    private let corrected: Int
    private let samples: [Int16]
    private let ending: Event.ConversationFinished
    private let control: RunControl

    /// - Parameter ending: how the conversation ended before: how much of it was heard does not change.
    init(
        _ conversation: ConversationID, store: any ConversationStore, reopened: Set<Int>, corrected: Int,
        samples: [Int16], ending: Event.ConversationFinished, control: RunControl
    ) {
        records = StoredRecords(of: conversation, in: store)
        self.reopened = reopened
        self.corrected = corrected
        self.samples = samples
        self.ending = ending
        self.control = control
    }

    var heardSeconds: Double { ending.seconds }
    var damage: [AudioDamage] { ending.damage }

    /// If the end of the audio was not reached before, it is not reached now either.
    var reachedEnd: Bool {
        let wasAtEnd = ending.state == .complete || ending.state == .partial
        return wasAtEnd && records.isAtEnd
    }

    func next() async throws -> UtteranceInput? {
        guard !control.isDraining else { return nil }
        guard let record = try await records.next() else { return nil }
        let isReopened = reopened.contains(record.utterance.sequence)
        return UtteranceInput(
            utterance: record.utterance, samples: record.utterance.sequence == corrected ? samples : [],
            dropReason: nil, record: record, isUnchanged: !isReopened)
    }
}
