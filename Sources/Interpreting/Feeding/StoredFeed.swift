internal import Audio
internal import Conversations
internal import Plumbing

/// The stored utterances of a conversation whose audio cannot be read again, or has been heard completely.
final class StoredFeed: UtteranceFeed {
    private struct State {
        var page: ArraySlice<UtteranceRecord> = []
        var lastSequence = 0
        var position = 0
        var reachedEnd = false
    }

    /// How many records are read from the store at a time.
    private static let pageSize = 64

    private let conversation: Conversation
    private let store: any ContentStore
    private let ending: Event.ConversationFinished?
    private let control: RunControl
    private let needsSound: Bool
    private let state = Locked(State())

    /// - Parameters:
    ///   - ending: how the conversation ended before, if all of it was heard then.
    ///   - needsSound: whether a translator needs the sound of utterances that are already recognized.
    init(
        conversation: Conversation, store: any ContentStore, ending: Event.ConversationFinished? = nil,
        control: RunControl, needsSound: Bool = false
    ) {
        self.needsSound = needsSound
        self.ending = ending
        self.conversation = conversation
        self.store = store
        self.control = control
    }

    var heardSeconds: Double {
        ending?.seconds ?? Double(state.withLock { $0.position }) / Double(speechSampleRate)
    }
    var damage: [AudioDamage] { ending?.damage ?? [] }
    var reachedEnd: Bool { state.withLock { $0.reachedEnd } }

    func next() async throws -> UtteranceInput? {
        guard !control.isDraining else { return nil }
        let (needsPage, last) = state.withLock { ($0.page.isEmpty, $0.lastSequence) }
        if needsPage {
            let page = try await store.utterances(of: conversation.id, after: last, limit: Self.pageSize)
            state.withLock { $0.page = page[...] }
        }
        guard let record = state.withLock({ $0.page.popFirst() }) else {
            state.withLock { $0.reachedEnd = true }
            return nil
        }
        state.withLock { state in
            state.lastSequence = record.utterance.sequence
            state.position = max(state.position, record.utterance.range.end)
        }
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
