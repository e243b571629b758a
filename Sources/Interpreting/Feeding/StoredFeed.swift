internal import Audio
internal import Conversations
internal import Plumbing

/// The stored utterances of a conversation whose audio cannot be read again, or has been heard completely.
final class StoredFeed: UtteranceFeed {
    private let records: StoredRecords
    private let store: any ContentStore
    private let ending: Event.ConversationFinished?
    private let control: RunControl
    private let needsSound: Bool
    private let lostSpeech: LostSpeech?
    /// The end of the last utterance, in samples.
    private let position = Locked(0)

    /// - Parameters:
    ///   - ending: how the conversation ended before, if all of it was heard then.
    ///   - needsSound: whether a translator needs the sound of utterances that are already recognized.
    init(
        conversation: Conversation, store: any ContentStore, ending: Event.ConversationFinished? = nil,
        control: RunControl, needsSound: Bool = false
    ) {
        self.needsSound = needsSound
        self.ending = ending
        lostSpeech = conversation.lostSpeech
        records = StoredRecords(of: conversation.id, in: store)
        self.store = store
        self.control = control
    }

    var heardSeconds: Double {
        ending?.seconds ?? Double(position.withLock { $0 }) / Double(speechSampleRate)
    }
    var damage: [AudioDamage] { ending?.damage ?? lost(after: heardSeconds) }

    /// The speech that was not stored, if there is any.
    ///
    /// - Parameter seconds: where the stored speech ends.
    func lost(after seconds: Double) -> [AudioDamage] { [lostSpeech?.damage(after: seconds)].compactMap(\.self) }

    var reachedEnd: Bool { records.isAtEnd }

    func next() async throws -> UtteranceInput? {
        guard !control.isDraining else { return nil }
        guard let record = try await records.next() else { return nil }
        position.withLock { $0 = max($0, record.utterance.range.end) }
        let samples = try await samples(of: record)
        return UtteranceInput(
            utterance: record.utterance, samples: samples ?? [], lacksAudio: samples == nil,
            dropReason: record.dropReasonUnheard,
            record: record)
    }

    /// The audio; empty if it is not needed any more, nil if it is missing or damaged. Then only this utterance fails.
    private func samples(of record: UtteranceRecord) async throws -> [Int16]? {
        guard !record.outcome.isFinal else { return [] }
        if record.recognition != nil {
            // The text is enough, so a missing sound is no failure.
            guard needsSound, record.translation == nil, let blob = record.audio else { return [] }
            return (try? await store.blob(blob)).map(PCM16.samples(fromLittleEndian:)) ?? []
        }
        do {
            guard let blob = record.audio, let bytes = try await store.blob(blob) else { return nil }
            return PCM16.samples(fromLittleEndian: bytes)
        } catch let problem as Problem where problem.code == "store.corrupt-blob" {
            return nil
        }
    }
}
