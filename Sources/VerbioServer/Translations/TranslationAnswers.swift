internal import Audio
internal import Conversations
internal import Interpreting
internal import Plumbing
internal import Providers

/// What a ``TranslationRun`` gives its listener.
enum TranslationAnswer: Sendable {
    case event(Event)
    /// A piece of speech, as a separate file.
    case audio(SpokenPiece)
    /// Words of the utterance that is being said.
    case partial(Partial, ConversationID)
    /// The utterance's text differs from the stable words of its partials.
    case revised(utterance: Int, ConversationID)
    /// How much of the sound is safe.
    case acknowledged(Acknowledgement, ConversationID)
    /// An accepted order of the client could not be carried out.
    case refused(Refusal)
    /// A sign of life after a time without events.
    case keepAlive
}

/// The answers of a run on their way to one listener, in order. They end with the run, and with the run's error.
///
/// If the listener takes no answers, the run waits, and so does the client that sends (backpressure).
final class TranslationAnswers: Sendable {
    /// Takes the conversation as soon as it has begun.
    typealias Begun = @Sendable (ConversationID) async throws -> Void

    private struct State {
        var conversation: ConversationID?
        /// Whether an event has come.
        var hasBegun = false
        /// Numbers the pieces of the utterance that is being spoken.
        var pieces = SpokenPieces()
        var isListenerGone = false
    }

    private let channel = BoundedChannel<TranslationAnswer>(capacity: 16)
    /// The form in which speech is delivered; nil if it is not.
    private let spoken: PieceEncoding?
    private let begun: Begun?
    private let state: Locked<State>

    /// - Parameter conversation: the one that is worked on, if it is known before the first event.
    init(of conversation: ConversationID?, spoken: PieceEncoding?, begun: Begun?) {
        self.spoken = spoken
        self.begun = begun
        state = Locked(State(conversation: conversation))
    }

    /// The conversation that is worked on, if it is known.
    var conversation: ConversationID? { state.withLock { $0.conversation } }

    // MARK: The listener

    /// The next answer; nil at the end.
    ///
    /// - Throws: the error with which the run has ended.
    func next() async throws -> TranslationAnswer? { try await channel.next() }

    /// Drops what is delivered from now on.
    func listenerLeft() {
        state.withLock { $0.isListenerGone = true }
        channel.finish()
    }

    // MARK: The run

    /// Turns what a conversation delivers into answers.
    func deliver(_ item: Delivered) async throws {
        switch item {
        case .measured, .hypothesis, .texts: break
        case .partial(let partial):
            guard let conversation else { return }
            // A client that is behind misses partials, and nothing else.
            offer(.partial(partial, conversation))
        case .acknowledged(let acknowledged):
            guard let conversation else { return }
            // The next one says more.
            offer(.acknowledged(acknowledged, conversation))
        case .refused(let utterance, let problem):
            try await send(.refused(Refusal(order: problem.at("utterance \(utterance)"))))
        case .revised(let utterance):
            guard let conversation else { return }
            try await send(.revised(utterance: utterance, conversation))
        case .audio(let utterance, let voice): try await deliver(voice, of: utterance)
        case .event(let event): try await deliver(event)
        }
    }

    private func deliver(_ voice: VoiceAudio, of utterance: Int) async throws {
        guard let spoken, let conversation else { return }
        let (piece, isListenerGone) = state.withLock { state in
            (state.pieces.next(of: utterance), state.isListenerGone)
        }
        guard !isListenerGone else { return }
        try await send(.audio(SpokenPiece(piece, of: utterance, in: conversation, voice, as: spoken)))
    }

    private func deliver(_ event: Event) async throws {
        let isFirst = state.withLock { state in
            if state.conversation != event.conversation { state.pieces = SpokenPieces() }
            defer { (state.conversation, state.hasBegun) = (event.conversation, true) }
            return !state.hasBegun
        }
        if isFirst { try await begun?(event.conversation) }
        try await send(.event(event))
    }

    /// Sends a sign of life at each interval until its task is cancelled, or the answers have ended.
    func keepAlive(every interval: Duration, time: TimeSource) async {
        do {
            while true {
                try await time.sleep(interval)
                try await channel.send(.keepAlive)
            }
        } catch {
            return
        }
    }

    /// Ends the answers, with an error if there is one.
    func finish(throwing error: (any Error)? = nil) {
        if let error { channel.finish(throwing: error) } else { channel.finish() }
    }

    /// Sends what may be missed, if there is room for it.
    private func offer(_ answer: TranslationAnswer) {
        guard !state.withLock({ $0.isListenerGone }) else { return }
        _ = channel.trySend(answer)
    }

    /// Sends unless the listener has left. If it leaves during the wait, that is not a failure of the conversation.
    private func send(_ answer: TranslationAnswer) async throws {
        guard !state.withLock({ $0.isListenerGone }) else { return }
        do {
            try await channel.send(answer)
        } catch {
            if !state.withLock({ $0.isListenerGone }) { throw error }
        }
    }
}
