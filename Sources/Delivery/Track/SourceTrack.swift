package import Audio
package import Conversations
internal import Plumbing

/// What was said in a conversation, as one file: each utterance at its time, and silence where nothing was said.
package struct SourceTrack: Sendable {
    private let store: any ContentStore

    package init(store: any ContentStore) { self.store = store }

    /// - Parameters:
    ///   - isOpus: whether it is Ogg Opus, and not WAV.
    ///   - finished: the conversation's last event.
    ///   - admission: decides what the file may replace; anything if nil.
    /// - Returns: false if the store has no sound of it. Then there is no file.
    /// - Throws: ``Problem`` as ``OutputWriter`` does.
    package func write(
        _ conversation: Conversation, to path: String, isOpus: Bool, finished: Event.ConversationFinished,
        by admission: (any OutputAdmission)? = nil
    ) async throws -> Bool {
        let container: TrackContainer = isOpus ? .opus : .wav
        var order = StartOrder()
        var (file, mix): ((any TrackFile)?, LaneMix?)
        func add(_ records: [UtteranceRecord]) async throws {
            for record in records {
                try Task.checkCancellation()
                guard let audio = record.audio, let bytes = try await store.blob(audio) else { continue }
                if file == nil {
                    let opened = try container.open(path: path, rate: speechSampleRate)
                    (file, mix) = (opened, LaneMix(opened))
                }
                let utterance = record.utterance
                try mix?.add(
                    PCM16.samples(fromLittleEndian: bytes), at: utterance.range.start, lane: utterance.lane)
            }
        }
        for try await page in store.pages(of: conversation.id) {
            for record in page { try await add(order.add(record)) }
        }
        try await add(order.finish())
        guard let file else { return false }
        try mix?.finish(milliseconds: Int(exactly: (finished.seconds * 1_000).rounded()) ?? 0)
        try file.prepare()
        _ = try file.finish(by: admission)
        return true
    }
}
