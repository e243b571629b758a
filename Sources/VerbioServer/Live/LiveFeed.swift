internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Interpreting
internal import Plumbing

/// Puts what a live conversation says into the outbox of its client, speech in the form that the client asked for.
actor LiveFeed: WorkListener {
    nonisolated let outbox: LiveOutbox
    private let form: SpeechForm
    /// The encoding of speech; nil if the client gets none.
    private let spoken: PieceEncoding?
    private var pieces = SpokenPieces()
    /// The last utterance whose end the client has got from another server; nil if the conversation begins here.
    private let known: Int?
    /// The utterance that is being spoken as packets.
    private var packets: PacketSpeech?
    private nonisolated let isLeft = Locked(false)
    private nonisolated let isHeard = Locked(false)
    private nonisolated let end = BoundedChannel<Void>(capacity: 1)

    /// - Parameter known: the last utterance whose end the client has got from another server; nil if the conversation begins here.
    init(into outbox: LiveOutbox, speech form: SpeechForm, as spoken: PieceEncoding?, after known: Int? = nil) {
        self.outbox = outbox
        self.known = known
        self.form = form
        self.spoken = spoken
    }

    /// Adds an answer. While the outbox has no room, the conversation waits.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; ``Problem`` of kind `internal` if speech cannot be encoded.
    func deliver(_ item: Delivered, in conversation: ConversationID?) async throws {
        guard let conversation, !isLeft.withLock({ $0 }), !isKnown(item) else { return }
        do {
            try await add(item, in: conversation)
        } catch {
            // If the client leaves during the wait, that is not a failure of the conversation.
            if !isLeft.withLock({ $0 }) { throw error }
        }
    }

    /// Whether the client has got it from another server: what is stored is delivered again.
    private func isKnown(_ item: Delivered) -> Bool {
        guard let known else { return false }
        switch item {
        case .event(let event):
            if case .conversationStarted = event.body { return true }
            return event.utterance.map { $0 <= known } ?? false
        case .audio(let utterance, _): return utterance <= known
        default: return false
        }
    }

    private func add(_ item: Delivered, in id: ConversationID) async throws {
        switch item {
        case .event(let event):
            if let packets, event.isEnd(ofSpeechOf: packets.utterance) { try await endPackets() }
            try await outbox.add(EventLines.json(event))
        case .audio(let utterance, let voice):
            guard let spoken else { return }
            try await add(SpokenPiece(pieces.next(of: utterance), of: utterance, in: id, voice, as: spoken))
        case .partial(let partial): outbox.set(partial: try EventLines.json(partial, in: id))
        case .revised(let utterance): try await outbox.add(EventLines.json(revised: utterance, in: id))
        case .acknowledged(let acknowledged): outbox.set(acknowledged: try EventLines.json(acknowledged, in: id))
        case .refused(let utterance, let problem):
            try await outbox.add(Refusal(order: problem.at("utterance \(utterance)")).event)
        case .measured, .hypothesis, .texts: break
        }
    }

    // The connections have a keep-alive of their own.
    func accompany() {}

    func finish(_ error: (any Error)?, _ ending: WorkEnding) {
        defer { end.finish() }
        guard let error else {
            switch ending {
            case .byItself: return outbox.end(.init(code: .normal))
            case .byStop: return outbox.end(.init(code: .goingAway))
            case .handedOver: return outbox.end(.init(code: .restart, reason: "session.handed-over"))
            }
        }
        if error is CancellationError { return outbox.end(.init(code: .goingAway)) }
        // If nothing was said, there is nothing to finish.
        if outbox.isAnnounced, !isHeard.withLock({ $0 }) { return outbox.end(.init(code: .normal)) }
        let refusal = Refusal(error)
        outbox.end(
            .init(code: SocketCloseCode(of: refusal), reason: refusal.problem.code), with: refusal.event)
    }

    nonisolated func leave() {
        isLeft.withLock { $0 = true }
        outbox.abandon()
    }

    /// Records that the client has sent sound.
    nonisolated func noteSound() { isHeard.withLock { $0 = true } }

    /// Waits for the end of the answers.
    nonisolated func ended() async { while (try? await end.next()) != nil {} }

    // MARK: Speech

    private func add(_ piece: SpokenPiece) async throws {
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

    private func endPackets() async throws {
        guard let speech = packets else { return }
        packets = nil
        try await add(speech.end(), of: speech)
    }

    private func add(_ message: PacketSpeech.Message, of speech: PacketSpeech) async throws {
        try await add(message.head, message.packets, of: speech.utterance, in: speech.conversation)
    }

    private func add(_ head: String, _ payloads: [[UInt8]], of utterance: Int, in id: ConversationID) async throws {
        let lagged = LiveNotice.lagged(utterance: utterance, of: id).text
        try await outbox.add(audio: head, payloads: payloads, of: utterance, lagged: lagged)
    }
}

extension SocketCloseCode {
    /// The code with which a session ends that was refused.
    fileprivate init(of refusal: Refusal) {
        switch refusal.status.code {
        case 503: self = .tryAgainLater
        case 500...: self = .internalError
        default: self = .policy
        }
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
