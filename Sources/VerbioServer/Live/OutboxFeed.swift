internal import Conversations
internal import Delivery
internal import Plumbing

/// Puts what a conversation says into the outbox of its client, speech in the form that the client asked for.
struct OutboxFeed {
    let outbox: LiveOutbox
    let form: SpeechForm
    /// The utterance that is being spoken as packets.
    private var packets: PacketSpeech?

    init(into outbox: LiveOutbox, speech form: SpeechForm) {
        self.outbox = outbox
        self.form = form
    }

    /// Adds an answer. While the outbox has no room, the caller waits.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, or the client has disconnected permanently; ``Problem``
    ///   of kind `internal` if speech cannot be encoded.
    mutating func add(_ answer: TranslationAnswer) async throws {
        switch answer {
        case .event(let event):
            if let packets, event.isEnd(ofSpeechOf: packets.utterance) { try await endPackets() }
            try await outbox.add(EventLines.json(event))
        case .audio(let piece): try await add(piece)
        case .partial(let partial, let id): outbox.set(partial: try EventLines.json(partial, in: id))
        case .revised(let utterance, let id): try await outbox.add(EventLines.json(revised: utterance, in: id))
        case .acknowledged(let acknowledged, let id):
            outbox.set(acknowledged: try EventLines.json(acknowledged, in: id))
        case .refused(let refusal): try await outbox.add(refusal.event)
        // The socket has its own keep-alive.
        case .keepAlive: break
        }
    }

    private mutating func add(_ piece: SpokenPiece) async throws {
        switch form {
        case .text: try await add(piece.json(), [], of: piece.utterance, in: piece.conversation)
        case .binary:
            let (head, bytes) = try piece.framed()
            try await add(head, [bytes], of: piece.utterance, in: piece.conversation)
        case .packets:
            // The first piece of an utterance also begins one that is spoken again.
            if piece.piece == 1 { try await endPackets() }
            let speech = try packets ?? PacketSpeech(of: piece)
            packets = speech
            if let message = try speech.add(piece.voice) { try await add(message, of: speech) }
        }
    }

    private mutating func endPackets() async throws {
        guard let speech = packets else { return }
        packets = nil
        try await add(speech.end(), of: speech)
    }

    private func add(_ message: PacketSpeech.Message, of speech: PacketSpeech) async throws {
        try await add(message.head, message.packets, of: speech.utterance, in: speech.conversation)
    }

    private func add(_ head: String, _ payloads: [[UInt8]], of utterance: Int, in id: ConversationID) async throws {
        let lagged = "{\"conversation\":\"\(id)\",\"event\":\"lagged\",\"utterance\":\(utterance)}"
        try await outbox.add(audio: head, payloads: payloads, of: utterance, lagged: lagged)
    }
}

extension Event {
    /// Whether no further speech of an utterance follows.
    fileprivate func isEnd(ofSpeechOf utterance: Int) -> Bool {
        switch body {
        case .spoken(let spoken): spoken.utterance == utterance
        case .utteranceFinished(let finished): finished.utterance == utterance
        case .conversationFinished: true
        default: false
        }
    }
}
