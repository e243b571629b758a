internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// Recognizes an utterance at the first silence in which it may end, and not only when that silence is long enough.
///
/// If speech goes on, the answer is discarded. If the utterance ends there, its recognition is the same request, and takes this
/// answer in the place of a call. So results are those that they would be without it, and only the time differs.
final class SpeculativeRecognition: Sendable {
    private struct Guess: Sendable {
        let request: RecognitionRequest
        let answer: BoundedChannel<Recognition>
        let call: Task<Void, Never>
    }

    private let recognizer: any SpeechRecognizer
    private let conversation: Conversation
    private let state = Locked<Guess?>(nil)

    init(_ recognizer: any SpeechRecognizer, conversation: Conversation) {
        self.recognizer = recognizer
        self.conversation = conversation
    }

    /// The utterance may end here.
    func begin(_ snapshot: PartialRecognition.Snapshot) {
        let request = snapshot.request(in: conversation)
        let answer = BoundedChannel<Recognition>(capacity: 1)
        let call = Task { [recognizer] in
            do {
                _ = answer.trySend(try await recognizer.recognize(request) { _ in })
                answer.finish()
            } catch {
                answer.finish(throwing: error)
            }
        }
        replace(by: Guess(request: request, answer: answer, call: call)) { _ in true }
    }

    /// The speech of an utterance goes on.
    func discard(_ sequence: Int) { replace(by: nil) { $0.request.context.utterance == sequence } }

    /// Ends the call that is under way.
    func stop() { replace(by: nil) { _ in true } }

    private func replace(by guess: Guess?, if isMeant: (Guess) -> Bool) {
        let former = state.withLock { state -> Guess? in
            if let former = state, !isMeant(former) { return nil }
            defer { state = guess }
            return state
        }
        former?.call.cancel()
    }

    /// The answer to a request if it was made already, or is under way.
    fileprivate func answer(to request: RecognitionRequest) async -> Recognition? {
        let guess = state.withLock { state -> Guess? in
            guard state?.request.context.utterance == request.context.utterance else { return nil }
            defer { state = nil }
            return state
        }
        guard let guess else { return nil }
        guard guess.request.asks(theSameAs: request) else {
            guess.call.cancel()
            return nil
        }
        return try? await guess.answer.next()
    }

    /// A recognizer that gives the answer that is there, and asks otherwise.
    struct Recognizer: SpeechRecognizer {
        let base: any SpeechRecognizer
        let speculation: SpeculativeRecognition

        var descriptor: ProviderDescriptor { base.descriptor }
        var capabilities: RecognizerCapabilities { base.capabilities }

        func recognize(
            _ request: RecognitionRequest, hypothesis: PartialSink<String>
        ) async throws -> Recognition {
            if let answer = await speculation.answer(to: request) { return answer }
            try Task.checkCancellation()
            return try await base.recognize(request, hypothesis: hypothesis)
        }
    }
}

extension RecognitionRequest {
    fileprivate func asks(theSameAs other: RecognitionRequest) -> Bool {
        language == other.language && candidates == other.candidates && varieties == other.varieties
            && prompt == other.prompt && audio == other.audio
    }
}

extension PartialRecognition.Snapshot {
    /// What a recognizer is asked about it.
    func request(in conversation: Conversation) -> RecognitionRequest {
        let pair = direction.pair
        let isKnown = !conversation.settings.sides.isTwoWay || direction.isGiven
        return RecognitionRequest(
            audio: PCM16.floats(samples), language: pair.from, candidates: isKnown ? [] : [pair.from, pair.to],
            varieties: pair.varieties,
            context: CallContext(conversation: conversation.id.rawValue, utterance: sequence))
    }
}
