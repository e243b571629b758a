internal import Audio
internal import Conversations
internal import Plumbing

/// The utterances of a conversation whose audio cannot be read again, from the store.
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
    private let store: any ConversationStore
    private let control: RunControl
    private let state = Locked(State())

    init(conversation: Conversation, store: any ConversationStore, control: RunControl) {
        self.conversation = conversation
        self.store = store
        self.control = control
    }

    var heardSeconds: Double { Double(state.withLock { $0.position }) / Double(speechSampleRate) }
    var damage: [AudioDamage] { [] }
    var reachedEnd: Bool { state.withLock { $0.reachedEnd } }

    func next() async throws -> FedUtterance? {
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
        // What had no recognition when it was dropped was never meant to have one.
        var dropReason: String?
        if case .dropped(let reason) = record.outcome, record.recognition == nil { dropReason = reason }
        return FedUtterance(
            utterance: record.utterance, samples: try await samples(of: record), dropReason: dropReason, record: record)
    }

    /// The audio, where it is still needed.
    private func samples(of record: UtteranceRecord) async throws -> [Int16] {
        guard !record.outcome.isFinal, record.recognition == nil else { return [] }
        guard let blob = record.audio, let bytes = try await store.blob(blob) else {
            throw Problem(
                .store, "store.no-audio",
                "the audio of utterance \(record.utterance.sequence) of \(conversation.id) is not in the store",
                cure: "delete the conversation and translate the recording again")
        }
        return PCM16.samples(fromLittleEndian: bytes)
    }
}
